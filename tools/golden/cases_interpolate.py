"""Interpolations whose attribute, and not the name of the operator, decides what is computed."""

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, attrs, **more):
    CASES.append(Case(op, name, inputs, ["Out"], dict({"align_corners": False, "align_mode": 0, "data_layout": "NCHW"}, **attrs), **more))


SIZES = {3: {"out_w": 7}, 4: {"out_h": 5, "out_w": 7}, 5: {"out_d": 3, "out_h": 5, "out_w": 7}}
SHAPES = {3: (1, 2, 4), 4: (1, 2, 3, 4), 5: (1, 2, 2, 3, 4)}
METHODS = (("linear", 3), ("nearest", 4), ("bilinear", 4), ("bicubic", 4), ("trilinear", 5))
for kind, usual in METHODS:
    for method, rank in METHODS:
        if method != kind:
            for op in (kind + "_interp", kind + "_interp_v2"):
                add(op, "method_" + method, {"X": floats(SHAPES[rank])}, dict(SIZES[rank], interp_method=method))
            if kind not in ("linear", "bicubic") and method != "linear":
                add(kind + "_interp", "fluid_method_" + method, {"X": floats(SHAPES[rank])}, dict(SIZES[rank], interp_method=method),
                    fluid=True)
    add(kind + "_interp_v2", "volume_nearest", {"X": floats(SHAPES[5])}, dict(SIZES[5], interp_method="nearest"))
    for op in (kind + "_interp", kind + "_interp_v2"):
        add(op, "no_method", {"X": floats(SHAPES[4])}, SIZES[4])
# Without images or channels, an image may have no lines.
for method in ("nearest", "bilinear", "bicubic"):
    for layout in ("NCHW", "NHWC"):
        add(method + "_interp", "no_lines_of_no_images_" + layout.lower(), {"X": floats((0, 0, 5, 3))}, {"out_h": 4, "out_w": 3, "data_layout": layout})
    add(method + "_interp", "no_pixels_of_no_channels", {"X": floats((2, 0, 0, 0))}, {"out_h": 4, "out_w": 3})
for dtype in ("int32", "int64"):
    for method, rank in METHODS:
        if method != "bicubic":
            add("nearest_interp_v2", dtype + "_" + method, {"X": ints(SHAPES[rank], -99, 99, dtype)}, dict(SIZES[rank], interp_method=method))
for kind, dtypes in (("nearest", ("int32", "int64", "uint8")), ("bilinear", ("uint8",)), ("linear", ("uint8",)), ("trilinear", ("uint8",))):
    for dtype in dtypes:
        for aligned in (False, True):
            for op in [kind + "_interp_v2"] + ([kind + "_interp"] if dtype == "uint8" else []):
                add(op, "%s_cubic%d" % (dtype, aligned), {"X": ints((1, 2, 9, 7), 0, 99, dtype)},
                    {"out_h": 5, "out_w": 13, "interp_method": "bicubic", "align_corners": aligned})
add("bilinear_interp", "fluid_cubic_of_uint8", {"X": ints((1, 2, 9, 7), 0, 99, "uint8")}, {"out_h": 5, "out_w": 13, "interp_method": "bicubic"},
    fluid=True)
# Two weights of one element may have products whose sum is less than the element.
for op, shape, sizes in (("trilinear", (1, 1, 1, 1, 11), {"out_d": 1, "out_h": 5, "out_w": 3}), ("trilinear", (1, 2, 1, 4, 6), {"out_d": 5, "out_h": 7, "out_w": 9}),
                         ("trilinear", (1, 2, 3, 1, 6), {"out_d": 5, "out_h": 7, "out_w": 9}), ("bilinear", (1, 3, 1, 9), {"out_h": 7, "out_w": 13}),
                         ("bilinear", (1, 3, 9, 1), {"out_h": 13, "out_w": 7}), ("linear", (1, 9, 1), {"out_w": 7})):
    add(op + "_interp_v2", "bytes_of_%s" % "x".join(str(n) for n in shape), {"X": ints(shape, 0, 256, "uint8")}, dict(sizes, interp_method=op))
for name, scale in (("two", [1.7, 3.0]), ("four", [2.0, 1.0, 1.0, 1.0]), ("negative", [-1.0])):
    add("bilinear_interp", "scale_tensor_of_" + name, {"X": floats(SHAPES[4]), "Scale": values(scale)}, dict(SIZES[4], interp_method="bilinear"))
for rank, method in ((3, "linear"), (4, "bilinear"), (5, "trilinear")):
    add(method + "_interp_v2", "longer_scale", {"X": floats(SHAPES[rank])}, {"interp_method": method, "scale": [1.5, 2.0, 2.5, 3.0]})
    add(method + "_interp_v2", "ncdhw", {"X": floats(SHAPES[rank])}, dict(SIZES[rank], interp_method=method, data_layout="NCDHW"))
