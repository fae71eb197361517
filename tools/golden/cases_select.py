"""where, where_index, tile, expand_as, gather_nd, index_select, scatter, scatter_nd_add, set_value, strided_slice, one_hot,
unbind, unstack, reverse, tril_triu, linspace."""

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, attrs=None, outputs=("Out",), fluid=False):
    CASES.append(Case(op, name, inputs, outputs if isinstance(outputs, dict) else list(outputs), attrs or {},
                      fluid=fluid))


def number(value, dtype="int32"):
    return values([value], dtype)


for dtype in ("float32", "float64", "int32", "int64"):
    add("where", dtype, {"Condition": ints((3, 5), 0, 2, "bool"), "X": ints((3, 5), -9, 9, dtype),
                         "Y": ints((3, 5), -9, 9, dtype)})
add("where", "scalar", {"Condition": values(True, "bool"), "X": values(1.5), "Y": values(2.5)})
add("where", "fluid", {"Condition": ints((3, 5), 0, 2, "bool"), "X": floats((3, 5)), "Y": floats((3, 5))}, fluid=True)

for dtype in ("bool", "int16", "int32", "int64", "float32", "float64"):
    add("where_index", dtype, {"Condition": ints((3, 2, 5), 0, 2, dtype)})
add("where_index", "vector", {"Condition": values([0.0, float("nan"), -0.0, 2.0])})
add("where_index", "none", {"Condition": values([[0, 0], [0, 0]], "bool")})
add("where_index", "no_rows", {"Condition": values([[], []], "bool")})
add("where_index", "fluid", {"Condition": ints((3, 2, 5), 0, 2, "bool")}, fluid=True)

add("tile", "attribute", {"X": floats((2, 1, 3))}, {"repeat_times": [1, 4, 2]})
add("tile", "fewer", {"X": floats((2, 3))}, {"repeat_times": [2]})
add("tile", "more", {"X": floats((3,))}, {"repeat_times": [2, 1, 2]})
add("tile", "scalar", {"X": values(3.5)}, {"repeat_times": [2, 2]})
add("tile", "nothing", {"X": floats((2, 3))}, {"repeat_times": []})
add("tile", "tensor", {"X": ints((2, 3), 0, 9), "RepeatTimes": values([2, 3], "int64")}, {"repeat_times": [-1, -1]})
add("tile", "tensors", {"X": ints((2, 3), 0, 9, "int32"), "repeat_times_tensor": [number(3), number(1)]},
    {"repeat_times": [-1, 1]})
add("tile", "bool", {"X": ints((2, 1), 0, 2, "bool")}, {"repeat_times": [1, 5]})
add("tile", "double", {"X": floats((1, 2, 1, 2), dtype="float64")}, {"repeat_times": [3, 1, 2, 1]})

add("expand_as", "fluid", {"X": floats((2, 1, 3)), "target_tensor": floats((4, 5, 3))}, fluid=True)
add("expand_as", "ints", {"X": ints((2, 2), 0, 9), "target_tensor": ints((2, 6), 0, 9)}, fluid=True)
add("expand_as_v2", "like", {"X": floats((1, 4)), "Y": floats((2, 3, 4))}, {"target_shape": [2, 3, 4]})
add("expand_as_v2", "unknown", {"X": floats((1, 4)), "Y": ints((3, 4), 0, 2, "int32")}, {"target_shape": [-1, 4]})
add("expand_as_v2", "attribute", {"X": ints((3, 1), 0, 9)}, {"target_shape": [3, 2]})
add("expand_as_v2", "scalar", {"X": values(2.5)}, {"target_shape": [2]})

for dtype in ("float32", "float64", "int8", "uint8", "int16", "int32", "int64", "bool"):
    add("gather_nd", dtype, {"X": ints((3, 4, 2), 0, 2 if dtype == "bool" else 99, dtype),
                             "Index": values([[0, 3], [2, 0], [2, 1]], "int64")})
add("gather_nd", "elements", {"X": floats((3, 4)), "Index": values([[[0, 3]], [[2, 1]]], "int32")})
add("gather_nd", "one", {"X": floats((3, 4)), "Index": values([1, 2], "int32")})
add("gather_nd", "rows", {"X": floats((3, 4, 2)), "Index": values([[2], [2]], "int64")})
add("gather_nd", "whole", {"X": floats((3, 4)), "Index": values([[], []], "int64")})
add("gather_nd", "fluid", {"X": floats((3, 4, 2)), "Index": values([[0, 3], [2, 0]], "int64")}, fluid=True)

for dtype in ("float32", "float64", "int32", "int64"):
    add("index_select", dtype, {"X": ints((3, 4, 2), 0, 99, dtype), "Index": values([3, 0, 3], "int64")}, {"dim": 1})
add("index_select", "first", {"X": floats((3, 4)), "Index": values([2, 1], "int32")}, {"dim": 0})
add("index_select", "last", {"X": floats((3, 4)), "Index": values([[2], [1], [1]], "int32")}, {"dim": -1})
add("index_select", "fluid", {"X": floats((3, 4)), "Index": values([2, 1], "int32")}, {"dim": 1}, fluid=True)

for dtype in ("float32", "float64", "int32", "int64"):
    for overwrite in (True, False):
        add("scatter", "%s_%s" % (dtype, "set" if overwrite else "add"),
            {"X": ints((4, 3), 0, 99, dtype), "Ids": values([1, 3, 1], "int64"), "Updates": ints((3, 3), 0, 99, dtype)},
            {"overwrite": overwrite})
add("scatter", "column", {"X": floats((4, 3)), "Ids": values([[2], [0]], "int32"), "Updates": floats((2, 3))})
add("scatter", "one", {"X": floats((4, 3)), "Ids": values(2, "int64"), "Updates": floats((3,))})
add("scatter", "one_add", {"X": floats((4, 3)), "Ids": values(2, "int64"), "Updates": floats((3,))}, {"overwrite": False})
for overwrite in (True, False):
    add("scatter", "one_of_two_%s" % ("set" if overwrite else "add"), {"X": floats((4, 3)), "Ids": values(2, "int64"), "Updates": floats((2,))},
        {"overwrite": overwrite})
add("scatter", "vector", {"X": floats((4,)), "Ids": values([2, 0], "int64"), "Updates": floats((2,))})
add("scatter", "nothing", {"X": floats((4, 2)), "Ids": values([], "int64"), "Updates": floats((0, 2))})
for overwrite in (True, False):
    add("scatter", "fluid_%d" % overwrite, {"X": floats((4, 3)), "Ids": values([1, 3, 1], "int64"), "Updates": floats((3, 3))},
        {"overwrite": overwrite}, fluid=True)

for dtype in ("float32", "float64", "int32", "int64"):
    add("scatter_nd_add", dtype, {"X": ints((3, 4), 0, 99, dtype), "Index": values([[0, 1], [2, 3], [0, 1]], "int64"),
                                  "Updates": ints((3,), 0, 99, dtype)})
add("scatter_nd_add", "rows", {"X": floats((3, 4)), "Index": values([[[0]], [[0]]], "int32"), "Updates": floats((2, 1, 4))})
add("scatter_nd_add", "one", {"X": floats((3, 4)), "Index": values([1, 2], "int32"), "Updates": values(5.0)})
add("scatter_nd_add", "whole", {"X": floats((3, 4)), "Index": values([[], []], "int32"), "Updates": floats((2, 3, 4))})
add("scatter_nd_add", "fluid", {"X": floats((3, 4)), "Index": values([[0], [0]], "int32"), "Updates": floats((2, 4))},
    fluid=True)


def set_value(name, axes, starts, ends, steps, inputs=None, x=None, **attrs):
    attrs = dict({"axes": axes, "starts": starts, "ends": ends, "steps": steps, "dtype": 5}, **attrs)
    add("set_value", name, dict({"Input": x or floats((3, 4))}, **(inputs or {})), attrs)


for dtype in ("float32", "float64", "int8", "uint8", "int16", "int32", "int64", "bool"):
    set_value(dtype, [0, 1], [1, 0], [3, 4], [1, 2], x=ints((3, 4), 0, 2, dtype), values=[1.0, 0.0], shape=[2])
set_value("one", [0], [1], [3], [1], values=[9.5], shape=[1])
set_value("more_numbers", [1], [1], [3], [1], values=[7.0, 8.0, 9.0], shape=[2])
set_value("integer", [0], [-9], [99], [2], values=[3], shape=[])
set_value("bool_value", [0], [1], [2], [1], values=[True], shape=[1])
set_value("backwards", [1], [3], [0], [-2], values=[7.0, 8.0], shape=[2])
set_value("all_backwards", [1], [3], [-5], [-1], values=[7.0, 8.0, 9.0, 10.0], shape=[4])
set_value("row", [0], [1], [2], [1], {"ValueTensor": floats((4,))}, decrease_axes=[0])
set_value("new_axis", [0], [1], [3], [1], {"ValueTensor": floats((2, 1, 4))}, none_axes=[1])
set_value("column", [0], [1], [3], [1], {"ValueTensor": floats((2, 1))})
set_value("leading_ones", [0], [1], [3], [1], {"ValueTensor": floats((1, 1, 2, 4))})
set_value("longer_lists", [1], [1, 9], [3, 9], [1, 0], values=[7.0, 8.0], shape=[2])
set_value("tensors", [0, 1], [], [], [], {"StartsTensorList": [number(0), number(1, "int64")],
                                          "EndsTensorList": [number(2), number(4)],
                                          "StepsTensorList": [number(1), number(2)]}, values=[3.0], shape=[1])


def strided_slice(name, axes, starts, ends, strides, x=None, inputs=None, fluid=False, **attrs):
    attrs = dict({"axes": axes, "starts": starts, "ends": ends, "strides": strides, "infer_flags": [1] * len(axes)},
                 **attrs)
    add("strided_slice", name, dict({"Input": x or floats((3, 4, 5))}, **(inputs or {})), attrs, fluid=fluid)


for dtype in ("bool", "int32", "int64", "float64"):
    strided_slice(dtype, [0, 2], [0, 1], [3, 5], [2, 3], x=ints((3, 2, 5), 0, 2 if dtype == "bool" else 99, dtype))
for name, start, end, stride in (("to_first", 3, -1, -1), ("before_first", 3, -9, -1), ("by_two", 3, -6, -2),
                                 ("from_far", 10, 0, -2), ("beyond", -10, 10, 3), ("nothing", -10, -20, -1),
                                 ("from_end", -2, 9, 1)):
    strided_slice(name, [1], [start], [end], [stride])
strided_slice("dropped", [0, 1], [1, 0], [2, 4], [1, 2], decrease_axis=[0])
strided_slice("one", [0, 1, 2], [1, 0, 4], [2, 1, 5], [1, 1, 1], decrease_axis=[0, 1, 2])
strided_slice("last", [0], [-1], [0], [1], infer_flags=[-1], decrease_axis=[0])
strided_slice("tensors", [0], [-1], [-1], [1], inputs={
    "StartsTensorList": [number(0)], "EndsTensor": number(3), "StridesTensor": number(2)}, infer_flags=[-1])
# Paddle 1.8 begins elsewhere where a negative stride does not divide the range.
for fluid_case in (("to_first", 3, -1, -1), ("beyond", -10, 10, 3)):
    strided_slice("fluid_" + fluid_case[0], [1], [fluid_case[1]], [fluid_case[2]], [fluid_case[3]], fluid=True)

add("one_hot", "fluid", {"X": ints((3, 2, 1), 0, 4)}, {"depth": 4}, fluid=True)
add("one_hot", "outside", {"X": values([[1], [9], [-1]], "int64")}, {"depth": 3, "allow_out_of_range": True}, fluid=True)
add("one_hot", "tensor", {"X": ints((3, 1), 0, 4, "int32"), "depth_tensor": number(5)}, {"depth": 2, "dtype": 2}, fluid=True)
add("one_hot", "tensors", {"X": ints((3, 1), 0, 3), "depth_tensor": values([3, 5], "int32")}, {"depth": 2, "dtype": 5}, fluid=True)
for code, dtype in ((2, "int32"), (3, "int64"), (5, "float32"), (6, "float64")):
    add("one_hot_v2", dtype, {"X": ints((3, 2), 0, 4)}, {"depth": 4, "dtype": code})
add("one_hot_v2", "scalar", {"X": values(2, "int32")}, {"depth": 3})
add("one_hot_v2", "tensor", {"X": ints((3, 1), 0, 4, "int32"), "depth_tensor": number(5)}, {"depth": -1})

for dtype in ("float32", "float64", "int32", "int64"):
    add("unbind", dtype, {"X": ints((2, 3, 2), 0, 99, dtype)}, {"axis": 1}, {"Out": 3})
    add("unstack", dtype, {"X": ints((2, 3, 2), 0, 99, dtype)}, {"axis": -1, "num": 2}, {"Y": 2})
add("unbind", "numbers", {"X": floats((3,))}, {"axis": 0}, {"Out": 3})
add("unstack", "rows", {"X": floats((2, 3))}, {"axis": 0, "num": 2}, {"Y": 2})
add("unstack", "fluid", {"X": floats((2, 3))}, {"axis": 1, "num": 3}, {"Y": 3}, fluid=True)

for dtype in ("float32", "float64", "int32", "int64", "bool", "uint8"):
    add("reverse", dtype, {"X": ints((2, 3, 4), 0, 2 if dtype == "bool" else 99, dtype)}, {"axis": [0, -1]})
add("reverse", "fluid", {"X": floats((2, 3, 4))}, {"axis": [1]}, fluid=True)

for dtype in ("float32", "float64", "int32", "int64", "bool"):
    add("tril_triu", dtype, {"X": ints((2, 3, 4), 1, 2 if dtype == "bool" else 99, dtype)}, {"diagonal": 1, "lower": False})
for diagonal in (-3, -1, 0, 2, 100):
    for lower in (True, False):
        add("tril_triu", "%d_%d" % (diagonal, lower), {"X": floats((4, 3))}, {"diagonal": diagonal, "lower": lower})

for code, dtype in ((2, "int32"), (3, "int64"), (5, "float32"), (6, "float64")):
    add("linspace", dtype, {"Start": number(-1.5, "float32"), "Stop": number(10.25, "float32"), "Num": number(7)},
        {"dtype": code})
add("linspace", "down", {"Start": number(1, "int64"), "Stop": number(-7, "int64"), "Num": number(6)}, {"dtype": 3})
add("linspace", "one", {"Start": values(0.9), "Stop": values(9.9), "Num": values(1, "int32")}, {"dtype": 5})
add("linspace", "fluid", {"Start": number(-1.5, "float32"), "Stop": number(10.25, "float32"), "Num": number(7)}, fluid=True)
