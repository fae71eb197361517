#!/usr/bin/env python3
"""Times this library and other engines on the same networks and inputs, interleaved, and prints the ratio to the best of them.

    cmake --preset release -DLITE_WITH_TESTING=ON
    cmake --build --preset release --target engine_runner materialise_zoo
    tests/perf/compare_engines.py --build build.release --work WORK [--nets mobilenet_v1_p resnet50_p] [--threads 1 2]
    tests/perf/compare_engines.py --build build.release --work WORK --zoo ZOO --nets mnasnet_f squeezenet_p
    tests/perf/compare_engines.py --build build.release --work WORK --layers
    tests/perf/compare_engines.py --build build.release --work WORK --nets ocr/det:1x3x320x640 ocr/det:1x3x64x64:page.f32
    tests/perf/compare_engines.py --build build.release --work WORK --nets text/gru2:8x50 text/bert_base:1x128

A network is a folder of the fixture zoo, or of another folder in the same form (--zoo). Or it is a FOLDER with one .pdmodel and one
.pdiparams: FOLDER:CASE has the inputs of FOLDER/CASE, as text_networks.py and materialise_zoo write them; FOLDER:SHAPE has one input,
of random values or of the float32 numbers of a file (FOLDER:SHAPE:FILE). ncnn takes part where the input is one image. ONNX
models are kept under WORK; so are virtual environments, which are made when they are missing (from the Python package index):
--python needs onnxruntime's Python, --convert-python one that PaddlePaddle 2.6.2 supports (3.8 to 3.12).
Peers are ONNX Runtime, OpenVINO (float32, also on machines with matrix units), MNN and ncnn (converted by pnnx), where the
environment has them (--peers chooses); --paddlelite-python names an interpreter with the official Paddle Lite wheel. A peer that
cannot run a network is named and left out.

--precision bfloat16 compares with OpenVINO, on processors with such instructions. --precision int8 compares with ONNX Runtime and
OpenVINO, which read a form quantised by ONNX Runtime; this library reads one quantised by its opt (target opt), with the same
samples. Networks with several inputs, or inputs of integers, get their scales at run time. The build needs the target opt, the
environment of the peers the package onnx.

Each engine is a process of its own, pinned to the same cores; in every round each gets some runs in turn, so that a slow
phase of the machine hits all. Every engine prints norm and largest value of its first output: they must agree. Printed per
engine: minimum and median of wall and of processor time, and of the minimum the share of the peak rate of multiply-adds,
measured in every round. The ratio is this library's time over the best peer's: of minima, of medians, and of the processor
time's minima, which other work on the machine disturbs least; the spread is the largest and the smallest ratio of minima over
three thirds of the rounds.

limit_cpuid.cc, preloaded, hides AVX-512 and AMX from all engines, for the times of a smaller processor.

--layers compares only this library, operator by operator, with the roofline of the machine (target layer_roofline): no peer and
no conversion is needed.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time

from engine_common import (OPENERS, add_arguments, agree, built, first_cores, materialise, materialise_for_peers, next_report,
                           prepare_peers, prepare_work, quantise, start)

# Peers that have the arithmetic on this processor.
PEERS_OF = {"bfloat16": ["openvino"], "int8": ["onnxruntime", "openvino"]}

# Seconds before each engine's turn: threads of the previous engine may spin for a while, on cores
# needed by the next one.
PAUSE = 0.15

WORKER = OPENERS + r'''
import json, resource, sys, time

engine, folder, threads = sys.argv[1:4]
begin = time.perf_counter()
run = globals()[engine](folder, int(threads), read_inputs(folder), *sys.argv[4:])
y = np.array(run(), dtype="float64").ravel()
first = (time.perf_counter() - begin) * 1e3
for _ in range(5):
    run()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"first_ms": first, "peak_mb": peak, "max": float(y.max()), "l2": float(np.sqrt((y * y).sum()))}), flush=True)
for line in sys.stdin:
    times = []
    for _ in range(int(line.split()[1])):
        begin, cpu = time.perf_counter(), time.process_time()
        run()
        times.append([(time.perf_counter() - begin) * 1e3, (time.process_time() - cpu) * 1e3])
    print(json.dumps(times), flush=True)
'''


class Engine:
    """A process that answers `run K` with K pairs of wall and processor time in ms."""

    def __init__(self, name, command, cores):
        self.name, self.rounds = name, []
        self.process = start(command, cores, stdin=subprocess.PIPE)
        self.info = next_report(self.process)

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def run(self, count):
        self.rounds.append(self.ask("run %d" % count))

    def times(self, which, begin=0, end=None):
        return [run[which] for one in self.rounds[begin:end] for run in one]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def show_layers(args, net, threads):
    folder, written = materialise(args, net)
    program = built(args, "tests", "perf", "layer_roofline")
    print("%s: " % net, end="", flush=True)
    cores = first_cores(threads)
    done = subprocess.run([program, *written, folder, str(threads), str(args.rounds * args.runs)], check=False,
                          preexec_fn=lambda: os.sched_setaffinity(0, cores))
    return done.returncode == 0


def start_engines(args, net, folder, written, threads):
    cores = first_cores(threads)
    precision = [] if args.precision == "float32" else [args.precision]
    lite = Engine("lite", [built(args, "tests", "perf", "engine_runner"), *written, folder, str(threads),
                           *(one for one in precision if one == "bfloat16")], cores)
    if lite.info is None:
        raise SystemExit("%s: this library ended with status %s" % (net, lite.process.wait()))
    commands = {name: [args.peers_python] for name in args.peers}
    if args.paddlelite_python:
        commands["paddlelite"] = [args.paddlelite_python]
    peers = []
    for name, command in commands.items():
        peer = Engine(name, command + ["-c", WORKER, name, folder, str(threads), *precision], cores)
        if peer.info is None:
            print("%-18s T%d %-12s cannot run it, status %s" % (net, threads, name, peer.process.wait()))
            continue
        if not agree(lite.info, peer.info, args.precision):
            print("%-18s T%d %-12s disagrees: %s, found %s" % (net, threads, name, lite.info, peer.info))
            peer.close()
            continue
        peers.append(peer)
    return lite, peers


def multiply_adds(args, net):
    """Nominal ones of the first case; 0 when the network does not say."""
    if ":" in net:
        file = os.path.join(*net.split(":")[:2], "multiply_adds")
        if not os.path.exists(file):
            return 0
        with open(file, encoding="ascii") as f:
            return int(f.read())
    zoo = args.zoo or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "zoo")
    with open(os.path.join(zoo, net, "net.json"), encoding="utf-8") as f:
        return json.load(f).get("macs_case0", 0)


def compare(args, net, threads):
    """Returns whether a peer could be compared with."""
    folder, written = materialise_for_peers(args, net)
    if args.precision == "int8":
        written = quantise(args, folder, written)
    lite, peers = start_engines(args, net, folder, written, threads)
    macs, net = multiply_adds(args, net), os.path.basename(folder)
    peak = 0
    for _ in range(args.rounds):
        peak = max(peak, lite.ask("peak")[0])
        for engine in (lite, *peers):
            time.sleep(PAUSE)
            engine.run(args.runs)
    for engine in (lite, *peers):
        engine.close()
        best = min(engine.times(0))
        share = 100 * 2e-6 * macs / best / (peak * threads) if peak > 0 else 0
        print("%-18s T%d %-12s min %8.3f  median %8.3f ms   processor %8.3f %8.3f ms   %5.1f %% of peak   "
              "create and first run %7.1f ms   memory %6.1f MB" %
              (net, threads, engine.name, best, statistics.median(engine.times(0)), min(engine.times(1)),
               statistics.median(engine.times(1)), share, engine.info["first_ms"], engine.info["peak_mb"]))
    if not peers:
        return False
    ratios = []
    for summary, which in ((min, 0), (statistics.median, 0), (min, 1)):
        ratios.append(summary(lite.times(which)) / min(summary(peer.times(which)) for peer in peers))
    third = max(args.rounds // 3, 1)
    parts = [min(lite.times(0, i, i + third)) / min(min(peer.times(0, i, i + third)) for peer in peers)
             for i in range(0, args.rounds - third + 1, third)]
    best = min(peers, key=lambda peer: min(peer.times(0)))
    print("%-18s T%d ratio to %s: min %.3f, median %.3f, processor %.3f, spread %.3f to %.3f; peak %.1f GFLOP/s a core" %
          (net, threads, best.name, *ratios, min(parts), max(parts), peak), flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser, "engine_runner and materialise_zoo")
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--layers", action="store_true", help="this library's operators against the roofline, no peers")
    parser.add_argument("--precision", choices=("float32", "bfloat16", "int8"), default="float32", help="of all engines")
    args = parser.parse_args()
    if args.precision != "float32":
        args.peers = [peer for peer in args.peers if peer in PEERS_OF[args.precision]]
        args.paddlelite_python = None
    prepare_work(args)
    if args.layers:
        return 0 if all([show_layers(args, net, threads) for net in args.nets for threads in args.threads]) else 1
    prepare_peers(args)
    good = [compare(args, net, threads) for net in args.nets for threads in args.threads]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
