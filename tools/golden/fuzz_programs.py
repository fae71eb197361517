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
memory that the program does not define; else the line says UNDEFINED. Operators that turn a rounding difference into another result (comparisons, floor,
arg_max) only read values that both sides have exactly.
"""

import argparse
import os
import random
import re
import sys
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import make_golden  # also switches Paddle to static programs
import compare_forms
import programs

EXTENTS = (1, 2, 3, 4, 5, 8)
NUMBERS = {"int8": 21, "uint8": 20, "int16": 1, "int32": 2, "int64": 3, "float32": 5, "float64": 6, "bool": 0}
EXACT = ("relu", "abs", "floor", "ceil", "round", "sign", "square")
SMOOTH = ("sigmoid", "tanh", "exp", "gelu", "silu", "softplus", "softsign", "erf", "sin", "cos", "atan", "leaky_relu", "relu6",
          "hard_swish", "hard_sigmoid", "swish", "elu", "mish", "logsigmoid")
# Operators that Paddle also runs with Out in the memory of X; its gelu overwrites X before it has read it.
IN_PLACE = EXACT + tuple(op for op in SMOOTH if op != "gelu") + (
    "scale", "clip", "softmax", "reshape2", "squeeze2", "unsqueeze2", "flatten_contiguous_range",
    "elementwise_add", "elementwise_sub", "elementwise_mul", "elementwise_div")
# After share_data, an operator that Paddle runs in place changes the tensor that shares the memory.
KNOWN = {op: cases for op, cases in compare_forms.known_cases().items() if op != "share_data"}
# Operators of KNOWN whose results change by more than their inputs do.
JUMPS = (".*(arg|top_?k|sort|unique|nms|proposals|quantize|search|decod|fpn|detection|roi|box|prior).*|where_index|floor|ceil|round|sign|"
         ".*(equal|than)|elementwise_(mod|floordiv|pow)|cast|ctc_align|inverse|grid_sampler|is(inf|nan|finite).*|reduce_(any|all)|"
         "sampling_id|nearest.*|pow|print|rsqrt|reciprocal|log|tan|range|linspace")

# Operators whose result follows from the order of equal values, which is that of Paddle's sorting algorithm.
ORDERED = "top_k(_v2)?|arg(sort|_max|_min)"


class Maker:
    """Draws one program; `arrays` holds what Paddle computed for every variable."""

    def __init__(self, rng):
        self.rng, self.program, self.arrays, self.exact, self.read = rng, programs.Program(), {}, set(), set()
        self.lods, self.blocks, self.count = {}, {}, 0
        self.real = rng.choice(("float32",) * 6 + ("float64",))

    # --- variables

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
        """An existing variable, mostly the newest, or a new one."""
        found = [n for n, a in self.arrays.items() if want(a) and (not exact or n in self.exact) and not self.is_weight(n)]
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

    # --- operators

    def add(self, kind, inputs, outputs, attrs=None, moves=False, hidden=()):
        """Runs the operator in Paddle; False if Paddle refuses it or its result is of no use. `outputs` maps a slot to
        a count; those in `hidden` cannot be read."""
        inputs = {s: n if isinstance(n, list) else [n] for s, n in inputs.items()}
        alone = programs.Program()
        for names in inputs.values():
            for name in names:
                alone.values[name] = programs.Value(self.arrays[name], self.lods.get(name))
        named = {s: [self.name("v") for _ in range(count)] for s, count in outputs.items()}
        alone.ops.append((kind, inputs, named, attrs or {}))
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

    def unary(self):
        if self.rng.random() < 0.25:
            return self.add(self.rng.choice(EXACT), {"X": self.floating(exact=True)}, {"Out": 1}, moves=True)
        return self.add(self.rng.choice(SMOOTH), {"X": self.floating()}, {"Out": 1})

    def binary(self):
        x = self.any()
        array = self.arrays[x]
        shape, way = list(array.shape), self.rng.random()
        if way < 0.3:  # a suffix, with some sizes of 1
            shape = [1 if self.rng.random() < 0.3 else d for d in shape[self.rng.randint(0, len(shape)):]]
        elif way < 0.4:
            shape = []
        twins = [n for n, a in self.arrays.items() if a.shape == array.shape and a.dtype == array.dtype]
        dtype = str(array.dtype)
        y = self.rng.choice(twins) if way > 0.7 else self.feed(shape, dtype, *((1, 5) if "int" in dtype else (0.5, 1.5)),
                                                                weight=self.rng.random() < 0.5)
        names = ("add", "sub", "mul", "max", "min") + (("div",) if y not in twins else ())
        if self.rng.random() < 0.3:
            x, y = y, x
            names = names[:5]
        return self.add("elementwise_" + self.rng.choice(names), {"X": x, "Y": y}, {"Out": 1}, {"axis": -1})

    def compare(self):
        x = self.any(exact=True)
        y = self.like(x)
        kind = self.rng.choice(("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal"))
        return self.add(kind, {"X": x, "Y": y}, {"Out": 1})

    def scale(self):
        inputs = {"X": self.any() if self.rng.random() < 0.2 else self.floating()}
        if self.rng.random() < 0.2:
            inputs["ScaleTensor"] = self.numbers([0.75], (str(self.arrays[inputs["X"]].dtype),))
        unsigned = self.arrays[inputs["X"]].dtype == np.uint8  # C++ does not define the conversion of negative numbers
        return self.add("scale", inputs, {"Out": 1},
                        {"scale": self.rng.choice((1.0, 0.5) if unsigned else (1.0, 0.5, -1.5)), "bias": self.rng.choice((0.0, 0.25, 1.0)),
                         "bias_after_scale": self.rng.random() < 0.5})

    def cast(self):
        x = self.any(exact=True)
        kind = self.rng.choice(("float32", "float64", "int32", "int64", "bool", "uint8", "int8", "int16"))
        return self.add("cast", {"X": x}, {"Out": 1}, {"in_dtype": NUMBERS[str(self.arrays[x].dtype)], "out_dtype": NUMBERS[kind]})

    def clip(self):
        x = self.floating()
        inputs = {"X": x}
        for slot, bound in (("Min", -0.25), ("Max", 0.5)):
            if self.rng.random() < 0.2:
                inputs[slot] = self.numbers([bound], (str(self.arrays[x].dtype),))
        return self.add("clip", inputs, {"Out": 1}, {"min": -0.5, "max": 0.75}, moves=True)

    def reduce(self):
        kind = self.rng.choice(("sum", "mean", "max", "min", "prod"))
        x = self.floating()
        if kind in ("max", "min") and np.isnan(self.arrays[x]).any():
            return False  # where a NaN is decides whether Paddle keeps it
        rank = self.arrays[x].ndim
        dims = self.rng.sample(range(rank), self.rng.randint(0, rank)) if rank else []
        dims = [d - rank if self.rng.random() < 0.3 else d for d in dims]
        unwritten = make_golden.FLUID and (len(dims) == rank or rank > 4)  # by Paddle 1.8, without reduce_all
        return self.add("reduce_" + kind, {"X": x}, {"Out": 1}, {"dim": dims or [0], "keep_dim": self.rng.random() < 0.5,
                                                                 "reduce_all": not dims or unwritten})

    def reshape(self):
        x = self.any()
        size, target = int(self.arrays[x].size), []
        if size == 0:
            return False
        rest = size
        for _ in range(self.rng.randint(0, 4)):
            factor = self.rng.choice([f for f in range(1, rest + 1) if rest % f == 0])
            target.append(factor)
            rest //= factor
        if rest > 1 or (not target and size > 1):
            target.append(rest)
        if target and self.rng.random() < 0.5:
            target[self.rng.randrange(len(target))] = -1
        inputs, way = {"X": x}, self.rng.random()
        if target and way < 0.15:
            inputs["Shape"] = self.numbers(target)
        elif target and way < 0.3:
            inputs["ShapeTensor"] = self.scalars(target)
        return self.add("reshape2", inputs, {"Out": 1, "XShape": 1}, {"shape": target}, moves=True, hidden=("XShape",))

    def transpose(self):
        x = self.any()
        order = list(range(self.arrays[x].ndim))
        self.rng.shuffle(order)
        return self.add("transpose2", {"X": x}, {"Out": 1, "XShape": 1}, {"axis": order}, moves=True, hidden=("XShape",))

    def squeeze(self):
        x = self.any()
        if self.rng.random() < 0.5:
            inputs, axes, way = {"X": x}, [self.axis(x, 1)], self.rng.random()
            if way < 0.3:
                inputs["AxesTensor" if way < 0.15 else "AxesTensorList"] = self.numbers(axes) if way < 0.15 else self.scalars(axes)
            return self.add("unsqueeze2", inputs, {"Out": 1, "XShape": 1}, {"axes": axes}, moves=True, hidden=("XShape",))
        return self.add("squeeze2", {"X": x}, {"Out": 1, "XShape": 1}, {"axes": [] if self.rng.random() < 0.3 else [self.axis(x)]},
                        moves=True, hidden=("XShape",))

    def flatten(self):
        x = self.any()
        ends = sorted((self.rng.randrange(max(self.arrays[x].ndim, 1)), self.rng.randrange(max(self.arrays[x].ndim, 1))))
        return self.add("flatten_contiguous_range", {"X": x}, {"Out": 1, "XShape": 1}, {"start_axis": ends[0], "stop_axis": ends[1]},
                        moves=True, hidden=("XShape",))

    def concat(self):
        x = self.any(1)
        at = self.axis(x)
        inputs = [x]
        for _ in range(self.rng.randint(0, 2)):
            shape = list(self.arrays[x].shape)
            shape[at] = self.rng.choice(EXTENTS)
            inputs.append(self.like(x, shape) if self.rng.random() < 0.6 else x)
        given = {"AxisTensor": self.numbers([at])} if self.rng.random() < 0.2 else {}
        return self.add("concat", dict(given, X=inputs), {"Out": 1}, {"axis": at}, moves=True)

    def stack(self):
        x = self.any()
        if self.rng.random() < 0.5:
            return self.add("stack", {"X": [x] * self.rng.randint(1, 3)}, {"Y": 1}, {"axis": self.axis(x, 1)}, moves=True)
        if self.arrays[x].ndim == 0:
            return False
        at = self.axis(x)
        count = self.arrays[x].shape[at]
        if not 0 < count < 6:
            return False
        kind, slot = self.rng.choice((("unstack", "Y"), ("unbind", "Out")))
        return self.add(kind, {"X": x}, {slot: count}, dict({"axis": at}, **({"num": count} if kind == "unstack" else {})), moves=True)

    def split(self):
        x = self.any(1)
        at = self.rng.randrange(self.arrays[x].ndim)  # Paddle only splits rightly at an axis from the front
        extent = self.arrays[x].shape[at]
        if extent < 2:
            return False
        first = self.rng.randint(1, extent - 1)
        attrs = {"axis": at, "num": 0, "sections": [first, self.rng.choice((-1, extent - first))]}
        if extent % 2 == 0 and self.rng.random() < 0.5:
            attrs = {"axis": at, "num": 2, "sections": []}
        inputs = {"X": x}
        if self.rng.random() < 0.2:
            inputs["AxisTensor"] = self.numbers([at])
        if attrs["sections"] and self.rng.random() < 0.2:
            inputs["SectionsTensorList"] = self.scalars(attrs["sections"])
        return self.add("split", inputs, {"Out": 2}, attrs, moves=True)

    def slice(self):
        x = self.any(1)
        rank = self.arrays[x].ndim
        axes = sorted(self.rng.sample(range(rank), self.rng.randint(1, rank)))
        starts = [self.rng.randint(-6, 5) for _ in axes]
        ends = [self.rng.choice((s + 1, s + 2, 100, -1)) for s in starts]
        # Paddle's strided_slice returns an element of an empty range.
        lengths = [len(range(*slice(s, e).indices(self.arrays[x].shape[a]))) for a, s, e in zip(axes, starts, ends)]
        if self.rng.random() < 0.4 and all(lengths):
            strides = [self.rng.choice((1, 2)) for _ in axes]
            return self.add("strided_slice", self.bounds(x, Starts=starts, Ends=ends, Strides=strides), {"Out": 1}, {"axes": axes, "starts": starts, "ends": ends, "strides": strides,
                                                                        "infer_flags": [1] * len(axes)}, moves=True)
        single = [a for a, length in zip(axes, lengths) if length == 1]
        return self.add("slice", self.bounds(x, Starts=starts, Ends=ends), {"Out": 1},
                        {"axes": axes, "starts": starts, "ends": ends, "infer_flags": [1] * len(axes),
                         "decrease_axis": single if self.rng.random() < 0.4 else []}, moves=True)

    def bounds(self, x, **given):
        """Inputs of a slice, some of whose numbers are tensors."""
        inputs = {"Input": x}
        for what, numbers in given.items():
            way = self.rng.random()
            if way < 0.2:
                inputs[what + "Tensor" + ("List" if way < 0.1 else "")] = self.scalars(numbers) if way < 0.1 else self.numbers(numbers)
        return inputs

    def pick(self):
        x = self.any(1)
        at = self.axis(x)
        extent = self.arrays[x].shape[at]
        if extent == 0:
            return False
        at = at % self.arrays[x].ndim  # with an index without dimensions, Paddle ignores a negative axis
        index = self.feed(self.shape(0, 1), self.rng.choice(("int32", "int64")), 0, extent)
        if self.rng.random() < 0.5 and self.arrays[index].ndim == 1:
            return self.add("index_select", {"X": x, "Index": index}, {"Out": 1}, {"dim": at}, moves=True)
        given = {"Axis": self.numbers([at])} if self.rng.random() < 0.2 else {}
        if make_golden.FLUID and at:
            return False  # Paddle 1.8 has no axis
        return self.add("gather", dict(given, X=x, Index=index), {"Out": 1}, {"axis": at}, moves=True)

    def take(self):
        x = self.any(1)
        shape, way = list(self.arrays[x].shape), self.rng.random()
        if 0 in shape:
            return False
        if way < 0.3 and len(shape) == 2:
            index = self.feed([shape[0], self.rng.choice(EXTENTS)], self.rng.choice(("int32", "int64")), 0, shape[1])
            return self.add("index_sample", {"X": x, "Index": index}, {"Out": 1}, moves=True)
        if way < 0.6 and len(shape) > 1:
            inputs = [x, self.like(x)]
            rows = shape[0] if make_golden.FLUID else self.rng.randint(1, shape[0])  # Paddle 1.8 reads after the end of Ids
            ids = self.feed([rows, 1], "int32", 0, 2)
            return self.add("multiplex", {"X": inputs, "Ids": ids}, {"Out": 1}, moves=True)
        at = self.rng.randrange(len(shape))  # Paddle's interface stores an axis from the front
        index = self.feed(shape[:at] + [self.rng.choice(EXTENTS)] + shape[at + 1:], self.rng.choice(("int32", "int64")), 0, shape[at])
        return self.add("take_along_axis", {"Input": x, "Index": index}, {"Result": 1}, {"Axis": at}, moves=True)

    def heads(self):
        x = self.floating(low=2)
        shape = list(self.arrays[x].shape)
        heads = self.rng.choice([h for h in (2, 3, 4, 8) if shape[-1] % h == 0] or [1])
        if heads == 1 or 0 in shape:
            return False
        other = [shape[-1], self.rng.choice(EXTENTS)] if self.rng.random() < 0.5 else [shape[-1] // heads, heads * self.rng.choice((1, 2, 3))]
        turned = self.rng.random() < 0.3
        y = self.feed(other[::-1] if turned else other, weight=self.rng.random() < 0.5)
        return self.add("matmul", {"X": x, "Y": y}, {"Out": 1}, {"head_number": heads, "transpose_Y": turned, "transpose_X": False,
                                                                 "alpha": self.rng.choice((1.0, 0.5))})

    def pick_nd(self):
        x = self.any(1)
        depth = self.rng.randint(1, self.arrays[x].ndim)
        low = min(self.arrays[x].shape[:depth])
        if low == 0:
            return False
        index = self.feed(self.shape(0, 2) + [depth], "int64", 0, low)
        return self.add("gather_nd", {"X": x, "Index": index}, {"Out": 1}, moves=True)

    def softmax(self):
        x = self.floating()
        return self.add(self.rng.choice(("softmax", "log_softmax")), {"X": x}, {"Out": 1}, {"axis": self.axis(x)})

    def matmul(self):
        x = self.floating(low=1)
        shape = list(self.arrays[x].shape)
        ways = (self.rng.random() < 0.3 and len(shape) > 1, self.rng.random() < 0.3)
        inner = shape[-2] if ways[0] else shape[-1]
        other = [inner, self.rng.choice(EXTENTS)]
        batch = shape[:-2] if len(shape) > 2 and self.rng.random() < 0.5 else []
        weight = not batch and self.rng.random() < 0.7
        if self.rng.random() < 0.1:
            other, ways = [inner], (ways[0], False)
        y = self.feed(batch + (other[::-1] if ways[1] else other), weight=weight)
        if not self.add("matmul_v2", {"X": x, "Y": y}, {"Out": 1}, {"trans_x": ways[0], "trans_y": ways[1]}):
            return False
        out = self.program.ops[-1][2]["Out"][0]
        if weight and self.rng.random() < 0.6 and self.arrays[out].ndim:
            bias = self.feed([self.arrays[out].shape[-1]], weight=True)
            return self.add("elementwise_add", {"X": out, "Y": bias}, {"Out": 1}, {"axis": -1})
        return True

    def image(self):
        return self.choose(lambda a: a.dtype == self.real and a.ndim == 4, lambda: self.feed([self.rng.choice((1, 2))] +
                           [self.rng.choice((1, 2, 4, 8)), self.rng.choice((4, 5, 8)), self.rng.choice((4, 7, 8))]))

    def conv(self):
        x = self.image()
        channels = self.arrays[x].shape[1]
        kind = self.rng.choice(("conv2d", "conv2d", "depthwise_conv2d", "conv2d_transpose"))
        if channels == 0:
            return False
        groups = channels if kind == "depthwise_conv2d" else self.rng.choice([g for g in (1, 2) if channels % g == 0])
        out = channels if kind == "depthwise_conv2d" else groups * self.rng.choice((1, 2, 4))
        window = [self.rng.choice((1, 2, 3)), self.rng.choice((1, 3))]
        filter_shape = [channels, out // groups] if kind == "conv2d_transpose" else [out, channels // groups]
        attrs = {"strides": [self.rng.choice((1, 2))] * 2, "paddings": [self.rng.choice((0, 1))] * 2, "groups": groups,
                 "dilations": [self.rng.choice((1, 1, 2))] * 2, "padding_algorithm": self.rng.choice(("EXPLICIT", "EXPLICIT", "SAME", "VALID"))}
        if not self.add(kind, {"Input": x, "Filter": self.feed(filter_shape + window, weight=True)}, {"Output": 1}, attrs):
            return False
        y = self.program.ops[-1][2]["Output"][0]
        if self.rng.random() < 0.4:
            return self.add("elementwise_add", {"X": y, "Y": self.feed([out], weight=True)}, {"Out": 1}, {"axis": 1})
        if self.rng.random() < 0.5:
            return self.norm_of(y)
        return True

    def norm_of(self, x):
        channels = self.arrays[x].shape[1]
        parameters = {"Scale": self.feed([channels], None, 0.5, 1.5, True), "Bias": self.feed([channels], weight=True),
                      "Mean": self.feed([channels], weight=True), "Variance": self.feed([channels], None, 0.5, 1.5, True)}
        return self.add("batch_norm", dict(parameters, X=x), {"Y": 1, "MeanOut": 1, "VarianceOut": 1, "SavedMean": 1, "SavedVariance": 1},
                        {"is_test": True, "epsilon": 1e-3, "use_global_stats": True},
                        hidden=("MeanOut", "VarianceOut", "SavedMean", "SavedVariance"))

    def batch_norm(self):
        return self.norm_of(self.floating(low=2))

    def pool(self):
        kind = self.rng.choice(("max", "avg"))
        # Paddle's adaptive maximum is wrong; its networks use max_pool2d_with_index.
        forms = ({}, {}, {}, {"global_pooling": True}) + (({"adaptive": True},) if kind == "avg" else ())
        ceils = self.rng.random() < 0.3
        # Paddle 1.8 divides the sum of a window beyond the border by the whole window, 2.6 by what is inside.
        exclusive = self.rng.random() < 0.5 or make_golden.FLUID and ceils
        return self.add("pool2d", {"X": self.image()}, {"Out": 1},
                        {"pooling_type": kind, "ksize": [self.rng.choice((1, 2, 3))] * 2,
                         "strides": [self.rng.choice((1, 2))] * 2, "paddings": [self.rng.choice((0, 1)), 0], "exclusive": exclusive,
                         "ceil_mode": ceils, **self.rng.choice(forms)})

    def layer_norm(self):
        x = self.floating(low=1)
        begin = self.rng.randrange(self.arrays[x].ndim)
        width = int(np.prod(self.arrays[x].shape[begin:]))
        if width < 2 or begin == 0:
            return False
        return self.add("layer_norm", {"X": x, "Scale": self.feed([width], weight=True), "Bias": self.feed([width], weight=True)},
                        {"Y": 1, "Mean": 1, "Variance": 1}, {"begin_norm_axis": begin, "epsilon": 1e-3}, hidden=("Mean", "Variance"))

    def expand(self):
        x = self.any()
        shape = [self.rng.choice((2, 3))] * self.rng.randint(0, 1)
        shape += [self.rng.choice((2, 3)) if d == 1 else self.rng.choice((-1, d)) for d in self.arrays[x].shape]
        inputs, way = {"X": x}, self.rng.random()
        if shape and way < 0.3:
            inputs["Shape" if way < 0.15 else "expand_shapes_tensor"] = self.numbers(shape) if way < 0.15 else self.scalars(shape)
        return self.add("expand_v2", inputs, {"Out": 1}, {"shape": shape}, moves=True) if shape else False

    def tile(self):
        x = self.any()
        times = [self.rng.choice((1, 2)) for _ in range(self.rng.randint(1, 4))]
        inputs, way = {"X": x}, self.rng.random()
        if way < 0.3:
            inputs["RepeatTimes" if way < 0.15 else "repeat_times_tensor"] = self.numbers(times) if way < 0.15 else self.scalars(times)
        return self.add("tile", inputs, {"Out": 1}, {"repeat_times": times}, moves=True)

    def select(self):
        x = self.any(exact=True, low=1)
        way = self.rng.random()
        if way < 0.4:
            return self.add(self.rng.choice(("arg_max", "arg_min")), {"X": self.floating(low=1, exact=True)}, {"Out": 1},
                            {"axis": self.rng.choice((0, -1)), "keepdims": self.rng.random() < 0.5, "flatten": self.rng.random() < 0.2,
                             "dtype": self.rng.choice((2, 3))})
        if way < 0.7:
            return self.add("cumsum", {"X": x}, {"Out": 1}, {"axis": self.axis(x), "exclusive": False,  # Paddle is wrong in place
                                                             "reverse": self.rng.random() < 0.3, "flatten": self.rng.random() < 0.2})
        x = self.floating(low=1, exact=True)
        if len(np.unique(self.arrays[x])) < self.arrays[x].size:  # Paddle's order of equal values follows from its sorting algorithm
            return False
        given = {"K": self.numbers([1])} if self.rng.random() < 0.3 else {}
        return self.add("top_k_v2", dict(given, X=x), {"Out": 1, "Indices": 1}, {"k": 1, "axis": -1, "largest": True}, moves=True)

    def arrange(self):
        x = self.any(1)
        way = self.rng.random()
        if way < 0.4:
            return self.add("flip", {"X": x}, {"Out": 1}, {"axis": [self.axis(x)]}, moves=True)
        if way < 0.7:
            shifts = [self.rng.randint(-3, 3)]
            given = {"ShiftsTensor": self.numbers(shifts)} if self.rng.random() < 0.3 else {}
            return self.add("roll", dict(given, X=x), {"Out": 1}, {"shifts": shifts, "axis": [self.axis(x)]}, moves=True)
        return self.add("tril_triu", {"X": x}, {"Out": 1}, {"diagonal": self.rng.randint(-2, 2), "lower": self.rng.random() < 0.5}, moves=True)

    def where(self):
        x = self.any()
        array = self.arrays[x]
        condition = self.feed(list(array.shape), "bool")
        other = self.like(x)
        return self.add("where", {"Condition": condition, "X": x, "Y": other}, {"Out": 1}, moves=True)

    def fill(self):
        x = self.any()
        way = self.rng.random()
        if way < 0.3:
            return self.add("shape", {"Input": x}, {"Out": 1})
        if way < 0.6:
            return self.add("fill_any_like", {"X": x}, {"Out": 1}, {"value": 1.5, "dtype": self.rng.choice((-1, 5, 3))}, moves=True)
        if way < 0.8:
            shape, inputs, how = [self.rng.choice(EXTENTS) for _ in range(self.rng.randint(1, 3))], {}, self.rng.random()
            if how < 0.6:
                inputs["ShapeTensor" if how < 0.3 else "ShapeTensorList"] = self.numbers(shape) if how < 0.3 else self.scalars(shape)
            dtype = self.rng.choice(("float32", "float64", "int32", "int64", "bool", "uint8", "int8", "int16"))
            if self.rng.random() < 0.3:
                inputs["ValueTensor"] = self.numbers([1], (dtype,))
            return self.add("fill_constant", inputs, {"Out": 1}, {"shape": shape, "value": 2.5, "dtype": NUMBERS[dtype]}, moves=True)
        given = {"depth_tensor": self.numbers([self.rng.choice((4, 5))])} if self.rng.random() < 0.3 else {}
        return self.add("one_hot_v2", dict(given, X=self.feed(self.shape(0, 2), "int64", 0, 4)), {"Out": 1}, {"depth": 4, "dtype": 5})

    def pad(self):
        x = self.any(1)
        pads = [self.rng.choice((0, 0, 1, 2)) for _ in range(2 * self.arrays[x].ndim)]
        return self.add("pad", {"X": x}, {"Out": 1}, {"paddings": pads, "pad_value": 0.5}, moves=True)

    def interpolate(self):
        kind = self.rng.choice(("nearest", "bilinear", "bicubic"))
        sizes, inputs, way = [self.rng.choice((4, 8, 10)), self.rng.choice((3, 8, 14))], {"X": self.image()}, self.rng.random()
        if way < 0.1:
            inputs["OutSize"] = self.numbers(sizes, ("int32",))
        elif way < 0.2:
            inputs["SizeTensor"] = [self.numbers([size], ("int32",)) for size in sizes]
        elif way < 0.3:
            inputs["Scale"] = self.numbers([self.rng.choice((0.5, 1.5, 2.0))] * self.rng.randint(1, 2), ("float32",))
        return self.add(kind + "_interp_v2", inputs, {"Out": 1},
                        {"interp_method": kind, "out_h": sizes[0], "out_w": sizes[1],
                         "align_corners": self.rng.random() < 0.5, "align_mode": self.rng.choice((0, 1)), "data_layout": "NCHW"})

    def prelu(self):
        x = self.floating(low=2)
        return self.add("prelu", {"X": x, "Alpha": self.feed([1], weight=True)}, {"Out": 1}, {"mode": "all"})

    def normalise(self):
        x = self.floating(low=1)
        if self.rng.random() < 0.5:
            return self.add("p_norm", {"X": x}, {"Out": 1}, {"porder": self.rng.choice((1.0, 2.0)), "axis": self.axis(x),
                                                             "keepdim": self.rng.random() < 0.5, "epsilon": 1e-6})
        return self.add("norm", {"X": x}, {"Out": 1, "Norm": 1}, {"axis": self.axis(x), "epsilon": 1e-6}, hidden=("Norm",))

    def sequences(self):
        """A tensor with a level of detail, or one that programs have computed from it."""
        lengths = [self.rng.choice((0, 1, 1, 2, 3)) for _ in range(self.rng.randint(1, 4))]
        offsets = [int(n) for n in np.cumsum([0] + lengths)]

        def make():
            array = np.random.default_rng(self.rng.getrandbits(32)).uniform(-1, 1, [offsets[-1], self.rng.choice((1, 2, 4))])
            return self.given(array.astype(self.real), lod=[offsets])

        found = [n for n, a in self.arrays.items() if self.lods.get(n) and a.dtype == self.real and a.ndim == 2]
        return self.rng.choice(found) if found and self.rng.random() < 0.8 else make()

    def sequence(self):
        x = self.sequences()
        way = self.rng.random()
        width = self.arrays[x].shape[1]
        if way < 0.25:
            return self.add("sequence_pool", {"X": x}, {"Out": 1}, {"pooltype": self.rng.choice(("SUM", "AVERAGE", "SQRT", "MAX", "LAST", "FIRST")),
                                                                    "is_test": True, "pad_value": 0.5})
        if way < 0.4:
            return self.add("sequence_reverse", {"X": x}, {"Y": 1}, moves=True)
        if way < 0.5:
            return self.add("sequence_softmax", {"X": x}, {"Out": 1})
        # With more levels, Paddle cuts rows by those of the first one and leaves the others unwritten.
        if way < 0.6 and len(self.lods[x]) == 1:
            return self.add("sequence_concat", {"X": [x, x]}, {"Out": 1}, moves=True)
        if way < 0.7:
            return self.add("sequence_conv", {"X": x, "Filter": self.feed([3 * width, self.rng.choice((1, 2, 4))], weight=True)}, {"Out": 1},
                            {"contextLength": 3, "contextStart": -1, "contextStride": 1})
        if way < 0.8:
            y = self.sequences()
            return self.add("sequence_expand", {"X": x, "Y": y}, {"Out": 1}, {"ref_level": self.rng.choice((-1, 0))}, moves=True)
        if way < 0.9:
            return self.add("sequence_reshape", {"X": x}, {"Out": 1}, {"new_dim": self.rng.choice((1, 2, 2 * width))}, moves=True)
        return self.add("lod_reset", {"X": x}, {"Out": 1}, {"target_lod": [0, self.arrays[x].shape[0]]}, moves=True)

    def known(self):
        """A case of cases_*.py, mostly in another form. It may read values of the program instead of its own."""
        case = compare_forms.fixed(self.rng.choice(KNOWN[self.rng.choice(sorted(KNOWN))]))
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            form = self.rng.choice(compare_forms.DRAWS)(case, self.rng)
            if form is None or compare_forms.excluded(case, form):
                return False
        inputs = {}
        for slot, values in case.inputs.items():
            for value in values:
                same = [n for n, a in self.arrays.items() if a.shape == value.array.shape and a.dtype == value.array.dtype
                        and a.dtype.kind == "f" and not np.isnan(a).any() and (self.lods.get(n) or []) == (value.lod or []) and not self.is_weight(n)
                        and (n in self.exact or not re.fullmatch(JUMPS, case.op))
                        and (len(np.unique(a)) == a.size or not re.fullmatch(ORDERED, case.op))]
                reads = same and slot in ("X", "Y", "Input") and not value.is_weight and self.rng.random() < 0.5
                inputs.setdefault(slot, []).append(self.rng.choice(same) if reads else self.given(value.array, value.is_weight, value.lod))
        return self.add(case.op, inputs, dict(case.outputs, **{slot: 1 for slot in case.others}), case.attrs, hidden=tuple(case.others))

    def body(self, x):
        """Operators of a block that compute another value of variable `state`, and what they read."""
        shape = list(self.arrays[x].shape)
        state, value, reads, ops, grows = self.name("v"), None, [], [], False
        self.blocks[state] = (shape, self.real)
        value = state
        for _ in range(self.rng.randint(1, 3)):
            way, out = self.rng.random(), self.name("v")
            self.blocks[out] = (shape, self.real)
            if way < 0.5:
                ops.append((self.rng.choice(SMOOTH[:2] + EXACT[:2]), {"X": [value]}, {"Out": [out]}, {}))
            elif way < 0.8 or not shape or grows:
                reads.append(self.feed([1 if self.rng.random() < 0.3 else d for d in ([] if grows else shape)], weight=self.rng.random() < 0.5))
                ops.append(("elementwise_" + self.rng.choice(("add", "sub", "mul")), {"X": [value], "Y": [reads[-1]]}, {"Out": [out]}, {"axis": -1}))
            else:
                grows = True
                ops.append(("concat", {"X": [value, x]}, {"Out": [out]}, {"axis": 0}))
                reads.append(x)
            value = out
        if grows:
            for name in [state] + [op[2]["Out"][0] for op in ops]:
                self.blocks[name] = ([-1] + shape[1:], self.real)
        ops.append(("assign", {"X": [value]}, {"Out": [state]}, {}))
        return state, ops, reads

    def block(self):
        """A loop or a condition around operators."""
        x = self.floating()
        if self.is_weight(x):
            return False
        state, ops, reads = self.body(x)
        condition, scopes = self.name("v"), self.name("scopes")
        before = [("assign", {"X": [x]}, {"Out": [state]}, {})]
        written = [state]
        if self.rng.random() < 0.5:
            condition = self.given(np.array([self.rng.random() < 0.6]))
            after = ("conditional_block", {"Cond": [condition], "Input": [state] + reads}, {"Out": written, "Scope": [scopes]},
                     {"sub_block": ops, "is_scalar_condition": True})
            reads = reads + [condition]
        else:
            index, last = self.name("v"), self.numbers([self.rng.randint(0, 4)], ("int64",))
            self.blocks[index], self.blocks[condition] = ([1], "int64"), ([1], "bool")
            less = ("less_than", {"X": [index], "Y": [last]}, {"Out": [condition]}, {})
            before += [("fill_constant", {}, {"Out": [index]}, {"shape": [1], "value": 0.0, "dtype": NUMBERS["int64"]}), less]
            ops += [("increment", {"X": [index]}, {"Out": [index]}, {"step": 1.0}), less]
            written = [state, index]
            after = ("while", {"X": written + reads + [last], "Condition": [condition]}, {"Out": written + [condition], "StepScopes": [scopes]},
                     {"sub_block": ops, "is_test": True})
            reads = reads + [last]
        alone = programs.Program()
        alone.values = {n: programs.Value(self.arrays[n], self.lods.get(n)) for n in reads + [x]}
        alone.ops, alone.fetches, alone.declared = before + [after], written, self.blocks
        try:
            results = programs.run_paddle(alone)
        except Exception:
            return False
        if any(r is None or r.array.size > 20000 or (r.array.size and not np.abs(r.array).max() < 1e3) for r in results):
            return False
        self.program.ops += alone.ops
        self.read.update(reads + [x])
        for name, result in zip(written, results):
            self.arrays[name], self.lods[name] = result.array, result.lod
        return True

    STEPS = ("unary unary unary binary binary binary scale scale cast clip reduce reduce reshape reshape transpose transpose squeeze flatten "
             "concat stack split slice slice pick pick_nd take heads softmax matmul matmul conv conv conv batch_norm pool pool layer_norm expand tile "
             "select arrange where fill pad interpolate prelu normalise compare sequence sequence block block" + " known" * 24).split()

    def make(self):
        size = self.rng.randint(1, 8)
        for _ in range(40):
            if len(self.program.ops) >= size:
                break
            getattr(self, self.rng.choice(self.STEPS))()
        produced = dict.fromkeys(n for _, _, outputs, _ in self.program.ops for names in outputs.values() for n in names if n in self.arrays)
        some = self.rng.random() < 0.3  # fetched values cannot be fused away
        self.program.fetches = [n for n in produced if n not in self.read or (some and self.rng.random() < 0.5)]
        used = {n for _, inputs, _, _ in self.program.ops for names in inputs.values() for n in names}
        self.program.values = {n: v for n, v in self.program.values.items() if n in used}
        # Programs state shapes; a batch of unknown size is declared like that.
        self.program.declared = dict({n: (a.shape, str(a.dtype)) for n, a in self.arrays.items()}, **self.blocks)
        return self.program


def make(seed, number):
    return Maker(random.Random("%d/%d" % (seed, number))).make()


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
