"""beam_search, gather_tree, sampling_id, ctc_align, crf_decoding, viterbi_decode."""

import numpy as np

from golden import Case, floats, ints, values, weight

CASES = []


def add(op, name, inputs, outputs, attrs=None, fluid=None):
    for release in (False, True) if fluid is None else (fluid,):
        CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, fluid=release))


TWO, PREFIXES = [[0, 1, 2], [0, 1, 2]], [[0, 2, 4], [0, 1, 2, 3, 4]]
IDS = [[4, 2, 5], [2, 1, 3], [3, 5, 2], [8, 2, 1]]
SCORES = [[.5, .3, .2], [.6, .3, .1], [.9, .5, .1], [.7, .5, .1]]


def beam(name, pre_ids, lod, ids=IDS, scores=SCORES, **attrs):
    rows = len(pre_ids)
    scores = scores[:rows]
    inputs = {"pre_ids": values([[i] for i in pre_ids], "int64"), "pre_scores": values([[.1 + .1 * i] for i in range(rows)]),
              "scores": values(scores, lod=lod)}
    if ids:
        inputs["ids"] = values(ids[:rows], "int64", lod=lod)
    add("beam_search", name, inputs, ["selected_ids", "selected_scores", "parent_idx"],
        dict({"level": 0, "beam_size": 2, "end_id": 0, "is_accumulated": True}, **attrs))


beam("first", [1, 2], TWO)
beam("second", [1, 2, 3, 4], PREFIXES)
beam("ended", [0, 2, 0, 0], PREFIXES)
beam("one_ended", [0, 2, 3, 4], PREFIXES, beam_size=3)
beam("no_ids", [1, 2], TWO, ids=None, is_accumulated=False)
beam("further_prefixes", [1, 2, 3, 4], TWO, ids=None, scores=SCORES[:2], is_accumulated=False)
beam("wide", [1, 2], TWO, ids=None, beam_size=5)
beam("level_1", [1, 2, 3, 4], [[0, 1, 2], [0, 2, 4]], level=1)
beam("outer_level", [1, 2, 3, 4], [[0, 1, 2], [0, 2, 4]])
beam("one_level", [1, 2, 3, 4], [[0, 2, 4]])
beam("ties", [1, 2], [[0, 2], [0, 1, 2]], scores=[[.5, .5, .5], [.5, .5, .5]])
beam("divided_scores", [1, 2, 3, 4], PREFIXES, scores=[[[s, s / 2] for s in row] for row in SCORES],
     ids=[[[i, i + 1] for i in row] for row in IDS])
beam("last_of_one", [1, 2, 3, 4], PREFIXES, scores=[[[s] for s in row] for row in SCORES], ids=[row + row for row in IDS])
beam("one_candidate", [1, 2, 3, 4], PREFIXES, scores=[row[0] for row in SCORES])
beam("ties_in_prefix", [1, 2], TWO, scores=[[.5, .5, .5], [.2, .5, .5]])
beam("no_prefix", [1, 2], [[0, 0, 2], [0, 1, 2]])

for dtype in ("int32", "int64"):
    add("gather_tree", dtype, {"Ids": ints((5, 3, 4), 0, 99, dtype), "Parents": ints((5, 3, 4), 0, 4, dtype)}, ["Out"])
add("gather_tree", "axes_more", {"Ids": ints((4, 2, 3, 1, 1), 0, 99), "Parents": ints((4, 2, 3, 1, 1), 0, 3)}, ["Out"])
add("gather_tree", "one_step", {"Ids": ints((1, 2, 3), 0, 99), "Parents": ints((1, 2, 3), 0, 3)}, ["Out"])

for dtype in ("float32", "float64"):  # 1.8 seeds itself differently
    add("sampling_id", dtype, {"X": floats((20, 7), 0.15, 0.15, dtype=dtype)}, ["Out"], {"seed": 5}, fluid=False)
add("sampling_id", "negative_seed", {"X": floats((20, 7), 0.15, 0.15)}, ["Out"], {"seed": -2}, fluid=False)
add("sampling_id", "range", {"X": floats((20, 7), 0.15, 0.15)}, ["Out"], {"seed": 77, "min": 0.25, "max": 1.5}, fluid=False)
for release in (False, True):
    add("sampling_id", "certain", {"X": values([[0, 2, 0], [2, 0, 0], [0, 0, 2]])}, ["Out"], {"seed": 1}, fluid=release)

LABELS = [[0], [1], [1], [2], [0], [2], [2], [3], [3], [0]]
for dtype in ("int32", "int64"):
    add("ctc_align", dtype, {"Input": values(LABELS, dtype, lod=[[0, 4, 4, 10]])}, ["Output"], {"blank": 0})
    add("ctc_align", "padded_" + dtype, {"Input": values([[0, 1, 1, 2, 2], [3, 3, 0, 3, 1]], dtype),
                                         "InputLength": values([[5], [4]], dtype)}, ["Output", "OutputLength"],
        {"blank": 0, "padding_value": -7})
add("ctc_align", "repeated", {"Input": values(LABELS, "int64", lod=[[0, 4, 10]])}, ["Output"],
    {"blank": 3, "merge_repeated": False})
# The first numbers are read, whatever the shape.
for name, shape in (("more_numbers", (10, 2, 1)), ("one_dimension", (10,))):
    numbers = np.resize(np.ravel(LABELS) + [[0], [1]], shape)
    add("ctc_align", name, {"Input": values(numbers, "int32", lod=[[0, 4, 10]])}, ["Output"], {"blank": 0})
add("ctc_align", "more_lengths", {"Input": values([[[0], [1], [2]], [[3], [3], [0]]], "int64"), "InputLength": values([2, 3, 1], "int64")},
    ["Output", "OutputLength"], {"blank": 0})
add("ctc_align", "nothing", {"Input": values([[5], [5], [5]], "int64", lod=[[0, 1, 3]])}, ["Output"], {"blank": 5})
add("ctc_align", "minus_one", {"Input": values([[-1], [3], [-1]], "int64", lod=[[0, 2, 3]])}, ["Output"])
add("ctc_align", "levels", {"Input": values(LABELS, "int64", lod=[[0, 1, 2], [0, 3, 10]])}, ["Output"])
add("ctc_align", "padded_repeated", {"Input": values([[0, 1, 1, 2], [3, 3, 0, 3]], "int64"),
                                     "InputLength": values([[0], [3]], "int64")}, ["Output", "OutputLength"],
    {"blank": 1, "merge_repeated": False})

for dtype in ("float32", "float64"):
    add("crf_decoding", dtype, {"Emission": floats((12, 5), dtype=dtype, lod=[[0, 1, 1, 7, 12]]),
                                "Transition": weight((7, 5), dtype=dtype)}, ["ViterbiPath"])
add("crf_decoding", "many_tags", {"Emission": floats((12, 19), lod=[[0, 9, 12]]), "Transition": weight((21, 19))},
    ["ViterbiPath"])
add("crf_decoding", "ties", {"Emission": values([[0.0] * 9] * 3, lod=[[0, 3]]), "Transition": values([[0.0] * 9] * 11)},
    ["ViterbiPath"])
add("crf_decoding", "label", {"Emission": floats((6, 3), lod=[[0, 1, 6]]), "Transition": weight((5, 3)),
                              "Label": ints((6, 1), 0, 3, lod=[[0, 1, 6]])}, ["ViterbiPath"])
add("crf_decoding", "padded", {"Emission": floats((3, 4, 3)), "Transition": weight((5, 3)),
                               "Length": values([[4], [1], [3]], "int64")}, ["ViterbiPath"])
add("crf_decoding", "padded_label", {"Emission": floats((2, 4, 3)), "Transition": weight((5, 3)),
                                     "Length": values([4, 2], "int64"), "Label": ints((2, 4), 0, 3)}, ["ViterbiPath"])
add("crf_decoding", "longer_label", {"Emission": floats((2, 4, 3)), "Transition": weight((5, 3)),
                                     "Length": values([4, 2], "int64"), "Label": ints((2, 8), 0, 3)}, ["ViterbiPath"])

for tag in (True, False):
    for dtype in ("float32", "float64"):
        add("viterbi_decode", "%s_%d" % (dtype, tag), {"Input": floats((3, 5, 6), dtype=dtype),
                                                       "Transition": weight((6, 6), dtype=dtype),
                                                       "Length": values([5, 2, 1], "int64")}, ["Scores", "Path"],
            {"include_bos_eos_tag": tag}, fluid=False)
    add("viterbi_decode", "short_%d" % tag, {"Input": floats((3, 5, 6)), "Transition": floats((6, 6)),
                                             "Length": values([0, 2, 3], "int64")}, ["Scores", "Path"],
        {"include_bos_eos_tag": tag}, fluid=False)
