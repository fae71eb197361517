"""Operators of image networks: padding, normalisation, resampling, rearranging pixels."""

from golden import Case, floats, ints, values, weight

CASES = []


def add(op, name, inputs, attrs=None, fluid=False, others=(), outputs=("Out",), tolerance=None):
    CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, others=others, fluid=fluid, tolerance=tolerance))


# --- padding
for name, x, paddings in (("vector", (4,), [1, 2]), ("matrix", (2, 3), [0, 1, 2, 0]),
                          ("image", (2, 3, 4, 5), [0, 0, 1, 0, 2, 1, 0, 3]), ("five", (1, 2, 1, 2, 3), [1] * 10),
                          ("none", (2, 3), [0] * 4)):
    add("pad", name, {"X": floats(x)}, {"paddings": paddings, "pad_value": 0.5})
add("pad", "int64", {"X": ints((2, 3), -9, 9)}, {"paddings": [1, 0, 0, 2], "pad_value": 3.0})
add("pad", "double", {"X": floats((2, 3), dtype="float64")}, {"paddings": [1, 0, 0, 2]})
for layout, x in (("NCHW", (2, 3, 4, 5)), ("NHWC", (2, 4, 5, 3))):
    for mode in ("constant", "reflect", "edge"):
        add("pad2d", mode + "_" + layout.lower(), {"X": floats(x)},
            {"paddings": [1, 2, 3, 0], "mode": mode, "data_format": layout, "pad_value": -1.5}, fluid=True)
add("pad2d", "tensor", {"X": floats((1, 2, 3, 3)), "Paddings": values([2, 0, 1, 1], "int32")},
    {"paddings": [], "mode": "reflect"}, fluid=True)
for layout, x in (("NCDHW", (1, 2, 3, 4, 5)), ("NDHWC", (1, 3, 4, 5, 2))):
    for mode in ("constant", "reflect", "replicate", "circular"):
        add("pad3d", mode + "_" + layout.lower(), {"X": floats(x)},
            {"paddings": [1, 2, 3, 0, 2, 1], "mode": mode, "data_format": layout, "value": -1.5})
add("pad3d", "int64", {"X": ints((1, 1, 2, 2, 3), -9, 9)}, {"paddings": [1, 0, 0, 1, 1, 1], "value": 2.0})
add("pad3d", "tensor", {"X": floats((1, 2, 2, 3, 3)), "Paddings": values([2, 0, 1, 1, 0, 1], "int32")},
    {"paddings": [], "mode": "replicate"})
add("pad3d", "far", {"X": floats((1, 1, 1, 2, 2))}, {"paddings": [5, 4, 0, 0, 0, 0], "mode": "circular"})
add("pad_constant_like", "image", {"X": floats((2, 3, 4, 5)), "Y": floats((1, 3, 2, 5))}, {"pad_value": 0.5}, fluid=True)
add("pad_constant_like", "matrix", {"X": floats((4, 5)), "Y": floats((2, 3))}, fluid=True)
add("pad_constant_like", "same", {"X": floats((2, 3)), "Y": floats((2, 3))}, fluid=True)

# --- normalisation
for fluid in (False, True):
    for name, x, groups, layout in (("plain", (2, 6, 4, 5), 3, "NCHW"), ("one", (2, 6, 3, 3), 1, "NCHW"),
                                    ("all", (1, 4, 3, 3), 4, "NCHW"), ("last", (2, 3, 4, 6), 2, "NHWC")):
        inputs = {"X": floats(x, 2, 0.5), "Scale": weight((x[1 if layout == "NCHW" else 3],)),
                  "Bias": weight((x[1 if layout == "NCHW" else 3],))}
        add("group_norm", name, inputs, {"groups": groups, "data_layout": layout, "epsilon": 1e-3},
            outputs=("Y", "Mean", "Variance"), fluid=fluid)
add("group_norm", "no_scale", {"X": floats((2, 4, 3, 3))}, {"groups": 2}, outputs=("Y",), others=("Mean", "Variance"))
add("group_norm", "volume", {"X": floats((2, 4, 2, 3, 2))}, {"groups": 2}, outputs=("Y",), others=("Mean", "Variance"))
for fluid in (False, True):
    for name, x in (("image", (2, 3, 4, 5)), ("line", (2, 3, 7)), ("volume", (1, 2, 3, 2, 4))):
        if fluid and name != "image":
            continue
        add("instance_norm", name, {"X": floats(x, 2, 0.5), "Scale": weight((x[1],)), "Bias": weight((x[1],))},
            {"epsilon": 1e-3}, outputs=("Y", "SavedMean", "SavedVariance"), fluid=fluid)
add("instance_norm", "no_scale", {"X": floats((2, 3, 4, 4))}, outputs=("Y", "SavedMean", "SavedVariance"))
for name, attrs, x in (("default", {}, (2, 7, 3, 4)), ("wide", {"n": 9, "k": 1.0, "alpha": 0.3, "beta": 0.5}, (1, 5, 2, 3)),
                       ("three", {"n": 3, "alpha": 0.5}, (1, 6, 2, 2)), ("one", {"n": 1, "alpha": 0.5}, (1, 3, 2, 2)),
                       ("last", {"n": 3, "alpha": 0.5, "data_format": "NHWC"}, (2, 3, 2, 6))):
    add("lrn", name, {"X": floats(x, 2)}, attrs, outputs=("Out", "MidOut"))
for axis in (0, 1, -1, 2):
    add("norm", "axis%d" % axis, {"X": floats((2, 3, 4))}, {"axis": axis}, outputs=("Out", "Norm"))
add("norm", "image", {"X": floats((2, 5, 3, 4))}, {"axis": 1, "epsilon": 0.1}, outputs=("Out", "Norm"))
add("norm", "zeros", {"X": values([[0, 0], [0, 3]])}, {"axis": 1}, outputs=("Out", "Norm"))
add("norm", "double", {"X": floats((2, 3), dtype="float64")}, {"axis": 1}, outputs=("Out", "Norm"))
add("norm", "fluid", {"X": floats((2, 5, 3, 4))}, {"axis": 1}, outputs=("Out", "Norm"), fluid=True)
for name, x, layout in (("image", (2, 3, 4, 5), "NCHW"), ("last", (2, 4, 5, 3), "NHWC"), ("matrix", (4, 3), "NCHW"),
                        ("any", (2, 4, 5, 3), "AnyLayout")):
    add("affine_channel", name, {"X": floats(x), "Scale": weight((3,)), "Bias": weight((3,))}, {"data_layout": layout})
