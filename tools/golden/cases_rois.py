"""Regions, boxes and windows: roi_pool, psroi_pool, unpool, unpool3d, iou_similarity, nms, bipartite_match, spp, row_conv."""

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, outputs, attrs=None, others=(), fluid=False):
    CASES.append(Case(op, name, inputs, outputs, attrs or {}, others=others, fluid=fluid))


# --- regions. The last ones are a point, reversed, outside of the image, and larger than it.
ROIS = [[1, 1, 6, 5], [0.4, 2.6, 4.5, 3.5], [3, 2, 3, 2], [5, 5, 2, 1], [20, 20, 24, 26], [-9, -8, 30, 31]]
for fluid in (False, True):
    for dtype in ("float32", "float64"):
        for name, ph, pw, scale in (("one", 1, 1, 1.0), ("grid", 2, 3, 1.0), ("scaled", 3, 2, 0.37), ("large", 9, 11, 1.0)):
            attrs = {"pooled_height": ph, "pooled_width": pw, "spatial_scale": scale}
            tag = "%s_%s" % (name, dtype)
            add("roi_pool", tag, {"X": floats((2, 3, 7, 8), dtype=dtype), "ROIs": values(ROIS, dtype, lod=[[0, 2, 6]])},
                ["Out", "Argmax"], attrs, fluid=fluid)
            channels = 2 * ph * pw
            if name != "large" or dtype == "float32":
                add("psroi_pool", tag, {"X": floats((2, channels, 7, 8), dtype=dtype), "ROIs": values(ROIS, dtype, lod=[[0, 4, 6]])},
                    ["Out"], dict(attrs, output_channels=2), fluid=fluid)
    add("roi_pool", "empty_image", {"X": floats((3, 1, 7, 8)), "ROIs": values(ROIS, lod=[[0, 2, 2, 6]])}, ["Out", "Argmax"],
        {"pooled_height": 2, "pooled_width": 2}, fluid=fluid)
    add("psroi_pool", "empty_image", {"X": floats((3, 8, 7, 8)), "ROIs": values(ROIS, lod=[[0, 2, 2, 6]])}, ["Out"],
        {"pooled_height": 2, "pooled_width": 2, "output_channels": 2}, fluid=fluid)
    special = [[[[float("nan"), 1, 2], [float("-inf"), -1, float("inf")], [-0.0, 0.0, float("nan")]]]]
    whole = [[0, 0, 2, 2], [0, 0, 0, 1], [2, 2, 2, 2]]
    add("roi_pool", "special", {"X": values(special), "ROIs": values(whole, lod=[[0, 3]])}, ["Out", "Argmax"],
        {"pooled_height": 2, "pooled_width": 2}, fluid=fluid)
    add("roi_pool", "special_float64", {"X": values(special, "float64"), "ROIs": values(whole, "float64", lod=[[0, 3]])}, ["Out", "Argmax"],
        {"pooled_height": 2, "pooled_width": 2}, fluid=fluid)
    add("roi_pool", "int32", {"X": ints((2, 3, 4, 5), -20, 20, "int32"), "ROIs": values([[0, 0, 3, 3], [1, 2, 9, 5], [4, 1, 2, 8]], "int32", lod=[[0, 1, 3]])},
        ["Out", "Argmax"], {"pooled_height": 2, "pooled_width": 3, "spatial_scale": 0.5}, fluid=fluid)
    add("psroi_pool", "special", {"X": values([special[0] * 2]), "ROIs": values(whole, lod=[[0, 3]])}, ["Out"],
        {"pooled_height": 1, "pooled_width": 1, "output_channels": 2}, fluid=fluid)
for name, counts in (("counts", [2, 4]), ("counts_none", [0, 6])):
    add("roi_pool", name, {"X": floats((2, 3, 7, 8)), "ROIs": values(ROIS, weight=True), "RoisNum": values(counts, "int32", weight=True)}, ["Out", "Argmax"],
        {"pooled_height": 2, "pooled_width": 3, "spatial_scale": 0.5})
    add("psroi_pool", name, {"X": floats((2, 12, 7, 8)), "ROIs": values(ROIS, weight=True), "RoisNum": values(counts, "int32", weight=True)}, ["Out"],
        {"pooled_height": 2, "pooled_width": 3, "spatial_scale": 0.5, "output_channels": 2})

# --- unpool
INDICES = [[[[0, 3], [9, 10]], [[5, 2], [12, 15]]]]
for dtype in ("float32", "float64"):
    add("unpool", dtype, {"X": floats((1, 2, 2, 2), dtype=dtype), "Indices": values(INDICES, "int32")}, ["Out"],
        {"ksize": [2, 2], "strides": [2, 2], "paddings": [0, 0], "unpooling_type": "max", "output_size": [4, 4]})
    add("unpool", dtype, {"X": floats((1, 2, 2, 2), dtype=dtype), "Indices": values(INDICES, "int32")}, ["Out"],
        {"ksize": [2, 2], "strides": [2, 2], "paddings": [0, 0], "unpooling_type": "max"}, fluid=True)
    add("unpool3d", dtype, {"X": floats((2, 1, 1, 2, 2), dtype=dtype),
                            "Indices": values([[[[[0, 3], [9, 10]]]], [[[[31, 30], [17, 16]]]]], "int32")}, ["Out"],
        {"ksize": [2, 2, 2], "strides": [2, 2, 2], "paddings": [0, 0, 0], "output_size": [2, 4, 4]})
add("unpool", "lists", {"X": floats((1, 2, 2, 2)), "Indices": values(INDICES, "int32")}, ["Out"],
    {"ksize": [2, 2], "strides": [2], "paddings": [], "unpooling_type": "max", "output_size": [4, 4, 1]})
add("unpool", "repeated", {"X": floats((1, 1, 2, 3)), "Indices": values([[[[4, 4, 4], [0, 0, 24]]]], "int32")}, ["Out"],
    {"ksize": [3, 3], "strides": [2, 2], "paddings": [1, 1], "unpooling_type": "max", "output_size": [5, 5]})
add("unpool", "padded", {"X": floats((2, 1, 3, 4)), "Indices": ints((2, 1, 3, 4), 0, 35, "int32")}, ["Out"],
    {"ksize": [3, 3], "strides": [2, 2], "paddings": [1, 1], "unpooling_type": "max"}, fluid=True)
add("unpool3d", "repeated", {"X": floats((1, 2, 2, 1, 3)), "Indices": ints((1, 2, 2, 1, 3), 0, 9, "int32")}, ["Out"],
    {"ksize": [1, 1, 1], "strides": [1, 1, 1], "paddings": [0, 0, 0], "output_size": [3, 3, 1]})
add("unpool3d", "empty", {"X": floats((2, 1, 0, 2, 2)), "Indices": ints((2, 1, 0, 2, 2), 0, 1, "int32")}, ["Out"],
    {"ksize": [2, 2, 2], "strides": [2, 2, 2], "paddings": [0, 0, 0]})

# --- boxes
BOXES = [[0, 0, 4, 4], [1, 1, 5, 5], [0, 0, 2, 4], [6, 6, 9, 9], [3, 3, 3, 3], [5, 5, 2, 1], [0, 0, 4, 4.5], [7, 6, 9, 9]]
for fluid in (False, True):
    for dtype in ("float32", "float64"):
        for normalized in (True, False):
            add("iou_similarity", "%s_%d" % (dtype, normalized), {"X": values(BOXES, dtype), "Y": values(BOXES[::-1], dtype)}, ["Out"],
                {"box_normalized": normalized}, fluid=fluid)
    add("iou_similarity", "levels", {"X": values(BOXES, lod=[[0, 3, 8]]), "Y": floats((3, 4), 4)}, ["Out"], fluid=fluid)
    add("iou_similarity", "special", {"X": values([[0, 0, float("nan"), 2], [0, 0, float("inf"), 2], [0, 0, 0, 0]]),
                                      "Y": values([[0, 0, 1, 1], [0, 0, float("inf"), 2], [0, 0, 0, 0]])}, ["Out"], fluid=fluid)
for dtype in ("float32", "float64"):
    for threshold in (0.0, 0.3, 0.5, 0.9, 1.0):
        add("nms", "%s_%g" % (dtype, threshold), {"Boxes": values(BOXES, dtype)}, ["KeepBoxesIdxs"], {"iou_threshold": threshold})
    add("nms", dtype + "_equal", {"Boxes": values([BOXES[1]] * 3, dtype)}, ["KeepBoxesIdxs"], {"iou_threshold": 1.0})
add("nms", "one", {"Boxes": values(BOXES[:1])}, ["KeepBoxesIdxs"], {"iou_threshold": 0.5})
add("nms", "many", {"Boxes": floats((150, 4), 10)}, ["KeepBoxesIdxs"], {"iou_threshold": 0.2})
add("nms", "special", {"Boxes": values([[0, 0, float("nan"), 2], [0, 0, 1, 2], [0, 0, float("inf"), 2], [0, 0, float("inf"), 2]])},
    ["KeepBoxesIdxs"], {"iou_threshold": 0.5})
MATCHED = ["ColToRowMatchIndices", "ColToRowMatchDist"]
for fluid in (False, True):
    for kind in ("bipartite", "per_prediction"):
        attrs = {"match_type": kind, "dist_threshold": 0.6}
        for dtype in ("float32", "float64"):
            add("bipartite_match", "%s_%s" % (kind, dtype), {"DistMat": floats((4, 9), 0.5, 0.5, dtype)}, MATCHED, attrs, fluid=fluid)
        add("bipartite_match", kind + "_levels", {"DistMat": floats((9, 5), 0.5, 0.5, lod=[[0, 3, 9]])}, MATCHED, attrs, fluid=fluid)
        if not fluid:
            add("bipartite_match", kind + "_empty_level", {"DistMat": floats((4, 5), 0.5, 0.5, lod=[[0, 3, 3, 4]])}, MATCHED, attrs)
        add("bipartite_match", kind + "_signed", {"DistMat": floats((5, 7))}, MATCHED, attrs, fluid=fluid)
        add("bipartite_match", kind + "_many", {"DistMat": floats((140, 4), 0.5, 0.5)}, MATCHED, attrs, fluid=fluid)
        add("bipartite_match", kind + "_many_signed", {"DistMat": floats((132, 70))}, MATCHED, attrs, fluid=fluid)
        add("bipartite_match", kind + "_ties", {"DistMat": values([[0.7, 0.7, 0.2], [0.7, 0.7, 0.6], [0, 5e-7, 2e-6]])}, MATCHED, attrs, fluid=fluid)
        add("bipartite_match", kind + "_special", {"DistMat": values([[float("nan"), 0.7, 0.2], [0.7, float("inf"), 0.6]])}, MATCHED, attrs, fluid=fluid)
add("bipartite_match", "defaults", {"DistMat": floats((3, 6), 0.5, 0.5)}, MATCHED)

# --- pyramids
for fluid in (False, True):
    for kind in ("max", "avg"):
        for dtype in ("float32", "float64"):
            add("spp", "%s_%s" % (kind, dtype), {"X": floats((2, 3, 9, 7), dtype=dtype)}, ["Out"],
                {"pyramid_height": 3, "pooling_type": kind}, fluid=fluid)
        add("spp", kind + "_one", {"X": floats((1, 2, 5, 4))}, ["Out"], {"pyramid_height": 1, "pooling_type": kind}, fluid=fluid)
        add("spp", kind + "_four", {"X": floats((1, 1, 16, 13))}, ["Out"], {"pyramid_height": 4, "pooling_type": kind}, fluid=fluid)
        if not fluid:
            add("spp", kind + "_empty", {"X": floats((1, 2, 0, 4))}, ["Out"], {"pyramid_height": 2, "pooling_type": kind})
        add("spp", kind + "_small", {"X": floats((1, 2, 3, 5))}, ["Out"], {"pyramid_height": 3, "pooling_type": kind}, fluid=fluid)
        add("spp", kind + "_special", {"X": values(special)}, ["Out"], {"pyramid_height": 2, "pooling_type": kind}, fluid=fluid)

# --- row_conv
for fluid in (False, True):
    add("row_conv", "levels", {"X": floats((7, 4), lod=[[0, 2, 7]]), "Filter": floats((3, 4))}, ["Out"], fluid=fluid)
    add("row_conv", "more_axes", {"X": floats((7, 4, 1), lod=[[0, 2, 7]]), "Filter": floats((3, 4))}, ["Out"], fluid=fluid)
    add("row_conv", "batch", {"X": floats((2, 5, 3)), "Filter": floats((2, 3))}, ["Out"], fluid=fluid)
    add("row_conv", "long", {"X": floats((3, 2), lod=[[0, 1, 3]]), "Filter": floats((5, 2))}, ["Out"], fluid=fluid)
    add("row_conv", "one", {"X": floats((3, 2), lod=[[0, 3]]), "Filter": floats((1, 2))}, ["Out"], fluid=fluid)
