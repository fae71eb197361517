#!/usr/bin/env python3
"""Runs random programs of 1 to 8 operators in Paddle and in this library, and lists what differs.

    v26/bin/python tools/golden/fuzz_programs.py --package build.dev/python/package [--seed 1] [--count 1000]
    v26/bin/python tools/golden/fuzz_programs.py --package build.dev/python/package --seed 1 --program 17
    v18/bin/python tools/golden/fuzz_programs.py --package build.dev/python/package --fluid --python python3

Operators, attributes, shapes (0-D to rank 9, sizes of 0 and 1), element types, levels of detail, numbers that tensors hold
instead of attributes, results written over an input, blocks and connections are drawn; a third of the operators are the
cases of cases_*.py in the forms of compare_forms.py. An operator that Paddle refuses is dropped. The library runs a program
optimised for the processor, twice, not optimised, and reloaded by the light predictor. A line names the seed, the
number of the program and the finding; `--program` repeats one and prints it. With `--fluid`, Paddle 1.8 computes, and
programs have no 0-D tensors. A package whose folder will be built again while this runs must be copied with `cp -rL`:
it has a link to the library. A difference is a finding only if Paddle computes the same with every content of the
memory that the program does not define; else the line says UNDEFINED. Operators that turn a rounding difference into
another result (comparisons, floor, arg_max) only read values that both sides have exactly.

draw_programs.py draws the programs, of operators in draw_layout.py, draw_layers.py and draw_groups.py; programs.py runs and
compares them.
"""

import argparse
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import programs
from draw_programs import make


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", required=True, help="the folder that holds the library's Python package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="programs to draw")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="ends earlier, after this time")
    parser.add_argument("--fluid", action="store_true", help="this is Paddle 1.8")
    parser.add_argument("--python", help="an interpreter that has the library, if this one does not")
    parser.add_argument("--program", type=int, help="only this one, and print it")
    args = parser.parse_args()
    package = os.path.abspath(args.package)
    programs.require_library(package, args.python)
    ran = found = undefined = ops = 0
    end = time.monotonic() + 60 * args.minutes
    for number in range(args.count) if args.program is None else [args.program]:
        if time.monotonic() > end:
            break
        made, program = programs.in_child(make, args.seed, number)
        if not made or not program.fetches:
            continue
        if args.program is not None:
            print(program.text())
        findings = programs.compare(program, package, args.python)
        if findings is None:
            continue
        ran, ops = ran + 1, ops + len(program.ops)
        for kind, text in findings:
            undefined += kind == "UNDEFINED"
            found += kind != "UNDEFINED"
            print("%s seed %d program %d (%s): %s" % (kind, args.seed, number, " ".join(o[0] for o in program.ops), text[:300]), flush=True)
    print("%d programs with %d operators, %d findings, %d results that Paddle does not define" % (ran, ops, found, undefined))


if __name__ == "__main__":
    main()
