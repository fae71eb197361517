"""float64 and integers of operators whose float32 cases are elsewhere."""

import numpy as np

from golden import Case, floats, ints, values

CASES = []
DOUBLE = (1e-6, 1e-6, 0, 0)  # positions and weights of neighbours are float32


def add(op, name, inputs, attrs, outputs=("Out",), tolerance=(1e-13, 1e-13, 0, 0)):
    CASES.append(Case(op, name, inputs, list(outputs), attrs, tolerance=tolerance))


def double(*shape):
    return floats(shape, dtype="float64")


add("fc", "double", {"Input": double(3, 7), "W": double(7, 5), "Bias": double(5)},
    {"in_num_col_dims": 1, "activation_type": "relu"})
add("conv3d", "double", {"Input": double(1, 4, 3, 4, 5), "Filter": double(6, 2, 2, 3, 3)},
    {"strides": [1, 2, 1], "paddings": [1, 0, 1], "dilations": [1, 1, 1], "groups": 2}, ["Output"])
for kind in ("max", "avg"):
    add("pool3d", "double_" + kind, {"X": double(1, 2, 4, 5, 6)},
        {"pooling_type": kind, "ksize": [2, 3, 2], "strides": [2, 1, 2], "paddings": [0, 1, 1]})
add("box_coder", "double", {"PriorBox": double(4, 4), "PriorBoxVar": double(4, 4), "TargetBox": double(3, 4, 4)},
    {"code_type": "decode_center_size", "box_normalized": False}, ["OutputBox"])
add("polygon_box_transform", "double", {"Input": double(1, 4, 2, 3)}, {}, ["Output"])

add("box_clip", "double", {"Input": floats((4, 4), 60, 20, dtype="float64", lod=[[0, 4]]),
                           "ImInfo": floats((1, 3), 1, 30, dtype="float64")}, {}, ["Output"])

for kind, shape, sizes in (("nearest", (1, 2, 3, 4), {"out_h": 5, "out_w": 7}),
                           ("bilinear", (1, 2, 3, 4), {"out_h": 5, "out_w": 7}),
                           ("bicubic", (1, 2, 4, 4), {"out_h": 5, "out_w": 7}),
                           ("linear", (1, 2, 4), {"out_w": 7}),
                           ("trilinear", (1, 2, 2, 3, 4), {"out_d": 3, "out_h": 5, "out_w": 7})):
    attrs = dict(sizes, interp_method=kind, align_corners=kind != "bilinear", align_mode=0, data_layout="NCHW")
    for op in (kind + "_interp", kind + "_interp_v2"):
        add(op, "double", {"X": double(*shape)}, attrs, tolerance=DOUBLE)
        if kind == "nearest":
            add(op, "uint8", {"X": ints(shape, 0, 255, "uint8")}, attrs)
for dtype in ("int32", "int64"):
    add("nearest_interp_v2", dtype, {"X": ints((1, 2, 3, 4), -99, 99, dtype)},
        {"out_h": 5, "out_w": 7, "interp_method": "nearest", "align_corners": True, "data_layout": "NCHW"})

# Weights of positions that are rounded to float, some of them to a pixel: their double results have no other error.
line = [[[float(7 * i % 13) for i in range(11)]]]
for op, shape, sizes in (("linear_interp", (1, 1, 11), {"out_w": 7}), ("linear_interp_v2", (1, 1, 11), {"out_w": 9}),
                         ("bilinear_interp", (1, 1, 1, 11), {"out_h": 1, "out_w": 7}),
                         ("trilinear_interp_v2", (1, 1, 1, 1, 11), {"out_d": 1, "out_h": 1, "out_w": 3})):
    for dtype in ("float64", "uint8"):
        add(op, "rounded_" + dtype, {"X": values(np.reshape(line, shape), dtype)},
            dict(sizes, interp_method=op.split("_")[0], align_corners=False, align_mode=0, data_layout="NCHW"))
