"""Operators that move, choose or reduce elements."""

import numpy as np

from golden import Case, floats, ints, values, weight

inf, nan = float("inf"), float("nan")
CASES = []


def add(op, name, inputs, attrs=None, fluid=False, others=(), outputs=("Out",)):
    CASES.append(Case(op, name, inputs, outputs if isinstance(outputs, dict) else list(outputs), attrs or {},
                      others=others, fluid=fluid))


def int32(*numbers):
    return values(list(numbers), "int32")


def int64(*numbers):
    return values(list(numbers), "int64")


# --- shapes
for op, others in (("reshape", ()), ("reshape2", ("XShape",))):
    for name, x, shape in (("plain", (2, 3, 4), [6, 4]), ("minus_one", (2, 3, 4), [-1, 8]),
                           ("zero", (2, 3, 4), [0, -1]), ("zeros", (2, 3, 4), [0, 0, 2, 2]),
                           ("up", (6,), [1, 2, 3, 1]), ("image", (2, 3, 4, 5), [0, -1, 1, 1]),
                           ("scalar", (1, 1), [])):
        add(op, name, {"X": floats(x)}, {"shape": shape}, others=others)
    add(op, "from_scalar", {"X": values(2.5)}, {"shape": [1, -1]}, others=others)
    add(op, "lod", {"X": floats((5, 2, 3), lod=[[0, 2, 5]])}, {"shape": [0, 6]}, others=others)
    add(op, "int64", {"X": ints((2, 6), 0, 9)}, {"shape": [3, 4]}, others=others)
    if op == "reshape2":
        add(op, "bool", {"X": values([1, 0, 1, 1], "bool")}, {"shape": [2, 2]}, others=others)
    add(op, "tensor", {"X": floats((2, 3, 4)), "Shape": int32(4, -1)}, {"shape": [-1]}, others=others)
    add(op, "tensor64", {"X": floats((2, 3, 4)), "Shape": int64(0, -1)}, {"shape": [-1]}, others=others)
    add(op, "tensors", {"X": floats((2, 3, 4)), "ShapeTensor": [int32(4), int32(6)]}, {"shape": [-1, -1]},
        others=others)
    add(op, "fluid", {"X": floats((2, 3, 4))}, {"shape": [0, -1]}, others=others, fluid=True)
for op, others, fluid in (("flatten", (), True), ("flatten2", ("XShape",), False)):
    for axis in range(4):
        add(op, "axis%d" % axis, {"X": floats((2, 3, 4))}, {"axis": axis}, others=others, fluid=fluid)
    add(op, "default", {"X": floats((2, 3, 4, 5))}, others=others, fluid=fluid)
for name, x, start, stop in (("all", (2, 3, 4), 0, 2), ("tail", (2, 3, 4), 1, 2), ("negative", (2, 3, 4, 5), -3, -2),
                             ("one", (2, 3, 4), 1, 1), ("head", (2, 3, 4), 0, 1), ("image", (2, 3, 4, 5), 1, -1)):
    add("flatten_contiguous_range", name, {"X": floats(x)}, {"start_axis": start, "stop_axis": stop},
        others=["XShape"])
add("flatten_contiguous_range", "scalar", {"X": values(2.0)}, {"start_axis": 0, "stop_axis": 0}, others=["XShape"])
for op, others, fluid in (("squeeze", (), True), ("squeeze2", ("XShape",), False)):
    for name, x, axes in (("all", (1, 3, 1, 5), []), ("one", (1, 3, 1, 5), [0]), ("negative", (1, 3, 1, 5), [-2]),
                          ("two", (1, 3, 1, 5), [0, 2])):
        add(op, name, {"X": floats(x)}, {"axes": axes}, others=others, fluid=fluid)
add("squeeze2", "not_one", {"X": floats((1, 3, 1, 5))}, {"axes": [0, 1]}, others=["XShape"])
add("squeeze2", "to_scalar", {"X": floats((1, 1))}, {"axes": []}, others=["XShape"])
for op, others, fluid in (("unsqueeze", (), True), ("unsqueeze2", ("XShape",), False)):
    for name, x, axes in (("first", (3, 5), [0]), ("last", (3, 5), [-1]), ("two", (3, 5), [0, 2]),
                          ("order", (3, 5), [2, 0]), ("negatives", (3, 5), [-1, -1]), ("middle", (3, 5), [-2])):
        add(op, name, {"X": floats(x)}, {"axes": axes}, others=others, fluid=fluid)
    add(op, "tensor", {"X": floats((3, 5)), "AxesTensor": int32(0, 3)}, {"axes": []}, others=others, fluid=fluid)
add("unsqueeze2", "tensors", {"X": floats((3, 5)), "AxesTensorList": [int32(0), int32(2)]}, {"axes": []},
    others=["XShape"])
add("unsqueeze2", "scalar", {"X": values(3.0)}, {"axes": [0]}, others=["XShape"])

for op, others in (("transpose", ()), ("transpose2", ("XShape",))):
    for x, axis in (((3, 5), [1, 0]), ((2, 3, 4), [0, 2, 1]), ((2, 3, 4), [2, 1, 0]), ((2, 3, 4), [1, 0, 2]),
                    ((2, 3, 4, 5), [0, 2, 3, 1]), ((2, 3, 4, 5), [0, 3, 1, 2]), ((2, 3, 4, 5), [3, 1, 2, 0]),
                    ((2, 3, 4, 5), [0, 1, 2, 3]), ((2, 1, 3, 1, 2), [4, 3, 2, 1, 0]), ((7,), [0])):
        add(op, "x".join(map(str, x)) + "_" + "".join(map(str, axis)), {"X": floats(x)}, {"axis": axis},
            others=others)
    add(op, "int64", {"X": ints((2, 3), 0, 9)}, {"axis": [1, 0]}, others=others)
    add(op, "double", {"X": floats((2, 3), dtype="float64")}, {"axis": [1, 0]}, others=others)
add("transpose2", "negative", {"X": floats((2, 3, 4))}, {"axis": [-1, 0, 1]}, others=["XShape"])
add("transpose2", "scalar", {"X": values(2.0)}, {"axis": []}, others=["XShape"])

# --- concat, split, stack, slice
for axis in (-1, 0, 1, 2):
    shapes = [[2, 3, 4], [2, 3, 4], [2, 3, 4]]
    shapes[1][axis] = 1
    shapes[2][axis] = 5
    add("concat", "axis%d" % axis, {"X": [floats(tuple(s)) for s in shapes]}, {"axis": axis})
add("concat", "one", {"X": [floats((2, 3))]})
add("concat", "image", {"X": [floats((2, 3, 4, 5)), floats((2, 2, 4, 5))]}, {"axis": 1})
add("concat", "empty", {"X": [floats((2, 3)), floats((0, 3)), floats((1, 3))]}, {"axis": 0})
for other in ("bool", "uint8", "int32", "int64", "float64"):
    add("concat", "empty_" + other, {"X": [floats((2, 3)), values(np.zeros((0, 3)), other), floats((1, 3))]}, {"axis": 0})
add("concat", "empties_of_two_types", {"X": [values(np.zeros((0, 3)), "int64"), floats((0, 3))]}, {"axis": 0})
add("concat", "int64", {"X": [ints((2, 3), 0, 9), ints((1, 3), 0, 9)]}, {"axis": 0})
add("concat", "bool", {"X": [values([1, 0], "bool"), values([1], "bool")]}, {"axis": 0})
add("concat", "tensor", {"X": [floats((2, 3)), floats((2, 1))], "AxisTensor": int32(1)}, {"axis": 0})
add("concat", "lod_rows", {"X": [floats((5, 2), lod=[[0, 2, 5]]), floats((3, 2), lod=[[0, 1, 3]])]}, {"axis": 0})
add("concat", "lod_columns", {"X": [floats((5, 2), lod=[[0, 2, 5]]), floats((5, 1), lod=[[0, 2, 5]])]}, {"axis": 1})
add("split", "num", {"X": floats((2, 6, 3))}, {"num": 3, "axis": 1}, outputs={"Out": 3})
add("split", "sections", {"X": floats((2, 6, 3))}, {"sections": [1, 2, 3], "axis": 1}, outputs={"Out": 3})
add("split", "rest", {"X": floats((2, 6, 3))}, {"sections": [1, -1, 3], "axis": 1}, outputs={"Out": 3})
add("split", "rows", {"X": floats((6, 3))}, {"num": 2, "axis": 0}, outputs={"Out": 2})
# A negative axis is always resolved before, because the operator itself computes garbage for it.
add("split", "last", {"X": floats((2, 6))}, {"sections": [4, 2], "axis": 1}, outputs={"Out": 2})
add("split", "nothing", {"X": floats((2, 0))}, {"sections": [4, 2], "axis": 1}, outputs={"Out": 2})
add("split", "rest_of_nothing", {"X": floats((0, 3))}, {"sections": [4, -1], "axis": 0}, outputs={"Out": 2})
add("split", "one", {"X": floats((2, 6))}, {"num": 1, "axis": 1}, outputs={"Out": 1})
add("split", "image", {"X": floats((2, 6, 4, 5))}, {"num": 2, "axis": 1}, outputs={"Out": 2})
add("split", "int64", {"X": ints((2, 6), 0, 9)}, {"num": 2, "axis": 1}, outputs={"Out": 2})
add("split", "tensor", {"X": floats((2, 6)), "AxisTensor": int32(1)}, {"num": 2, "axis": 0}, outputs={"Out": 2})
# The first of several numbers.
add("split", "tensor", {"X": floats((2, 6)), "AxisTensor": values([1, 0], "int32")}, {"num": 2, "axis": 0}, outputs={"Out": 2}, fluid=True)
add("concat", "tensor", {"X": [floats((2, 3)), floats((2, 3))], "AxisTensor": values([1, 0], "int32")}, {"axis": 0}, fluid=True)
add("split", "tensors", {"X": floats((2, 6)), "SectionsTensorList": [int32(1), int32(5)]},
    {"sections": [-1, -1], "axis": 1}, outputs={"Out": 2})
for axis in (-3, -1, 0, 1, 2):
    add("stack", "axis%d" % axis, {"X": [floats((2, 3)), floats((2, 3)), floats((2, 3))]}, {"axis": axis},
        outputs=("Y",))
add("stack", "one", {"X": [floats((2, 3))]}, outputs=("Y",))
add("stack", "scalars", {"X": [values(1.0), values(2.0)]}, outputs=("Y",))
add("stack", "int64", {"X": [ints((2,), 0, 9), ints((2,), 0, 9)]}, {"axis": 1}, outputs=("Y",))
for name, x, axes, starts, ends, decrease in (
        ("one", (4, 5, 6), [0], [1], [3], []), ("negative", (4, 5, 6), [1], [-4], [-1], []),
        ("two", (4, 5, 6), [0, 2], [1, 2], [3, 5], []), ("beyond", (4, 5, 6), [1], [1], [2147483647], []),
        ("far_negative", (4, 5, 6), [1], [-100], [2], []), ("decrease", (4, 5, 6), [1], [2], [3], [1]),
        ("decrease_two", (4, 5, 6), [0, 2], [1, 3], [2, 4], [0, 2]), ("to_scalar", (4, 5), [0, 1], [1, 2], [2, 3], [0, 1]),
        ("image", (2, 6, 4, 5), [1], [1], [4], []), ("last", (4, 5, 6), [2], [5], [6], [2]),
        ("vector", (7,), [0], [2], [5], []), ("empty", (4, 5), [0], [4], [9], [])):
    add("slice", name, {"Input": floats(x)}, {"axes": axes, "starts": starts, "ends": ends, "decrease_axis": decrease})
add("slice", "int64", {"Input": ints((4, 5), 0, 9)}, {"axes": [0], "starts": [1], "ends": [3]})
add("slice", "tensors", {"Input": floats((4, 5)), "StartsTensor": int32(1), "EndsTensor": int32(3)},
    {"axes": [0], "starts": [], "ends": [], "infer_flags": [-1]})
add("slice", "further_numbers", {"Input": floats((4, 5)), "StartsTensor": values([1, 7], "int32"), "EndsTensor": values([3, 8, 9], "int32")},
    {"axes": [0], "starts": [], "ends": [], "infer_flags": [-1]})
add("slice", "tensor_lists", {"Input": floats((4, 5)), "StartsTensorList": [int32(1), int32(0)],
                              "EndsTensorList": [int32(3), int32(2)]},
    {"axes": [0, 1], "starts": [-1, -1], "ends": [-1, -1], "infer_flags": [-1, -1]})
add("slice", "lod", {"Input": floats((5, 4), lod=[[0, 2, 5]])}, {"axes": [1], "starts": [1], "ends": [3]})
for name, x in (("plain", floats((2, 3, 4))), ("image", floats((2, 3, 4, 5))), ("int64", ints((2, 3), 0, 9)),
                ("scalar", values(2.0))):
    add("shape", name, {"Input": x})
for name, x in (("plain", floats((2, 3))), ("int64", ints((2, 3), 0, 9)), ("bool", values([1, 0], "bool")),
                ("lod", floats((5, 2), lod=[[0, 2, 5]])), ("image", floats((2, 3, 4, 5)))):
    add("assign", name, {"X": x})
add("share_data", "plain", {"X": floats((2, 3))})

# --- constants
for name, code in (("bool", 0), ("int16", 1), ("int32", 2), ("int64", 3), ("float16", 4), ("float32", 5), ("float64", 6),
                   ("uint8", 20)):
    add("fill_constant", name, {}, {"shape": [2, 3], "dtype": code, "value": 1.0})
    add("fill_constant", name + "_fraction", {}, {"shape": [2], "dtype": code, "value": 2.7})
add("fill_constant", "negative", {}, {"shape": [2], "dtype": 2, "value": -2.7})
add("fill_constant", "scalar", {}, {"shape": [], "dtype": 5, "value": 2.5})
add("fill_constant", "text", {}, {"shape": [2], "dtype": 5, "value": 1.0, "str_value": "0.1"})
add("fill_constant", "text_double", {}, {"shape": [2], "dtype": 6, "value": 0.1, "str_value": "0.1"})
add("fill_constant", "text_int", {}, {"shape": [2], "dtype": 3, "value": 0.0, "str_value": "4294967303"})
for name, code in (("int16", 1), ("int32", 2), ("uint8", 20), ("int8", 21)):
    add("fill_constant", "text_wild_" + name, {}, {"shape": [2], "dtype": code, "value": 0.0, "str_value": "4294967303"})
for text in ("inf", "-inf", "nan"):
    add("fill_constant", text, {}, {"shape": [2], "dtype": 5, "value": 0.0, "str_value": text})
add("fill_constant", "exact_int64", {}, {"shape": [1], "dtype": 3, "value": 0.0, "str_value": "9007199254740993"},
    fluid=True)
add("fill_constant", "shape_tensor", {"ShapeTensor": int32(2, 3)}, {"shape": [1], "dtype": 5, "value": 2.5})
add("fill_constant", "shape_tensors", {"ShapeTensorList": [int32(2), int32(3)]},
    {"shape": [-1, -1], "dtype": 5, "value": 2.5})
add("fill_constant", "value_tensor", {"ValueTensor": values([4.5])}, {"shape": [2, 2], "dtype": 5, "value": 2.5})
like = {"shape": [-1, 7], "dtype": 5, "value": 3.5}
add("fill_constant_batch_size_like", "plain", {"Input": floats((4, 3))}, like)
add("fill_constant_batch_size_like", "lod", {"Input": floats((5, 3), lod=[[0, 2, 5]])}, like)
add("fill_constant_batch_size_like", "dims", {"Input": floats((4, 3))},
    {"shape": [2, -1], "dtype": 3, "value": 3.0, "input_dim_idx": 1, "output_dim_idx": 1})

# --- arg_max, top_k
for op in ("arg_max", "arg_min"):
    for axis in (-1, 0, 1, 2):
        add(op, "axis%d" % axis, {"X": floats((2, 3, 4))}, {"axis": axis})
        add(op, "keep%d" % axis, {"X": floats((2, 3, 4))}, {"axis": axis, "keepdims": True})
    add(op, "flatten", {"X": floats((2, 3, 4))}, {"axis": 0, "flatten": True})
    add(op, "int32", {"X": floats((2, 3, 4))}, {"axis": 1, "dtype": 2})
    add(op, "vector", {"X": floats((9,))}, {"axis": 0})
    add(op, "ties", {"X": values([1, 3, 3, 2, 3, 1])}, {"axis": 0})
    add(op, "nan", {"X": values([[1, nan, 3, 0], [nan, 1, 0, 2]])}, {"axis": 1})
    for kind in ("int32", "int64", "uint8", "float64"):
        add(op, "of_" + kind, {"X": values([[4, 9, 2], [7, 1, 7]], kind)}, {"axis": 1})
    for dtype in (-2, -5):
        add(op, "dtype%d" % dtype, {"X": floats((2, 3, 4))}, {"axis": 1, "dtype": dtype})
    for dtype in (-2, 0, 1, 2, 4, 5, 6, 20, 21):
        add(op, "fluid_dtype%d" % dtype, {"X": floats((2, 3, 4))}, {"axis": 1, "dtype": dtype}, fluid=True)
    add(op, "fluid_vector", {"X": floats((9,))}, {"axis": 0}, fluid=True)
add("arg_max", "fluid", {"X": floats((2, 3, 4))}, {"axis": 1}, fluid=True)
both = ("Out", "Indices")
add("top_k", "three", {"X": floats((4, 9))}, {"k": 3}, outputs=both)
add("top_k", "default", {"X": floats((2, 3, 5))}, outputs=both)
add("top_k", "all", {"X": floats((7,))}, {"k": 7}, outputs=both)
add("top_k", "tensor", {"X": floats((4, 9)), "K": int32(2)}, {"k": 1}, outputs=both)
add("top_k", "ties", {"X": values([[1, 3, 3, 2, 3]])}, {"k": 4}, outputs=("Out",), others=("Indices",))
for axis in (-1, 0, 1):
    for largest in (True, False):
        add("top_k_v2", "axis%d_%d" % (axis, largest), {"X": floats((3, 4, 5))},
            {"k": 2, "axis": axis, "largest": largest}, outputs=both)
add("top_k_v2", "tensor", {"X": floats((4, 9)), "K": int32(2)}, {"k": 1}, outputs=both)
add("top_k_v2", "int32", {"X": values([[4, 9, 2, 5]], "int32")}, {"k": 2}, outputs=both)

# --- tables
for kind in ("int64", "int32"):
    if kind == "int64":
        add("lookup_table", kind, {"W": weight((7, 5)), "Ids": ints((4, 1), 0, 7, kind)})
        add("lookup_table", kind + "_rank3", {"W": weight((7, 5)), "Ids": ints((2, 3, 1), 0, 7, kind)})
    add("lookup_table_v2", kind, {"W": weight((7, 5)), "Ids": ints((4,), 0, 7, kind)})
    add("lookup_table_v2", kind + "_rank2", {"W": weight((7, 5)), "Ids": ints((2, 3), 0, 7, kind)})
add("lookup_table", "padding", {"W": weight((7, 5)), "Ids": values([[1], [3], [1]], "int64")}, {"padding_idx": 1})
add("lookup_table_v2", "padding", {"W": weight((7, 5)), "Ids": int64(1, 3, 1)}, {"padding_idx": 1})
add("lookup_table_v2", "padding_off", {"W": weight((7, 5)), "Ids": int64(1, 3, 1)}, {"padding_idx": -2})
add("lookup_table", "lod", {"W": weight((7, 5)), "Ids": ints((5, 1), 0, 7, lod=[[0, 2, 5]])})

# --- reductions
for op in ("reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod"):
    for dim in ([0], [1], [-1], [0, 1], [0, 2], [1, 2], [0, 1, 2], [-1, -3]):
        for keep in (False, True):
            add(op, "dim%s_%d" % ("_".join(map(str, dim)), keep), {"X": floats((3, 4, 5))},
                {"dim": dim, "keep_dim": keep})
    add(op, "all", {"X": floats((3, 4, 5))}, {"dim": [0], "reduce_all": True})
    add(op, "all_keep", {"X": floats((3, 4, 5))}, {"dim": [0], "reduce_all": True, "keep_dim": True})
    add(op, "empty_list", {"X": floats((3, 4, 5))}, {"dim": []})
    add(op, "image", {"X": floats((2, 3, 4, 5))}, {"dim": [2, 3], "keep_dim": True})
    add(op, "channels", {"X": floats((2, 3, 4, 5))}, {"dim": [1]})
    add(op, "alternate", {"X": floats((2, 3, 4, 5))}, {"dim": [1, 3]})
    add(op, "lod", {"X": floats((5, 3), lod=[[0, 2, 5]])}, {"dim": [1]}, fluid=True)  # 2.6 drops it
    add(op, "double", {"X": floats((3, 4), dtype="float64")}, {"dim": [1]})
    add(op, "scalar", {"X": values(2.5)}, {"dim": [], "reduce_all": True})
    for kind in ("int32", "int64"):
        add(op, kind, {"X": ints((3, 4), -5, 9, kind)}, {"dim": [1]})
    add(op, "fluid", {"X": floats((3, 4, 5))}, {"dim": [-1]}, fluid=True)
add("reduce_sum", "out_dtype", {"X": values([[1, 0, 1], [1, 1, 1]], "bool")},
    {"dim": [1], "in_dtype": 0, "out_dtype": 3})
add("reduce_sum", "out_bool", {"X": values([[0.3, -0.3, 0], [0, 0, 0], [nan, 0, 0]])}, {"dim": [1], "in_dtype": 5, "out_dtype": 0})
add("reduce_sum", "out_int64", {"X": ints((3, 4), -5, 9, "int32")}, {"dim": [1], "in_dtype": 2, "out_dtype": 3})
for op in ("reduce_all", "reduce_any"):
    for dim in ([0], [1], [0, 1]):
        add(op, "dim" + "_".join(map(str, dim)), {"X": values([[1, 0, 1], [1, 1, 1]], "bool")}, {"dim": dim})
    for name, dtype in (("float", 5), ("int64", 3), ("none", -5)):
        add(op, "out_dtype_" + name, {"X": values([[1, 0, 1], [1, 1, 1]], "bool")}, {"dim": [1], "in_dtype": 0, "out_dtype": dtype})
        add(op, "fluid_out_dtype_" + name, {"X": values([[1, 0, 1], [1, 1, 1]], "bool")}, {"dim": [1], "in_dtype": 0, "out_dtype": dtype},
            fluid=True)
    for dtype in ("int32", "int64"):
        add(op, dtype, {"X": values([[1, 0, -3], [256, 1, 2], [0, 0, 0]], dtype)}, {"dim": [1]})
    for dtype in ("float32", "float64"):
        add(op, dtype, {"X": values([[1, 0, 0.25], [-0.5, np.nan, 1e-30], [0, -0.0, 0]], dtype)}, {"dim": [1]})
add("mean", "image", {"X": floats((2, 3, 4, 5))})
add("mean", "vector", {"X": floats((7,))})

# --- images
for g in (1, 2, 3, 6):
    add("shuffle_channel", "group%d" % g, {"X": floats((2, 6, 3, 4))}, {"group": g})
for name, groups, data_format in (("two", 2, "NCHW"), ("three", 3, "NCHW"), ("all", 6, "NCHW"), ("one", 1, "NHWC")):
    add("channel_shuffle", name, {"X": floats((2, 6, 3, 4))}, {"groups": groups, "data_format": data_format})
add("channel_shuffle", "last", {"X": floats((2, 3, 4, 6))}, {"groups": 2, "data_format": "NHWC"})
add("channel_shuffle", "last_three", {"X": floats((1, 2, 1, 6))}, {"groups": 3, "data_format": "NHWC"})
add("channel_shuffle", "double", {"X": floats((2, 4, 2, 1), dtype="float64")}, {"groups": 2})
add("channel_shuffle", "no_images", {"X": values(np.zeros((0, 4, 2, 2)))}, {"groups": 2})
add("channel_shuffle", "lod", {"X": floats((2, 4, 1, 1), lod=[[0, 1, 2]])}, {"groups": 2})
for name, factor, data_format in (("one", 1, "NCHW"), ("two", 2, "NCHW"), ("three", 3, "NCHW"), ("six", 6, "NCHW"),
                                  ("last_one", 1, "NHWC"), ("last_two", 2, "NHWC"), ("last_three", 3, "NHWC")):
    add("pixel_unshuffle", name, {"X": floats((2, 6, 12, 3) if data_format == "NHWC" else (2, 3, 6, 12))},
        {"downscale_factor": factor, "data_format": data_format})
add("pixel_unshuffle", "double", {"X": floats((2, 1, 2, 4), dtype="float64")}, {"downscale_factor": 2})
add("pixel_unshuffle", "no_images", {"X": values(np.zeros((0, 4, 2, 2)))}, {"downscale_factor": 2})
add("pixel_unshuffle", "lod", {"X": floats((2, 1, 2, 2), lod=[[0, 1, 2]])}, {"downscale_factor": 2})


def interp(op, name, x, attrs, inputs=None):
    attrs = dict(attrs, interp_method="nearest" if op.startswith("nearest") else "bilinear")
    add(op, name, dict({"X": x}, **(inputs or {})), attrs)


for kind in ("nearest", "bilinear"):
    v1, v2 = kind + "_interp", kind + "_interp_v2"
    for corners in (True, False):
        for mode in (0, 1):
            if kind == "nearest" and mode == 0:
                continue
            rules = {"align_corners": corners, "align_mode": mode}
            tag = "_%d%d" % (corners, mode)
            for name, h, w in (("up", 9, 11), ("down", 2, 3), ("same", 4, 5), ("one", 1, 1), ("twice", 8, 10),
                               ("mixed", 7, 2)):
                interp(v1, name + tag, floats((2, 3, 4, 5)), dict(rules, out_h=h, out_w=w))
                interp(v2, name + tag, floats((2, 3, 4, 5)), dict(rules, out_h=h, out_w=w))
            interp(v1, "scale" + tag, floats((1, 2, 4, 5)), dict(rules, out_h=0, out_w=0, scale=1.7))
            interp(v2, "scale" + tag, floats((1, 2, 4, 5)), dict(rules, out_h=0, out_w=0, scale=[1.7, 2.0]))
            interp(v2, "scale_and_size" + tag, floats((1, 2, 4, 5)), dict(rules, out_h=9, out_w=9, scale=[1.7, 1.7]))
            interp(v1, "nhwc" + tag, floats((2, 4, 5, 3)), dict(rules, out_h=7, out_w=6, data_layout="NHWC"))
            interp(v2, "nhwc" + tag, floats((2, 4, 5, 3)), dict(rules, out_h=7, out_w=6, data_layout="NHWC"))
            for op in (v1, v2):
                unset = 0.0 if op == v1 else []
                interp(op, "out_size" + tag, floats((1, 2, 4, 5)), dict(rules, out_h=3, out_w=3, scale=unset),
                       {"OutSize": int32(6, 7)})
                interp(op, "size_tensor" + tag, floats((1, 2, 4, 5)), dict(rules, out_h=3, out_w=3, scale=unset),
                       {"SizeTensor": [int32(6), int32(7)]})
                interp(op, "scale_tensor" + tag, floats((1, 2, 4, 5)), dict(rules, out_h=3, out_w=3, scale=unset),
                       {"Scale": values([2.0])})
            interp(v2, "scale_and_out_size" + tag, floats((1, 2, 4, 5)),
                   dict(rules, out_h=3, out_w=3, scale=[1.7, 1.7]), {"OutSize": int32(6, 7)})
            interp(v2, "scale_and_size_tensor" + tag, floats((1, 2, 4, 5)),
                   dict(rules, out_h=3, out_w=3, scale=[1.7, 1.7]), {"SizeTensor": [int32(6), int32(7)]})

# --- sequences
for pool in ("AVERAGE", "SUM", "SQRT", "MAX", "FIRST", "LAST"):
    add("sequence_pool", pool, {"X": floats((7, 3), lod=[[0, 2, 3, 7]])}, {"pooltype": pool, "is_test": True},
        others=["MaxIndex"])
    add("sequence_pool", pool + "_empty", {"X": floats((5, 2), lod=[[0, 2, 2, 5]])},
        {"pooltype": pool, "pad_value": -1.5, "is_test": True}, others=["MaxIndex"])
    add("sequence_pool", pool + "_levels", {"X": floats((5, 2), lod=[[0, 1, 3], [0, 2, 4, 5]])},
        {"pooltype": pool, "is_test": True}, others=["MaxIndex"])

# --- rows
for name, x, axis, extra in (("last", (4, 7), 1, {}), ("rank3", (2, 3, 7), 2, {}), ("two", (2, 3, 7), 1, {}),
                             ("epsilon", (4, 7), 1, {"epsilon": 0.0005})):
    width = x[-1] if axis == len(x) - 1 else 21
    for scale in (False, True):
        for bias in (False, True):
            inputs = {"X": floats(x, 2, 0.5)}
            if scale:
                inputs["Scale"] = weight((width,))
            if bias:
                inputs["Bias"] = weight((width,))
            add("layer_norm", "%s_%d%d" % (name, scale, bias), inputs, dict(extra, begin_norm_axis=axis),
                outputs=("Y", "Mean", "Variance"))
add("layer_norm", "fluid", {"X": floats((5, 7), lod=[[0, 2, 5]]), "Scale": weight((7,)), "Bias": weight((7,))},
    {"begin_norm_axis": 1}, outputs=("Y",), others=("Mean", "Variance"), fluid=True)
