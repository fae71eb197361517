"""Cases of other files in another element type, and further forms that compare_forms.py has found."""

import copy
import glob
import importlib
import os

import numpy as np

from golden import Case, Tensor, floats, ints, values

CASES = []
ELSEWHERE = [importlib.import_module(name) for name in sorted(
    os.path.basename(path)[:-3] for path in glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases_*.py")))
             if name != __name__]


def converted(tensor, dtype):
    def make(key):
        array, recipe = tensor.make(key)
        return (array.astype(dtype), recipe) if array.dtype == np.float32 else (array, recipe)

    return Tensor(make, tensor.lod, tensor.is_weight)


def doubles(op, count, tolerance=(1e-6, 1e-6, 0, 0)):
    """The first cases of an operator, in float64."""
    found = [c for module in ELSEWHERE for c in module.CASES if c.op == op and not c.fluid and "float64" not in c.name]
    assert found, op
    for case in found[:count]:
        case = copy.copy(case)
        case.name, case.tolerance = case.name + "_double", tolerance
        case.inputs = {slot: [converted(t, "float64") for t in given] if isinstance(given, list) else converted(given, "float64")
                       for slot, given in case.inputs.items()}
        CASES.append(case)


for operator in ("anchor_generator", "collect_fpn_proposals", "deformable_conv", "deformable_conv_v1", "density_prior_box",
                 "distribute_fpn_proposals", "generate_proposals", "generate_proposals_v2", "matrix_nms", "multiclass_nms",
                 "multiclass_nms2", "multiclass_nms3", "prior_box", "retinanet_detection_output", "roi_align", "sequence_pool",
                 "yolo_box", "fake_dequantize_max_abs", "fake_channel_wise_dequantize_max_abs"):
    doubles(operator, 2)


def add(op, name, inputs, attrs=None, outputs=("Out",), tolerance=None):
    CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, tolerance=tolerance))


for dtype in ("int32", "int64"):
    for operator in ("exp", "log", "log1p"):
        add(operator, dtype, {"X": ints((3, 5), 1, 20, dtype)}, tolerance=(1e-6, 1e-6, 0, 0))
    add("pow", dtype, {"X": ints((3, 5), -9, 9, dtype)}, {"factor": 3.0})
    add("pow", dtype + "_truncated", {"X": ints((3, 5), -9, 9, dtype)}, {"factor": 2.75})
for dtype in ("int8", "int16", "int32", "int64", "uint8"):
    add("sign", dtype, {"X": ints((3, 5), 0 if dtype == "uint8" else -2, 3, dtype)})
add("elementwise_mul", "bool", {"X": ints((2, 3, 4), 0, 2, "bool"), "Y": ints((3, 1), 0, 2, "bool")}, {"axis": -1})
add("elementwise_div", "bool", {"X": ints((2, 3, 4), 0, 2, "bool"), "Y": values([[1]] * 3, "bool")}, {"axis": -1})
add("scale", "bool", {"X": ints((3, 4), 0, 2, "bool")}, {"scale": 0.5, "bias": 0.0})
add("scale", "bool_biased", {"X": ints((3, 4), 0, 2, "bool")}, {"scale": 2.0, "bias": -2.0, "bias_after_scale": False})
add("reduce_mean", "bool", {"X": values([[1, 0, 0], [0, 0, 0], [1, 1, 1]], "bool")}, {"dim": [1]})
add("scatter_nd_add", "uint8", {"X": ints((4, 3), 0, 9, "uint8"), "Index": values([[1], [3], [1]], "int64"),
                                "Updates": ints((3, 3), 0, 250, "uint8")})
for operator, squeezed in (("lookup_table", [[2], [0], [4]]), ("lookup_table_v2", [[2, 0, 4]])):
    for dtype in ("int8", "float64"):
        table = ints((5, 3), -99, 99, "int8") if dtype == "int8" else floats((5, 3), dtype=dtype)
        add(operator, "table_" + dtype, {"W": table, "Ids": values(squeezed, "int64")}, {"padding_idx": -1})
for kind, shape, sizes in (("bilinear", (1, 2, 3, 4), {"out_h": 5, "out_w": 7}), ("linear", (1, 2, 4), {"out_w": 7}),
                           ("trilinear", (1, 2, 2, 3, 4), {"out_d": 3, "out_h": 5, "out_w": 7})):
    for operator in (kind + "_interp", kind + "_interp_v2"):
        add(operator, "uint8", {"X": ints(shape, 0, 255, "uint8")},
            dict(sizes, interp_method=kind, align_corners=True, align_mode=0, data_layout="NCHW"))
