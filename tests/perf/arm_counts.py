#!/usr/bin/env python3
"""Counts the instructions that ARM processors execute for one inference, with qemu. They are not times: see docs/measurements/arm-counts.md.

    cmake --build --preset dev --target opt materialise_zoo
    cmake --build --preset arm64-qemu --target light_runner
    tests/perf/arm_counts.py --nets mobilenet_v1_p mobilenet_v2_p --functions 12
    tests/perf/arm_counts.py --build build.armv7-qemu --cpu cortex-a7 --nets mobilenet_v1_p
    tests/perf/arm_counts.py --nets mobilenet_v1_int8_p@neon mobilenet_v1_int8_p@dot    (LITE_ARM_ISA)
    tests/perf/arm_counts.py --nets mobilenet_v1_p@in_order mobilenet_v1_p+fp16@in_order,fp16   (LITE_ARM_CORES)
    tests/perf/arm_counts.py --nets mobilenet_v1_p+fp16 mobilenet_v1_p+fp16@neon        (opt --enable_fp16)
    tests/perf/arm_counts.py --nets resnet50_p+int8@dot         (opt --calibration_data, with the network's input)
    tests/perf/arm_counts.py --nets mobilenet_v1_p+sparse80     (80 % of the weights of 1x1 convolutions are 0; opt --sparse_model)
    tests/perf/arm_counts.py --check        (a few of the bounds below: for the continuous integration)
    tests/perf/arm_counts.py --check=all    (all of them)

A network is a folder of the fixture zoo, converted by the opt of --host for the target arm. It is run by the light predictor with
one thread; what is printed is the difference between processes with RUNS runs and with none, over RUNS. --functions also
prints the functions that most instructions belong to. The counter, instruction_counter.cc, is compiled with the host's c++.
Exit status: 1 if a bound is exceeded or anything fails, 77 if qemu, its plugins or a built program are missing.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
SKIPPED = 77

# Millions of instructions per inference. The plans depend a little on the second-level cache, which light_runner sets.
BOUNDS = {
    "aarch64": {"mobilenet_v1_p": 172, "mobilenet_v1_int8_p@neon": 151.5, "mobilenet_v1_int8_p@dot": 56,
                "mobilenet_v1_int8_p": 42.8, "mobilenet_v1_p+fp16": 86, "mobilenet_v2_p": 102.9, "mobilenet_v2_p+fp16": 51.1,
                "squeezenet_p": 82, "squeezenet_p+fp16": 50.4, "mobilenet_v3_large_p": 79.9, "shufflenet_v2_p": 51.2,
                "ppocr_rec_p": 88.5, "squeezenet_p+int8@neon": 101.8, "squeezenet_p+int8@dot": 37.5, "squeezenet_p+int8": 29.6,
                "ppocr_rec_p+int8@dot": 42.4},
    "arm": {"mobilenet_v1_p": 283.5, "mobilenet_v1_int8_p": 205},
}
# The other networks, for --check=all.
MORE_BOUNDS = {
    "aarch64": {"mobilenet_v3_large_p+fp16": 45.8, "shufflenet_v2_p+fp16": 30.5, "ppocr_rec_p+fp16": 46.9,
                "mobilenet_v1_qdq_p@neon": 155.5, "mobilenet_v1_qdq_p@dot": 59.4, "mobilenet_v1_qdq_p": 46.3,
                "resnet50_p": 917, "resnet50_p+fp16": 498, "mobilenet_v1_p+fp16@neon": 243,
                "mobilenet_v2_p+fp16@neon": 142.3, "mobilenet_v3_large_p+fp16@neon": 110.4, "shufflenet_v2_p+fp16@neon": 70.7,
                "squeezenet_p+fp16@neon": 161, "ppocr_rec_p+fp16@neon": 121.4,
                "resnet50_p+int8@neon": 1015, "resnet50_p+int8@dot": 353, "resnet50_p+int8": 253.5,
                "mobilenet_v1_p+int8@neon": 151.5, "mobilenet_v1_p+int8@dot": 56, "mobilenet_v1_p+int8": 42.8,
                "mobilenet_v2_p+int8@neon": 103.7, "mobilenet_v2_p+int8@dot": 42.6, "mobilenet_v2_p+int8": 36.9,
                "mobilenet_v3_large_p+int8@neon": 91.3, "mobilenet_v3_large_p+int8@dot": 65.1,
                "mobilenet_v3_large_p+int8": 63.3, "shufflenet_v2_p+int8@neon": 56, "shufflenet_v2_p+int8@dot": 25.8,
                "shufflenet_v2_p+int8": 23.3, "ppocr_rec_p+int8@neon": 84.2,
                "ppocr_rec_p+int8": 36.9, "mobilenet_v1_p@in_order": 271, "mobilenet_v1_p+fp16@in_order,fp16": 121.2},
    "arm": {"mobilenet_v1_p@neon": 283.5, "mobilenet_v1_p+fp16": 340, "mobilenet_v1_p+fp16@neon": 1630,
            "mobilenet_v2_p+fp16": 213, "mobilenet_v3_large_p+fp16": 168.5, "ppocr_rec_p+fp16": 176.5,
            "mobilenet_v2_p": 183.3, "mobilenet_v3_large_p": 152.2, "shufflenet_v2_p": 92.7,
            "squeezenet_p": 168.3, "ppocr_rec_p": 161, "resnet50_p": 1512,
            "mobilenet_v1_p+int8": 205, "mobilenet_v2_p+int8": 154, "mobilenet_v3_large_p+int8": 148.6,
            "shufflenet_v2_p+int8": 83.4, "squeezenet_p+int8": 152.9, "ppocr_rec_p+int8": 121.3,
            "resnet50_p+int8": 1354},
}


def skip(reason):
    print("skipped: %s" % reason)
    sys.exit(SKIPPED)


def command(arguments, **options):
    result = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, **options)
    if result.returncode != 0:
        sys.exit("%s failed:\n%s" % (" ".join(arguments), result.stdout))
    return result.stdout


def emulator(build, cpu):
    """The command of the build's toolchain file, for the processor model `cpu` if that is given."""
    text = ""
    for name, key in (("CMakeCache.txt", r"^CMAKE_TOOLCHAIN_FILE:\w+=(.*)$"), (None, r"CMAKE_CROSSCOMPILING_EMULATOR \"(.*)\"")):
        with open(os.path.join(build, name) if name else text) as file:
            found = re.search(key, file.read(), re.MULTILINE)
        if found is None:
            sys.exit("%s is not a cross build with an emulator" % build)
        text = found.group(1)
    words = text.split(";")
    if cpu:
        words[words.index("-cpu") + 1] = cpu
    return words


def counter(work):
    library = os.path.join(work, "libinstruction_counter.so")
    source = os.path.join(HERE, "instruction_counter.cc")
    if not os.path.exists(library) or os.path.getmtime(library) < os.path.getmtime(source):
        command(["c++", "-std=c++17", "-O2", "-shared", "-fPIC", "-o", library, source])
    return library


def convert(net, host, work):
    """The folder of the network's inputs and its .nb file, made when the programs or the network are newer."""
    net, _, form = net.partition("+")
    folder = os.path.join(work, net)
    made, model = os.path.join(folder, "inputs.txt"), os.path.join(folder, form + "arm.nb")
    programs = [os.path.join(host, "tests/perf/materialise_zoo"), os.path.join(host, "lite/api/opt")]
    for program in programs:
        if not os.path.exists(program):
            skip("%s has not been built" % program)
    if os.path.exists(model) and os.path.getmtime(model) > max(map(os.path.getmtime, programs)):
        return folder, model
    os.makedirs(folder, exist_ok=True)
    prune, options = [], []
    if form == "fp16":
        options = ["--enable_fp16=true"]
    elif form and form != "int8":
        prune, options = ["--prune=%g" % (int(form.replace("sparse", "")) / 100)], ["--sparse_model=true"]
    files = command([programs[0], net, folder] + prune).split()
    if form == "int8":
        calibration = os.path.join(folder, "calibration")
        os.makedirs(calibration, exist_ok=True)
        shutil.copy(os.path.join(folder, "input.0"), os.path.join(calibration, "input.f32"))
        with open(made) as lines:
            shape = lines.readline().split()[2]
        options = ["--calibration_data=" + calibration, "--input_shape=" + shape.replace("x", ",")]
    if prune:
        files = [os.path.join(folder, "pruned", name) for name in ("model", "params")]
    command([programs[1], "--model_file=" + files[0], "--param_file=" + files[1], "--valid_targets=arm",
             "--optimize_out_type=naive_buffer", "--optimize_out=" + model[:-3]] + options)
    assert os.path.exists(made) and os.path.exists(model)
    return folder, model


def count_process(emulator, library, work, program, mode="", **options):
    """Instructions by function of a program and its arguments; the modes of the counter, "memory" and "blocks", count more."""
    out = os.path.join(work, "counts.%d" % os.getpid())
    plugin = "%s,out=%s%s" % (library, out, ",%s=on" % mode if mode else "")
    command(emulator[:1] + ["-d", "plugin", "-D", out + ".log", "-plugin", plugin] + emulator[1:] + program, **options)
    result = {}
    with open(out) as lines:
        for line in lines:
            count, name = line.rstrip("\n").split(" ", 1)
            result[name] = result.get(name, 0) + int(count)
    os.remove(out)
    os.remove(out + ".log")
    return result


def processor(names):
    """The environment in which the library uses the kernels for these extensions and classes of cores."""
    names = names.split(",")
    cores = "in_order" if "in_order" in names else "out_of_order"
    return dict(os.environ, LITE_ARM_CORES=cores, LITE_ARM_ISA=",".join(name for name in names if name != "in_order"))


def counts(args, net, runs, mode):
    """What the counter counts of a process of the light predictor, by its names."""
    name, _, isa = net.partition("@")
    folder, model = convert(name, args.host, args.work)
    runner = os.path.join(args.build, "tests/perf/light_runner")
    if not os.path.exists(runner):
        skip("%s has not been built" % runner)
    return count_process(args.emulator, args.counter, args.work, [runner, model, folder, str(runs)], mode,
                         env=processor(isa))


def inference(args, net, mode=""):
    before, after = counts(args, net, 0, mode), counts(args, net, args.runs, mode)
    return {name: (count - before.get(name, 0)) / args.runs for name, count in after.items()}


def readable(functions):
    """Names as in the source, without the namespaces of the library."""
    names = subprocess.run(["c++filt"], input="\n".join(functions), stdout=subprocess.PIPE, universal_newlines=True,
                           check=True).stdout.split("\n")
    return [re.sub(r"\(anonymous namespace\)::|paddle::lite::", "", name)[:120] for name in names]


def show_functions(functions, count):
    total = sum(functions.values())
    for value, name in sorted(zip(functions.values(), readable(functions)), reverse=True)[:count]:
        print("    %9.3f %5.1f %%  %s" % (value * 1e-6, 100 * value / total, name))


def add_build_options(parser):
    parser.add_argument("--build", default=os.path.join(SOURCE, "build.arm64-qemu"), help="cross build with light_runner")
    parser.add_argument("--host", default=os.path.join(SOURCE, "build.dev"), help="build with opt and materialise_zoo")
    parser.add_argument("--work", help="folder for converted networks (default: arm_counts in --host)")


def prepare(args):
    """Completes the options of add_build_options."""
    args.work = os.path.abspath(args.work or os.path.join(args.host, "arm_counts"))
    if not os.path.exists(os.path.join(args.build, "CMakeCache.txt")):
        skip("%s is not a build folder" % args.build)
    args.emulator = emulator(args.build, getattr(args, "cpu", None))
    args.architecture = os.path.basename(args.emulator[0]).replace("qemu-", "")
    os.makedirs(args.work, exist_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_build_options(parser)
    parser.add_argument("--nets", nargs="+", default=[])
    parser.add_argument("--cpu", help="processor model of qemu (default: that of the build)")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="print the N largest functions")
    parser.add_argument("--memory", action="store_true", help="also 16-byte moves, and misses of the memory model (slow)")
    parser.add_argument("--check", nargs="?", const="few", choices=("few", "all"), help="count the networks that have a bound")
    args = parser.parse_args()
    prepare(args)
    bounds = dict(BOUNDS[args.architecture])
    if args.check == "all":
        bounds.update(MORE_BOUNDS[args.architecture])
    if args.check:
        args.nets = sorted(bounds)
    args.counter = counter(args.work)
    failed = False
    for net in args.nets:
        functions = inference(args, net, "memory" if args.memory else "")
        memory = {name: functions.pop("#" + name, 0) for name in ("bytes", "l1", "l2", "pages")}
        total = sum(functions.values()) * 1e-6
        exceeded = args.check and total > bounds[net]
        failed = failed or exceeded
        print("%-24s %9.2f M%s" % (net, total, "  more than the bound of %g M" % bounds[net] if exceeded else ""), flush=True)
        if args.memory:
            print("    %.2f M moves of 16 bytes; misses: %.0f k of L1, %.0f k of L2, %.0f k of the micro-TLB" % (
                memory["bytes"] / 16e6, memory["l1"] * 1e-3, memory["l2"] * 1e-3, memory["pages"] * 1e-3), flush=True)
        if args.functions:
            show_functions(functions, args.functions)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
