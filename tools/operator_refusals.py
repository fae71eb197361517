#!/usr/bin/env python3
"""Writes the table of docs/measurements/operators.md: what operators answer to bad contents of their inputs.

    rm -f refusals.txt; LITE_WRITE_REFUSALS=refusals.txt build.dev/tests/test_ops --gtest_filter='Files/*'
    python3 tools/operator_refusals.py refusals.txt

The text around the table is kept.
"""

import collections
import re
import sys

from operator_errors import PAGE

TABLE = "| operator | integers outside of every range | levels of detail that do not fit |\n"


def main():
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(sys.argv[1]) as file:
        for line in file:
            op, kind, slot, refused, tried = line.split()
            found[op][kind].append("%s %s of %s" % (slot, refused, tried))
    rows = ["| --- | --- | --- |\n"]
    for op, kinds in sorted(found.items()):
        rows.append("| %s |%s|%s|\n" % (op, *(" %s " % ", ".join(kinds[kind]) for kind in ("integers", "levels"))))
    with open(PAGE) as file:
        before, _, after = file.read().partition(TABLE)
    after = re.sub(r"\A(\|.*\n)*", "", after)
    with open(PAGE, "w") as file:
        file.write(before + TABLE + "".join(rows) + after)


if __name__ == "__main__":
    main()
