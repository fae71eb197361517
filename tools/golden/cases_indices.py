"""gather, take_along_axis, index_sample, multiplex, lod_reset, range, meshgrid, assign_value, fill_any_like, fill_zeros_like."""

import numpy as np

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, attrs=None, outputs=("Out",), fluid=False):
    CASES.append(Case(op, name, inputs, outputs if isinstance(outputs, dict) else list(outputs), attrs or {},
                      fluid=fluid))


add("gather", "rows", {"X": floats((5, 2, 3)), "Index": values([4, 0, 0, 2], "int32")})
add("gather", "column", {"X": floats((5, 2, 3)), "Index": values([[4], [0], [2]], "int64")})
add("gather", "axis", {"X": floats((3, 5, 2)), "Index": values([4, 0, 0, 2], "int64")}, {"axis": 1})
add("gather", "axis_tensor", {"X": floats((3, 5, 2)), "Index": values([1, 0], "int64"), "Axis": values([2], "int32")})
add("gather", "one", {"X": floats((3, 5, 2)), "Index": values(1, "int64")}, {"axis": 1})
add("gather", "integers", {"X": ints((5, 2), 0, 99), "Index": values([3, 1], "int32")})
add("gather", "fluid", {"X": floats((5, 2, 3), lod=[[0, 2, 5]]), "Index": values([4, 0, 0, 2], "int32")}, fluid=True)



def take(name, x, index, axis):
    add("take_along_axis", name, {"Input": x, "Index": index}, {"Axis": axis}, ["Result"])


take("middle", floats((2, 3, 4)), ints((2, 3, 4), 0, 3), 1)
take("longer", floats((2, 3, 4)), ints((2, 3, 7), 0, 4, "int32"), 2)
take("part", floats((2, 3, 4)), ints((1, 5, 2), 0, 3), 1)
# The dimensions after the axis are joined, and so are those before it.
take("joined", floats((2, 2, 4, 3)), ints((2, 1, 3, 2), 0, 4), 2)
take("joined_after", floats((3, 4, 3)), ints((2, 2, 2), 0, 3), 0)
take("fewer_axes", floats((3, 4, 2)), ints((2, 3), 0, 4), 1)
take("vector", floats((4,)), values([3, 0, 0], "int64"), 0)
take("none", floats((2, 3)), values(np.zeros((2, 0)), "int64"), 1)
take("empty", floats((0, 3)), values(np.zeros((0, 3)), "int64"), 1)
take("double", floats((3, 2), dtype="float64"), values([[2, 0]], "int64"), 0)
for dtype in ("int32", "int64", "uint8"):
    take(dtype, ints((3, 2), 0, 99, dtype), values([[2, 0], [1, 1], [0, 2], [2, 2]], "int64"), 0)

add("index_sample", "rows", {"X": floats((3, 4)), "Index": ints((3, 6), 0, 4)})
add("index_sample", "int32_index", {"X": floats((3, 4), dtype="float64"), "Index": ints((3, 2), 0, 4, "int32")})
add("index_sample", "none", {"X": floats((3, 4)), "Index": values(np.zeros((3, 0)), "int64")})
add("index_sample", "empty", {"X": floats((0, 4)), "Index": values(np.zeros((0, 2)), "int64")})
for dtype in ("int32", "int64"):
    add("index_sample", dtype, {"X": ints((2, 3), 0, 99, dtype), "Index": ints((2, 2), 0, 3)})

add("multiplex", "rows", {"X": [floats((3, 4)), floats((3, 4)), floats((3, 4))], "Ids": values([[2], [0], [1]], "int32")})
add("multiplex", "first_rows", {"X": [floats((3, 2, 2)), floats((3, 2, 2))], "Ids": values([[1], [0]], "int32")})
for dtype in ("float64", "int32", "int64"):
    one, other = (values([[1, 2, 3 + i], [4, 5, 6 - i]], dtype) for i in range(2))
    add("multiplex", dtype, {"X": [one, other], "Ids": values([[1], [0]], "int32")})

for fluid in (False, True):
    add("lod_reset", "target", {"X": floats((5, 2), lod=[[0, 1, 5]])}, {"target_lod": [0, 2, 5]}, fluid=fluid)
    add("lod_reset", "level", {"X": floats((5, 2)), "Y": floats((5, 1), lod=[[0, 1, 2], [0, 2, 5]])}, fluid=fluid)
    add("lod_reset", "append_levels", {"X": floats((5, 2), lod=[[0, 1, 5]]), "Y": floats((5, 1), lod=[[0, 1, 2], [0, 2, 5]])}, {"append": True}, fluid=fluid)
    add("lod_reset", "append_numbers", {"X": floats((5, 2), lod=[[0, 1, 5]]), "Y": values([0, 1, 2, 3, 4, 5], "int32")}, {"append": True}, fluid=fluid)
    add("lod_reset", "numbers", {"X": floats((5, 2)), "Y": values([0, 3, 5], "int32")}, fluid=fluid)
    add("lod_reset", "append", {"X": floats((5, 2), lod=[[0, 1, 5]])}, {"target_lod": [0, 2, 3, 4, 4, 5], "append": True},
        fluid=fluid)

for dtype, numbers in (("float32", (0.5, 3.0, 0.7)), ("float32", (0.0, 1.0, 0.1)), ("float64", (4.0, -1.0, -0.8)),
                       ("int32", (-3, 9, 4)), ("int64", (7, -8, -5))):
    start, end, step = (values([n], dtype) for n in numbers)
    add("range", "%s_%g" % (dtype, numbers[2]), {"Start": start, "End": end, "Step": step})
add("range", "fluid", {"Start": values([0.0]), "End": values([1.0]), "Step": values([0.1])}, fluid=True)

add("meshgrid", "two", {"X": [floats((3,)), floats((2,))]}, outputs={"Out": 2})
add("meshgrid", "three", {"X": [ints((3,), 0, 9), ints((1,), 0, 9), ints((4,), 0, 9)]}, outputs={"Out": 3})

add("assign_value", "float", {}, {"shape": [2, 3], "dtype": 5, "fp32_values": [1.5, -2.0, 0.25, 3.0, 4.0, 1e-6]})
add("assign_value", "double", {}, {"shape": [2], "dtype": 6, "fp64_values": [1.5, -2.0]})
add("assign_value", "int", {}, {"shape": [3], "dtype": 2, "int32_values": [1, -2, 3]})
add("assign_value", "long", {}, {"shape": [1, 2], "dtype": 3, "int64_values": [1 << 40, -2]})
add("assign_value", "bool", {}, {"shape": [3], "dtype": 0, "bool_values": [1, 0, 1]})
add("assign_value", "more_numbers", {}, {"shape": [3], "dtype": 2, "int32_values": [1, -2, 3, 4]})

add("fill_any_like", "same", {"X": floats((2, 3), lod=[[0, 1, 2]])}, {"value": 2.5, "dtype": -1})
add("fill_any_like", "other", {"X": floats((2, 3))}, {"value": -7.0, "dtype": 3})
add("fill_any_like", "fluid_negative", {"X": floats((2, 3))}, {"value": 2.5, "dtype": -2}, fluid=True)
add("fill_any_like", "fluid", {"X": floats((2, 3), lod=[[0, 1, 2]])}, {"value": 2.5, "dtype": -1}, fluid=True)
add("fill_zeros_like", "fluid", {"X": ints((2, 3), 1, 9)}, fluid=True)
