"""dot, mv, addmm, kron, cross."""

import numpy as np

from golden import Case, floats, ints, values

inf, nan = float("inf"), float("nan")
CASES = []


def add(op, name, inputs, attrs=None, fluid=False):
    CASES.append(Case(op, name, inputs, ["Out"], attrs or {}, fluid=fluid))


def none(*shape):
    return values(np.zeros(shape))


def both(op, name, inputs, attrs=None):
    """A case of both versions of Paddle."""
    for fluid in (False, True):
        add(op, name, inputs(), attrs, fluid)


# What shape Paddle 1.8 gives the result of dot depends on the declaration of the variable, which a case does not state.
for shape in ((7,), (1,), (3, 5), (1, 4), (4, 1)):
    add("dot", "x".join(map(str, shape)), {"X": floats(shape), "Y": floats(shape)})
add("dot", "long", {"X": floats((2, 1000)), "Y": floats((2, 1000))})
add("dot", "empty", {"X": none(0), "Y": none(0)})
add("dot", "special", {"X": values([[inf, 1], [nan, 0], [inf, -1], [-0.0, 0]]),
                       "Y": values([[1, 2], [0, 1], [0, 1], [1, -0.0]])})
add("dot", "lod", {"X": floats((3, 2), lod=[[0, 1, 3]]), "Y": floats((3, 2))})
add("dot", "double", {"X": floats((3, 5), dtype="float64"), "Y": floats((3, 5), dtype="float64")})
for dtype in ("int32", "int64"):
    add("dot", dtype, {"X": ints((3, 5), -9, 9, dtype), "Y": ints((3, 5), -9, 9, dtype)})
add("dot", "wraps", {"X": values([1 << 30, 1 << 30], "int32"), "Y": values([3, 2], "int32")})

for rows, columns in ((3, 5), (1, 4), (4, 1), (70, 130), (0, 3)):
    add("mv", "%dx%d" % (rows, columns), {"X": floats((rows, columns)), "Vec": floats((columns,))})
add("mv", "lod", {"X": floats((3, 2), lod=[[0, 1, 3]]), "Vec": floats((2,))})
add("mv", "double", {"X": floats((3, 5), dtype="float64"), "Vec": floats((5,), dtype="float64")})
add("mv", "special", {"X": values([[inf, 1], [nan, 0], [inf, -1]]), "Vec": values([0, 1])})

for name, shape in (("whole", (3, 4)), ("row", (1, 4)), ("column", (3, 1)), ("one", (1, 1))):
    for alpha, beta in ((1.0, 1.0), (0.5, 2.0)):
        both("addmm", "%s_%g" % (name, beta), lambda: {"Input": floats(shape), "X": floats((3, 5)), "Y": floats((5, 4))},
             {"Alpha": alpha, "Beta": beta})
add("addmm", "vector", {"Input": floats((4,)), "X": floats((3, 5)), "Y": floats((5, 4))})
add("addmm", "vector_of_one", {"Input": floats((1,)), "X": floats((3, 5)), "Y": floats((5, 4))}, {"Beta": -1.5})
add("addmm", "large", {"Input": floats((34, 1)), "X": floats((34, 70)), "Y": floats((70, 9))})
add("addmm", "double", {"Input": floats((4,), dtype="float64"), "X": floats((3, 5), dtype="float64"),
                        "Y": floats((5, 4), dtype="float64")}, {"Alpha": 0.25, "Beta": -3.0})
add("addmm", "beta_zero", {"Input": values([[nan], [inf]]), "X": floats((2, 2)), "Y": floats((2, 2))}, {"Beta": 0.0})
add("addmm", "alpha_zero", {"Input": values([[1.5]]), "X": values([[nan, inf]]), "Y": floats((2, 2))}, {"Alpha": 0.0})
add("addmm", "lod", {"Input": floats((3, 1), lod=[[0, 1, 3]]), "X": floats((3, 2), lod=[[0, 2, 3]]),
                     "Y": floats((2, 2))})

for x, y in (((2, 3), (2, 2)), ((3,), (2, 2)), ((2, 2), (3,)), ((4,), (3,)), ((2, 1, 2), (2,)), ((2, 3, 1, 2), (1, 2, 3)),
             ((2, 1, 2, 1, 3), (1, 2, 1, 2, 1))):
    both("kron", "x".join(map(str, x)) + "_" + "x".join(map(str, y)), lambda: {"X": floats(x), "Y": floats(y)})
add("kron", "scalar_x", {"X": values(2.5), "Y": floats((3,))})
add("kron", "scalar_y", {"X": floats((3, 2)), "Y": values(-1.5)})
add("kron", "scalars", {"X": values(2.5), "Y": values(3.0)})
add("kron", "empty", {"X": none(0, 2), "Y": floats((2, 2))})
add("kron", "empty_y", {"X": floats((2,)), "Y": none(0)})
add("kron", "rank9", {"X": floats((1, 2, 1, 1, 1, 1, 1, 1, 2)), "Y": floats((2, 3))})
add("kron", "special", {"X": values([inf, nan, -0.0]), "Y": values([0, 1, -1])})
add("kron", "lod", {"X": floats((3, 2), lod=[[0, 1, 3]]), "Y": floats((2, 2))})
add("kron", "double", {"X": floats((2, 3), dtype="float64"), "Y": floats((2, 2), dtype="float64")})
for dtype in ("int32", "int64"):
    both("kron", dtype, lambda: {"X": ints((2, 3), -9, 9, dtype), "Y": ints((2, 2), -9, 9, dtype)})

for shape, dim in (((3,), 9), ((3, 2), 9), ((2, 3), 9), ((2, 3), 1), ((2, 3), -1), ((3, 3), 9), ((3, 3), 1), ((3, 3), -2),
                   ((2, 3, 2), 1), ((2, 3, 2), 9), ((3, 2, 3), -1), ((2, 2, 3, 2), 2), ((2, 1, 2, 3, 2), -2)):
    both("cross", "%s_%d" % ("x".join(map(str, shape)), dim), lambda: {"X": floats(shape), "Y": floats(shape)},
         {"dim": dim})
for shape in ((0, 3), (3, 0)):
    add("cross", "empty%d" % shape[0], {"X": none(*shape), "Y": none(*shape)})
add("cross", "lod", {"X": floats((2, 3), lod=[[0, 1, 2]]), "Y": floats((2, 3))})
add("cross", "special", {"X": values([[inf, 1, 0], [nan, 0, 1]]), "Y": values([[1, 2, 3], [0, 1, 1]])})
add("cross", "double", {"X": floats((2, 3), dtype="float64"), "Y": floats((2, 3), dtype="float64")})
for dtype in ("int32", "int64"):
    both("cross", dtype, lambda: {"X": ints((2, 3), -9, 9, dtype), "Y": ints((2, 3), -9, 9, dtype)})
