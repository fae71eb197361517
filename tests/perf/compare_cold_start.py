#!/usr/bin/env python3
"""Compares how this library and other engines start: time to the first result and peak of memory, as a table in Markdown.

    cmake --preset release -DLITE_WITH_TESTING=ON
    cmake --build --preset release --target cold_start opt materialise_zoo
    tests/perf/compare_cold_start.py --build build.release --work WORK [--nets mobilenet_v1_p resnet50_p] [--rounds 15]

Networks, peers, WORK and interpreters are those of compare_engines.py. This library takes part twice: the light predictor with the
.nb file that its `opt` wrote, and the full predictor with the model as Paddle saved it. The official Paddle Lite wheel
(--paddlelite-python) takes a .nb file of its own converter; where it cannot, the model as Paddle saved it.

Every measurement is a process of its own; the engines take turns, pinned to the same cores, for --rounds rounds. Files are in the
system's cache: a first round is not counted. A process reports, after its imports and with the input in memory,
  create   from the model's file to an engine that is ready to run,
  first    the first run,
  steady   the shortest of --runs more runs,
  peak     the high-water mark of its memory, and that less what it was before: a Python process with numpy and the input, before
           the engine is imported; a program of this library when it begins.
`process` is the time from the start of the process to the first result: interpreter, imports and libraries included, which a program
in C++ does not have; so look at `create + first` first. Times are in ms, memory in MB of 10^6 bytes; minimum (median) over the rounds.

Below the table: the ratios to the best peer, and this library's peak against its memory plan, first as in the last column, then
without file-backed pages of programs and libraries (own memory, sampled during one more process).

Ends with status 1 when a network has no peer that could run it, or an engine of this library failed.
"""
import argparse
import os
import statistics
import subprocess
import sys
import time

from engine_common import (OPENERS, add_arguments, agree, built, first_cores, materialise_for_peers, next_report, prepare_peers,
                           prepare_work, run_or_exit, start)

# The module that an engine is imported from; the rest is imported before anything is measured.
MODULES = {"onnxruntime": "onnxruntime", "openvino": "openvino", "mnn": "MNN", "ncnn": "ncnn", "paddlelite": "paddlelite.lite",
           "paddlelite_light": "paddlelite.lite"}

WORKER = OPENERS + r'''
import importlib, json, sys, time

def paddlelite_light(folder, threads, inputs):
    from paddlelite.lite import MobileConfig
    config = MobileConfig()
    config.set_model_from_file(folder + "/paddlelite.nb")
    return paddlelite_runner(config, threads, inputs)

def peak_mb():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024e-6 for line in status if line.startswith("VmHWM"))

engine, module, folder, threads, runs = sys.argv[1:6]
inputs = read_inputs(folder)
before = peak_mb()
importlib.import_module(module)
marks = [time.perf_counter()]
run = globals()[engine](folder, int(threads), inputs)
marks.append(time.perf_counter())
y = run()
marks.append(time.perf_counter())
print(json.dumps({"create_ms": (marks[1] - marks[0]) * 1e3, "first_ms": (marks[2] - marks[1]) * 1e3}), flush=True)
y = np.array(y, dtype="float64").ravel()
best = float("inf")
for _ in range(int(runs)):
    begin = time.perf_counter()
    run()
    best = min(best, (time.perf_counter() - begin) * 1e3)
print(json.dumps({"best_ms": best, "before_mb": before, "peak_mb": peak_mb(), "max": float(y.max()),
                  "l2": float(np.sqrt((y * y).sum()))}), flush=True)
'''

PADDLELITE_OPT = r'''
import sys
from paddlelite.lite import Opt
opt = Opt()
opt.set_model_file(sys.argv[1])
opt.set_param_file(sys.argv[2])
opt.set_valid_places("x86")
opt.set_model_type("naive_buffer")
opt.set_optimize_out(sys.argv[3])
opt.run()
'''

COLUMNS = ("create", "first", "create + first", "process", "steady", "peak", "peak, less before")


class Contender:
    """An engine of the table, and what its processes reported."""

    def __init__(self, name, command):
        self.name, self.command, self.reports, self.failure = name, command, [], None

    def measure(self, cores):
        """One process; returns its report, or None."""
        begin = time.perf_counter()
        process = start(self.command, cores, stdin=subprocess.DEVNULL)
        with process:
            report = next_report(process)
            if report is not None:
                report["process_ms"] = (time.perf_counter() - begin) * 1e3
                rest = next_report(process)
                report = None if rest is None else {**report, **rest}
        if report is None or process.returncode != 0:
            self.failure = "ended with status %s" % process.returncode
            return None
        report["sum_ms"] = report["create_ms"] + report["first_ms"]
        report["added_mb"] = report["peak_mb"] - report["before_mb"]
        return report

    def values(self, key):
        return [report[key] for report in self.reports]


def make_nb(args, folder, written):
    """Writes the .nb file of this library anew, since the converter changes with the library."""
    target = os.path.join(folder, "lite.nb")
    run_or_exit([built(args, "lite", "api", "opt"), "--model_file=" + written[0], "--param_file=" + written[1], "--valid_targets=x86",
                 "--optimize_out_type=naive_buffer", "--optimize_out=" + target[:-len(".nb")]], stdout=subprocess.DEVNULL)
    return target


def make_paddlelite_nb(args, folder, written):
    """Whether the official wheel's converter wrote its .nb file."""
    target = os.path.join(folder, "paddlelite.nb")
    if not os.path.exists(target):
        subprocess.run([args.paddlelite_python, "-c", PADDLELITE_OPT, *written, target[:-len(".nb")]], check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return os.path.exists(target)


def contenders(args, folder, written, threads, cores):
    """Those of this library and the peers that can run the network."""
    end = [str(threads), str(args.runs)]
    program = built(args, "tests", "perf", "cold_start")
    ours = [Contender("this library, light", [program, make_nb(args, folder, written), folder, *end]),
            Contender("this library, full", [program, ",".join(written), folder, *end])]

    def peer(python, name, label=None):
        return Contender(label or name, [python, "-c", WORKER, name, MODULES[name], folder, *end])

    peers = [peer(args.peers_python, name) for name in args.peers]
    if args.paddlelite_python:
        light = peer(args.paddlelite_python, "paddlelite_light", "Paddle Lite wheel, light")
        can_light = make_paddlelite_nb(args, folder, written) and light.measure(cores) is not None
        peers.append(light if can_light else peer(args.paddlelite_python, "paddlelite", "Paddle Lite wheel, full"))
    return ours, peers


def own_peak_mb(command):
    """The peak of memory that belongs to only one process; on all cores, because sampling must not delay it."""
    peak = 0
    with start(command, os.sched_getaffinity(0), stdin=subprocess.DEVNULL) as process:
        while process.poll() is None:
            try:
                with open("/proc/%d/status" % process.pid, encoding="ascii") as status:
                    peak = max([peak] + [int(line.split()[1]) for line in status if line.startswith("RssAnon")])
            except ProcessLookupError:
                pass  # it ended between the two queries
    return peak * 1024e-6


def text(values, digits):
    return "%.*f (%.*f)" % (digits, min(values), digits, statistics.median(values))


def table_row(net, threads, contender):
    cells = [text(contender.values(key), 1) for key in
             ("create_ms", "first_ms", "sum_ms", "process_ms", "best_ms", "peak_mb", "added_mb")]
    return "| %s, T%d | %s | %s |" % (net, threads, contender.name, " | ".join(cells))


def ratio_line(net, threads, mine, peers):
    """The ratio to the best peer, each summary to its own best."""
    parts = []
    for label, key in (("create + first", "sum_ms"), ("peak, less before", "added_mb")):
        for name, summary in (("minima", min), ("medians", statistics.median)):
            best = min(peers, key=lambda peer: summary(peer.values(key)))
            parts.append("%s %.3f of %s (%s)" % (label, summary(mine.values(key)) / summary(best.values(key)), best.name, name))
    plan = mine.reports[-1]["plan_mb"]
    parts.append("plan %.2f MB, peak less before is %.3f of it, peak of own memory %.3f" %
                 (plan, min(mine.values("added_mb")) / plan, own_peak_mb(mine.command) / plan))
    return "- %s, T%d, %s: %s" % (net, threads, mine.name, "; ".join(parts))


def compare(args, net, threads):
    """Rows of the table, lines below it, and whether all went well."""
    folder, written = materialise_for_peers(args, net)
    net = os.path.basename(folder)
    cores = first_cores(threads)
    ours, peers = contenders(args, folder, written, threads, cores)
    lines, good = [], True
    for contender in ours + peers:  # loads files into the system's cache, and finds the usable contenders
        report = contender.measure(cores)
        if report is None:
            lines.append("- %s, T%d: %s cannot run it, %s" % (net, threads, contender.name, contender.failure))
            good = good and contender not in ours
        else:
            contender.reference = report
    if not good:
        return [], lines, False
    for peer in [peer for peer in peers if peer.failure is None and not agree(ours[0].reference, peer.reference)]:
        lines.append("- %s, T%d: %s disagrees: %s" % (net, threads, peer.name, {key: peer.reference[key] for key in ("l2", "max")}))
        peer.failure = "disagrees"
    peers = [peer for peer in peers if peer.failure is None]
    for _ in range(args.rounds):
        for contender in ours + peers:
            report = contender.measure(cores)
            if report is not None:
                contender.reports.append(report)
    running = [contender for contender in ours + peers if contender.reports]
    rows = [table_row(net, threads, contender) for contender in running]
    peers = [peer for peer in peers if peer.reports]
    good = bool(peers) and all(mine.reports for mine in ours)
    if good:
        lines += [ratio_line(net, threads, mine, peers) for mine in ours]
    return rows, lines, good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser, "cold_start, opt and materialise_zoo")
    parser.add_argument("--threads", nargs="+", type=int, default=[1])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--runs", type=int, default=5, help="runs after the first")
    args = parser.parse_args()
    if args.rounds < 1 or args.runs < 1:
        parser.error("--rounds and --runs begin at 1")
    prepare_work(args)
    prepare_peers(args)
    print("| network | engine | %s |\n| %s |" % (" | ".join(COLUMNS), " | ".join(["---"] * (len(COLUMNS) + 2))), flush=True)
    notes, good = [], True
    for net in args.nets:
        for threads in args.threads:
            rows, lines, fine = compare(args, net, threads)
            print("\n".join(rows), flush=True)
            notes += lines
            good = good and fine
    print("\n%s" % "\n".join(notes))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
