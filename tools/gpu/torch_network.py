"""A Paddle program as a PyTorch module: one line of Python for each operator, batch normalisations folded into convolutions.

The module's parameters are the program's, so both engines compute the same function of the same numbers.
"""
import numpy as np


class Unsupported(Exception):
    pass


def pair(values):
    return (values[0], values[1]) if len(values) == 2 else None


def fold_batch_norms(program):
    """Removes every batch_norm whose input is only read by it and comes from a convolution."""
    readers, writers = {}, {}
    for op in program.ops:
        for names in op.inputs.values():
            for name in names:
                readers[name] = readers.get(name, 0) + 1
        for names in op.outputs.values():
            for name in names:
                writers[name] = op
    kept, biases = [], {}
    for op in program.ops:
        producer = writers.get(op.input("X")) if op.type == "batch_norm" else None
        if producer is None or producer.type not in ("conv2d", "depthwise_conv2d") or readers[op.input("X")] != 1 or \
                producer.input("Filter") in biases:
            kept.append(op)
            continue
        scale, bias, mean, variance = (program.params[op.input(slot)] for slot in ("Scale", "Bias", "Mean", "Variance"))
        factor = scale / np.sqrt(variance + op.attrs["epsilon"])
        weight = producer.input("Filter")
        program.params[weight] = program.params[weight] * factor[:, None, None, None]
        biases[weight] = weight + "/bias"
        program.params[biases[weight]] = bias - mean * factor
        producer.inputs["Bias"] = [biases[weight]]
        producer.outputs["Output"] = [op.output("Y")]
    program.ops = kept


def sizes(x, *wanted):
    """Sizes for a reshape, where 0 is that of x."""
    return tuple(x.shape[i] if size == 0 else size for i, size in enumerate(wanted))


class Writer:
    """Writes the lines of a module's forward()."""

    def __init__(self, program):
        self.program, self.lines, self.names, self.used = program, [], {}, {}
        self.results, self.feeds = [], []

    def value(self, name):
        """The Python expression of a variable."""
        if name in self.names:
            return self.names[name]
        if name not in self.program.params:
            raise Unsupported("no value for " + name)
        if name not in self.used:
            self.used[name] = "p%d" % len(self.used)
        return "self." + self.used[name]

    def let(self, name, expression):
        self.names[name] = "v%d" % len(self.lines)
        self.lines.append("%s = %s" % (self.names[name], expression))

    def convolution(self, op, function):
        a = op.attrs
        paddings = list(a["paddings"])
        if a.get("padding_algorithm", "EXPLICIT") == "SAME":
            raise Unsupported("padding SAME")
        if a["padding_algorithm"] == "VALID":
            paddings = [0, 0]
        x = self.value(op.input("Input"))
        if len(paddings) == 4:
            if paddings[0] == paddings[1] and paddings[2] == paddings[3]:
                paddings = [paddings[0], paddings[2]]
            else:
                x = "F.pad(%s, %s)" % (x, [paddings[2], paddings[3], paddings[0], paddings[1]])
                paddings = [0, 0]
        bias = self.value(op.input("Bias")) if op.input("Bias") else "None"
        order = "%s, %s, %s, %s" % (x, self.value(op.input("Filter")), bias, pair(a["strides"]))
        if function == "F.conv2d":
            tail = "%s, %s, %d" % (pair(paddings), pair(a["dilations"]), a.get("groups") or 1)
        else:
            tail = "%s, 0, %d, %s" % (pair(paddings), a.get("groups") or 1, pair(a["dilations"]))
        self.let(op.output("Output"), "%s(%s, %s)" % (function, order, tail))

    def binary(self, op, sign):
        x, y = op.input("X"), op.input("Y")
        right, axis = self.value(y), op.attrs.get("axis", -1)
        if axis != -1:
            rank_x, rank_y = self.rank(x), self.rank(y)
            if rank_x - rank_y - axis > 0:
                right += "[%s]" % ", ".join(["..."] + ["None"] * (rank_x - rank_y - axis))
        self.let(op.output(), "%s %s %s" % (self.value(x), sign, right))

    def rank(self, name):
        if name in self.program.params:
            return self.program.params[name].ndim
        return len(self.program.vars[name][1])

    def pool(self, op):
        a, x = op.attrs, self.value(op.input("X"))
        out, size = op.output(), a["ksize"]
        if a.get("global_pooling") or (a.get("adaptive") and list(size) == [1, 1]):
            self.let(out, "%s.%s" % (x, "mean((2, 3), keepdim=True)" if a["pooling_type"] == "avg" else "amax((2, 3), keepdim=True)"))
        elif a.get("adaptive"):
            self.let(out, "F.adaptive_%s_pool2d(%s, %s)" % (a["pooling_type"], x, pair(size)))
        else:
            paddings = a["paddings"] if a.get("padding_algorithm") != "VALID" else [0, 0]
            if len(paddings) == 4:
                if paddings[0] != paddings[1] or paddings[2] != paddings[3]:
                    raise Unsupported("a pool that is padded on one side")
                paddings = [paddings[0], paddings[2]]
            common = "%s, %s, %s, %s" % (x, pair(size), pair(a["strides"]), pair(paddings))
            if a["pooling_type"] == "max":
                self.let(out, "F.max_pool2d(%s, 1, %r)" % (common, bool(a.get("ceil_mode"))))
            else:
                self.let(out, "F.avg_pool2d(%s, %r, %r)" % (common, bool(a.get("ceil_mode")), not a.get("exclusive", True)))

    def slice(self, op):
        a, x = op.attrs, self.value(op.input("Input"))
        starts, ends = list(a["starts"]), list(a["ends"])
        for slot, values in (("StartsTensorList", starts), ("EndsTensorList", ends)):
            for i, name in enumerate(op.inputs.get(slot, [])):
                values[i] = self.value(name) + "[0]"
        index = {axis: "%s:%s" % (starts[i], ends[i]) for i, axis in enumerate(a["axes"])}
        if op.input("Input") in self.shapes:
            self.shapes.add(op.output())
            self.let(op.output(), "%s[%s]" % (x, index[0]))
            return
        for axis in a.get("decrease_axis") or []:
            index[axis] = str(starts[a["axes"].index(axis)])
        self.let(op.output(), "%s[%s]" % (x, ", ".join(index.get(i, ":") for i in range(max(index) + 1))))

    def reshape(self, op):
        shape = [str(d) for d in op.attrs["shape"]]
        names = op.inputs.get("ShapeTensor", [])
        if names:
            shape = [self.value(name) + "[0]" for name in names]
        x = self.value(op.input("X"))
        self.let(op.output(), "%s.reshape(sizes(%s, %s))" % (x, x, ", ".join(shape)))

    def write(self, op):
        a, kind = op.attrs, op.type
        x = op.input("X") or op.input("Input")
        out = op.outputs.get("Out", op.outputs.get("Y", op.outputs.get("Output", [None])))[0]
        simple = {"relu": "F.relu({x})", "relu6": "F.relu6({x})", "sigmoid": "torch.sigmoid({x})", "tanh": "torch.tanh({x})",
                  "assign": "{x}", "dropout": "{x}", "hard_swish": "F.hardswish({x})", "swish": "F.silu({x})"}
        if kind == "feed":
            self.names[out] = "x%d" % a["col"]
            self.feeds.append((a["col"], out))
        elif kind == "fetch":
            self.results.append((a["col"], self.value(x)))
        elif kind in ("conv2d", "depthwise_conv2d"):
            self.convolution(op, "F.conv2d")
        elif kind == "conv2d_transpose":
            self.convolution(op, "F.conv_transpose2d")
        elif kind == "dropout" and a.get("dropout_implementation") != "upscale_in_train":
            self.let(out, "%s * %r" % (self.value(x), 1 - a["dropout_prob"]))
        elif kind in simple:
            self.let(out, simple[kind].format(x=self.value(x)))
        elif kind == "gelu":
            self.let(out, "F.gelu(%s, approximate=%r)" % (self.value(x), "tanh" if a.get("approximate") else "none"))
        elif kind == "hard_sigmoid":
            self.let(out, "torch.clamp(%s * %r + %r, 0, 1)" % (self.value(x), a["slope"], a["offset"]))
        elif kind in ("elementwise_add", "elementwise_mul", "elementwise_sub", "elementwise_div"):
            self.binary(op, {"add": "+", "mul": "*", "sub": "-", "div": "/"}[kind[12:]])
        elif kind == "batch_norm":
            parts = ", ".join(self.value(op.input(slot)) for slot in ("Mean", "Variance", "Scale", "Bias"))
            self.let(op.output("Y"), "F.batch_norm(%s, %s, False, 0, %r)" % (self.value(x), parts, a["epsilon"]))
        elif kind == "layer_norm":
            axis = a["begin_norm_axis"]
            shape = "%s.shape[%d:]" % (self.value(x), axis)
            scale, bias = (self.value(op.input(s)) if op.input(s) else "None" for s in ("Scale", "Bias"))
            self.let(op.output("Y"), "F.layer_norm(%s, %s, %s, %s, %r)" % (self.value(x), shape, scale, bias, a["epsilon"]))
        elif kind == "pool2d":
            self.pool(op)
        elif kind == "softmax":
            self.let(out, "torch.softmax(%s, %d)" % (self.value(x), a.get("axis", -1)))
        elif kind == "matmul_v2":
            left, right = self.value(x), self.value(op.input("Y"))
            self.let(out, "torch.matmul(%s, %s)" % (left + (".mT" if a.get("trans_x") else ""), right + (".mT" if a.get("trans_y") else "")))
        elif kind == "flatten_contiguous_range":
            self.let(out, "torch.flatten(%s, %d, %d)" % (self.value(x), a["start_axis"], a["stop_axis"]))
        elif kind == "transpose2":
            self.let(out, "%s.permute(%s)" % (self.value(x), ", ".join(map(str, a["axis"]))))
        elif kind == "squeeze2":
            self.let(out, "%s.squeeze(%s)" % (self.value(x), tuple(a["axes"])))
        elif kind == "unsqueeze2":
            text = self.value(x)
            for axis in a["axes"]:
                text += ".unsqueeze(%d)" % axis
            self.let(out, text)
        elif kind == "reshape2":
            self.reshape(op)
        elif kind == "concat":
            self.let(out, "torch.cat([%s], %d)" % (", ".join(map(self.value, op.inputs["X"])), a["axis"]))
        elif kind == "scale":
            order = "({x} + {b!r}) * {s!r}" if not a.get("bias_after_scale", True) else "{x} * {s!r} + {b!r}"
            scaled, shift = a["scale"], a["bias"]
            if self.program.vars.get(x, ("",))[0] in ("int64", "int32"):
                scaled, shift = int(scaled), int(shift)
            self.let(out, order.format(x=self.value(x), s=scaled, b=shift))
        elif kind == "nearest_interp_v2":
            scale = a.get("scale")
            factors = tuple(scale) if len(scale or []) == 2 else (scale[0], scale[0]) if scale else None
            size = "scale_factor=%r" % (factors,) if factors else "size=%r" % ((a["out_h"], a["out_w"]),)
            self.let(out, "F.interpolate(%s, %s, mode='nearest')" % (self.value(x), size))
        elif kind == "lookup_table_v2":
            self.let(out, "F.embedding(%s, %s)" % (self.value(op.input("Ids")), self.value(op.input("W"))))
        elif kind == "fill_any_like":
            self.let(out, "torch.full_like(%s, %r)" % (self.value(x), int(a["value"])))
        elif kind == "cumsum":
            self.let(out, "torch.cumsum(%s, %d)" % (self.value(x), a["axis"]))
        elif kind == "cast":
            self.let(out, "%s.to(%s)" % (self.value(x), {5: "self.number", 3: "torch.int64", 2: "torch.int32"}[a["out_dtype"]]))
        elif kind == "shape":
            self.shapes.add(out)
            self.let(out, "list(%s.shape)" % self.value(x))
        elif kind == "fill_constant":
            self.shapes.add(out)
            self.let(out, "[%d]" % int(float(a.get("str_value") or a["value"])))
        elif kind == "slice":
            self.slice(op)
        else:
            raise Unsupported("operator " + kind)

    def source(self):
        self.shapes = set()  # variables that are lists of sizes
        for op in self.program.ops:
            self.write(op)
        arguments = ", ".join("x%d" % col for col, _ in sorted(self.feeds))
        results = ", ".join(text for _, text in sorted(self.results))
        return "def forward(self, %s):\n    %s\n    return (%s,)\n" % (arguments, "\n    ".join(self.lines), results)


def module_of(torch, program):
    """A torch.nn.Module of the program."""
    fold_batch_norms(program)
    writer = Writer(program)
    source = writer.source()
    space = {"torch": torch, "F": torch.nn.functional, "sizes": sizes}
    exec(compile(source, "<network>", "exec"), space)  # pylint: disable=exec-used
    module = type("Network", (torch.nn.Module,), {"forward": space["forward"]})()
    module.number = torch.float32
    for name, member in writer.used.items():
        array = np.ascontiguousarray(program.params[name])
        module.register_buffer(member, torch.from_numpy(array.copy()))
    return module
