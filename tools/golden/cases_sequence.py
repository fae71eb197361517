"""Operators on sequences: sequence_*, im2sequence, is_empty."""

from golden import Case, floats, ints, values, weight

CASES = []
SUMS = (1e-6, 1e-5, 1e-5, 0)


def add(op, name, inputs, outputs=("Out",), attrs=None, fluid=None, tolerance=None, others=()):
    """Both releases, unless `fluid` says which one."""
    for release in (False, True) if fluid is None else (fluid,):
        CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, fluid=release, tolerance=tolerance,
                          others=others))


ONE, EMPTY = [[0, 2, 5]], [[0, 0, 2, 2, 5, 5]]

for dtype in ("float32", "float64"):
    add("sequence_concat", dtype, {"X": [floats((5, 2), dtype=dtype, lod=ONE), floats((4, 2), dtype=dtype, lod=[[0, 3, 4]])]})
for dtype in ("int32", "int64"):
    add("sequence_concat", dtype, {"X": [ints((5, 2), 0, 99, dtype, lod=ONE), ints((4, 2), 0, 99, dtype, lod=[[0, 3, 4]])]})
add("sequence_concat", "empty", {"X": [floats((5, 1, 3), lod=EMPTY), floats((3, 1, 3), lod=[[0, 1, 1, 1, 2, 3]]),
                                       floats((5, 1, 3), lod=EMPTY)]})
add("sequence_concat", "shapes", {"X": [floats((5, 2), lod=ONE), floats((5, 2, 1), lod=ONE)]})

for dtype in ("float32", "float64"):
    add("sequence_expand_as", dtype, {"X": floats((2, 3), dtype=dtype), "Y": floats((5, 1), lod=ONE)})
for dtype in ("int32", "int64"):
    add("sequence_expand_as", dtype, {"X": ints((2, 3), 0, 9, dtype), "Y": ints((5, 1), 0, 9, lod=ONE)})
add("sequence_expand_as", "empty", {"X": floats((5, 2, 2)), "Y": floats((5, 1), lod=EMPTY)})
add("sequence_expand_as", "lod", {"X": floats((3, 2), lod=[[0, 1, 3]]), "Y": floats((5, 1), lod=[[0, 2, 2, 5]])})

for width, new, dtype in ((2, 1, "float32"), (2, 2, "float32"), (6, 4, "float64"), (4, 2, "int32"), (4, 8, "int64")):
    shape, lod = ((4, width), [[0, 2, 2, 4]])
    x = floats(shape, dtype=dtype, lod=lod) if "f" in dtype else ints(shape, 0, 99, dtype, lod=lod)
    add("sequence_reshape", "%d_to_%d" % (width, new), {"X": x}, attrs={"new_dim": new})

for dtype in ("float32", "float64"):
    add("sequence_reverse", dtype, {"X": floats((5, 3), dtype=dtype, lod=EMPTY)}, ["Y"])
for dtype in ("int32", "int64", "uint8"):
    add("sequence_reverse", dtype, {"X": ints((5, 3), 0, 99, dtype, lod=ONE)}, ["Y"])
add("sequence_reverse", "rank_3", {"X": floats((5, 2, 2), lod=ONE)}, ["Y"])

for dtype in ("float32", "float64"):
    add("sequence_softmax", dtype, {"X": floats((5, 1), 3, dtype=dtype, lod=ONE)})
    add("sequence_softmax", dtype + "_rank_1", {"X": floats((5,), 3, dtype=dtype, lod=EMPTY)})
add("sequence_softmax", "levels", {"X": floats((5, 1), 3, lod=[[0, 2, 3], [0, 1, 3, 5]])})

for start, length in ((-1, 3), (0, 1), (-2, 4), (1, 2), (0, 3), (-3, 2), (2, 1), (-2, 2)):
    # Paddle's kernel for float64 fails.
    add("sequence_conv", "window_%d_%d" % (start, length),
        {"X": floats((9, 5), lod=[[0, 1, 1, 4, 9]]), "Filter": weight((5 * length, 3))},
        attrs={"contextStart": start, "contextLength": length}, tolerance=SUMS)
for start, length in ((-1, 3), (-2, 2), (1, 2), (0, 3)):
    pads = max(0, -start) + max(0, start + length - 1)
    add("sequence_conv", "trained_%d_%d" % (start, length),
        {"X": floats((9, 5), lod=[[0, 4, 9]]), "Filter": weight((5 * length, 3)), "PaddingData": weight((pads, 5))},
        attrs={"contextStart": start, "contextLength": length, "paddingTrainable": True}, tolerance=SUMS)
add("sequence_conv", "wide", {"X": floats((70, 40), lod=[[0, 30, 70]]), "Filter": weight((120, 70), 0.1)},
    attrs={"contextStart": -1, "contextLength": 3}, tolerance=SUMS)

for code, name in ((0, "bool"), (2, "int32"), (3, "int64"), (5, "float32"), (6, "float64"), (20, "uint8")):
    add("sequence_mask", name, {"X": values([1, 3, 0, -2], "int64")}, ["Y"], {"maxlen": -1, "out_dtype": code})
for dtype in ("int32", "float32", "float64"):
    add("sequence_mask", "of_" + dtype, {"X": values([[1.5, 3], [0, 2]], dtype)}, ["Y"], {"maxlen": -1, "out_dtype": 3})
add("sequence_mask", "first_of_two", {"X": values([1, 3, 0], "int64"), "MaxLenTensor": values([2, 7], "int32")}, ["Y"], {"maxlen": -1, "out_dtype": 3})
add("sequence_mask", "maxlen", {"X": values([1, 3, 0], "int64")}, ["Y"], {"maxlen": 2, "out_dtype": 3})
add("sequence_mask", "longer", {"X": values([[1], [3]], "int64", lod=[[0, 1, 2]])}, ["Y"], {"maxlen": 5, "out_dtype": 3})
add("sequence_mask", "tensor", {"X": values([1, 3], "int64"), "MaxLenTensor": values([4], "int32")}, ["Y"],
    {"maxlen": 2, "out_dtype": 2})

for dtype in ("float32", "float64"):
    add("sequence_pad", dtype, {"X": floats((5, 2), dtype=dtype, lod=EMPTY), "PadValue": values([9], dtype)},
        ["Out", "Length"], {"padded_length": -1})
for dtype in ("int32", "int64"):
    add("sequence_pad", dtype, {"X": ints((5, 2), 0, 99, dtype, lod=ONE), "PadValue": values([9, 8], dtype)},
        ["Out", "Length"], {"padded_length": 4})
add("sequence_pad", "rank_3", {"X": floats((5, 2, 3), lod=ONE), "PadValue": floats((2, 3))}, ["Out", "Length"],
    {"padded_length": 3})

for dtype in ("float32", "float64"):
    add("sequence_unpad", dtype, {"X": floats((3, 4, 2), dtype=dtype), "Length": values([4, 0, 1], "int64")})
for dtype in ("int32", "int64"):
    add("sequence_unpad", dtype, {"X": ints((3, 4), 0, 99, dtype), "Length": values([4, 2, 1], "int64")})
add("sequence_unpad", "rank_4", {"X": floats((2, 2, 2, 3)), "Length": values([1, 2], "int64")})

for name, kernels, strides, paddings in (("plain", [2, 3], [1, 1], [0, 0, 0, 0]), ("padded", [2, 2], [1, 2], [1, 0, 0, 1]),
                                         ("all_sides", [3, 2], [2, 1], [1, 2, 3, 1]), ("whole", [4, 5], [1, 1], [0, 0, 0, 0])):
    add("im2sequence", name, {"X": floats((2, 3, 4, 5))},
        attrs={"kernels": kernels, "strides": strides, "paddings": paddings})
for name, shape, kernels, strides, paddings in (("columns", (2, 2, 3, 35), [3, 1], [1, 1], [0, 0, 0, 0]),
                                                ("columns_padded", (2, 3, 4, 5), [3, 1], [2, 1], [1, 2, 1, 1]),
                                                ("beyond_columns", (1, 2, 4, 5), [2, 1], [1, 1], [3, 0, 2, 0]),
                                                ("cropped_columns", (2, 3, 5, 6), [2, 1], [1, 1], [-1, -2, 1, -1]),
                                                ("cropped", (2, 3, 5, 6), [2, 3], [2, 1], [1, -1, -1, 0]),
                                                ("points", (2, 3, 4, 5), [1, 1], [2, 1], [0, 0, 1, 0])):
    add("im2sequence", name, {"X": floats(shape)}, attrs={"kernels": kernels, "strides": strides, "paddings": paddings})
for name, kernels, strides in (("beyond_row", [5, 2], [2, 1]), ("no_window", [6, 1], [2, 1]), ("beyond_both", [6, 7], [3, 4]),
                               ("more_numbers", [2, 1, -3], [1, 1, 0]), ("backwards", [6, 2], [-1, -9])):
    add("im2sequence", name, {"X": floats((2, 2, 4, 5))}, attrs={"kernels": kernels, "strides": strides, "paddings": [0, 0, 0, 0, 1]})
add("im2sequence", "unread_stride", {"X": floats((1, 2, 4, 5))}, attrs={"kernels": [2, 1], "strides": [1, 1], "out_stride": [0, 1, 3, -1]})
add("im2sequence", "sizes_of_columns", {"X": floats((2, 2, 4, 5)), "Y": values([[5, 6], [8, 9]])},
    attrs={"kernels": [2, 1], "strides": [1, 1], "out_stride": [2, 2]})
add("im2sequence", "sizes_in_wider_rows", {"X": floats((2, 2, 4, 5)), "Y": values([[5, 6, 8], [9, 3, 2]])},
    attrs={"kernels": [2, 2], "strides": [1, 1], "paddings": [0, 0, 0, 0], "out_stride": [2, 2]})
add("im2sequence", "sizes", {"X": floats((2, 2, 4, 5)), "Y": values([[5, 6], [8, 9]])},
    attrs={"kernels": [2, 2], "strides": [1, 1], "out_stride": [2, 2]})
add("im2sequence", "sizes_padded", {"X": floats((3, 1, 4, 5)), "Y": values([[4, 10], [7, 3], [1, 4]])},
    attrs={"kernels": [2, 3], "strides": [2, 1], "out_stride": [1, 2], "paddings": [1, 1, 0, 1]})
add("im2sequence", "sizes_of_one", {"X": floats((1, 2, 4, 5)), "Y": values([[5, 6]])},
    attrs={"kernels": [2, 2], "strides": [2, 2], "out_stride": [2, 2]})

for dtype in ("float32", "int64"):
    add("is_empty", dtype, {"X": floats((2, 3)) if dtype == "float32" else ints((4,), 0, 9)}, fluid=False)  # 1.8: [1]

add("sequence_topk_avg_pooling", "maps", {"X": floats((44, 1), lod=[[0, 24, 24, 44]]),
                                          "ROW": floats((7, 1), lod=[[0, 2, 2, 7]]),
                                          "COLUMN": floats((9, 1), lod=[[0, 6, 7, 9]])}, ["Out", "pos"],
    {"topks": [1, 3, 4], "channel_num": 2}, fluid=True)
add("sequence_topk_avg_pooling", "ties", {"X": values([[v] for v in (3, 1, 3, 2, 2, 2)], lod=[[0, 6]]),
                                          "ROW": floats((2, 1), lod=[[0, 2]]), "COLUMN": floats((3, 1), lod=[[0, 3]])},
    ["Out", "pos"], {"topks": [2], "channel_num": 1}, fluid=True)
add("sequence_topk_avg_pooling", "any_order", {"X": floats((44, 2, 1), lod=[[0, 24, 24, 44]]), "ROW": floats((7, 1), lod=[[0, 2, 2, 7]]),
                                               "COLUMN": floats((9, 1), lod=[[0, 6, 7, 9]])}, ["Out", "pos"],
    {"topks": [3, 1, 4, 2, 5], "channel_num": 2}, fluid=True)
add("sequence_topk_avg_pooling", "twice", {"X": floats((6, 1), lod=[[0, 6]]),
                                           "ROW": floats((2, 1), lod=[[0, 2]]), "COLUMN": floats((3, 1), lod=[[0, 3]])},
    ["Out", "pos"], {"topks": [1, 1, 2, 2], "channel_num": 1}, fluid=True)
