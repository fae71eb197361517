"""What the operators of a random program read and write: variables that exist or are made, and one operator at a time in
Paddle. Used by draw_layout.py, draw_layers.py and draw_groups.py."""

import types

import numpy as np

import make_golden  # also switches Paddle to static programs
import programs
import undefined_forms

EXTENTS = (1, 2, 3, 4, 5, 8)
NUMBERS = {"int8": 21, "uint8": 20, "int16": 1, "int32": 2, "int64": 3, "float32": 5, "float64": 6, "bool": 0}
EXACT = ("relu", "abs", "floor", "ceil", "round", "sign", "square")
SMOOTH = ("sigmoid", "tanh", "exp", "gelu", "silu", "softplus", "softsign", "erf", "sin", "cos", "atan", "leaky_relu", "relu6",
          "hard_swish", "hard_sigmoid", "swish", "elu", "mish", "logsigmoid")
# Operators that Paddle also runs with Out in the memory of X; its gelu overwrites X before it has read it.
IN_PLACE = EXACT + tuple(op for op in SMOOTH if op != "gelu") + (
    "scale", "clip", "softmax", "reshape2", "squeeze2", "unsqueeze2", "flatten_contiguous_range",
    "elementwise_add", "elementwise_sub", "elementwise_mul", "elementwise_div")


class Variables:
    """The program, and what Paddle computed for each variable in `arrays`."""

    def __init__(self, rng):
        self.rng, self.program, self.arrays, self.exact, self.read = rng, programs.Program(), {}, set(), set()
        self.lods, self.blocks, self.count = {}, {}, 0
        self.real = rng.choice(("float32",) * 6 + ("float64",))

    def shape(self, low=0, high=4):
        zero = self.rng.random() < 0.03
        if high >= 4 and self.rng.random() < 0.04:
            return [self.rng.choice((1, 1, 2)) for _ in range(self.rng.randint(5, 9))]
        return [0 if zero and self.rng.random() < 0.4 else self.rng.choice(EXTENTS) for _ in range(self.rng.randint(low, high))]

    def name(self, prefix):
        self.count += 1
        return "%s%d" % (prefix, self.count)

    def feed(self, shape, dtype=None, low=-1.0, high=1.0, weight=False):
        dtype = dtype or self.real
        numbers = np.random.default_rng(self.rng.getrandbits(32))
        if dtype == "bool":
            array = numbers.integers(0, 2, shape).astype(bool)
        elif dtype.startswith("float"):
            array = numbers.uniform(low, high, shape).astype(dtype)
        else:
            array = numbers.integers(int(low), int(high), shape).astype(dtype)
        return self.given(np.array(array), weight)

    def given(self, array, weight=False, lod=None):
        if make_golden.FLUID:
            array = np.atleast_1d(array)  # in programs of Paddle 1.8, no dimensions means an unknown shape
        name = self.name("w" if weight else "x")
        self.program.values[name] = programs.Value(array, lod, weight and array.size > 0)
        self.arrays[name], self.lods[name] = array, lod
        self.exact.add(name)
        return name

    def numbers(self, numbers, dtypes=("int32", "int64")):
        """An input that holds what an attribute also could."""
        return self.given(np.array(numbers, self.rng.choice(dtypes)), self.rng.random() < 0.5)

    def scalars(self, numbers):
        """The same, an input for each number."""
        dtype = self.rng.choice(("int32", "int64"))
        return [self.numbers([n] if self.rng.random() < 0.7 else n, (dtype,)) for n in numbers]

    def choose(self, want=lambda a: True, make=None, exact=False):
        """An existing variable, mostly the newest, or a new one. Nothing reads bfloat16: what it is combined with would be an
        input, which numpy cannot hold."""
        found = [n for n, a in self.arrays.items()
                 if want(a) and (not exact or n in self.exact) and not self.is_weight(n) and str(a.dtype) != "uint16"]
        if found and self.rng.random() < 0.85:
            return found[-1] if self.rng.random() < 0.6 else self.rng.choice(found)
        return make() if make else self.feed(self.shape())

    def is_weight(self, name):
        return name in self.program.values and self.program.values[name].is_weight

    def floating(self, rank=None, low=0, exact=False):
        want = lambda a: a.dtype == self.real and a.ndim >= low and (rank is None or a.ndim == rank)
        return self.choose(want, lambda: self.feed(self.shape(rank or low, rank or 4)), exact)

    def any(self, low=0, exact=False):
        dtype = self.rng.choice((self.real,) * 8 + ("int64", "int64", "int32", "int32", "float32", "float64", "bool", "uint8", "int8", "int16"))
        limits = (0, 6) if dtype == "uint8" else (-5, 6) if "int" in dtype else (-1, 1)
        return self.choose(lambda a: a.ndim >= low, lambda: self.feed(self.shape(low, 5), dtype, *limits), exact)

    def like(self, name, shape=None):
        """A feed with the element type of a variable, and mostly its shape."""
        array = self.arrays[name]
        limits = {"u": (0, 6), "i": (-5, 6)}.get(array.dtype.kind, (-1, 1))
        return self.feed(list(array.shape) if shape is None else shape, str(array.dtype), *limits)

    def add(self, kind, inputs, outputs, attrs=None, moves=False, hidden=()):
        """Runs the operator in Paddle; False if Paddle refuses it or its result is of no use. `outputs` maps a slot to
        a count; those in `hidden` cannot be read."""
        inputs = {s: n if isinstance(n, list) else [n] for s, n in inputs.items()}
        alone = programs.Program()
        self.same_operands(inputs)
        for names in inputs.values():
            for name in names:
                alone.values[name] = programs.Value(self.arrays[name], self.lods.get(name))
        named = {s: [self.name("v") for _ in range(count)] for s, count in outputs.items()}
        alone.ops.append((kind, inputs, named, attrs or {}))
        values = {s: [alone.values[n] for n in names] for s, names in inputs.items()}
        if undefined_forms.undefined(types.SimpleNamespace(op=kind, inputs=values, attrs=attrs or {}, outputs=outputs)):
            return False
        alone.fetches = [n for s, names in named.items() if s not in hidden for n in names]
        try:
            results = programs.run_paddle(alone)
        except Exception:
            return False
        for result in results:
            if result is None or result.array.size > 20000 or result.array.ndim > 9:
                return False
            array = result.array
            if array.dtype.kind == "f" and array.size and not (np.abs(array).max() < 1e3):
                return False
        used = [n for names in inputs.values() for n in names]
        self.over_input(kind, inputs, named, alone, results)
        self.program.ops.append(alone.ops[0])
        self.read.update(used)
        known = moves and all(n in self.exact for n in used)
        for name, result in zip(alone.fetches, results):
            self.arrays[name], self.lods[name] = result.array, result.lod
            self.exact.discard(name)
            self.read.discard(name)
            if result.array.dtype.kind in "iub" or known:
                self.exact.add(name)
        return True

    def same_operands(self, inputs):
        """Sometimes makes one variable of two operands."""
        x, y = inputs.get("X", ()), inputs.get("Y", ())
        if len(x) != 1 or len(y) != 1 or self.is_weight(x[0]) != self.is_weight(y[0]) or self.rng.random() > 0.1:
            return
        arrays = self.arrays[x[0]], self.arrays[y[0]]
        if arrays[0].shape == arrays[1].shape and arrays[0].dtype == arrays[1].dtype and (self.lods.get(x[0]) or []) == (self.lods.get(y[0]) or []):
            inputs["Y"] = x

    def over_input(self, kind, inputs, named, alone, results):
        """Sometimes writes the result over the input, of which it must have the type and number of elements."""
        if kind not in IN_PLACE or self.rng.random() > 0.1:
            return
        x, out = inputs["X"][0], named["Out"][0]
        before, after = self.arrays[x], results[0].array
        view = kind in ("reshape2", "squeeze2", "unsqueeze2", "flatten_contiguous_range") and x not in self.program.values
        if before.dtype != after.dtype or before.size == 0 or self.is_weight(x) or before.shape != after.shape and not view:
            return
        named["Out"][0] = x
        alone.fetches[alone.fetches.index(out)] = x

    def axis(self, name, extra=0):
        rank = self.arrays[name].ndim + extra
        return self.rng.randrange(-rank, rank) if rank else 0
