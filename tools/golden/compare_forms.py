#!/usr/bin/env python3
"""Lists forms of operators that Paddle runs and this library refuses, or computes differently.

    v26/bin/python tools/golden/compare_forms.py --package build.dev/python/package [--seed 1] [--count 300] [OP...]

Forms are drawn from the cases of cases_*.py: another element type, a dimension of size 0, more leading dimensions of size 1,
another value of an attribute. Each is run by Paddle 2.6.2 and, if that succeeds, by the library, which optimises the program
for the processor. Both run in a child process, because either may crash. A line says what was found:

    REFUSED relu dtype=float64: unsupported: ...
    DIFFERS softmax zero=X[1]: Out: shape [2, 0], expected [2, 1]
"""

import argparse
import copy
import glob
import importlib
import os
import pickle
import random
import signal
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import make_golden
import paddle
from make_golden import fluid
from paddle.base.framework import OpProtoHolder

TYPES = ("float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")
SECONDS = 20  # of a child process


class Given:
    """An input whose numbers are known."""

    def __init__(self, array, lod, is_weight):
        self.array, self.lod, self.is_weight, self.recipe = array, lod, is_weight, None

    def materialize(self, key):
        pass


def tensors(case):
    return [t for given in case.inputs.values() for t in (given if isinstance(given, list) else [given])]


def fixed(case):
    """The case with numbers instead of recipes, so that they can be changed."""
    case = copy.copy(case)
    inputs = {}
    for slot, given in case.inputs.items():
        for i, tensor in enumerate(given if isinstance(given, list) else [given]):
            tensor.materialize("%s/%s/%s%d" % (case.op, case.name, slot, i))
            inputs.setdefault(slot, []).append(Given(tensor.array, tensor.lod, tensor.is_weight))
    case.inputs = inputs
    return case


def draw_type(case, rng):
    kind = rng.choice(TYPES)
    for tensor in tensors(case):
        if tensor.array.dtype == np.float32:
            tensor.array = tensor.array.astype(kind) if kind != "uint8" else np.abs(tensor.array).astype(kind)
    return "dtype=" + kind


def draw_zero(case, rng):
    """A size becomes 0 wherever it occurs at the same place."""
    slot = rng.choice(sorted(case.inputs))
    shape = case.inputs[slot][0].array.shape
    if not shape:
        return None
    at = rng.randrange(len(shape))
    for tensor in tensors(case):
        if tensor.lod:
            return None
        if len(tensor.array.shape) == len(shape) and tensor.array.shape[at] == shape[at]:
            tensor.array = np.take(tensor.array, [], axis=at)
    return "zero=%s[%d]" % (slot, at)


def draw_rank(case, rng):
    more = rng.randrange(1, 6)
    for tensor in tensors(case):
        if tensor.lod:
            return None
        if tensor.array.ndim > 1 and not tensor.is_weight:
            tensor.array = tensor.array.reshape((1,) * more + tensor.array.shape)
    return "rank+%d" % more


def draw_attribute(case, rng):
    proto = OpProtoHolder.instance().get_op_proto(case.op)
    known = {a.name: make_golden.ATTR_TYPES.get(a.type) for a in proto.attrs if not a.extra} if hasattr(proto.attrs[0], "extra") else {}
    names = sorted(n for n, v in case.attrs.items() if isinstance(v, (bool, int)) or known.get(n) in ("INT", "BOOLEAN"))
    if not names:
        return None
    name = rng.choice(names)
    old = case.attrs[name]
    case.attrs = dict(case.attrs, **{name: (not old) if isinstance(old, bool) else rng.choice([-2, -1, 0, 1, 2, 3])})
    return "%s=%s" % (name, case.attrs[name])


DRAWS = (draw_type, draw_type, draw_zero, draw_rank, draw_attribute)


def in_child(function, *arguments):
    """(True, result) or (False, what went wrong)."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(SECONDS)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            answer = (True, function(*arguments))
        except BaseException as error:
            answer = (False, str(error))
        with os.fdopen(write, "wb") as file:
            pickle.dump(answer, file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        content = file.read()
    status = os.waitpid(child, 0)[1]
    return pickle.loads(content) if content else (False, "the process ended with status %d" % status)


def run_here(case, package):
    """The library's outputs in the order of fetching, from a program saved as Paddle does."""
    from paddle.static import io

    sys.path.insert(0, package)
    from paddlelite import lite

    main, scope = fluid.Program(), fluid.core.Scope()
    feeds, weights, fetches = {}, [], []
    with fluid.program_guard(main, fluid.Program()), fluid.scope_guard(scope), tempfile.TemporaryDirectory() as folder:
        block = main.global_block()
        inputs, outputs = {}, {}
        for slot, given in case.inputs.items():
            for i, tensor in enumerate(given):
                name = "in_%s_%d" % (slot, i)
                variable = block.create_var(name=name, shape=tensor.array.shape, dtype=str(tensor.array.dtype),
                                            lod_level=len(tensor.lod or []), persistable=tensor.is_weight)
                if tensor.is_weight:
                    scope.var(name).get_tensor().set(tensor.array, fluid.CPUPlace())
                    weights.append(variable)
                else:
                    feeds[name] = tensor
                inputs.setdefault(slot, []).append(variable)
        for slot in list(case.outputs) + list(case.others):
            for i in range(case.outputs.get(slot, 1)):
                outputs.setdefault(slot, []).append(block.create_var(name="out_%s_%d" % (slot, i), dtype="float32"))
                if slot in case.outputs:
                    fetches.append("out_%s_%d" % (slot, i))
        block.append_op(type=case.op, inputs=inputs, outputs=outputs, attrs=dict(case.attrs))
        io.prepend_feed_ops(main, list(feeds))
        io.append_fetch_ops(main, fetches)
        with open(folder + "/model", "wb") as file:
            file.write(main.desc.serialize_to_string())
        if weights:
            io.save_vars(fluid.Executor(fluid.CPUPlace()), folder, main, vars=sorted(weights, key=lambda v: v.name),
                         filename="params")
        config = lite.CxxConfig()
        config.set_model_file(folder + "/model")
        if weights:
            config.set_param_file(folder + "/params")
        else:
            open(folder + "/params", "wb").close()
            config.set_param_file(folder + "/params")
        places = [lite.Place(lite.TargetType.X86, lite.PrecisionType.FP32), lite.Place(lite.TargetType.Host, lite.PrecisionType.FP32)]
        config.set_valid_places(places)
        predictor = lite.create_paddle_predictor(config)
        for i, tensor in enumerate(feeds.values()):
            target = predictor.get_input(i)
            target.from_numpy(tensor.array)
            if tensor.lod:
                target.set_lod(tensor.lod)
        predictor.run()
        return [np.array(predictor.get_output(i).numpy()) for i in range(len(fetches))]


def run_paddle(case):
    return [np.array(array) for results in make_golden.run(case).values() for array, _ in results]


def difference(expected, found):
    if expected.shape != found.shape:
        return "shape %s, expected %s" % (list(found.shape), list(expected.shape))
    if expected.dtype != found.dtype:
        return "type %s, expected %s" % (found.dtype, expected.dtype)
    a, b = expected.astype("float64"), found.astype("float64")
    both = np.isfinite(a) & np.isfinite(b)
    if (np.isnan(a) != np.isnan(b)).any() or not np.allclose(a[both], b[both], rtol=2e-3, atol=2e-3):
        return "the largest difference is %g" % np.abs(a - b).max()
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", required=True, help="the folder that holds the library's Python package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="forms to draw")
    parser.add_argument("ops", nargs="*", metavar="OP")
    args = parser.parse_args()
    cases = []
    for path in sorted(glob.glob(os.path.join(HERE, "cases_*.py"))):
        module = importlib.import_module(os.path.basename(path)[:-3])
        cases += [c for c in module.CASES if not c.fluid and not c.alias and (not args.ops or c.op in args.ops)]
    by_op = {}
    for case in cases:
        by_op.setdefault(case.op, []).append(case)
    rng, seen, both, said = random.Random(args.seed), set(), 0, 0
    for _ in range(args.count):
        op = rng.choice(sorted(by_op))
        case = fixed(rng.choice(by_op[op]))
        form = rng.choice(DRAWS)(case, rng)
        if form is None or (case.op, case.name, form) in seen:
            continue
        seen.add((case.op, case.name, form))
        accepted, expected = in_child(run_paddle, case)
        if not accepted:
            continue
        both += 1
        accepted, found = in_child(run_here, case, os.path.abspath(args.package))
        if not accepted:
            said += 1
            print("REFUSED %s %s %s: %s" % (case.op, case.name, form, " ".join(found.split())[:200]), flush=True)
            continue
        for a, b in zip(expected, found):
            what = difference(a, b)
            if what:
                said += 1
                print("DIFFERS %s %s %s: %s" % (case.op, case.name, form, what), flush=True)
                break
    print("%d forms that Paddle runs, %d findings" % (both, said))


if __name__ == "__main__":
    main()
