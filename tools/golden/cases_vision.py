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
add("group_norm", "negative_epsilon", {"X": floats((2, 4, 3, 3))}, {"groups": 2, "epsilon": -0.1}, outputs=("Y",), others=("Mean", "Variance"))
for fluid in (False, True):
    for name, x in (("image", (2, 3, 4, 5)), ("line", (2, 3, 7)), ("volume", (1, 2, 3, 2, 4))):
        if fluid and name != "image":
            continue
        add("instance_norm", name, {"X": floats(x, 2, 0.5), "Scale": weight((x[1],)), "Bias": weight((x[1],))},
            {"epsilon": 1e-3}, outputs=("Y", "SavedMean", "SavedVariance"), fluid=fluid)
for name, epsilon in (("negative_epsilon", -0.1), ("roots_of_negative", -9.0)):
    add("instance_norm", name, {"X": floats((2, 3, 4, 4))}, {"epsilon": epsilon}, outputs=("Y", "SavedMean", "SavedVariance"))
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

# --- resampling
for name, x, attrs in (("double_size", (1, 2, 4, 5), {"out_h": 8, "out_w": 10}), ("odd", (2, 1, 5, 4), {"out_h": 8, "out_w": 7}),
                       ("smaller", (1, 2, 6, 7), {"out_h": 3, "out_w": 4}), ("one", (1, 2, 3, 4), {"out_h": 1, "out_w": 1})):
    for corners in (False, True):
        for op in ("bicubic_interp", "bicubic_interp_v2"):
            add(op, name + "_corners" * corners, {"X": floats(x)},
                dict(attrs, align_corners=corners, interp_method="bicubic"))
add("bicubic_interp_v2", "scale", {"X": floats((1, 2, 5, 5))}, {"scale": [1.7, 1.7], "align_corners": False,
                                                               "interp_method": "bicubic"})
add("bicubic_interp_v2", "last", {"X": floats((1, 4, 5, 3))}, {"out_h": 7, "out_w": 6, "align_corners": False,
                                                              "interp_method": "bicubic", "data_layout": "NHWC"})
for kind in ("nearest", "bilinear", "bicubic"):
    for op in (kind + "_interp", kind + "_interp_v2"):
        add(op, "any_layout", {"X": floats((1, 4, 5, 3))}, {"out_h": 7, "out_w": 6, "align_corners": False,
                                                            "interp_method": kind, "data_layout": "AnyLayout"})
for op in ("linear_interp", "linear_interp_v2"):
    for corners, mode in ((False, 0), (False, 1), (True, 1)):
        for size in (3, 9, 1):
            add(op, "to_%d_corners_%d_mode_%d" % (size, corners, mode), {"X": floats((2, 2, 5))},
                {"out_w": size, "align_corners": corners, "align_mode": mode, "interp_method": "linear"})
    add(op, "out_size", {"X": floats((1, 2, 5)), "OutSize": values([7], "int32")},
        {"align_corners": False, "interp_method": "linear"})
    add(op, "last", {"X": floats((1, 5, 2))}, {"out_w": 8, "align_corners": False, "interp_method": "linear",
                                              "data_layout": "NHWC"})
add("linear_interp_v2", "scale", {"X": floats((1, 2, 5))}, {"scale": [1.7], "align_corners": False,
                                                           "interp_method": "linear"})
for op in ("trilinear_interp", "trilinear_interp_v2"):
    for corners, mode in ((False, 0), (False, 1), (True, 1)):
        add(op, "corners_%d_mode_%d" % (corners, mode), {"X": floats((1, 2, 2, 3, 4))},
            {"out_d": 3, "out_h": 2, "out_w": 5, "align_corners": corners, "align_mode": mode,
             "interp_method": "trilinear"})
    add(op, "last", {"X": floats((1, 2, 3, 2, 3))}, {"out_d": 3, "out_h": 2, "out_w": 3, "align_corners": False,
                                                    "interp_method": "trilinear", "data_layout": "NDHWC"})
add("trilinear_interp_v2", "scale", {"X": floats((1, 1, 2, 3, 4))}, {"scale": [2.0, 1.5, 0.5], "align_corners": False,
                                                                    "interp_method": "trilinear"})
for name, theta in (("turn", [[0.8, -0.6, 0.1], [0.6, 0.8, -0.2]]), ("identity", [[1, 0, 0], [0, 1, 0]])):
    for corners in (False, True):
        add("affine_grid", name + "_corners" * corners, {"Theta": values([theta, theta])},
            {"output_shape": [2, 3, 4, 5], "align_corners": corners}, outputs=("Output",))
add("affine_grid", "tensor", {"Theta": floats((1, 2, 3)), "OutputShape": values([1, 3, 2, 3], "int32")},
    outputs=("Output",))
for name, theta in (("map_of_volume", (2, 3, 4)), ("homogeneous", (2, 3, 3)), ("two_rows_of_four", (2, 2, 4))):
    add("affine_grid", name, {"Theta": floats(theta)}, {"output_shape": [2, 1, 3, 2], "align_corners": True}, outputs=("Output",))
for corners in (False, True):
    add("affine_grid", "volume" + "_corners" * corners, {"Theta": floats((2, 3, 4))},
        {"output_shape": [2, 1, 3, 2, 4], "align_corners": corners}, outputs=("Output",))
add("affine_grid", "more_dimensions", {"Theta": floats((2, 2, 3, 2)), "OutputShape": values([2, 3, 2, 3], "int32")},
    outputs=("Output",))
add("affine_grid", "volume_tensor", {"Theta": floats((1, 3, 4), dtype="float64"), "OutputShape": values([1, 3, 2, 2, 3], "int32")},
    outputs=("Output",))
add("affine_grid", "more_sizes", {"Theta": floats((1, 3, 4)), "OutputShape": values([1, 3, 2, 2, 3, 7], "int32")},
    outputs=("Output",))
add("affine_grid", "one_voxel", {"Theta": floats((1, 3, 4))}, {"output_shape": [1, 1, 1, 1, 1], "align_corners": False},
    outputs=("Output",))
add("affine_grid", "one_pixel", {"Theta": floats((1, 2, 3))}, {"output_shape": [1, 1, 1, 1], "align_corners": False},
    outputs=("Output",))
for mode in ("bilinear", "nearest"):
    for padding in ("zeros", "border", "reflection"):
        for corners in (False, True):
            add("grid_sampler", "_".join([mode, padding] + ["corners"] * corners),
                {"X": floats((2, 2, 4, 5)), "Grid": floats((2, 3, 4, 2), 1.7)},
                {"mode": mode, "padding_mode": padding, "align_corners": corners}, outputs=("Output",))
            add("grid_sampler", "_".join(["volume", mode, padding] + ["corners"] * corners),
                {"X": floats((2, 2, 3, 4, 5)), "Grid": floats((2, 2, 3, 4, 3), 1.4)},
                {"mode": mode, "padding_mode": padding, "align_corners": corners}, outputs=("Output",))
add("grid_sampler", "volume_double", {"X": floats((1, 2, 3, 2, 4), dtype="float64"), "Grid": floats((1, 2, 2, 3, 3), 1.2, dtype="float64")},
    {"mode": "bilinear", "align_corners": False}, outputs=("Output",))
add("grid_sampler", "volume_line", {"X": floats((1, 2, 1, 1, 4)), "Grid": floats((1, 2, 2, 3, 3), 1.2)},
    {"mode": "bilinear", "padding_mode": "reflection", "align_corners": True}, outputs=("Output",))
# Halves, and positions between the border and the centre of the outermost pixel, which are outside in a volume.
add("grid_sampler", "volume_halves", {"X": floats((1, 1, 1, 1, 8)), "Grid": values(
    [[[[[(p + 0.5) / 4 - 1, 0, 0] for p in (0, 0.5, 1.5, 2.5, 6.5, 7, -0.25, 7.25)]]]])},
    {"mode": "nearest", "align_corners": False}, outputs=("Output",))
add("grid_sampler", "edges", {"X": floats((1, 1, 3, 3)), "Grid": values([[[[-1, -1], [1, 1], [0, 0], [1, -1]]]])},
    {"mode": "nearest", "align_corners": True}, outputs=("Output",))
add("grid_sampler", "halves", {"X": floats((1, 1, 3, 3)), "Grid": values([[[[-0.5, 0.5], [0.5, -0.5]]]])},
    {"mode": "nearest", "align_corners": True}, outputs=("Output",))

# --- rearranging
for name, x, attrs in (("two", (2, 8, 3, 2), {"upscale_factor": 2}), ("three", (1, 9, 2, 2), {"upscale_factor": 3}),
                       ("one", (1, 3, 2, 2), {"upscale_factor": 1}),
                       ("last", (1, 2, 3, 8), {"upscale_factor": 2, "data_format": "NHWC"})):
    add("pixel_shuffle", name, {"X": floats(x)}, attrs)
for name, x, axis in (("first", (3, 4), [0]), ("last", (3, 4), [-1]), ("both", (2, 3, 4), [0, 2]),
                      ("all", (2, 3, 2, 2), [0, 1, 2, 3]), ("vector", (5,), [0])):
    add("flip", name, {"X": floats(x)}, {"axis": axis})
add("flip", "int64", {"X": ints((2, 3), 0, 9)}, {"axis": [1]})
add("flip", "dims", {"X": floats((2, 3))}, {"dims": [1]}, fluid=True)
for name, x, shifts, axis in (("line", (2, 3), [2], []), ("rows", (3, 4), [1], [0]), ("back", (3, 4), [-1], [1]),
                              ("two", (2, 3, 4), [1, 2], [0, 2]), ("far", (3, 4), [9], [-1]),
                              ("twice", (5,), [1, 2], [0, 0])):
    add("roll", name, {"X": floats(x)}, {"shifts": shifts, "axis": axis})
add("roll", "tensor", {"X": floats((3, 4)), "ShiftsTensor": values([1, 2], "int64")}, {"shifts": [], "axis": [0, 1]})
add("roll", "dims", {"X": floats((3, 4))}, {"shifts": [1, -1], "dims": [0, 1]}, fluid=True)
for name, x, kernel, strides, pads, dilations in (
        ("plain", (2, 2, 4, 5), [2, 3], [1, 1], [0, 0, 0, 0], [1, 1]),
        ("stride", (1, 2, 6, 5), [3, 2], [2, 1], [1, 0, 1, 0], [1, 1]),
        ("four_pads", (1, 1, 4, 4), [2, 2], [1, 2], [0, 1, 2, 0], [1, 1]),
        ("dilated", (1, 2, 5, 6), [2, 2], [1, 1], [1, 1, 1, 1], [2, 3]),
        ("cropped", (1, 2, 5, 6), [2, 3], [1, 1], [0, -2, 1, 0], [1, 1]),
        ("beyond", (1, 2, 1, 5), [4, 2], [2, 1], [1, 0, 1, 0], [1, 1]),
        ("no_lines", (1, 2, 0, 5), [3, 2], [2, 1], [1, 0, 1, 0], [1, 1])):
    add("unfold", name, {"X": floats(x)}, {"kernel_sizes": kernel, "strides": strides, "paddings": pads,
                                           "dilations": dilations}, outputs=("Y",))
for name, x, times in (("rows", (2, 3), [3, 1]), ("both", (2, 3), [2, 2]), ("ones", (1, 1, 4), [2, 3, 1]),
                       ("none", (2, 3), [1, 1]), ("five", (1, 2, 1, 2, 1), [2, 1, 3, 1, 2])):
    add("expand", name, {"X": floats(x)}, {"expand_times": times}, fluid=True)
add("expand", "int32", {"X": ints((2, 1), 0, 9, "int32")}, {"expand_times": [1, 3]}, fluid=True)
add("expand", "tensor", {"X": floats((2, 3)), "ExpandTimes": values([2, 1], "int32")}, {"expand_times": []}, fluid=True)
add("expand", "tensors", {"X": floats((2, 3)), "expand_times_tensor": [values([2], "int32"), values([2], "int32")]},
    {"expand_times": [-1, 2]}, fluid=True)
for name, x, shape in (("rows", (1, 3), [4, 3]), ("keep", (1, 3), [4, -1]), ("more", (3, 1), [2, 3, 4]),
                       ("scalar", (), [2, 3]), ("same", (2, 3), [2, 3]), ("image", (1, 3, 1, 1), [2, 3, 2, 2])):
    add("expand_v2", name, {"X": floats(x) if x else values(2.5)}, {"shape": shape})
add("expand_v2", "bool", {"X": values([[1], [0]], "bool")}, {"shape": [2, 3]})
add("expand_v2", "int64", {"X": ints((3,), 0, 9)}, {"shape": [2, 3]})
add("expand_v2", "tensor", {"X": floats((1, 3)), "Shape": values([2, 3], "int32")}, {"shape": []})
add("expand_v2", "tensors", {"X": floats((1, 3)), "expand_shapes_tensor": [values([2], "int32"), values([-1], "int32")]},
    {"shape": [-1, -1]})

# --- others
for name, x, axis in (("last", (3, 5), -1), ("first", (3, 5), 0), ("middle", (2, 3, 4), 1), ("image", (2, 4, 3, 3), 1)):
    add("log_softmax", name, {"X": floats(x, 4)}, {"axis": axis})
add("log_softmax", "far", {"X": values([[0, -1000, 3], [500, 1, -2]])})
add("log_softmax", "double", {"X": floats((2, 3), dtype="float64")})
for name, x, attrs in (("plain", (2, 2, 4, 6), {"ksize": [2, 2], "strides": [2, 2]}),
                       ("pads", (1, 2, 5, 5), {"ksize": [3, 3], "strides": [2, 2], "paddings": [1, 1]}),
                       ("cropped", (1, 2, 6, 7), {"ksize": [2, 3], "strides": [2, 1], "paddings": [-1, -2]}),
                       ("rectangle", (1, 1, 5, 6), {"ksize": [2, 3], "strides": [1, 2], "paddings": [0, 1]}),
                       ("global", (2, 2, 3, 4), {"ksize": [1, 1], "global_pooling": True}),
                       ("adaptive", (1, 2, 7, 5), {"ksize": [3, 2], "adaptive": True}),
                       ("adaptive_grows", (1, 1, 2, 3), {"ksize": [4, 4], "adaptive": True})):
    add("max_pool2d_with_index", name, {"X": floats(x)}, attrs, outputs=("Out", "Mask"))
add("max_pool2d_with_index", "adaptive_global", {"X": floats((2, 3, 5, 4))}, {"ksize": [3, 2], "adaptive": True, "global_pooling": True},
    outputs=("Out", "Mask"))
add("max_pool2d_with_index", "ties", {"X": values([[[[1, 2, 2], [2, 2, 0], [0, 0, 0]]]])},
    {"ksize": [2, 2]}, outputs=("Out", "Mask"))
