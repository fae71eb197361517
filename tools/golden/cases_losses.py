"""Classifiers and texts: softmax_with_cross_entropy, sigmoid_cross_entropy_with_logits, label_smooth, segment_pool, edit_distance,
sequence_erase, sequence_enumerate, sequence_slice, sequence_scatter, add_position_encoding."""

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, outputs, attrs=None, others=(), fluid=False):
    CASES.append(Case(op, name, inputs, outputs, attrs or {}, others=others, fluid=fluid))


for fluid in (False, True):
    for dtype in ("float32", "float64"):
        for axis, shape, labels in ((-1, (4, 5), (4, 1)), (1, (2, 3, 4), (2, 1, 4)), (0, (3, 2), (1, 2)), (-2, (2, 3, 4), (2, 1, 4))):
            tag = "%s_%d" % (dtype, axis)
            add("softmax_with_cross_entropy", "hard_" + tag, {"Logits": floats(shape, 4, dtype=dtype), "Label": ints(labels, 0, 3)}, ["Softmax", "Loss"],
                {"axis": axis}, fluid=fluid)
            add("softmax_with_cross_entropy", "soft_" + tag, {"Logits": floats(shape, 4, dtype=dtype), "Label": floats(shape, 0.5, 0.5, dtype)},
                ["Softmax", "Loss"], {"axis": axis, "soft_label": True}, fluid=fluid)
        add("label_smooth", dtype, {"X": floats((3, 4), dtype=dtype)}, ["Out"], {"epsilon": 0.1}, fluid=fluid)
        add("label_smooth", dtype + "_prior", {"X": floats((3, 4), dtype=dtype), "PriorDist": floats((1, 4), dtype=dtype)}, ["Out"], {"epsilon": 0.3}, fluid=fluid)
        if not fluid:
            add("label_smooth", dtype + "_longer_prior", {"X": floats((3, 4, 2), dtype=dtype), "PriorDist": floats((1, 4, 1), dtype=dtype)}, ["Out"], {"epsilon": 0.3})
            add("label_smooth", dtype + "_shorter_prior", {"X": floats((3, 4), dtype=dtype), "PriorDist": floats((3,), dtype=dtype)}, ["Out"], {"epsilon": 0.3})
        for normalize in (False, True):
            add("sigmoid_cross_entropy_with_logits", "%s_%d" % (dtype, normalize), {"X": floats((4, 5), 9, dtype=dtype), "Label": ints((4, 5), 0, 3, dtype)}, ["Out"],
                {"ignore_index": 2, "normalize": normalize}, fluid=fluid)
    if not fluid:
        add("softmax_with_cross_entropy", "longer_soft", {"Logits": floats((2, 3), 4), "Label": floats((2, 3, 2), 0.5, 0.5)}, ["Softmax", "Loss"], {"soft_label": True})
        for dtype in ("float32", "float64"):
            add("softmax_with_cross_entropy", "labels_" + dtype, {"Logits": floats((3, 3), 4), "Label": values([[1.7], [0.2], [-0.5]], dtype)}, ["Softmax", "Loss"])
        add("softmax_with_cross_entropy", "longer_hard", {"Logits": floats((2, 3), 4), "Label": ints((2, 1, 2), 0, 3)}, ["Softmax", "Loss"])
    add("softmax_with_cross_entropy", "ignored", {"Logits": floats((4, 5), 4), "Label": values([[1], [3], [0], [3]], "int64")}, ["Softmax", "Loss"],
        {"ignore_index": 3}, fluid=fluid)
    add("softmax_with_cross_entropy", "far", {"Logits": values([[0, 200, 1], [-90, 0, 3]]), "Label": values([[0], [0]], "int64")}, ["Softmax", "Loss"],
        {"numeric_stable_mode": False}, fluid=fluid)
    add("softmax_with_cross_entropy", "one", {"Logits": floats((3, 1), 4), "Label": values([[0]] * 3, "int64")}, ["Softmax", "Loss"], fluid=fluid)
    add("label_smooth", "levels", {"X": floats((3, 2, 4), lod=[[0, 1, 3]])}, ["Out"], {"epsilon": 0.5}, fluid=fluid)
    add("sigmoid_cross_entropy_with_logits", "defaults", {"X": values([[0, -0.0, 100, -100, float("inf")]]), "Label": values([[0.5, 1, 0, 1, -100]])}, ["Out"], fluid=fluid)
    add("sigmoid_cross_entropy_with_logits", "between", {"X": floats((1, 6)), "Label": values([[2.5, 1.99, 2, -2.5, 3, 0.5]])}, ["Out"],
        {"ignore_index": 2, "normalize": True}, fluid=fluid)
    add("sigmoid_cross_entropy_with_logits", "zero", {"X": floats((1, 6)), "Label": values([[0.5, -0.5, 0, -1, 1, 1.5]])}, ["Out"],
        {"ignore_index": 0, "normalize": True}, fluid=fluid)
    add("sigmoid_cross_entropy_with_logits", "all_ignored", {"X": floats((2, 2)), "Label": values([[-100, -100]] * 2)}, ["Out"], {"normalize": True}, fluid=fluid)
    add("sequence_erase", "int64", {"X": ints((9, 1), 0, 4, "int64", lod=[[0, 3, 9]])}, ["Out"], {"tokens": [1, 3]}, fluid=fluid)
    add("sequence_erase", "int32", {"X": ints((9, 1), 0, 4, "int32", lod=[[0, 3, 9]])}, ["Out"], {"tokens": [2]}, fluid=fluid)
    add("sequence_erase", "all", {"X": values([[2], [2], [5]], "int64", lod=[[0, 2, 3]])}, ["Out"], {"tokens": [2]}, fluid=fluid)
    add("sequence_erase", "none", {"X": values([[2], [2], [5]], "int64", lod=[[0, 2, 3]])}, ["Out"], {"tokens": []}, fluid=fluid)
    add("sequence_erase", "two_levels", {"X": ints((6, 1), 0, 3, "int64", lod=[[0, 1, 3], [0, 2, 3, 6]])}, ["Out"], {"tokens": [0]}, fluid=fluid)
    for window, pad in ((2, 7), (5, -1), (12, 0)):
        add("sequence_enumerate", "int64_%d" % window, {"X": ints((7, 1), 1, 9, "int64", lod=[[0, 3, 7]])}, ["Out"], {"win_size": window, "pad_value": pad}, fluid=fluid)
    add("sequence_enumerate", "int32", {"X": ints((7, 1), 1, 9, "int32", lod=[[0, 3, 7]])}, ["Out"], {"win_size": 3, "pad_value": 0}, fluid=fluid)
    for dtype in ("float32", "float64", "int32", "int64"):
        if not fluid:
            add("sequence_slice", dtype + "_longer", {"X": ints((7, 2), 0, 99, dtype, lod=[[0, 3, 7]]), "Offset": values([[0, 1], [2, 3]], "int64"), "Length": values([[2, 3], [1, 1]], "int64")}, ["Out"])
        add("sequence_slice", dtype, {"X": ints((7, 2), 0, 99, dtype, lod=[[0, 3, 7]]), "Offset": values([[0], [1]], "int64"), "Length": values([[2], [3]], "int64")},
            ["Out"], fluid=fluid)
        add("sequence_scatter", dtype, {"X": ints((3, 6), 0, 99, dtype), "Ids": values([[0], [5], [1], [1], [2]], "int64", lod=[[0, 2, 4, 5]]),
                                        "Updates": ints((5, 1), 0, 99, dtype, lod=[[0, 2, 4, 5]])}, ["Out"], fluid=fluid)
    if not fluid:
        ids = values([[0], [5], [1], [1], [2]], "int64", lod=[[0, 2, 5]])
        add("sequence_scatter", "wider_updates", {"X": ints((3, 6), 0, 99, "float32"), "Ids": ids, "Updates": ints((5, 2), 0, 99, "float32", lod=[[0, 2, 5]])}, ["Out"])
        for name, shape, levels in (("fewer_sequences", (4, 6), [[0, 2, 5]]), ("rank_3", (2, 3, 2), [[0, 2, 5]]), ("other_levels", (2, 6), [[0, 1, 1, 5]])):
            add("sequence_scatter", name, {"X": ints(shape, 0, 99, "float32"), "Ids": ids, "Updates": ints((5, 1), 0, 99, "float32", lod=levels)}, ["Out"])
    for normalized in (False, True):
        tag = "_normalized" * normalized
        if not fluid:
            add("edit_distance", "more_references" + tag, {"Hyps": ints((2, 1), 0, 4, "int64", lod=[[0, 0, 2]]), "Refs": ints((5, 1), 0, 4, "int64", lod=[[0, 1, 3, 4, 5]])},
                ["Out", "SequenceNum"], {"normalized": normalized})
        add("edit_distance", "levels" + tag, {"Hyps": ints((7, 1), 0, 4, "int64", lod=[[0, 3, 7]]), "Refs": ints((9, 1), 0, 4, "int64", lod=[[0, 4, 9]])},
            ["Out", "SequenceNum"], {"normalized": normalized}, fluid=fluid)
        add("edit_distance", "lengths" + tag, {"Hyps": ints((3, 5), 0, 4), "Refs": ints((3, 6), 0, 4), "HypsLength": values([5, 2, 3], "int64"),
                                               "RefsLength": values([3, 6, 1], "int64")}, ["Out", "SequenceNum"], {"normalized": normalized}, fluid=fluid)
    for dtype in ("float32", "float64"):
        add("add_position_encoding", dtype, {"X": floats((2, 3, 6), dtype=dtype)}, ["Out"], {"alpha": 0.5, "beta": 2.0}, fluid=fluid)
    add("add_position_encoding", "levels", {"X": floats((7, 4), lod=[[0, 3, 7]])}, ["Out"], {"alpha": 1.0, "beta": 1.0}, fluid=fluid)
    add("add_position_encoding", "two", {"X": floats((1, 5, 2))}, ["Out"], {"alpha": 1.0, "beta": 0.5}, fluid=fluid)
for dtype in ("int32", "int16", "int8", "uint8"):
    add("softmax_with_cross_entropy", "label_" + dtype, {"Logits": floats((4, 5), 4), "Label": ints((4, 1), 0, 5, dtype)}, ["Softmax", "Loss"])
add("softmax_with_cross_entropy", "probabilities", {"Logits": values([[0.2, 0.7, 0.1], [0, 1, 0]]), "Label": values([[1], [0]], "int64")}, ["Softmax", "Loss"],
    {"use_softmax": False})
add("softmax_with_cross_entropy", "probabilities_soft", {"Logits": values([[0.2, 0.7, 0.1], [0.5, 0.25, 0.25]]), "Label": floats((2, 3), 0.5, 0.5)}, ["Softmax", "Loss"],
    {"use_softmax": False, "soft_label": True})
add("sigmoid_cross_entropy_with_logits", "weighted", {"X": floats((4, 5), 9), "Label": floats((4, 5), 0.5, 0.5), "pos_weight": floats((4, 5), 1, 2)}, ["Out"])
for kind in ("SUM", "MEAN", "MAX", "MIN"):
    for dtype in ("float32", "float64", "int32", "int64"):
        for ids in ("int32", "int64"):
            if dtype == "float32" or ids == "int64":
                add("segment_pool", "%s_%s_%s" % (kind, dtype, ids), {"X": ints((5, 3), -9, 9, dtype), "SegmentIds": values([0, 0, 1, 3, 3], ids, weight=True)},
                    ["Out"], {"pooltype": kind}, others=("SummedIds",))
    add("segment_pool", kind + "_column", {"X": floats((5, 3)), "SegmentIds": values([[0], [0], [1], [3], [3]], "int64", weight=True)}, ["Out"], {"pooltype": kind}, others=("SummedIds",))
    add("segment_pool", kind + "_volume", {"X": floats((4, 2, 3)), "SegmentIds": values([1, 1, 1, 2], "int64", weight=True)}, ["Out"], {"pooltype": kind}, others=("SummedIds",))
    add("segment_pool", kind + "_vector", {"X": values([1, float("nan"), 2, float("inf")]), "SegmentIds": values([0, 0, 1, 1], "int64", weight=True)}, ["Out"], {"pooltype": kind},
        others=("SummedIds",))
add("edit_distance", "empty_hypothesis", {"Hyps": values([[1], [2]], "int64", lod=[[0, 0, 2]]), "Refs": values([[1], [2]], "int64", lod=[[0, 1, 2]])},
    ["Out", "SequenceNum"], {"normalized": True})
add("edit_distance", "empty_reference", {"Hyps": values([[1], [2]], "int64", lod=[[0, 1, 2]]), "Refs": values([[1], [2]], "int64", lod=[[0, 0, 2]])},
    ["Out", "SequenceNum"])
add("softmax_with_cross_entropy", "vector", {"Logits": floats((4,)), "Label": values([1], "int64")}, ["Softmax", "Loss"])
add("memcpy", "float32", {"X": floats((2, 3), lod=[[0, 1, 2]])}, ["Out"], {"dst_place_type": 0})
add("memcpy", "int64", {"X": ints((2, 0, 3), 0, 9)}, ["Out"], {"dst_place_type": 0})
for dtype in ("float32", "float64"):
    add("fused_softmax_mask", dtype, {"X": floats((2, 3, 4, 5), 4, dtype=dtype), "Mask": floats((2, 1, 4, 5), 2, dtype=dtype)}, ["Out"])
add("fused_softmax_mask", "masked", {"X": floats((1, 2, 2, 3), 4), "Mask": values([[[[0, -10000, 0], [-1e9, -1e9, -1e9]]]])}, ["Out"])
add("fused_softmax_mask", "infinite", {"X": floats((1, 2, 2, 3), 4), "Mask": values([[[[0, float("-inf"), 0], [0, 0, float("nan")]]]])}, ["Out"])
add("fused_softmax_mask", "far", {"X": floats((1, 2, 2, 3), 200), "Mask": floats((1, 1, 2, 3))}, ["Out"])
