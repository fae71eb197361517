"""float16 of operators whose kernels for CPUs accept it in Paddle 2.6.2, except for cast and fill_constant (cases_pointwise.py,
cases_arrange.py), and int16 tables of embeddings. Operators whose kernels here have no float16 are missing: the optimiser gives
them float32, which compare_forms.py compares. At the end, bfloat16.
"""

import numpy as np

from golden import Case, floats, ints, values

CASES = []
EXACT = (0, 0, 0, 0)
# Paddle's arithmetic on CPUs cuts off the digits that a float16 does not hold, after every operation, so that each may lose one
# step of its result.
CUT = (0, 2.0**-10, 0, 0)
CUT_TERMS = (0, 2.0**-10, 2.0**-10, 0)


def add(op, inputs, attrs=None, outputs=("Out",), name="half", tolerance=EXACT, others=()):
    CASES.append(Case(op, name, inputs, outputs, attrs, tolerance=tolerance, others=others))


def half(*shape, **how):
    return floats(shape, dtype="float16", **how)


# Copies of elements.
x = {"X": half(2, 3, 4)}
add("assign", x)
add("share_data", x)
add("reshape2", x, {"shape": [4, -1]}, others=("XShape",))
add("squeeze2", {"X": half(2, 1, 4)}, {"axes": [1]}, others=("XShape",))
add("transpose2", x, {"axis": [2, 0, 1]}, others=("XShape",))
add("concat", {"X": [half(2, 3), half(2, 4)]}, {"axis": 1})
add("split", x, {"axis": 2, "sections": [1, 3]}, {"Out": 2})
add("stack", {"X": [half(2, 3), half(2, 3)]}, {"axis": 1}, ("Y",))
add("unbind", x, {"axis": 1}, {"Out": 3})
add("expand_v2", {"X": half(2, 1)}, {"shape": [3, 2, 4]})
add("slice", {"Input": half(4, 5)}, {"axes": [0, 1], "starts": [1, -3], "ends": [3, 5], "decrease_axis": []})
add("strided_slice", {"Input": half(4, 7)},
    {"axes": [0, 1], "starts": [3, 1], "ends": [0, 6], "strides": [-2, 2], "infer_flags": [1, 1]})
add("set_value", {"Input": half(3, 4)},
    {"axes": [0, 1], "starts": [1, 0], "ends": [3, 4], "steps": [1, 2], "dtype": 4, "values": [1.5, -0.25], "shape": [2]})
add("set_value", {"Input": half(3, 4), "ValueTensor": half(2)},
    {"axes": [0, 1], "starts": [1, 0], "ends": [3, 4], "steps": [1, 2], "dtype": 4}, name="half_tensor")
add("tril_triu", x, {"diagonal": -1, "lower": True})
add("lod_reset", {"X": half(5, 2)}, {"target_lod": [0, 2, 5]})
add("fill_any_like", x, {"dtype": -1, "value": 0.1}, tolerance=CUT)
add("fill_any_like", {"X": floats((2, 3))}, {"dtype": 4, "value": -7.3}, name="to_half", tolerance=CUT)
add("lookup_table_v2", {"W": half(7, 5), "Ids": ints((2, 3), 0, 7)})
add("lookup_table_v2", {"W": half(7, 5), "Ids": values([1, 3, 1], "int64")}, {"padding_idx": 1}, name="half_padding")
for name, given in (("int16", {}), ("int16_padding", {"padding_idx": 3})):
    add("lookup_table", {"W": ints((7, 5), -32768, 32767, "int16"), "Ids": values([[1], [3], [6]], "int64")}, given, name=name)

# Comparisons, of equal numbers, both zeros and NaN as well.
numbers = {"X": values([1, 2, -3, 0, np.nan, np.inf, 65504, 5.96e-8], "float16"),
           "Y": values([1, 3, -4, -0.0, np.nan, np.inf, -65504, 0], "float16")}
for op in ("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal"):
    add(op, numbers, {"axis": -1})
    add(op, {"X": half(2, 3), "Y": half(3)}, {"axis": -1}, name="half_rows")

# Arithmetic.
for name, given in (("half", {"bias_after_scale": True}), ("half_bias_first", {"bias_after_scale": False})):
    add("scale", {"X": half(3, 7, bound=4)}, dict(given, scale=1.75, bias=0.3125), name=name, tolerance=CUT_TERMS)
add("scale", {"X": values([65504, -65504, np.inf, np.nan, 6e-8], "float16")}, {"scale": 2.0, "bias": 0.0}, name="half_limits")
add("sum", {"X": [half(3, 4), half(3, 4), half(3, 4)]}, tolerance=CUT_TERMS)
for op in ("exp", "erf"):
    add(op, {"X": half(3, 7, bound=2, center=2.5)}, tolerance=CUT)
add("atan2", {"X1": half(3, 5), "X2": half(3, 5)}, tolerance=CUT)

for kind, shape, sizes in (("nearest", (1, 2, 3, 4), {"out_h": 5, "out_w": 7}),
                           ("bilinear", (1, 2, 3, 4), {"out_h": 5, "out_w": 7})):
    add(kind + "_interp_v2", {"X": half(*shape)},
        dict(sizes, interp_method=kind, align_corners=kind == "nearest", align_mode=0, data_layout="NCHW"), tolerance=CUT)

# bfloat16: likewise.
CUT_BFLOAT16 = (0, 2.0**-7, 0, 0)
add("cast", {"X": values([0.1, -1.1, 3.0, 65504.0, 1e38, 1e-30, np.inf, -np.inf, np.nan, -0.0])}, {"in_dtype": 5, "out_dtype": 22},
    name="float32_bfloat16", tolerance=CUT_BFLOAT16)
for dtype, kind in (("int64", 3), ("bool", 0), ("float64", 6), ("float16", 4)):
    add("cast", {"X": values([0, 1, 3], dtype)}, {"in_dtype": kind, "out_dtype": 22}, name=dtype + "_bfloat16")
add("fill_constant", {}, {"shape": [2, 2], "dtype": 22, "value": 1.1}, name="bfloat16", tolerance=CUT_BFLOAT16)
add("fill_any_like", {"X": floats((2, 3))}, {"dtype": 22, "value": -7.3}, name="to_bfloat16", tolerance=CUT_BFLOAT16)
