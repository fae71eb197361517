#!/usr/bin/env python3
"""Time and peak memory of opt and of loading for the large programs of tests/support/large_programs.h, as a table.

  cmake --preset release -DLITE_WITH_TESTING=ON
  cmake --build --preset release --target opt large_programs
  tests/perf/opt_scale.py build.release [--divisor=N] [--only=NAME] [--opt=OTHER_OPT]

Every program runs on one core.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

SLOW_SECONDS = 300


def measure(command):
    """(seconds, peak in MB, exit status, last line of what it said on stderr); seconds is None after SLOW_SECONDS."""
    core = min(os.sched_getaffinity(0))
    start = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said,
                                   preexec_fn=lambda: os.sched_setaffinity(0, {core}))
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > SLOW_SECONDS:
                process.kill()
                os.wait4(process.pid, 0)
                return None, 0, -1, ""
            time.sleep(0.005)
        said.seek(0)
        lines = said.read().decode(errors="replace").splitlines()
    cpu = usage.ru_utime + usage.ru_stime
    return cpu, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), lines[-1] if lines else ""


def cell(result):
    seconds, megabytes, status, said = result
    if seconds is None:
        return f"> {SLOW_SECONDS} s"
    text = f"{seconds:.2f} s, {megabytes:.0f} MB"
    return text if status == 0 else f"{text}, status {status}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--divisor", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--opt", type=pathlib.Path)
    arguments = parser.parse_args()
    opt = arguments.opt or arguments.build / "lite/api/opt"
    programs = arguments.build / "tests/perf/large_programs"
    with tempfile.TemporaryDirectory() as folder:
        names = subprocess.run([programs, "write", folder, str(arguments.divisor)], check=True, text=True,
                               stdout=subprocess.PIPE).stdout.split("\n")
        print("CPU time and peak memory")
        print("| program | count | opt to .nb | opt to protobuf | loading the .nb |")
        print("| --- | --- | --- | --- | --- |")
        for line in filter(None, names):
            name, count = line.split()
            if arguments.only not in ("", name):
                continue
            out = os.path.join(folder, name + "_out")
            results = []
            for form in ("naive_buffer", "protobuf"):
                results.append(measure([opt, f"--model_file={folder}/{name}/model", f"--param_file={folder}/{name}/params",
                                        "--valid_targets=x86", f"--optimize_out={out}", f"--optimize_out_type={form}"]))
            cells = [cell(result) for result in results]
            loaded = os.path.exists(out + ".nb")
            cells.append(cell(measure([programs, "load", out + ".nb"])) if loaded else "refused")
            print(f"| {name} | {count} | " + " | ".join(cells) + " |", flush=True)
            if not loaded and results[0][3]:
                print(f"<!-- {results[0][3][:200]} -->")


if __name__ == "__main__":
    main()
