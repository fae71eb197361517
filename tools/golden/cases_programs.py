"""Forms that fuzz_programs.py has found: Paddle runs them, and the library refused them or had another result."""

import numpy as np

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, outputs, attrs=None, others=()):
    CASES.append(Case(op, name, inputs, outputs, attrs or {}, others=others))


# --- boxes
for name, ratio in (("no_pixels_per_cell", 0), ("negative_cells", -8)):
    add("yolo_box", name, {"X": floats((1, 16, 2, 3), 3.0), "ImgSize": values([[20, 30]], "int32")}, ["Boxes", "Scores"],
        {"anchors": [10, 13, 16, 30], "class_num": 3, "conf_thresh": 0.1, "downsample_ratio": ratio})
BOXES = np.array([[10 * i, 7 * i, 10 * i + 40 * (i + 1), 9 * i + 60 * (i + 1)] for i in range(8)])
for name, counts in (("fewer_rows_than_regions", [3]), ("rows_of_two_images", [3, 2])):
    add("distribute_fpn_proposals", name, {"FpnRois": values(BOXES), "RoisNum": values(counts, "int32")},
        {"MultiFpnRois": 4, "RestoreIndex": 1, "MultiLevelRoIsNum": 4}, {"min_level": 2, "max_level": 5, "refer_level": 4, "refer_scale": 224})
DIVIDED = ([[40, 50, 1], [30, 30, 2]], "generate_proposals", "ImInfo"), ([[10, 9], [8, 7]], "generate_proposals_v2", "ImShape")
ANCHORS = np.array([[[[x, y, x + 8 + 2 * a, y + 9 - a] for a in range(3)] for x in range(5)] for y in range(4)])
for info, op, slot in DIVIDED:
    for name, divided in (("rows_of_more", [[row, row] for row in info]), ("divided_rows", [[[n] for n in row] for row in info])):
        add(op, name, {"Scores": floats((2, 3, 4, 5)), "BboxDeltas": floats((2, 12, 4, 5)), "Anchors": values(ANCHORS),
                       "Variances": values(np.ones((4, 5, 3, 4))), slot: values(divided)}, ["RpnRois", "RpnRoiProbs", "RpnRoisNum"],
            {"pre_nms_topN": 9, "post_nms_topN": 3, "nms_thresh": 0.5, "min_size": 1.0, "eta": 1.0})
for op, slot, info in (("generate_proposals", "ImInfo", [[40, 50, 1, 7], [30, 30, 2, 9]]), ("generate_proposals_v2", "ImShape", [[10, 9, 7], [8, 7, 9]])):
    add(op, "wider_" + slot, {"Scores": floats((2, 3, 4, 5)), "BboxDeltas": floats((2, 12, 4, 5)), "Anchors": values(ANCHORS),
                              "Variances": values(np.ones((4, 5, 3, 4))), slot: values(info)}, ["RpnRois", "RpnRoiProbs", "RpnRoisNum"],
        {"pre_nms_topN": 9, "post_nms_topN": 3, "nms_thresh": 0.5, "min_size": 1.0, "eta": 1.0})
    for name, deltas, boxes in (("more_deltas", (2, 24, 4, 5), 4), ("other_deltas", (2, 16, 5, 6), 4), ("part_of_a_box", (2, 15, 5, 6), 4), ("more_anchors", (2, 12, 4, 5), 5)):
        add(op, name, {"Scores": floats((2, 3, 4, 5)), "BboxDeltas": floats(deltas), "Anchors": values(np.resize(ANCHORS, (boxes, 5, 3, 4))),
                       "Variances": values(np.full((5, 5, 3, 4), 0.5)), slot: values([row[:-1] for row in info])},
            ["RpnRois", "RpnRoiProbs", "RpnRoisNum"], {"pre_nms_topN": 9, "post_nms_topN": 3, "nms_thresh": 0.5, "min_size": 1.0, "eta": 1.0})
    # The best scores are those of the anchors that exist.
    falling = np.transpose((0.9 - 0.01 * np.arange(60)).reshape((1, 4, 5, 3)), (0, 3, 1, 2))
    add(op, "fewer_anchors", {"Scores": values(falling), "BboxDeltas": floats((1, 12, 4, 5)), "Anchors": values(ANCHORS[:3]),
                              "Variances": values(np.full((2, 5, 3, 4), 0.5)), slot: values([info[0][:-1]])},
        ["RpnRois", "RpnRoiProbs", "RpnRoisNum"], {"pre_nms_topN": 9, "post_nms_topN": 3, "nms_thresh": 0.5, "min_size": 1.0, "eta": 1.0})

# --- numbers that tensors hold
add("top_k", "first_of_two_k", {"X": floats((2, 5)), "K": values([2, 3], "int32")}, ["Out", "Indices"], {"k": 1})
add("top_k", "first_of_four_k", {"X": floats((2, 5)), "K": values([[3, 9], [-1, 2]], "int32")}, ["Out", "Indices"], {"k": 1})
add("expand_v2", "first_of_two", {"X": floats((1, 3)), "expand_shapes_tensor": [values([2, 9], "int32"), values([3, 1], "int32")]}, ["Out"], {"shape": [-1, -1]})
# A list of one tensor counts as the tensor.
add("reshape2", "list_of_one", {"X": floats((2, 3)), "ShapeTensor": values([3, 2], "int32")}, ["Out"], {"shape": [6]}, ("XShape",))
add("expand_v2", "list_of_one", {"X": floats((2, 3)), "expand_shapes_tensor": values([2, 2, 3], "int64")}, ["Out"], {"shape": [-1, -1, -1]})
add("tile", "list_of_one", {"X": floats((2, 3)), "repeat_times_tensor": values([2, 2], "int32")}, ["Out"], {"repeat_times": [-1, -1]})
add("fill_constant", "list_of_one", {"ShapeTensorList": values([2, 4], "int32")}, ["Out"], {"shape": [-1, -1], "value": 1.5, "dtype": 5})
add("strided_slice", "list_of_one", {"Input": floats((2, 3)), "StartsTensorList": values([1, 0], "int32"), "EndsTensorList": values([2, 3], "int32"),
    "StridesTensorList": values([1, 2], "int32")}, ["Out"], {"axes": [0, 1], "starts": [-1, -1], "ends": [-1, -1], "strides": [-1, -1], "infer_flags": [-1, -1]})
add("slice", "first_of_one", {"Input": floats((2, 3)), "StartsTensorList": values([1, 2], "int32")}, ["Out"], {"axes": [0], "starts": [-1], "ends": [9], "infer_flags": [-1]})
add("crop_tensor", "list_of_one", {"X": floats((2, 3)), "ShapeTensor": values([2, 2], "int32"), "OffsetsTensor": values([0, 1], "int32")}, ["Out"], {"shape": [-1, -1], "offsets": [-1, -1]})
add("unsqueeze2", "list_of_one", {"X": floats((2, 3)), "AxesTensorList": values([0, 2], "int32")}, ["Out"], {"axes": []}, ("XShape",))
add("set_value", "list_of_one", {"Input": floats((2, 3)), "ValueTensor": values([9.0]), "StartsTensorList": values([1, 1], "int64")}, ["Out"],
    {"axes": [0, 1], "starts": [], "ends": [2, 3], "steps": [1, 1], "dtype": 5, "shape": []})
for dtype in ("float64", "int64", "int32", "int16", "uint8", "bool"):
    add("clip", "max_" + dtype, {"X": floats((2, 5), 3.0), "Max": values([1.75], dtype)}, ["Out"], {"min": -0.5, "max": 9.0})
add("clip", "integers_by_reals", {"X": ints((2, 5), -5, 6, "int32"), "Max": values([2.75], "float64"), "Min": values([-1.5])}, ["Out"], {"min": 0.0, "max": 0.0})
add("clip", "doubles_by_others", {"X": floats((2, 5), 3.0, dtype="float64"), "Max": values([2.75]), "Min": values([-1], "int32")}, ["Out"], {"min": 0.0, "max": 0.0})
add("atan2", "first_elements", {"X1": floats((3, 1)), "X2": floats((3, 5))}, ["Out"])
add("atan2", "other_order", {"X1": floats((2, 3)), "X2": floats((3, 2))}, ["Out"])

# --- levels of detail
add("grid_sampler", "lod", {"X": floats((2, 1, 2, 2), lod=[[0, 0, 2]]), "Grid": floats((2, 1, 3, 2))}, ["Output"], {"mode": "bilinear", "align_corners": False})
for name, x, index in (("index", None, [[0, 0, 2]]), ("x", [[0, 1, 2]], None), ("both", [[0, 1, 2]], [[0, 0, 2]])):
    add("index_sample", "lod_of_" + name, {"X": floats((2, 3), lod=x), "Index": ints((2, 4), 0, 3, lod=index)}, ["Out"])
add("unbind", "lod_of_rows", {"X": floats((1, 1), lod=[[0, 1]])}, {"Out": 1}, {"axis": 0})
add("unbind", "lod_of_columns", {"X": floats((3, 2), lod=[[0, 1, 3]])}, {"Out": 2}, {"axis": 1})
add("sequence_expand", "empty_sequences", {"X": floats((4, 1), lod=[[0, 0, 1, 4]]), "Y": floats((6, 4), lod=[[0, 2, 5, 6]])}, ["Out"], {"ref_level": 0})
TWO = [[0, 2, 4], [0, 1, 2, 3, 4]]
add("sequence_concat", "two_levels", {"X": [floats((4, 3), lod=TWO), floats((4, 3), lod=TWO)]}, ["Out"])
add("sequence_concat", "two_levels_and_one", {"X": [floats((4, 3), lod=TWO), floats((4, 3), lod=[[0, 1, 4]])]}, ["Out"])
