#!/usr/bin/env python3
"""Runs networks on emulated ARM processors and compares them with Paddle.

    cmake --build --preset dev --target opt materialise_zoo light_runner
    cmake --build --preset arm64-qemu --target light_runner
    tests/perf/emulated_networks.py --cpus cortex-a53 cortex-a76 max
    tests/perf/emulated_networks.py --build build.armv7-qemu --cpus cortex-a7 cortex-a15 --nets mobilenet_v1_p digits/fluid
    tests/perf/emulated_networks.py --nets mobilenet_v1_p+fp16      (opt --enable_fp16)
    tests/perf/emulated_networks.py --check     (a few networks, and processors that are refused: for the continuous integration)

Networks are folders of the fixture zoo, all of them without --nets, and digits/NAME for those of tests/models/digits. They are
converted by the opt of --host for the target arm, and run by the light predictor. An output is within the relative L2 difference
that tests/models accepts, and equal if it is not float32. Three threads give the bits of one, and two and four for MANY_THREADS.
Networks that only compute in int8 have the bits of the host. One in float16 (+fp16) is compared with the results of float32: within
5e-3, or three times what rounding the weights costs, as in tests/models/half_networks_test.cc.
Exit status: 1 if a network differs or fails, 77 if qemu or a built program are missing.
"""
import argparse
import array
import math
import os
import subprocess
import sys

import arm_counts

# On one processor of each kind: other forms of tiles, no extensions, all of them.
CHECKED = {"aarch64": {"cortex-a53": ["mobilenet_v3_large_p", "digits/fluid"],
                       "max": ["mobilenet_v1_int8_p", "mobilenet_v3_large_p+fp16", "squeezenet_p+fp16", "text_gru_f"]},
           "arm": {"cortex-a7": ["ppocr_rec_p", "digits/fluid"], "cortex-a9": ["digits/fluid"], "max": ["mobilenet_v1_int8_p"]}}
# Run with more numbers of threads than the others.
MANY_THREADS = {"mobilenet_v3_large_p", "ppocr_rec_p"}
# Without operators in float32, which round differently on each processor.
ONLY_INT8 = {"mobilenet_v1_int8_p", "mobilenet_v1_qdq_p"}
# Processors that no kernel runs on, and what the predictor says of them.
REFUSED = {"aarch64": {}, "arm": {"max,neon=off": "this processor lacks NEON, which the kernels for arm need"}}


def read_outputs(path):
    """[(type, shape, bytes)] that light_runner wrote."""
    outputs = []
    with open(path + ".txt") as lines:
        for index, line in enumerate(lines):
            words = line.rstrip("\n").split(" ")
            with open("%s.%d" % (path, index), "rb") as file:
                outputs.append((words[0], words[1], file.read()))
    return outputs


def run(prefix, runner, model, folder, out, isa="", threads=1):
    """The outputs, or the text of a failure."""
    result = subprocess.run(prefix + [runner, model, folder, "1", out, str(threads)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            universal_newlines=True, env=arm_counts.processor(isa))
    if result.returncode != 0:
        return "exit status %d: %s" % (result.returncode, result.stdout.strip()[-300:])
    return read_outputs(out)


def difference(found, expected):
    total = sum((a - b) * (a - b) for a, b in zip(found, expected))
    norm = sum(b * b for b in expected)
    if any(math.isnan(a) != math.isnan(b) for a, b in zip(found, expected)):
        return math.inf
    return math.sqrt(total) / math.sqrt(norm) if norm > 0 else math.sqrt(total)


def floats(data):
    return array.array("f", data)


def compare_with_paddle(outputs, folder):
    """The largest share of a tolerance, or the text of what differs."""
    with open(os.path.join(folder, "outputs.txt")) as lines:
        expected = [line.rstrip("\n").split(" ") for line in lines]
    if len(expected) != len(outputs):
        return "%d outputs, expected %d" % (len(outputs), len(expected))
    worst = 0.0
    for index, ((kind, shape, data), (wanted_kind, wanted_shape, stride, tolerance)) in enumerate(zip(outputs, expected)):
        with open(os.path.join(folder, "output.%d" % index), "rb") as file:
            sample = file.read()
        if (kind, shape) != (wanted_kind, wanted_shape):
            return "output %d is %s %s, expected %s %s" % (index, kind, shape, wanted_kind, wanted_shape)
        if kind == "float":
            worst = max(worst, difference(floats(data)[::int(stride)], floats(sample)) / float(tolerance))
        elif sample:
            size = len(data) // max(1, math.prod(map(int, shape.split("x"))) if shape else 1)
            picked = b"".join(data[at:at + size] for at in range(0, len(data), int(stride) * size))
            if picked != sample:
                return "output %d differs" % index
    return worst


def largest_difference(outputs, others):
    return max(difference(floats(data), floats(other)) for (kind, _, data), (_, _, other) in zip(outputs, others) if kind == "float")


def judge(args, net, emulated, out):
    """The share of the tolerance that a network uses on an emulated processor, or the text of a failure."""
    name, _, isa = net.partition("@")
    folder, model = arm_counts.convert(name, args.host, args.work)
    runner, host_runner = (os.path.join(build, "tests/perf/light_runner") for build in (args.build, args.host))
    outputs = run(emulated, runner, model, folder, out, isa)
    if isinstance(outputs, str):
        return outputs
    for threads in (2, 3, 4) if name in MANY_THREADS else (3,):
        if outputs != run(emulated, runner, model, folder, out, isa, threads):
            return "other bits with %d threads" % threads
    if name in ONLY_INT8 and outputs != run([], host_runner, model, folder, out):
        return "other bits than on the host"
    if not name.endswith("+fp16"):
        return compare_with_paddle(outputs, folder)
    # The other processor computes a file with float16 in float32, with the rounded weights.
    rounded = run([], host_runner, model, folder, out)
    exact = run([], host_runner, arm_counts.convert(name.partition("+")[0], args.host, args.work)[1], folder, out)
    if isinstance(rounded, str) or isinstance(exact, str):
        return "on the host: %s" % (rounded if isinstance(rounded, str) else exact)
    return largest_difference(outputs, exact) / max(5e-3, 3 * largest_difference(rounded, exact))


def refuses(args, cpu, text, out):
    """Whether a predictor is not created on this processor, for that reason."""
    folder, model = arm_counts.convert("digits/fluid", args.host, args.work)
    found = run(arm_counts.emulator(args.build, cpu), os.path.join(args.build, "tests/perf/light_runner"), model, folder, out)
    good = isinstance(found, str) and found.startswith("exit status 1:") and text in found
    print("%-11s %s" % (cpu, "is refused" if good else "is not refused: %s" % (found,)), flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arm_counts.add_build_options(parser)
    parser.add_argument("--nets", nargs="+", help="default: all of the zoo")
    parser.add_argument("--cpus", nargs="+", default=["max"], help="processor models of qemu")
    parser.add_argument("--check", action="store_true", help="a few networks on the processors they are for")
    args = parser.parse_args()
    arm_counts.prepare(args)
    for program in (os.path.join(args.build, "tests/perf/light_runner"), os.path.join(args.host, "tests/perf/light_runner")):
        if not os.path.exists(program):
            arm_counts.skip("%s has not been built" % program)
    zoo = os.path.join(arm_counts.SOURCE, "tests/data/zoo")
    every = sorted(name for name in os.listdir(zoo) if os.path.exists(os.path.join(zoo, name, "net.json")))
    jobs = CHECKED[args.architecture] if args.check else {cpu: args.nets or every for cpu in args.cpus}
    failed = total = 0
    out = os.path.join(args.work, "outputs.%d" % os.getpid())
    for cpu, nets in jobs.items():
        for net in nets:
            share = judge(args, net, arm_counts.emulator(args.build, cpu), out)
            good = not isinstance(share, str) and share <= 1
            total += 1
            failed += not good
            print("%-11s %-26s %s" % (cpu, net, share if isinstance(share, str) else "%5.1f %% of the tolerance%s" % (
                100 * share, "" if good else ": more than accepted")), flush=True)
    for cpu, text in REFUSED[args.architecture].items() if args.check else ():
        total += 1
        failed += not refuses(args, cpu, text, out)
    for name in os.listdir(args.work):
        if name.startswith(os.path.basename(out)):
            os.remove(os.path.join(args.work, name))
    print("%d runs, %d failed" % (total, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
