"""Operators of random programs that compute: each element, products, windows and norms."""

import numpy as np

import make_golden
from draw_variables import EXACT, EXTENTS, NUMBERS, SMOOTH, Variables


class Layers(Variables):
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
