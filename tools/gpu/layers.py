"""Programs of one kind of layer each, repeated so often that copies of input and result matter little."""
import os

REPEATED = 8
# Convolutions of ResNet50 that keep the shape of their input, and pairs of them that do together: name, channels, those between,
# window, height and width.
CONVOLUTIONS = [("3x3, 64 channels, 56x56", 64, 64, 3, 56), ("3x3, 128 channels, 28x28", 128, 128, 3, 28),
                ("3x3, 256 channels, 14x14", 256, 256, 3, 14), ("3x3, 512 channels, 7x7", 512, 512, 3, 7),
                ("1x1, 64 and 256 channels, 56x56", 64, 256, 1, 56), ("1x1, 256 and 1024 channels, 14x14", 256, 1024, 1, 14),
                ("1x1, 512 and 2048 channels, 7x7", 512, 2048, 1, 7)]
# Products of BERT-base: name, rows, columns, those between.
PRODUCTS = [("product, 128 x 768 x 768", 128, 768, 768), ("products, 128 x 768 x 3072", 128, 768, 3072)]
NAMES = [layer[0] for layer in CONVOLUTIONS + PRODUCTS]


def make(folder, name, batch):
    """Writes the program and its input in the form of materialise_zoo; returns how many layers it has."""
    # The names of the layers are needed without numpy.
    import numpy as np  # pylint: disable=import-outside-toplevel
    from bert import formula  # pylint: disable=import-outside-toplevel
    from paddle_program import Op, Program, write  # pylint: disable=import-outside-toplevel

    os.makedirs(folder, exist_ok=True)
    program = Program()
    shape, steps = None, []
    for label, channels, between, window, size in CONVOLUTIONS:
        if label == name:
            shape = [batch, channels, size, size]
            attrs = {"strides": [1, 1], "paddings": [window // 2] * 2, "dilations": [1, 1], "groups": 1, "data_format": "NCHW"}
            for outputs, inputs in ((between, channels), (channels, between)):
                steps.append(("conv2d", "Input", "Filter", "Output", attrs, (outputs, inputs, window, window),
                              [-1, outputs, size, size]))
    for label, rows, columns, between in PRODUCTS:
        if label == name:
            shape = [batch, rows, columns]
            for inputs, outputs in ((columns, between), (between, columns)):
                steps.append(("matmul_v2", "X", "Y", "Out", {"trans_x": False, "trans_y": False}, (inputs, outputs), [-1, rows, outputs]))
    program.vars["x"] = ("float32", [-1] + shape[1:], False)
    program.ops.append(Op("feed", {"X": ["feed"]}, {"Out": ["x"]}, {"col": 0}))
    last = "x"
    for i in range(REPEATED):
        kind, given, weight, result, attrs, weights, found = steps[i % 2]
        # A weight of its own for each layer, of a size that keeps the numbers in their range.
        depth = np.prod(weights[1:]) if kind == "conv2d" else weights[0]
        program.params["w%d" % i] = formula("w%d" % i, weights, 1.7 / float(depth) ** 0.5)
        program.vars["w%d" % i] = ("float32", list(weights), True)
        program.vars["t%d" % i] = ("float32", list(found), False)
        program.ops.append(Op(kind, {given: [last], weight: ["w%d" % i]}, {result: ["t%d" % i]}, attrs))
        last = "t%d" % i
    program.ops.append(Op("fetch", {"X": [last]}, {"Out": ["fetch"]}, {"col": 0}))
    write(program, os.path.join(folder, "model.pdmodel"), os.path.join(folder, "model.pdiparams"))
    with open(os.path.join(folder, "inputs.txt"), "w", encoding="ascii") as f:
        f.write("x float %s\n" % "x".join(map(str, shape)))
    np.random.default_rng(1).standard_normal(shape, dtype=np.float32).tofile(os.path.join(folder, "input.0"))
    return REPEATED
