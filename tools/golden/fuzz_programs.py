#!/usr/bin/env python3
"""Runs random programs of 1 to 8 operators in Paddle 2.6.2 and in this library, and lists what differs.

    v26/bin/python tools/golden/fuzz_programs.py --package build.dev/python/package [--seed 1] [--count 1000]
    v26/bin/python tools/golden/fuzz_programs.py --package build.dev/python/package --seed 1 --program 17

Operators, attributes, shapes (0-D to rank 5, sizes of 0 and 1), element types and connections are drawn; an operator
that Paddle refuses is dropped. The library runs a program optimised for the processor, not optimised, and reloaded by
the light predictor. A line names the seed, the number of the program and the finding; `--program` repeats one and
prints it. Operators that turn a rounding difference into another result (comparisons, floor, arg_max) only read values
that both sides have exactly.
"""

import argparse
import os
import random
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import make_golden  # noqa: F401: switches Paddle to static programs
import programs

EXTENTS = (1, 2, 3, 4, 5, 8)
NUMBERS = {"int8": 21, "uint8": 20, "int16": 1, "int32": 2, "int64": 3, "float32": 5, "float64": 6, "bool": 0}
EXACT = ("relu", "abs", "floor", "ceil", "round", "sign", "square")
SMOOTH = ("sigmoid", "tanh", "exp", "gelu", "silu", "softplus", "softsign", "erf", "sin", "cos", "atan", "leaky_relu", "relu6",
          "hard_swish", "hard_sigmoid", "swish", "elu", "mish", "logsigmoid")


class Maker:
    """Draws one program; `arrays` holds what Paddle computed for every variable."""

    def __init__(self, rng):
        self.rng, self.program, self.arrays, self.exact, self.read = rng, programs.Program(), {}, set(), set()

    # --- variables

    def shape(self, low=0, high=4):
        zero = self.rng.random() < 0.03
        return [0 if zero and self.rng.random() < 0.4 else self.rng.choice(EXTENTS) for _ in range(self.rng.randint(low, high))]

    def feed(self, shape, dtype="float32", low=-1.0, high=1.0, weight=False):
        numbers = np.random.default_rng(self.rng.getrandbits(32))
        if dtype == "bool":
            array = numbers.integers(0, 2, shape).astype(bool)
        elif dtype.startswith("float"):
            array = numbers.uniform(low, high, shape).astype(dtype)
        else:
            array = numbers.integers(int(low), int(high), shape).astype(dtype)
        name = "%s%d" % ("w" if weight else "x", len(self.program.values))
        self.program.values[name] = programs.Value(np.array(array), is_weight=weight and array.size > 0)
        self.arrays[name] = np.array(array)
        self.exact.add(name)
        return name

    def choose(self, want=lambda a: True, make=None, exact=False):
        """An existing variable, mostly the newest, or a new one."""
        found = [n for n, a in self.arrays.items() if want(a) and (not exact or n in self.exact) and not self.is_weight(n)]
        if found and self.rng.random() < 0.85:
            return found[-1] if self.rng.random() < 0.6 else self.rng.choice(found)
        return make() if make else self.feed(self.shape())

    def is_weight(self, name):
        return name in self.program.values and self.program.values[name].is_weight

    def floating(self, rank=None, low=0, exact=False):
        want = lambda a: a.dtype == np.float32 and a.ndim >= low and (rank is None or a.ndim == rank)
        return self.choose(want, lambda: self.feed(self.shape(rank or low, rank or 4)), exact)

    def any(self, low=0, exact=False):
        dtype = self.rng.choice(("float32",) * 4 + ("int64", "int32", "float64", "bool"))
        return self.choose(lambda a: a.ndim >= low, lambda: self.feed(self.shape(low, 5), dtype, *((-5, 6) if "int" in dtype else (-1, 1))),
                           exact)

    # --- operators

    def add(self, kind, inputs, outputs, attrs=None, moves=False, hidden=()):
        """Runs the operator in Paddle; False if Paddle refuses it or its result is of no use. `outputs` maps a slot to
        a count; those in `hidden` cannot be read."""
        inputs = {s: n if isinstance(n, list) else [n] for s, n in inputs.items()}
        alone = programs.Program()
        for names in inputs.values():
            for name in names:
                alone.values[name] = programs.Value(self.arrays[name])
        first = len(self.arrays)
        named = {s: ["v%d_%s%d" % (first, s, i) for i in range(count)] for s, count in outputs.items()}
        alone.ops.append((kind, inputs, named, attrs or {}))
        alone.fetches = [n for s, names in named.items() if s not in hidden for n in names]
        try:
            results = programs.run_paddle(alone)
        except Exception:
            return False
        for array in results:
            if array is None or array.size > 20000 or array.ndim > 6:
                return False
            if array.dtype.kind == "f" and array.size and not (np.abs(array).max() < 1e3):
                return False
        self.program.ops.append(alone.ops[0])
        used = [n for names in inputs.values() for n in names]
        self.read.update(used)
        for name, array in zip(alone.fetches, results):
            self.arrays[name] = array
            if array.dtype.kind in "iub" or (moves and all(n in self.exact for n in used)):
                self.exact.add(name)
        return True

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
        y = self.feed(list(self.arrays[x].shape), str(self.arrays[x].dtype), *((-3, 4) if self.arrays[x].dtype.kind in "iu" else (-1, 1)))
        kind = self.rng.choice(("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal"))
        return self.add(kind, {"X": x, "Y": y}, {"Out": 1})

    def scale(self):
        return self.add("scale", {"X": self.floating()}, {"Out": 1},
                        {"scale": self.rng.choice((1.0, 0.5, -1.5)), "bias": self.rng.choice((0.0, 0.25, 1.0)),
                         "bias_after_scale": self.rng.random() < 0.5})

    def cast(self):
        x = self.any(exact=True)
        kind = self.rng.choice(("float32", "float64", "int32", "int64", "bool", "uint8"))
        return self.add("cast", {"X": x}, {"Out": 1}, {"in_dtype": NUMBERS[str(self.arrays[x].dtype)], "out_dtype": NUMBERS[kind]})

    def clip(self):
        return self.add("clip", {"X": self.floating()}, {"Out": 1}, {"min": -0.5, "max": 0.75}, moves=True)

    def reduce(self):
        kind = self.rng.choice(("sum", "mean", "max", "min", "prod"))
        x = self.floating()
        rank = self.arrays[x].ndim
        dims = self.rng.sample(range(rank), self.rng.randint(0, rank)) if rank else []
        dims = [d - rank if self.rng.random() < 0.3 else d for d in dims]
        return self.add("reduce_" + kind, {"X": x}, {"Out": 1}, {"dim": dims or [0], "keep_dim": self.rng.random() < 0.5,
                                                                 "reduce_all": not dims})

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
        return self.add("reshape2", {"X": x}, {"Out": 1, "XShape": 1}, {"shape": target}, moves=True, hidden=("XShape",))

    def transpose(self):
        x = self.any()
        order = list(range(self.arrays[x].ndim))
        self.rng.shuffle(order)
        return self.add("transpose2", {"X": x}, {"Out": 1, "XShape": 1}, {"axis": order}, moves=True, hidden=("XShape",))

    def squeeze(self):
        x = self.any()
        if self.rng.random() < 0.5:
            return self.add("unsqueeze2", {"X": x}, {"Out": 1, "XShape": 1}, {"axes": [self.axis(x, 1)]}, moves=True, hidden=("XShape",))
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
            dtype = str(self.arrays[x].dtype)
            inputs.append(self.feed(shape, dtype, *((-5, 6) if "int" in dtype else (-1, 1))) if self.rng.random() < 0.6 else x)
        return self.add("concat", {"X": inputs}, {"Out": 1}, {"axis": at}, moves=True)

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
        return self.add("split", {"X": x}, {"Out": 2}, attrs, moves=True)

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
            return self.add("strided_slice", {"Input": x}, {"Out": 1}, {"axes": axes, "starts": starts, "ends": ends, "strides": strides,
                                                                        "infer_flags": [1] * len(axes)}, moves=True)
        single = [a for a, length in zip(axes, lengths) if length == 1]
        return self.add("slice", {"Input": x}, {"Out": 1}, {"axes": axes, "starts": starts, "ends": ends, "infer_flags": [1] * len(axes),
                                                            "decrease_axis": single if self.rng.random() < 0.4 else []}, moves=True)

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
        return self.add("gather", {"X": x, "Index": index}, {"Out": 1}, {"axis": at}, moves=True)

    def take(self):
        x = self.any(1)
        shape, way = list(self.arrays[x].shape), self.rng.random()
        if 0 in shape:
            return False
        if way < 0.3 and len(shape) == 2:
            index = self.feed([shape[0], self.rng.choice(EXTENTS)], self.rng.choice(("int32", "int64")), 0, shape[1])
            return self.add("index_sample", {"X": x, "Index": index}, {"Out": 1}, moves=True)
        if way < 0.6 and len(shape) > 1:
            dtype = str(self.arrays[x].dtype)
            inputs = [x, self.feed(shape, dtype, *((-5, 6) if "int" in dtype else (-1, 1)))]
            ids = self.feed([self.rng.randint(1, shape[0]), 1], "int32", 0, 2)
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
        return self.choose(lambda a: a.dtype == np.float32 and a.ndim == 4, lambda: self.feed([self.rng.choice((1, 2))] +
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
        parameters = {"Scale": self.feed([channels], "float32", 0.5, 1.5, True), "Bias": self.feed([channels], weight=True),
                      "Mean": self.feed([channels], weight=True), "Variance": self.feed([channels], "float32", 0.5, 1.5, True)}
        return self.add("batch_norm", dict(parameters, X=x), {"Y": 1, "MeanOut": 1, "VarianceOut": 1, "SavedMean": 1, "SavedVariance": 1},
                        {"is_test": True, "epsilon": 1e-3, "use_global_stats": True},
                        hidden=("MeanOut", "VarianceOut", "SavedMean", "SavedVariance"))

    def batch_norm(self):
        return self.norm_of(self.floating(low=2))

    def pool(self):
        kind = self.rng.choice(("max", "avg"))
        # Paddle's adaptive maximum is wrong; its networks use max_pool2d_with_index.
        forms = ({}, {}, {}, {"global_pooling": True}) + (({"adaptive": True},) if kind == "avg" else ())
        return self.add("pool2d", {"X": self.image()}, {"Out": 1},
                        {"pooling_type": kind, "ksize": [self.rng.choice((1, 2, 3))] * 2,
                         "strides": [self.rng.choice((1, 2))] * 2, "paddings": [self.rng.choice((0, 1)), 0], "exclusive": self.rng.random() < 0.5,
                         "ceil_mode": self.rng.random() < 0.3, **self.rng.choice(forms)})

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
        return self.add("expand_v2", {"X": x}, {"Out": 1}, {"shape": shape}, moves=True) if shape else False

    def tile(self):
        x = self.any()
        return self.add("tile", {"X": x}, {"Out": 1}, {"repeat_times": [self.rng.choice((1, 2)) for _ in range(self.rng.randint(1, 4))]},
                        moves=True)

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
        return self.add("top_k_v2", {"X": x}, {"Out": 1, "Indices": 1}, {"k": 1, "axis": -1, "largest": True},
                        moves=True)

    def arrange(self):
        x = self.any(1)
        way = self.rng.random()
        if way < 0.4:
            return self.add("flip", {"X": x}, {"Out": 1}, {"axis": [self.axis(x)]}, moves=True)
        if way < 0.7:
            return self.add("roll", {"X": x}, {"Out": 1}, {"shifts": [self.rng.randint(-3, 3)], "axis": [self.axis(x)]}, moves=True)
        return self.add("tril_triu", {"X": x}, {"Out": 1}, {"diagonal": self.rng.randint(-2, 2), "lower": self.rng.random() < 0.5}, moves=True)

    def where(self):
        x = self.any()
        array = self.arrays[x]
        condition = self.feed(list(array.shape), "bool")
        other = self.feed(list(array.shape), str(array.dtype), *((-5, 6) if array.dtype.kind in "iu" else (-1, 1)))
        return self.add("where", {"Condition": condition, "X": x, "Y": other}, {"Out": 1}, moves=True)

    def fill(self):
        x = self.any()
        way = self.rng.random()
        if way < 0.3:
            return self.add("shape", {"Input": x}, {"Out": 1})
        if way < 0.6:
            return self.add("fill_any_like", {"X": x}, {"Out": 1}, {"value": 1.5, "dtype": self.rng.choice((-1, 5, 3))}, moves=True)
        return self.add("one_hot_v2", {"X": self.feed(self.shape(0, 2), "int64", 0, 4)}, {"Out": 1}, {"depth": 4, "dtype": 5})

    def pad(self):
        x = self.any(1)
        pads = [self.rng.choice((0, 0, 1, 2)) for _ in range(2 * self.arrays[x].ndim)]
        return self.add("pad", {"X": x}, {"Out": 1}, {"paddings": pads, "pad_value": 0.5}, moves=True)

    def interpolate(self):
        kind = self.rng.choice(("nearest", "bilinear"))
        return self.add(kind + "_interp_v2", {"X": self.image()}, {"Out": 1},
                        {"interp_method": kind, "out_h": self.rng.choice((4, 8, 10)), "out_w": self.rng.choice((3, 8, 14)),
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

    STEPS = ("unary unary unary binary binary binary scale scale cast clip reduce reduce reshape reshape transpose transpose squeeze flatten "
             "concat stack split slice slice pick pick_nd take heads softmax matmul matmul conv conv conv batch_norm pool pool layer_norm expand tile "
             "select arrange where fill pad interpolate prelu normalise compare").split()

    def make(self):
        size = self.rng.randint(1, 8)
        for _ in range(40):
            if len(self.program.ops) >= size:
                break
            getattr(self, self.rng.choice(self.STEPS))()
        produced = [n for _, _, outputs, _ in self.program.ops for names in outputs.values() for n in names if n in self.arrays]
        some = self.rng.random() < 0.3  # fetched values cannot be fused away
        self.program.fetches = [n for n in produced if n not in self.read or (some and self.rng.random() < 0.5)]
        used = {n for _, inputs, _, _ in self.program.ops for names in inputs.values() for n in names}
        self.program.values = {n: v for n, v in self.program.values.items() if n in used}
        # Programs state shapes; a batch of unknown size is declared like that.
        self.program.declared = {n: (a.shape, str(a.dtype)) for n, a in self.arrays.items()}
        return self.program


def make(seed, number):
    return Maker(random.Random("%d/%d" % (seed, number))).make()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", required=True, help="the folder that holds the library's Python package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="programs to draw")
    parser.add_argument("--program", type=int, help="only this one, and print it")
    args = parser.parse_args()
    ran = found = ops = 0
    for number in range(args.count) if args.program is None else [args.program]:
        made, program = programs.in_child(make, args.seed, number)
        if not made or not program.fetches:
            continue
        if args.program is not None:
            print(program.text())
        findings = programs.compare(program, os.path.abspath(args.package))
        if findings is None:
            continue
        ran, ops = ran + 1, ops + len(program.ops)
        for kind, text in findings:
            found += 1
            print("%s seed %d program %d (%s): %s" % (kind, args.seed, number, " ".join(o[0] for o in program.ops), text[:300]), flush=True)
    print("%d programs with %d operators, %d findings" % (ran, ops, found))


if __name__ == "__main__":
    main()
