"""Programs of operators that real Paddle and the library run; used by compare_forms.py and fuzz_programs.py."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import tempfile

import numpy as np

import filled_memory
from make_golden import FLUID, fluid
from run_saved import run_saved

if FLUID:
    IO = fluid.io
else:
    from paddle.static import io as IO

# What variables with such names are, if not tensors.
KINDS = {"scopes": fluid.core.VarDesc.VarType.STEP_SCOPES, "array": fluid.core.VarDesc.VarType.LOD_TENSOR_ARRAY}
SECONDS = 120  # of a child process; a busy machine needs many times the processor time


class Value:
    """A fed tensor or a weight."""

    def __init__(self, array, lod=None, is_weight=False):
        self.array, self.lod, self.is_weight = array, lod, is_weight


class Program:
    """`ops` is a list of (type, {slot: [name]}, {slot: [name]}, attributes). `values` maps a name to a Value. `fetches`
    lists names. `declared` maps a name to the shape and type that the program declares for it. An attribute `sub_block`
    is such a list of operators; an output named `scopes` holds what they leave, one named `array` tensors."""

    def __init__(self):
        self.ops, self.values, self.fetches, self.declared = [], {}, [], {}

    def text(self):
        lines = ["%s %s = %s%s" % ("weight" if v.is_weight else "feed", n, v.array.dtype, list(v.array.shape))
                 + (" lod %s" % v.lod if v.lod else "") for n, v in self.values.items()]
        lines += ["%s = %s(%s) %s" % (outputs, kind, inputs, attrs) for kind, inputs, outputs, attrs in self.ops]
        return "\n".join(lines + ["fetch " + " ".join(self.fetches)])

    def writes_weights(self):
        def written(ops):
            for _, _, outputs, attrs in ops:
                yield from (n for names in outputs.values() for n in names)
                yield from written(attrs.get("sub_block", ()))

        return any(n in self.values and self.values[n].is_weight for n in written(self.ops))

    def build(self, main, scope):
        block = main.global_block()
        for name, value in self.values.items():
            block.create_var(name=name, shape=value.array.shape, dtype=str(value.array.dtype), stop_gradient=True,
                             lod_level=len(value.lod or []), persistable=value.is_weight)
            if value.is_weight:
                scope.var(name).get_tensor().set(value.array, fluid.CPUPlace())
        self.append(main, block, self.ops)

    def append(self, main, block, ops):
        for kind, inputs, outputs, attrs in ops:
            attrs = dict(attrs)
            if "sub_block" in attrs:
                child = main._create_block(block.idx)
                self.append(main, child, attrs["sub_block"])
                main._rollback()
                attrs["sub_block"] = child
            for names in outputs.values():
                for name in names:
                    if block._find_var_recursive(name) is None:
                        shape, dtype = self.declared.get(name, (None, "float32"))
                        kinds = next(({"type": kind} for prefix, kind in KINDS.items() if name.startswith(prefix)), {"dtype": dtype})
                        block.create_var(name=name, **kinds, **({} if shape is None else {"shape": shape}))
            block.append_op(type=kind, inputs={s: [block._var_recursive(n) for n in names] for s, names in inputs.items()},
                            outputs={s: [block._var_recursive(n) for n in names] for s, names in outputs.items()}, attrs=attrs)


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


def attempts(function, items):
    """Yields for each item what in_child returns, in one process as long as none ends it."""
    items = list(items)
    while items:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            with os.fdopen(write, "wb") as file:
                for item in items:
                    signal.alarm(SECONDS)
                    try:
                        answer = (True, function(item))
                    except BaseException as error:
                        answer = (False, str(error))
                    pickle.dump(answer, file)
                    file.flush()
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as file:
            while items:
                try:
                    answer = pickle.load(file)
                except (EOFError, pickle.UnpicklingError):
                    break
                items.pop(0)
                yield answer
        status = os.waitpid(child, 0)[1]
        if items:
            items.pop(0)
            yield False, "the process ended with status %d" % status


def run_paddle(program):
    """The fetched Values, with None for a variable that Paddle left without memory."""
    return run_paddle_again(program, 1)[0]


def run_paddle_again(program, runs=2):
    """The same of each run. Only weights that the program writes make the second one differ from the first."""
    main, scope, executor = fluid.Program(), fluid.core.Scope(), fluid.Executor(fluid.CPUPlace())

    def run():
        feed = {}
        for name, value in program.values.items():
            if not value.is_weight:
                feed[name] = fluid.core.LoDTensor()
                feed[name].set(value.array, fluid.CPUPlace())
                if value.lod:
                    feed[name].set_lod(value.lod)
        results = executor.run(main, feed=feed, fetch_list=program.fetches, return_numpy=False)
        return [Value(np.array(r), r.lod()) if r._is_initialized() else None for r in results]

    with fluid.program_guard(main, fluid.Program()), fluid.scope_guard(scope):
        program.build(main, scope)
        return [run() for _ in range(runs if program.writes_weights() else 1)]


def save(program, folder, expected):
    """Writes the program as Paddle does, with the types of `expected` declared for the outputs, and its feeds."""
    for name, value in zip(program.fetches, expected):
        if value is not None and name not in program.declared:
            program.declared[name] = (None, str(value.array.dtype))
    main, scope = fluid.Program(), fluid.core.Scope()
    feeds = {n: v for n, v in program.values.items() if not v.is_weight}
    weights = sorted(n for n, v in program.values.items() if v.is_weight)
    with fluid.program_guard(main, fluid.Program()), fluid.scope_guard(scope):
        program.build(main, scope)
        IO.prepend_feed_ops(main, list(feeds))
        IO.append_fetch_ops(main, program.fetches)
        with open(folder + "/model", "wb") as file:
            file.write(main.desc.serialize_to_string())
        open(folder + "/params", "wb").close()
        if weights:
            IO.save_vars(fluid.Executor(fluid.CPUPlace()), folder, main, filename="params",
                         vars=[main.global_block().var(n) for n in weights])
    with open(folder + "/feeds", "wb") as file:
        pickle.dump([(v.array, v.lod) for v in feeds.values()], file, protocol=4)


def require_library(package, interpreter):
    """Ends the process if the library cannot be imported: each program would look refused."""
    done = subprocess.run([interpreter or sys.executable, "-c", "import numpy; from paddlelite import lite"], cwd=package, stderr=subprocess.PIPE)
    if done.returncode:
        raise SystemExit("%s: %s" % (package, done.stderr.decode().strip().rpartition("\n")[2]))


def run_here(program, package, expected, interpreter):
    """{way: Values in the order of fetching}, of the predictors that optimise, that do not, and that load the saved
    program, and of another run of the first. `interpreter` is a Python that has the library, if this one does not."""
    with tempfile.TemporaryDirectory() as folder:
        save(program, folder, expected)
        if interpreter is None:
            found = run_saved(folder, package, len(program.fetches))
        else:
            script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run_saved.py")
            done = subprocess.run([interpreter, script, folder, package, str(len(program.fetches))], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
            if done.returncode:
                raise RuntimeError(done.stderr.decode().strip().rpartition("\n")[2] or "the process ended with status %d" % done.returncode)
            found = pickle.loads(done.stdout)
    return {way: [Value(array, lod) for array, lod in values] for way, values in found.items()}


def difference(wanted, value, tolerance=2e-3):
    """What differs, or None. A variable without memory in Paddle can only be empty here."""
    found = value.array
    if wanted is None or wanted.array.size == 0 and found.size == 0 and wanted.array.shape == (0,):
        return None
    expected = wanted.array
    if expected.shape != found.shape:
        return "shape %s, expected %s" % (list(found.shape), list(expected.shape))
    if expected.dtype != found.dtype:
        return "type %s, expected %s" % (found.dtype, expected.dtype)
    # Paddle 2.6 drops levels that 1.8 keeps, and keeps levels that do not fit the rows.
    fits = wanted.lod and expected.ndim and wanted.lod[-1][-1] == expected.shape[0]
    if fits and wanted.lod != value.lod:
        return "level of detail %s, expected %s" % (value.lod, wanted.lod)
    a, b = expected.astype("float64"), found.astype("float64")
    both = np.isfinite(a) & np.isfinite(b)
    if (np.isnan(a) != np.isnan(b)).any():
        return "NaN at %s, expected at %s" % (np.argwhere(np.isnan(b))[:3].tolist(), np.argwhere(np.isnan(a))[:3].tolist())
    if not np.array_equal(np.isinf(a), np.isinf(b)) or not np.allclose(a[both], b[both], rtol=tolerance, atol=tolerance):
        return "the largest difference is %g" % (np.abs(a[both] - b[both]).max() if both.any() else np.inf)
    return None


def compare(program, package, interpreter=None, tolerance=2e-3):
    """None if Paddle refuses the program, else a list of findings (kind, text). The kind UNDEFINED says that Paddle's
    result depends on memory that the program does not define, or on what else is fetched."""
    accepted, runs = in_child(run_paddle_again, program)
    if not accepted:
        return None
    findings = differences(program, package, runs, interpreter, tolerance)
    undefined = findings and (filled_memory.decides(program, FLUID) or fetches_decide(program, runs[0]))
    return [("UNDEFINED", text) for _, text in findings] if undefined else findings


def fetches_decide(program, expected):
    """Whether Paddle computes something else if it keeps every variable. It lets kernels write over an input that nothing
    reads any more, also those that read it again (`exclusive` of cumsum)."""
    whole = copy.copy(program)
    outputs = [n for _, _, outputs, _ in program.ops for names in outputs.values() for n in names]
    whole.fetches = list(dict.fromkeys(program.fetches + outputs))
    accepted, found = in_child(run_paddle, whole)
    return accepted and any(a is not None and b is not None and a.array.tobytes() != b.array.tobytes() for a, b in zip(expected, found))


def compare_all(programs, package, interpreter=None, tolerance=2e-3):
    """What `compare` returns for each program; much faster if Paddle refuses most."""
    answers = list(attempts(run_paddle_again, programs))
    for program, (accepted, runs) in zip(programs, answers):
        if not accepted:
            yield None
        elif not differences(program, package, runs, interpreter, tolerance):
            yield []
        else:  # the programs before it in the process may have written into its memory
            yield compare(program, package, interpreter, tolerance)


def differences(program, package, runs, interpreter, tolerance):
    accepted, found = in_child(run_here, program, package, runs[0], interpreter)
    if not accepted:
        return [("REFUSED", " ".join(found.split()))]
    for way, values in found.items():
        for name, a, b in zip(program.fetches, runs[-1 if way == "again" else 0], values):
            what = difference(a, b, tolerance)
            if what:
                return [("DIFFERS", "%s: %s: %s" % (way, name, what))]
    for way in ("light",) if len(runs) > 1 else ("again", "light"):
        for name, a, b in zip(program.fetches, found["full"], found[way]):
            if a.array.tobytes() != b.array.tobytes():
                return [("DIFFERS", "%s: %s: other bits than those of the first run" % (way, name))]
    return []
