#!/usr/bin/env python3
"""Writes tests/ops/golden/<op>.txt: operator calls with the outputs that real Paddle computes.

    python3.10 -m venv v26 && v26/bin/pip install paddlepaddle==2.6.2 'numpy<2' setuptools
    v26/bin/python tools/golden/make_golden.py                  # all operators
    v26/bin/python tools/golden/make_golden.py softmax pool2d   # some

    python3.7 -m venv v18 && v18/bin/pip install paddlepaddle==1.8.5 'protobuf<3.21'
    v18/bin/python tools/golden/make_golden.py --fluid          # cases with fluid=True -> <op>.fluid.txt

The cases are in cases_*.py beside this script, in a list CASES; a new file there needs no edit here.

The format is lines of words. `case NAME` begins a case, followed by any of

    attr NAME TYPE VALUE...
    in SLOT TYPE SHAPE [weight] formula KEY BOUND CENTER | ints KEY LOW HIGH | = VALUE...
    out SLOT TYPE SHAPE = VALUE...
    lod 0,2,5;0,1,2,3,4,5                      level of detail of the tensor in the line before
    tolerance ABSOLUTE RELATIVE OF_MAX INTEGER

A repeated slot is a list. SHAPE is 2x3, or `scalar`. A tolerance before the first case is that of all cases without
one of their own. It depends on the library's kernels and not on Paddle: edit it there, a new run keeps it.
"""

import glob
import importlib
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
OUT_DIR = os.path.join(HERE, "..", "..", "tests", "ops", "golden")
FLUID = "--fluid" in sys.argv

if FLUID:
    import paddle.fluid as fluid
    from paddle.fluid.framework import OpProtoHolder
else:
    import paddle
    import paddle.base as fluid
    from paddle.base.framework import OpProtoHolder

    paddle.enable_static()

# AttrType numbers of Paddle's framework.proto.
ATTR_TYPES = {0: "INT", 1: "FLOAT", 2: "STRING", 3: "INTS", 4: "FLOATS", 5: "STRINGS", 6: "BOOLEAN",
              9: "LONG", 11: "LONGS", 12: "FLOAT64S", 15: "FLOAT64", 17: "FLOAT64S"}  # 17: SCALARS, read as numbers


def number(value, kind):
    if kind == "b":
        return "1" if value else "0"
    if kind in "iu":
        return "%d" % value
    return repr(float(value)) if kind == "d" else "%.9g" % value


def numbers(array):
    kind = {"bool": "b", "float64": "d", "float32": "f", "float16": "f"}.get(str(array.dtype), "i")
    return " ".join(number(v, kind) for v in array.ravel())


def tensor_line(keyword, slot, array, recipe=None, weight=False):
    shape = "x".join(str(d) for d in array.shape) or "scalar"
    dtype = str(array.dtype)
    if dtype == "uint16":  # Paddle has no such type: these are the bits of bfloat16
        dtype, array = "bfloat16", (array.astype("uint32") << 16).view("float32")
    content = recipe or "= " + numbers(array)
    return "%s %s %s %s%s %s" % (keyword, slot, dtype, shape, " weight" if weight else "", content)


def lod_line(lod):
    return "lod " + ";".join(",".join(str(o) for o in level) for level in lod)


def attr_line(name, value, proto):
    kind = ATTR_TYPES[next(a.type for a in proto.attrs if a.name == name)]
    if kind == "STRING":
        return "attr %s STRING %s" % (name, value)
    listed = list(value) if isinstance(value, (list, tuple)) else [value]
    if kind == "BOOLEAN":
        text = "1" if value else "0"
    elif kind == "STRINGS":
        text = " ".join(listed)
    elif kind.startswith("FLOAT"):
        text = " ".join(repr(float(v)) if "64" in kind else "%.9g" % v for v in listed)
    else:
        text = " ".join("%d" % v for v in listed)
    return ("attr %s %s %s" % (name, kind, text)).rstrip()


def run(case):
    """The outputs, as {slot: [(array, lod)]}."""
    main = fluid.Program()
    feed, fetch, names = {}, [], []
    with fluid.program_guard(main, fluid.Program()):
        block = main.global_block()
        inputs = {}
        for slot, tensors in case.inputs.items():
            for i, tensor in enumerate(tensors if isinstance(tensors, list) else [tensors]):
                name = "in_%s_%d" % (slot, i)
                tensor.materialize("%s/%s/%s%d" % (case.op, case.name, slot, i))
                variable = block.create_var(name=name, shape=tensor.array.shape, dtype=str(tensor.array.dtype),
                                            lod_level=len(tensor.lod or []), stop_gradient=True)
                if tensor.lod:
                    value = fluid.LoDTensor() if FLUID else fluid.core.LoDTensor()
                    value.set(tensor.array, fluid.CPUPlace())
                    value.set_lod(tensor.lod)
                    feed[name] = value
                else:
                    feed[name] = tensor.array
                inputs.setdefault(slot, []).append(variable)
        outputs = {}
        for slot in list(case.outputs) + list(case.others):
            for i in range(case.outputs.get(slot, 1)):
                if slot in case.alias:
                    variable = inputs[case.alias[slot]][i]
                else:
                    variable = block.create_var(name="out_%s_%d" % (slot, i), dtype="float32")
                outputs.setdefault(slot, []).append(variable)
                if slot in case.outputs:
                    fetch.append(variable.name)
                    names.append(slot)
        block.append_op(type=case.op, inputs=inputs, outputs=outputs, attrs=dict(case.attrs))
    executor = fluid.Executor(fluid.CPUPlace())
    found = {}
    with fluid.scope_guard(fluid.core.Scope()):
        results = executor.run(main, feed=feed, fetch_list=fetch, return_numpy=False)
        for slot, result in zip(names, results):
            found.setdefault(slot, []).append((np.array(result), result.lod()))
    return found


def common_tolerance(path):
    """The line before the first case of an existing file that sets the tolerance of all cases, as a list."""
    if not os.path.exists(path):
        return []
    with open(path) as file:
        header = file.read().split("\ncase ")[0].splitlines()
    return [line for line in header if line.startswith("tolerance ")]


def write(op, cases):
    proto = OpProtoHolder.instance().get_op_proto(op)
    version = "1.8.5" if FLUID else paddle.__version__
    path = os.path.join(OUT_DIR, op + (".fluid.txt" if FLUID else ".txt"))
    lines = ["# Generated by tools/golden/make_golden.py with Paddle %s. Do not edit." % version]
    lines += common_tolerance(path)
    for case in cases:
        try:
            found = run(case)
        except Exception as error:  # a case that Paddle refuses is a defect of the case
            sys.exit("%s %s: %s" % (op, case.name, str(error)[-2000:]))
        lines.append("case " + case.name)
        lines += [attr_line(name, value, proto) for name, value in sorted(case.attrs.items())]
        if case.tolerance:
            lines.append("tolerance %g %g %g %d" % case.tolerance)
        for slot, tensors in sorted(case.inputs.items()):
            for tensor in tensors if isinstance(tensors, list) else [tensors]:
                lines.append(tensor_line("in", slot, tensor.array, tensor.recipe, tensor.is_weight))
                if tensor.lod:
                    lines.append(lod_line(tensor.lod))
        for slot, results in sorted(found.items()):
            for array, lod in results:
                lines.append(tensor_line("out", slot, array))
                if lod:
                    lines.append(lod_line(lod))
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    print("%s: %d cases, %d bytes" % (os.path.basename(path), len(cases), os.path.getsize(path)))


def main():
    wanted = [a for a in sys.argv[1:] if not a.startswith("--")]
    sys.path.insert(0, HERE)
    by_op = {}
    for path in sorted(glob.glob(os.path.join(HERE, "cases_*.py"))):
        module = importlib.import_module(os.path.basename(path)[:-3])
        for case in module.CASES:
            if case.fluid == FLUID and (not wanted or case.op in wanted):
                by_op.setdefault(case.op, []).append(case)
    os.makedirs(OUT_DIR, exist_ok=True)
    for op, cases in sorted(by_op.items()):
        write(op, cases)


if __name__ == "__main__":
    main()
