#!/usr/bin/env python3
"""Writes the table of docs/measurements/operators.md: cases and largest errors of operators on host and x86.

    LITE_WRITE_ERRORS=errors.txt build.dev/tests/test_ops
    python3 tools/operator_errors.py errors.txt
    python3 tools/operator_errors.py --check    # fail if its operators or numbers of cases are not those of docs/operators.md

The text before the table is kept.
"""

import collections
import os
import re
import sys

from operators_page import ROOT, TYPES, runs

PAGE = os.path.join(ROOT, "docs", "measurements", "operators.md")
COLUMNS = (("1", "golden"), ("1", "definition"), ("cpu", "golden"), ("cpu", "definition"))
TABLE = "| operator | host, golden | host, definition | x86, golden | x86, definition |\n"


def read(path):
    """{(operator, arithmetic of its own): {(target, origin): [cases, error, share]}}."""
    found = collections.defaultdict(dict)
    with open(path) as file:
        for line in file:
            key, origin, cases, *errors = line.split()
            op, _, target, kind, _ = key.split("/")
            if (target, origin) not in COLUMNS:
                continue
            rounding = TYPES[kind] if TYPES[kind] in ("float16", "int8") else ""
            cell = found[op, rounding].setdefault((target, origin), [0, 0.0, 0.0])
            cell[0] += int(cases)
            cell[1:] = map(max, cell[1:], map(float, errors))
    return found


def text_of(cell):
    cases, error, share = cell
    percent = "%.0f" % (100 * share) if share >= 0.01 else "<1"
    return "%d: %.1e (%s %%)" % (cases, error, percent) if error else "%d: exact" % cases


def check():
    """The cases of the table, all element types of an operator together, are those of the tables of the suites."""
    with open(PAGE) as file:
        rows = [line.strip("| \n").split("|") for line in file.read().split(TABLE)[1].splitlines()[1:]]
    known = collections.Counter()
    for name, *cells in rows:
        for column, cell in zip(COLUMNS, cells):
            known[(name.split(",")[0].strip(),) + column] += int((re.findall(r"^ *(\d+):", cell) or [0])[0])
    ran = collections.Counter()
    for (op, target), (_, golden, definition) in runs().items():
        ran[op, target, "golden"], ran[op, target, "definition"] = golden, definition
    wrong = sorted(key for key in set(known) | set(ran) if key[1:] in COLUMNS and known[key] != ran[key])
    for key in wrong:
        print("%s, target %s, %s: the table has %d cases, the suites ran %d" % (key + (known[key], ran[key])))
    if wrong:
        sys.exit("docs/measurements/operators.md is not up to date: run tools/operator_errors.py")
    print("docs/measurements/operators.md: errors of %d operators" % len({op for op, *_ in known}))


def main():
    if sys.argv[1] == "--check":
        return check()
    found = read(sys.argv[1])
    lines = ["| --- | --- | --- | --- | --- |"]
    for (op, rounding), cells in sorted(found.items()):
        row = [op + (", " + rounding if rounding else "")]
        row += [text_of(cells[column]) if column in cells else "" for column in COLUMNS]
        lines.append("| " + " | ".join(row) + " |")
    with open(PAGE) as file:
        head = file.read().split(TABLE)[0]
    with open(PAGE, "w") as file:
        file.write(head + TABLE + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
