"""Operators of random programs that move elements, repeat them or make them, and do not compute with them."""

import make_golden
from draw_variables import EXTENTS, NUMBERS, Variables


class Layout(Variables):
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

    def pick_nd(self):
        x = self.any(1)
        depth = self.rng.randint(1, self.arrays[x].ndim)
        low = min(self.arrays[x].shape[:depth])
        if low == 0:
            return False
        index = self.feed(self.shape(0, 2) + [depth], "int64", 0, low)
        return self.add("gather_nd", {"X": x, "Index": index}, {"Out": 1}, moves=True)

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
