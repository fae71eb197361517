"""put_along_axis."""

import numpy as np

from golden import Case, floats, ints, values

CASES = []
inf, nan = float("inf"), float("nan")


def put(name, x, index, value, axis=0, **attrs):
    CASES.append(Case("put_along_axis", name, {"Input": x, "Index": index, "Value": value}, ["Result"], dict(attrs, Axis=axis)))


for reduce in ("assign", "add", "mul", "multiply", "amin", "amax", "mean"):
    for include in (True, False):
        name = "%s_%s" % (reduce, "with" if include else "without")
        attrs = {"Reduce": reduce, "Include_self": include}
        put(name, floats((3, 4)), values([[0, 0, 2, 1], [0, 2, 2, 0], [0, 1, 2, 2]], "int64"), floats((3, 4)), **attrs)
        for dtype in ("float64", "int32", "int64", "uint8"):
            put("%s_%s" % (name, dtype), ints((3, 4), 1, 9, dtype), values([[0, 0, 2, 1], [0, 2, 2, 0]], "int32"),
                ints((2, 4), 1, 9, dtype), **attrs)
put("default", floats((3, 4)), ints((2, 4), 0, 3), floats((2, 4)))
put("columns", floats((3, 4)), ints((3, 2), 0, 4), floats((3, 2)), 1, Reduce="add")
put("longer", floats((3, 4)), ints((3, 9), 0, 4), floats((3, 9)), 1, Reduce="add")
put("part", floats((3, 4)), values([[0, 1]], "int64"), floats((1, 2)))
put("part_rank3", floats((2, 3, 4)), values([[[0, 1, 2]], [[2, 1, 0]]], "int64"), floats((2, 1, 3)), 1)
put("rank4", floats((2, 3, 2, 2)), ints((2, 5, 2, 2), 0, 3), floats((2, 5, 2, 2)), 1, Reduce="mul")
put("rank5", floats((2, 1, 3, 2, 2)), ints((2, 1, 2, 2, 2), 0, 3), floats((2, 1, 2, 2, 2)), 2, Reduce="add")
put("vector", floats((4,)), values([3, 0, 3], "int64"), floats((3,)))
put("nothing", floats((3, 4)), values(np.zeros((0, 4)), "int64"), values(np.zeros((0, 4))))
put("empty", values(np.zeros((0, 4))), values(np.zeros((0, 4)), "int64"), values(np.zeros((0, 4))))
put("lod", floats((3, 2), lod=[[0, 1, 3]]), values([[1, 2]], "int64"), floats((1, 2)))
