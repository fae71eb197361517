"""Sizes of 0, windows beyond the image and scalars, which Paddle computes and compare_forms.py has found."""

from golden import Case, floats, values, weight

CASES = []


def add(op, name, inputs, outputs, attrs=None, others=()):
    CASES.append(Case(op, name, inputs, outputs, attrs or {}, others=others))


# --- windows
def pool(name, shape, kind="max", dtype="float32", **attrs):
    add("pool2d", "%s_%s" % (kind, name), {"X": floats(shape, dtype=dtype)}, ["Out"],
        dict({"pooling_type": kind, "ksize": [2, 2], "strides": [1, 1], "paddings": [0, 0]}, **attrs))


for kind in ("max", "avg"):
    pool("no_rows_padded", (1, 2, 0, 3), kind, paddings=[1, 1])
    pool("no_rows_global", (1, 2, 0, 3), kind, global_pooling=True)
    pool("no_columns_adaptive", (2, 3, 4, 0), kind, adaptive=True)
    pool("no_rows_as_large", (1, 2, 0, 3), kind, adaptive=True, global_pooling=True)
    pool("no_rows_nhwc", (1, 0, 3, 2), kind, paddings=[1, 1], data_format="NHWC")
    pool("outside", (1, 2, 2, 3), kind, paddings=[2, 2])
    pool("far_outside", (1, 9, 2, 3), kind, ksize=[1, 1], paddings=[2, 2])
    pool("after", (1, 2, 2, 3), kind, paddings=[0, 3, 0, 3])
    pool("beyond", (1, 9, 1, 2), kind, ksize=[2, 3], strides=[2, 2])
    pool("ceil_beyond", (1, 2, 1, 1), kind, ksize=[5, 3], strides=[3, 3], ceil_mode=True)
    pool("ceil_after", (1, 2, 4, 7), kind, ksize=[1, 3], strides=[2, 5], paddings=[0, 1], ceil_mode=True)
    pool("ceil_empty", (1, 9, 5, 5), kind, strides=[3, 3], paddings=[1, 1], ceil_mode=True)
    pool("no_rows_double", (1, 2, 0, 3), kind, "float64", paddings=[1, 1])
    # Steps backwards: one window, or several that contain all rows.
    pool("backwards", (1, 2, 5, 6), kind, ksize=[4, 3], strides=[-7, 2], paddings=[0, 1])
    pool("backwards_several", (2, 9, 4, 6), kind, ksize=[7, 3], strides=[-1, 2], paddings=[0, 1])
    pool("backwards_columns", (1, 2, 6, 3), kind, ksize=[2, 9], strides=[1, -2], paddings=[0, 1])
    pool("backwards_nhwc", (1, 4, 6, 9), kind, ksize=[7, 3], strides=[-1, 2], data_format="NHWC")
    pool("backwards_ceil", (1, 2, 6, 6), kind, ksize=[4, 3], strides=[-9, 2], ceil_mode=True)
pool("backwards_inclusive", (1, 2, 5, 6), "avg", ksize=[4, 3], strides=[-7, 2], paddings=[1, 1], exclusive=False)
pool("no_rows_inclusive", (1, 2, 0, 3), "avg", paddings=[1, 1], exclusive=False)
pool("after_inclusive", (1, 2, 7, 7), "avg", ksize=[3, 3], strides=[5, 5], paddings=[1, 1], ceil_mode=True, exclusive=False)
pool("empty_inclusive", (1, 2, 4, 4), "avg", ksize=[1, 1], strides=[2, 2], ceil_mode=True, exclusive=False)
for kind in ("max", "avg"):
    for name, attrs in (("no_planes", {"paddings": [1, 1, 1]}), ("no_planes_global", {"global_pooling": True})):
        add("pool3d", "%s_%s" % (kind, name), {"X": floats((1, 2, 0, 2, 3))}, ["Out"],
            dict({"pooling_type": kind, "ksize": [2, 2, 2], "strides": [1, 1, 1]}, **attrs))
    add("pool3d", kind + "_backwards", {"X": floats((1, 2, 3, 4, 5))}, ["Out"],
        {"pooling_type": kind, "ksize": [5, 2, 3], "strides": [-1, 2, -9]})
    add("pool3d", kind + "_beyond", {"X": floats((1, 2, 1, 2, 3))}, ["Out"],
        {"pooling_type": kind, "ksize": [2, 3, 3], "strides": [2, 2, 2]})
for op, axes in (("max_pool2d_with_index", 2), ("max_pool3d_with_index", 3)):
    for name, shape, attrs in (("empty_padded", (0, 3, 2), {"paddings": [1] * axes}), ("empty_global", (0, 3, 2), {"global_pooling": True}),
                               ("empty_adaptive", (3, 0, 2), {"adaptive": True}), ("beyond", (1, 2, 3), {"strides": [2] * axes}),
                               ("no_windows", (1, 2, 3), {"ksize": [3] * axes, "strides": [2] * axes}), ("outside", (2, 3, 2), {"paddings": [2] * axes}),
                               ("backwards", (4, 5, 3), {"ksize": [6, 3, 2][:axes], "strides": [-1, 2, -5][:axes], "paddings": [0, 1, 0][:axes]}),
                               ("backwards_none", (5, 6, 3), {"strides": [-2, 2, 1][:axes]})):
        add(op, name, {"X": floats((1, 2) + shape[:axes])}, ["Out", "Mask"], dict({"ksize": [2] * axes, "strides": [1] * axes}, **attrs))


def conv(name, x, w, op="conv2d", **attrs):
    add(op, name, {"Input": floats(x), "Filter": weight(w)}, ["Output"], attrs)


conv("beyond", (1, 2, 2, 2), (3, 2, 3, 3), strides=[2, 2])
conv("beyond_many", (2, 16, 2, 3), (24, 16, 4, 4), strides=[3, 2])
conv("beyond_dilated", (1, 4, 2, 5), (4, 2, 2, 2), strides=[3, 1], dilations=[3, 1], groups=2)
conv("beyond_padded", (1, 2, 1, 1), (3, 2, 4, 4), strides=[2, 2], paddings=[1, 1])
conv("beyond_nhwc", (1, 2, 2, 3), (4, 3, 3, 3), strides=[2, 2], data_format="NHWC")
conv("no_windows", (1, 2, 2, 4), (3, 2, 3, 3))
conv("no_rows", (1, 2, 0, 4), (3, 2, 1, 1))
conv("no_rows_padded", (1, 2, 0, 4), (3, 2, 3, 3), paddings=[2, 2])
conv("beyond", (1, 8, 2, 2), (8, 1, 3, 3), "depthwise_conv2d", strides=[2, 2], groups=8)
conv("no_windows", (1, 8, 2, 4), (8, 1, 3, 3), "depthwise_conv2d", groups=8)
conv("beyond", (1, 2, 1, 2, 3), (3, 2, 2, 3, 3), "conv3d", strides=[2, 2, 2])
conv("no_windows", (1, 2, 1, 4, 4), (3, 2, 2, 3, 3), "conv3d")

for mode in ("bilinear", "nearest"):
    for padding in ("zeros", "border", "reflection"):
        add("grid_sampler", "no_rows_%s_%s" % (mode, padding), {"X": floats((1, 2, 0, 3)), "Grid": floats((1, 2, 3, 2))}, ["Output"],
            {"mode": mode, "padding_mode": padding, "align_corners": padding != "border"})
add("grid_sampler", "no_columns", {"X": floats((1, 2, 3, 0)), "Grid": floats((1, 2, 3, 2))}, ["Output"], {"mode": "bilinear", "padding_mode": "reflection"})

# --- scalars
add("top_k_v2", "scalar_any_k", {"X": values(2.5)}, ["Out", "Indices"], {"k": 5, "axis": 0})
add("flatten2", "scalar", {"X": values(2.5)}, ["Out"], {"axis": 0}, others=("XShape",))
add("unique", "scalar", {"X": values(2.5)}, ["Out", "Index"], {"dtype": 3, "is_sorted": False})
add("unique", "scalar_sorted", {"X": values(2.5)}, ["Out", "Index", "Indices", "Counts"],
    {"dtype": 3, "is_sorted": True, "return_index": True, "return_inverse": True, "return_counts": True})
for dtype in ("int8", "int16", "uint8", "float32", "float64"):
    add("top_k_v2", "k_" + dtype, {"X": floats((2, 5)), "K": values([2], dtype)}, ["Out", "Indices"], {"axis": -1})
    add("gather", "axis_" + dtype, {"X": floats((3, 4)), "Index": values([1, 2], "int64"), "Axis": values([1], dtype)}, ["Out"])

# --- terms without elements
for name, shapes in (("one_empty", [(2, 3), (0, 3)]), ("empty_first", [(0,), (2, 3), (2, 3)]), ("all_empty", [(0, 3), (2, 0)])):
    add("sum", name, {"X": [floats(shape) for shape in shapes]}, ["Out"])

# --- comparisons with NaN, in which the operand of the higher rank is the first
for op in ("elementwise_min", "elementwise_max"):
    for name, x, y in (("x", float("nan"), [1.0, 2.0]), ("x_row", [[float("nan"), 3.0]], [[1.0, 4.0], [float("nan"), 2.0]]),
                       ("y", [[1.0, float("nan")], [2.0, 5.0]], [float("nan"), 3.0]), ("x_lower", [float("nan"), 3.0], [[1.0, 4.0], [float("nan"), 2.0]])):
        add(op, "nan_" + name, {"X": values(x), "Y": values(y)}, ["Out"], {"axis": -1})

add("group_norm", "no_pixels", {"X": floats((2, 4, 0, 3))}, ["Y", "Mean", "Variance"], {"groups": 2, "epsilon": 1e-5})

for op in ("arg_max", "arg_min"):
    add(op, "scalar_kept", {"X": values(2.5)}, ["Out"], {"axis": -1, "keepdims": True})

# --- results with the level of detail of an input that has as many rows
ROWS = [[0, 1, 3]]
add("gather", "lod", {"X": floats((3, 2), lod=ROWS), "Index": values([2, 0, 1], "int64")}, ["Out"])
add("gather", "lod_columns", {"X": floats((3, 2), lod=ROWS), "Index": values([1], "int64")}, ["Out"], {"axis": 1})
add("gather_nd", "lod", {"X": floats((3, 2), lod=ROWS), "Index": values([[2], [0], [1]], "int64")}, ["Out"])
add("index_select", "lod", {"X": floats((3, 2), lod=ROWS), "Index": values([1, 1], "int64")}, ["Out"], {"dim": 1})
add("stack", "lod", {"X": [floats((3, 2), lod=ROWS), floats((3, 2))]}, ["Y"], {"axis": 1})
add("sampling_id", "lod", {"X": values([[0, 2, 0], [2, 0, 0], [0, 0, 2]], lod=ROWS)}, ["Out"], {"seed": 1})
add("affine_grid", "lod", {"Theta": floats((3, 2, 3), lod=ROWS)}, ["Output"], {"output_shape": [3, 1, 2, 2], "align_corners": True})
add("crf_decoding", "padded_lod", {"Emission": floats((3, 4, 2), lod=ROWS), "Transition": weight((4, 2)), "Length": values([4, 0, 3], "int64")},
    ["ViterbiPath"])

# --- nine dimensions, the most that Paddle has
NINE = (1, 2, 1, 2, 1, 2, 1, 2, 3)
for op in ("elementwise_add", "elementwise_mul", "elementwise_max", "less_than"):
    add(op, "nine", {"X": floats(NINE), "Y": floats((1, 2, 1, 1, 1, 2, 1, 1, 3))}, ["Out"], {"axis": -1})
for op in ("reduce_sum", "reduce_max", "reduce_mean"):
    add(op, "nine", {"X": floats(NINE)}, ["Out"], {"dim": [1, 3, -1]})
add("softmax", "nine", {"X": floats(NINE)}, ["Out"], {"axis": 5})
add("log_softmax", "nine", {"X": floats(NINE)}, ["Out"], {"axis": 3})
add("concat", "nine", {"X": [floats(NINE), floats(NINE)]}, ["Out"], {"axis": 7})
add("split", "nine", {"X": floats(NINE)}, {"Out": 2}, {"axis": 5, "num": 2})
add("gather", "nine", {"X": floats(NINE), "Index": values([1, 0, 1], "int64")}, ["Out"], {"axis": 5})
add("cumsum", "nine", {"X": floats(NINE)}, ["Out"], {"axis": 3})
add("scale", "nine", {"X": floats(NINE)}, ["Out"], {"scale": 2.0, "bias": 1.0})
add("relu", "nine", {"X": floats(NINE)}, ["Out"])
add("flip", "nine", {"X": floats(NINE)}, ["Out"], {"axis": [1, 8]})
add("roll", "nine", {"X": floats(NINE)}, ["Out"], {"shifts": [1, 2], "axis": [3, 8]})
add("stack", "nine", {"X": [floats(NINE[1:]), floats(NINE[1:])]}, ["Y"], {"axis": 4})
# XShape has one more.
EIGHT = NINE[1:]
add("transpose2", "eight", {"X": floats(EIGHT)}, ["Out"], {"axis": [7, 0, 6, 1, 5, 2, 4, 3]}, others=("XShape",))
add("flatten_contiguous_range", "eight", {"X": floats(EIGHT)}, ["Out"], {"start_axis": 2, "stop_axis": 6}, others=("XShape",))
