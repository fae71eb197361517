"""Texts of attributes in other spellings. Paddle reads some in either case of letters, and compares others as they are."""

from golden import Case, floats, values, weight

CASES = []


def add(op, name, inputs, outputs, attrs, fluid=False):
    CASES.append(Case(op, name, inputs, outputs, attrs, fluid=fluid))


IMAGE, VOLUME = (1, 4, 4, 4), (1, 2, 3, 4, 2)  # the same number of channels in both layouts
LAYOUTS = ("Nchw", "nhwc", "Nhwc", "anylayout", "ANYLAYOUT", "ncdhw", "NDHWC")

# --- layouts that are converted
for layout in LAYOUTS:
    add("affine_channel", "layout_" + layout, {"X": floats(IMAGE), "Scale": weight((4,)), "Bias": weight((4,))}, ["Out"], {"data_layout": layout})
    add("lrn", "layout_" + layout, {"X": floats(IMAGE)}, ["Out", "MidOut"], {"n": 3, "data_format": layout})
    add("temporal_shift", "layout_" + layout, {"X": floats((4, 4, 2, 4))}, ["Out"], {"seg_num": 2, "shift_ratio": 0.25, "data_format": layout})
    for kind, shape, sizes in (("linear", (1, 3, 3), {"out_w": 5}), ("nearest", IMAGE, {"out_h": 3, "out_w": 6}),
                               ("bilinear", IMAGE, {"out_h": 3, "out_w": 6}), ("bicubic", IMAGE, {"out_h": 3, "out_w": 6}),
                               ("trilinear", VOLUME, {"out_d": 3, "out_h": 5, "out_w": 3})):
        for op in (kind + "_interp", kind + "_interp_v2"):
            add(op, "layout_" + layout, {"X": floats(shape)}, ["Out"], dict(sizes, interp_method=kind, data_layout=layout))
    add("conv2d_transpose", "layout_" + layout, {"Input": floats(IMAGE), "Filter": weight((4, 2, 2, 2))}, ["Output"], {"data_format": layout})
    add("depthwise_conv2d_transpose", "layout_" + layout, {"Input": floats(IMAGE), "Filter": weight((4, 1, 2, 2))}, ["Output"],
        {"data_format": layout, "groups": 4})
    add("conv3d_transpose", "layout_" + layout, {"Input": floats(VOLUME), "Filter": weight((2, 2, 2, 2, 2))}, ["Output"], {"data_format": layout})
for layout in ("Nchw", "nhwc"):
    add("group_norm", "layout_" + layout, {"X": floats(IMAGE)}, ["Y", "Mean", "Variance"], {"groups": 2, "data_layout": layout})

# --- layouts that are compared
for layout in ("nhwc", "Nhwc", "NDHWC", "NCDHW", "other"):
    for op, channels, groups in (("conv2d", 4, 1), ("depthwise_conv2d", 1, 4)):
        add(op, "layout_" + layout, {"Input": floats(IMAGE), "Filter": weight((4, channels, 2, 3))}, ["Output"],
            {"data_format": layout, "groups": groups})
    add("pixel_shuffle", "layout_" + layout, {"X": floats(IMAGE)}, ["Out"], {"upscale_factor": 2, "data_format": layout})
    if layout != "NDHWC":
        add("pool2d", "layout_" + layout, {"X": floats(IMAGE)}, ["Out"], {"pooling_type": "max", "ksize": [2, 3], "data_format": layout})
    add("pad2d", "layout_" + layout, {"X": floats((1, 2, 3, 4))}, ["Out"], {"paddings": [1, 0, 2, 1], "data_format": layout}, fluid=True)
for layout in ("ndhwc", "Ndhwc", "NHWC", "NCHW", "other"):
    add("conv3d", "layout_" + layout, {"Input": floats(VOLUME), "Filter": weight((3, 2, 2, 2, 2))}, ["Output"], {"data_format": layout})
    if layout != "NHWC":
        add("pool3d", "layout_" + layout, {"X": floats(VOLUME)}, ["Out"], {"pooling_type": "avg", "ksize": [2, 2, 1], "data_format": layout})
add("pad2d", "mode_Edge", {"X": floats((1, 2, 3, 4))}, ["Out"], {"paddings": [1, 0, 2, 1], "mode": "Edge", "pad_value": -1.5}, fluid=True)

# --- paddings
for text in ("same", "Valid", "other"):
    attrs = {"padding_algorithm": text, "paddings": [1, 0]}
    volume = dict(attrs, paddings=[1, 0, 1])
    add("conv2d", "algorithm_" + text, {"Input": floats(IMAGE), "Filter": weight((3, 4, 2, 3))}, ["Output"], attrs)
    add("depthwise_conv2d", "algorithm_" + text, {"Input": floats(IMAGE), "Filter": weight((4, 1, 2, 3))}, ["Output"], dict(attrs, groups=4))
    add("conv2d_transpose", "algorithm_" + text, {"Input": floats(IMAGE), "Filter": weight((4, 3, 2, 3))}, ["Output"], attrs)
    add("conv3d", "algorithm_" + text, {"Input": floats(VOLUME), "Filter": weight((3, 2, 2, 2, 2))}, ["Output"], volume)
    add("conv3d_transpose", "algorithm_" + text, {"Input": floats(VOLUME), "Filter": weight((2, 3, 2, 2, 2))}, ["Output"], volume)
    add("pool2d", "algorithm_" + text, {"X": floats(IMAGE)}, ["Out"], dict(attrs, pooling_type="max", ksize=[2, 2]))
    add("pool3d", "algorithm_" + text, {"X": floats(VOLUME)}, ["Out"], dict(volume, pooling_type="max", ksize=[2, 2, 2]))

# --- modes
for shape, grid in (((1, 2, 3, 4), (1, 2, 3, 2)), ((1, 2, 2, 3, 2), (1, 2, 2, 2, 3))):
    for name, attrs in (("mode_Nearest", {"mode": "Nearest"}), ("mode_none", {"mode": ""}), ("padding_Border", {"padding_mode": "Border"}),
                        ("padding_other", {"mode": "nearest", "padding_mode": "other"})):
        add("grid_sampler", "%s_%dd" % (name, len(grid) - 2), {"X": floats(shape), "Grid": floats(grid, 1.5)}, ["Output"], attrs)
for mode, shape in (("all", (1,)), ("element", IMAGE)):
    add("prelu", "layout_other_" + mode, {"X": floats(IMAGE), "Alpha": weight(shape)}, ["Out"], {"mode": mode, "data_format": "nhwc"})

# --- numbers
for i, text in enumerate(("Inf", "-INF", "NAN", "infinity", "3abc", "-.5e1x", "1.2.3", "0x10", "1e", "+7", "other")):
    for dtype, name in ((5, "float32"), (2, "int32")):
        add("fill_constant", "text_%d_%s" % (i, name), {}, ["Out"], {"shape": [2], "dtype": dtype, "value": 9.0, "str_value": text})
    add("fill_constant_batch_size_like", "text_%d" % i, {"Input": floats((3, 2))}, ["Out"],
        {"shape": [-1, 2], "dtype": 5, "value": 9.0, "str_value": text})

# --- an LSTM with first cells only
ROWS = [[0, 2, 5]]
for peepholes in (True, False):
    CASES.append(Case("lstm", "cells" + "_peepholes" * peepholes, {"Input": floats((5, 12), lod=ROWS), "C0": floats((2, 3)), "Weight": weight((3, 12)),
                                               "Bias": weight((1, 21 if peepholes else 12))}, ["Hidden", "Cell"], {"use_peepholes": peepholes},
                      others=("BatchGate", "BatchCellPreAct")))
