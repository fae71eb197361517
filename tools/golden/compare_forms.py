#!/usr/bin/env python3
"""Lists forms of operators that Paddle runs and this library refuses, or computes differently.

    v26/bin/python tools/golden/compare_forms.py --package build.dev/python/package [--seed 1] [--count 300] [OP...]

Forms are drawn from the cases of cases_*.py and the declaration of the operator in Paddle: another element type, a
dimension of size 0, 1 or another size, inputs without dimensions, more leading dimensions of size 1 (up to rank 9), another
value of an attribute or its default, a text in another case of letters, no optional slot, another level of detail or none, one axis more or fewer, the result written over the input. `--types`
tries every element type on every case instead of drawing, and `--ranks` one axis more and fewer in every place, of one input, of all inputs
of a rank, and of lists that have a number for each axis. Each form is run by Paddle 2.6.2 and, if that succeeds, by the library in three
ways: optimised for the processor, not optimised, and reloaded by the light predictor. All run in child processes,
because they may crash. A line says what was found:

    REFUSED relu dtype=float64: unsupported: ...
    DIFFERS softmax zero=X[1]: full: out_Out_0: shape [2, 0], expected [2, 1]

UNDEFINED stands for a difference where Paddle itself computes something else with another content of memory that it has
not written. Such forms that occur often, and those that are not defined for another reason, are listed in undefined_forms.py.
"""

import argparse
import glob
import importlib
import itertools
import os
import random
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import make_golden
import programs
from draw_forms import DRAWS, TYPES, change_type, fixed, rank_forms, tensors
from undefined_forms import excluded

BATCH = 40  # forms of one process of Paddle: to start one takes ten times as long as a form


def as_program(case):
    program = programs.Program()
    inputs, outputs = {}, {}
    for slot, given in case.inputs.items():
        for i, value in enumerate(given):
            inputs.setdefault(slot, []).append("in_%s_%d" % (slot, i))
            program.values[inputs[slot][-1]] = value
    for slot in list(case.outputs) + list(case.others):
        outputs[slot] = ["out_%s_%d" % (slot, i) for i in range(case.outputs.get(slot, 1))]
        if slot in case.outputs:
            program.fetches += outputs[slot]
    program.ops.append((case.op, inputs, outputs, case.attrs))
    return program


def known_cases(ops=()):
    """{operator: cases}, those that need another Paddle or shared variables left out."""
    by_op = {}
    for path in sorted(glob.glob(os.path.join(HERE, "cases_*.py"))):
        for case in importlib.import_module(os.path.basename(path)[:-3]).CASES:
            if case.fluid == make_golden.FLUID and not case.alias and (not ops or case.op in ops):
                by_op.setdefault(case.op, []).append(case)
    return by_op


def forms(args):
    by_op = known_cases(args.ops)
    if args.types:
        for op in sorted(by_op):
            for kind in TYPES:
                for case in by_op[op][:args.cases]:
                    case = fixed(case)
                    if any(t.array.dtype == np.float32 for t in tensors(case)):
                        yield case, change_type(case, kind)
        return
    if args.ranks:
        for op in sorted(by_op):
            tried = {}
            most_lists = sorted(by_op[op], key=lambda case: -sum(isinstance(v, list) for v in case.attrs.values()))
            for case in map(fixed, most_lists):
                if not all(t.array.size for t in tensors(case)):
                    continue
                kind = tuple((s, tuple((t.array.ndim, t.array.dtype.kind) for t in case.inputs[s])) for s in sorted(case.inputs))
                tried[kind] = tried.get(kind, 0) + 1
                if tried[kind] <= args.cases:
                    yield from rank_forms(case)
        return
    rng = random.Random(args.seed)
    for _ in range(args.count):
        case = fixed(rng.choice(by_op[rng.choice(sorted(by_op))]))
        form = rng.choice(DRAWS)(case, rng)
        if form is not None:
            yield case, form


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", required=True, help="the folder that holds the library's Python package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="forms to draw")
    parser.add_argument("--fluid", action="store_true", help="this is Paddle 1.8")
    parser.add_argument("--python", help="an interpreter that has the library, if this one does not")
    parser.add_argument("--types", action="store_true", help="every element type instead of drawn forms")
    parser.add_argument("--ranks", action="store_true", help="one axis more and fewer everywhere instead of drawn forms")
    parser.add_argument("--cases", type=int, default=3, help="cases of an operator that --types tries, or --ranks of each choice of ranks")
    parser.add_argument("ops", nargs="*", metavar="OP")
    args = parser.parse_args()
    seen, both, said, undefined = set(), 0, 0, 0

    def wanted():
        for case, form in forms(args):
            key = (case.op, case.name, form)
            if key not in seen and not excluded(case, form):
                seen.add(key)
                yield case, form

    chosen = wanted()
    for batch in iter(lambda: list(itertools.islice(chosen, BATCH)), []):
        results = programs.compare_all([as_program(case) for case, _ in batch], os.path.abspath(args.package), args.python)
        for (case, form), findings in zip(batch, results):
            both += findings is not None
            for kind, text in findings or []:
                undefined += kind == "UNDEFINED"
                said += kind != "UNDEFINED"
                print("%s %s %s %s: %s" % (kind, case.op, case.name, form, text[:300]), flush=True)
    print("%d forms, %d that Paddle runs, %d findings, %d results that Paddle does not define" % (len(seen), both, said, undefined))


if __name__ == "__main__":
    main()
