"""Programs of operators that real Paddle and the library run; used by compare_forms.py and fuzz_programs.py."""

import os
import pickle
import signal
import sys
import tempfile

import numpy as np

from make_golden import fluid

SECONDS = 20  # of a child process


class Value:
    """A fed tensor or a weight."""

    def __init__(self, array, lod=None, is_weight=False):
        self.array, self.lod, self.is_weight = array, lod, is_weight


class Program:
    """`ops` is a list of (type, {slot: [name]}, {slot: [name]}, attributes). `values` maps a name to a Value. `fetches`
    lists names. `declared` maps a name to the shape and type that the program declares for it."""

    def __init__(self):
        self.ops, self.values, self.fetches, self.declared = [], {}, [], {}

    def text(self):
        lines = ["%s %s = %s%s" % ("weight" if v.is_weight else "feed", n, v.array.dtype, list(v.array.shape))
                 + (" lod %s" % v.lod if v.lod else "") for n, v in self.values.items()]
        lines += ["%s = %s(%s) %s" % (outputs, kind, inputs, attrs) for kind, inputs, outputs, attrs in self.ops]
        return "\n".join(lines + ["fetch " + " ".join(self.fetches)])

    def build(self, main, scope):
        block = main.global_block()
        for name, value in self.values.items():
            block.create_var(name=name, shape=value.array.shape, dtype=str(value.array.dtype), stop_gradient=True,
                             lod_level=len(value.lod or []), persistable=value.is_weight)
            if value.is_weight:
                scope.var(name).get_tensor().set(value.array, fluid.CPUPlace())
        for kind, inputs, outputs, attrs in self.ops:
            for names in outputs.values():
                for name in names:
                    if not block.has_var(name):
                        shape, dtype = self.declared.get(name, (None, "float32"))
                        block.create_var(name=name, dtype=dtype, **({} if shape is None else {"shape": shape}))
            block.append_op(type=kind, inputs={s: [block.var(n) for n in names] for s, names in inputs.items()},
                            outputs={s: [block.var(n) for n in names] for s, names in outputs.items()}, attrs=dict(attrs))


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


def run_paddle(program):
    """The fetched arrays, with None for a variable that Paddle left without memory."""
    main, scope, feed = fluid.Program(), fluid.core.Scope(), {}
    with fluid.program_guard(main, fluid.Program()), fluid.scope_guard(scope):
        program.build(main, scope)
        for name, value in program.values.items():
            if not value.is_weight:
                feed[name] = fluid.core.LoDTensor()
                feed[name].set(value.array, fluid.CPUPlace())
                if value.lod:
                    feed[name].set_lod(value.lod)
        results = fluid.Executor(fluid.CPUPlace()).run(main, feed=feed, fetch_list=program.fetches, return_numpy=False)
        return [np.array(r) if r._is_initialized() else None for r in results]


def run_here(program, package, expected):
    """{way: outputs in the order of fetching}, of the predictors that optimise, that do not, and that load the saved
    program. The program is saved as Paddle does, with the types of `expected` declared for the outputs."""
    from paddle.static import io

    sys.path.insert(0, package)
    from paddlelite import lite

    for name, array in zip(program.fetches, expected):
        if array is not None and name not in program.declared:
            program.declared[name] = (None, str(array.dtype))
    main, scope = fluid.Program(), fluid.core.Scope()
    feeds = {n: v for n, v in program.values.items() if not v.is_weight}
    weights = sorted(n for n, v in program.values.items() if v.is_weight)
    with fluid.program_guard(main, fluid.Program()), fluid.scope_guard(scope), tempfile.TemporaryDirectory() as folder:
        program.build(main, scope)
        io.prepend_feed_ops(main, list(feeds))
        io.append_fetch_ops(main, program.fetches)
        with open(folder + "/model", "wb") as file:
            file.write(main.desc.serialize_to_string())
        open(folder + "/params", "wb").close()
        if weights:
            io.save_vars(fluid.Executor(fluid.CPUPlace()), folder, main, filename="params",
                         vars=[main.global_block().var(n) for n in weights])

        def outputs(predictor):
            for i, value in enumerate(feeds.values()):
                predictor.get_input(i).from_numpy(value.array)
                if value.lod:
                    predictor.get_input(i).set_lod(value.lod)
            predictor.run()
            return [np.array(predictor.get_output(i).numpy()) for i in range(len(program.fetches))]

        def full(passes):
            config = lite.CxxConfig()
            config.set_model_file(folder + "/model")
            config.set_param_file(folder + "/params")
            config.set_valid_places([lite.Place(lite.TargetType.X86, lite.PrecisionType.FP32),
                                     lite.Place(lite.TargetType.Host, lite.PrecisionType.FP32)])
            if passes:
                config.set_passes_internal(passes)
            return lite.create_paddle_predictor(config)

        found = {}
        optimised = full(None)
        found["full"] = outputs(optimised)
        found["not optimised"] = outputs(full(["legalise"]))
        optimised.save_optimized_model(folder + "/light")
        config = lite.MobileConfig()
        config.set_model_from_file(folder + "/light.nb")
        found["light"] = outputs(lite.create_paddle_predictor(config))
        return found


def difference(expected, found, tolerance=2e-3):
    """What differs, or None. A variable without memory in Paddle can only be empty here."""
    if expected is None or expected.size == 0 and found.size == 0 and expected.shape == (0,):
        return None
    if expected.shape != found.shape:
        return "shape %s, expected %s" % (list(found.shape), list(expected.shape))
    if expected.dtype != found.dtype:
        return "type %s, expected %s" % (found.dtype, expected.dtype)
    a, b = expected.astype("float64"), found.astype("float64")
    both = np.isfinite(a) & np.isfinite(b)
    if (np.isnan(a) != np.isnan(b)).any():
        return "NaN at %s, expected at %s" % (np.argwhere(np.isnan(b))[:3].tolist(), np.argwhere(np.isnan(a))[:3].tolist())
    if not np.array_equal(np.isinf(a), np.isinf(b)) or not np.allclose(a[both], b[both], rtol=tolerance, atol=tolerance):
        return "the largest difference is %g" % (np.abs(a[both] - b[both]).max() if both.any() else np.inf)
    return None


def compare(program, package, tolerance=2e-3):
    """None if Paddle refuses the program, else a list of findings (kind, text)."""
    accepted, expected = in_child(run_paddle, program)
    if not accepted:
        return None
    accepted, found = in_child(run_here, program, package, expected)
    if not accepted:
        return [("REFUSED", " ".join(found.split()))]
    for way, arrays in found.items():
        for name, a, b in zip(program.fetches, expected, arrays):
            what = difference(a, b, tolerance)
            if what:
                return [("DIFFERS", "%s: %s: %s" % (way, name, what))]
    for name, a, b in zip(program.fetches, found["full"], found["light"]):
        if a.tobytes() != b.tobytes():
            return [("DIFFERS", "light: %s: other bits than those of the full predictor" % name)]
    return []
