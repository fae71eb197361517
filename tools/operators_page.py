#!/usr/bin/env python3
"""Writes docs/operators.md from the registrations of operators and the committed results of their suites.

    python3 tools/operators_page.py            # write the page
    python3 tools/operators_page.py --check    # fail if the page differs from what would be written
"""

import collections
import glob
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PAGE = os.path.join(ROOT, "docs", "operators.md")
PORTABLE = os.path.join(ROOT, "docs", "design", "kernels.md")
# The names of element types in keys of kernels, by number (PrecisionType).
TYPES = {"1": "float32", "2": "int8", "3": "int32", "4": "any", "5": "float16", "6": "bool", "7": "int64", "8": "int16",
         "9": "uint8", "10": "float64"}
TARGETS = (("1", "host"), ("cpu", "x86, ARM"), ("3", "CUDA"), ("5", "OpenCL"))
# Operators that the suites of tests/ops cannot run alone: they run other operators or end in a predictor. What tests
# them is in docs/operators.md.
ELSEWHERE = {"conditional_block", "conditional_block_infer", "feed", "fetch", "fusion_decoding", "fusion_unified_decoding", "graph_op",
             "subgraph", "while"}
HEAD = """# Operators

Every operator of the library, with the element types of its kernels per target, and the cases that
its suites run on them. `host` is the portable kernels; `x86, ARM` the vector kernels that both
processors share; `CUDA` what the suites run of it without a device ([cuda.md](cuda.md)). The page
is written from the registrations in `lite/operators`, the cases of `tests/ops/golden` and the
tables of `tests/ops/support`, which every run of the suites compares:

```sh
python3 tools/operators_page.py --check
```

```text
docs/operators.md: %d operators, %d with results of Paddle
```

* `golden` is the number of cases whose results PaddlePaddle computed, or Paddle Lite if only that
  has the operator or the fused form.
* The two numbers per target are executed cases of these, and cases against the definition of the
  operator in double precision. A case that two kernels execute counts twice.
* `any` is a kernel that takes several element types.
* Views (`reshape2`, `squeeze2`, `flatten2`) copy nothing, and `slice`, `gather`, `gather_nd`,
  `scatter`, `set_value`, `sequence_concat`, `sequence_expand`, `sequence_reverse`, `sequence_pad`
  and `search_group_padding` copy whole runs of memory: they have portable kernels only.
  Why other operators have only portable kernels on ARM and x86:
  [design/kernels.md](design/kernels.md#which-operators-have-kernels-of-their-own-on-arm-and-x86).

Every operator has cases of one kind at least, which the command above checks, except those that
need a program: blocks are tested by `tests/ops/sub_block_test.cc`, feeds and fetches by the suites
`runtime` and `models`, subgraphs by `mir` and `nnadapter`; decoders and `graph_op`, which only
devices run, are declared (`tests/ops/sparse_conv2d_test.cc`). How large the errors are:
[measurements/operators.md](measurements/operators.md). Kernels of NNAdapter are listed by
`opt --print_all_ops`.

"""


def operators():
    found = set()
    for path in glob.glob(os.path.join(ROOT, "lite", "operators", "*.h")):
        with open(path) as file:
            found.update(re.findall(r"^LITE_OP\((\w+),", file.read(), re.M))
    return sorted(found)


def golden_cases():
    counts = collections.Counter()
    for path in glob.glob(os.path.join(ROOT, "tests", "ops", "golden", "*.txt")):
        with open(path) as file:
            counts[os.path.basename(path).split(".")[0]] += len(re.findall(r"^case ", file.read(), re.M))
    return counts


def runs():
    """{(operator, target): ({types}, golden runs, runs against a definition)}."""
    found = collections.defaultdict(lambda: [set(), 0, 0])
    for path in glob.glob(os.path.join(ROOT, "tests", "ops", "support", "*.txt")):
        column = 1 if os.path.basename(path) == "golden.txt" else 2
        with open(path) as file:
            for op, target, kind, count in re.findall(r"^(\w+)/\w+/(\w+)/(\d+)/\d+: ran (\d+)", file.read(), re.M):
                row = found[op, target]
                row[0].add(TYPES[kind])
                row[column] += int(count)
    return found


def check_portable():
    """The tables of what has no vector kernel on ARM and on x86, and why."""
    with open(PORTABLE) as file:
        text = file.read()
    known, ran = operators(), runs()
    for head in ("| why the portable kernel |", "| why no vector kernel on x86 |"):
        names = re.findall(r"`(\w+)`", text.split(head)[1].split("\n\n")[0])
        wrong = [name for name in names if name not in known or (name, "cpu") in ran or names.count(name) != 1]
        if wrong or not names:
            sys.exit("docs/design/kernels.md: expected operators without a vector kernel, each once, found: %s" % ", ".join(wrong))


def page():
    names, golden, ran = operators(), golden_cases(), runs()
    lines = ["| operator | golden |" + "".join(" %s | cases |" % title for _, title in TARGETS), "| --- |" + " --- |" * (1 + 2 * len(TARGETS))]
    for name in names:
        cells = [name, str(golden[name] or "")]
        if (name in ELSEWHERE) != (sum(sum(ran[name, target][1:]) for target, _ in TARGETS if (name, target) in ran) == 0):
            sys.exit("tools/operators_page.py: %s has no case of Paddle or of its definition, or is in ELSEWHERE and has one" % name)
        for target, _ in TARGETS:
            types, paddle, definition = ran.get((name, target), (set(), 0, 0))
            cells += [", ".join(sorted(types)), "%d + %d" % (paddle, definition) if types else ""]
        lines.append("| " + " | ".join(cells) + " |")
    known = sum(1 for name in names if golden[name])
    return HEAD % (len(names), known) + "\n".join(lines) + "\n", "docs/operators.md: %d operators, %d with results of Paddle" % (len(names), known)


def main():
    text, summary = page()
    check_portable()
    if "--check" in sys.argv:
        with open(PAGE) as file:
            if file.read() != text:
                sys.exit("docs/operators.md is not up to date: run tools/operators_page.py and review the difference")
    else:
        with open(PAGE, "w") as file:
            file.write(text)
    print(summary)


if __name__ == "__main__":
    main()
