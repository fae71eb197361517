"""eye, diag_v2, diagonal, diag_embed, trace, fill_diagonal, tril_indices, triu_indices, size."""

import numpy as np

from golden import Case, floats, ints, values

CASES = []
nan = float("nan")


def add(op, name, inputs, attrs=None, output="Out", fluid=False):
    CASES.append(Case(op, name, inputs, [output], attrs or {}, fluid=fluid))


def empty(*shape, dtype="float32"):
    return values(np.zeros(shape), dtype)


for dtype, number in (("float32", 5), ("float64", 6), ("int32", 2), ("int64", 3)):
    add("eye", dtype, {}, {"num_rows": 2, "num_columns": 3, "dtype": number})
for rows, columns in ((3, 2), (4, -1), (1, 1), (0, 3), (3, 0), (0, -1)):
    add("eye", "%d_%d" % (rows, columns), {}, {"num_rows": rows, "num_columns": columns, "dtype": 5})
    if rows * columns != 0:
        add("eye", "%d_%d" % (rows, columns), {}, {"num_rows": rows, "num_columns": columns, "dtype": 5}, fluid=True)

for offset in (0, 1, -2):
    add("diag_v2", "vector_%d" % offset, {"X": floats((3,))}, {"offset": offset, "padding_value": 2.5})
    add("diag_v2", "scalar_%d" % offset, {"X": floats(())}, {"offset": offset, "padding_value": -1.0})
    add("diag_v2", "empty_%d" % offset, {"X": empty(0)}, {"offset": offset, "padding_value": 7.0})
    for shape in ((2, 3), (4, 2), (3, 3)):
        add("diag_v2", "matrix_%dx%d_%d" % (*shape, offset), {"X": floats(shape)}, {"offset": offset})
for dtype in ("float64", "int32", "int64"):
    add("diag_v2", dtype, {"X": ints((3,), -9, 9, dtype)}, {"offset": 1, "padding_value": -2.5})
    add("diag_v2", "matrix_" + dtype, {"X": ints((3, 2), -9, 9, dtype)})
for name, value in (("nan", "nan"), ("inf", "inf"), ("minus_zero", "-0.0")):
    add("diag_v2", name, {"X": values([1, -0.0, np.nan])}, {"padding_value": float(value)})
add("diag_v2", "large", {"X": ints((2,), 1, 9, "int32")}, {"padding_value": 1e20})
add("diag_v2", "no_diagonal_above", {"X": floats((2, 3))}, {"offset": 3})
add("diag_v2", "no_diagonal_below", {"X": floats((2, 3))}, {"offset": -2})
add("diag_v2", "no_rows", {"X": empty(0, 3)})
add("diag_v2", "no_columns", {"X": empty(3, 0)})
add("diag_v2", "lod", {"X": floats((3, 3), lod=[[0, 1, 3]])})

for op in ("diagonal", "trace"):
    for offset, axis1, axis2 in ((0, 0, 1), (1, 0, 1), (-1, 0, 2), (0, 2, 1), (1, -1, -2), (2, 0, 1), (5, 0, 1), (-5, 0, 1),
                                 (0, -3, 2), (-1, 1, 0)):
        add(op, "%d_%d_%d" % (offset, axis1, axis2), {"Input": floats((2, 3, 4))},
            {"offset": offset, "axis1": axis1, "axis2": axis2})
    for dtype in ("float64", "int32", "int64"):
        add(op, dtype, {"Input": ints((3, 2, 3), -99, 99, dtype)}, {"axis1": 0, "axis2": 2})
    add(op, "matrix", {"Input": floats((4, 3))})
    add(op, "no_diagonal", {"Input": floats((4, 3))}, {"offset": 3})
    add(op, "rank4", {"Input": floats((2, 3, 2, 3))}, {"offset": 1, "axis1": 3, "axis2": 1})
    add(op, "rank5", {"Input": floats((2, 3, 2, 3, 2))}, {"axis1": -4, "axis2": -1})
    add(op, "rank9", {"Input": floats((2,) * 9)}, {"axis1": 0, "axis2": 8})
    for shape in ((0, 3), (3, 0), (0, 2, 2), (2, 2, 0)):
        add(op, "empty_" + "x".join(str(d) for d in shape), {"Input": empty(*shape)})
    add(op, "lod", {"Input": floats((3, 2, 2), lod=[[0, 1, 3]])}, {"axis1": 1, "axis2": 2})
add("diagonal", "bool", {"Input": ints((3, 3), 0, 2, "bool")})
add("trace", "wraps", {"Input": values([[2147483647, 0], [0, 5]], "int32")})
add("trace", "special", {"Input": values([[[1, np.inf, np.nan], [np.inf, -np.inf, 0]], [[0, 0, 1], [2, -np.inf, -0.0]]])})

for offset, dim1, dim2 in ((0, -2, -1), (1, -2, -1), (-2, 0, 2), (1, 2, 0), (0, 1, 0), (0, -3, 1)):
    add("diag_embed", "%d_%d_%d" % (offset, dim1, dim2), {"Input": floats((2, 3))}, {"offset": offset, "dim1": dim1, "dim2": dim2})
    add("diag_embed", "%d_%d_%d" % (offset, dim1, dim2), {"Input": floats((2, 3))},
        {"offset": offset, "dim1": dim1, "dim2": dim2}, fluid=True)
for dtype in ("float64", "int32", "int64"):
    add("diag_embed", dtype, {"Input": ints((2, 2), -99, 99, dtype)}, {"offset": -1})
add("diag_embed", "vector", {"Input": floats((2,))}, {"offset": 1})
add("diag_embed", "rank4", {"Input": floats((2, 1, 2, 3))}, {"offset": 1, "dim1": 1, "dim2": 3})
add("diag_embed", "rank8", {"Input": floats((1, 2, 1, 1, 1, 1, 1, 2))})
add("diag_embed", "no_rows", {"Input": empty(0, 3)})
add("diag_embed", "no_columns", {"Input": empty(3, 0)})
add("diag_embed", "only_zeros", {"Input": empty(3, 0)}, {"offset": 1})
add("diag_embed", "special", {"Input": values([np.nan, -0.0, np.inf])})
add("diag_embed", "lod", {"Input": floats((3, 2), lod=[[0, 1, 3]])})

for op, rows, columns in (("tril_indices", "rows", "cols"), ("triu_indices", "row", "col")):
    for r, c, offset in ((3, 3, 0), (3, 4, 1), (4, 3, -2), (3, 3, 5), (3, 3, -5), (0, 3, 0), (3, 0, 0), (0, 0, 0), (1, 1, 0),
                         (3, 2, 1), (3, 2, 2), (3, 2, -2), (3, 2, -3), (2, 7, 3), (7, 2, -4)):
        add(op, "%d_%d_%d" % (r, c, offset), {}, {rows: r, columns: c, "offset": offset, "dtype": 3}, "out")
    add(op, "int32", {}, {rows: 3, columns: 2, "offset": 0, "dtype": 2}, "out")

for dtype in ("float32", "float64", "int32", "int64", "bool"):
    add("size", dtype, {"Input": ints((2, 3), 0, 2, dtype)})
add("size", "scalar", {"Input": floats(())})
add("size", "vector", {"Input": floats((4,))})
add("size", "rank5", {"Input": floats((1, 2, 3, 2, 1))})
add("size", "empty", {"Input": empty(0, 3)})
add("size", "lod", {"Input": floats((3, 2), lod=[[0, 1, 3]])})

for rows, columns in ((3, 4), (4, 3), (6, 2), (2, 6), (12, 1), (7, 3)):
    for offset in (0, 1, -1, 2, 5):
        for wrap in (False, True):
            add("fill_diagonal", "%dx%d_%d%s" % (rows, columns, offset, "_wrap" if wrap else ""), {"X": floats((rows, columns))},
                {"value": -9.0, "offset": offset, "wrap": wrap})
for shape in ((2, 2, 2), (3, 3, 3), (2, 3, 2), (3, 2, 5), (5, 2, 2), (1, 3, 4), (2, 2, 3, 2), (2, 1, 3, 1, 2)):
    for offset in (0, 1):
        for wrap in (False, True):
            add("fill_diagonal", "x".join(str(d) for d in shape) + "_%d%s" % (offset, "_wrap" if wrap else ""), {"X": floats(shape)},
                {"value": 2.5, "offset": offset, "wrap": wrap})
for dtype in ("float64", "int32", "int64", "bool"):
    add("fill_diagonal", dtype, {"X": ints((3, 3), 0, 2, dtype)}, {"value": 2.7})
add("fill_diagonal", "default", {"X": floats((3, 3))})
add("fill_diagonal", "nan", {"X": values([[1, nan], [-0.0, 1]])}, {"value": nan})
add("fill_diagonal", "int_nan", {"X": ints((2, 2), 0, 9, "int32")}, {"value": nan})
add("fill_diagonal", "int_large", {"X": ints((2, 2), 0, 9)}, {"value": 1e20})
add("fill_diagonal", "no_rows", {"X": empty(0, 3)}, {"value": 1.0})
add("fill_diagonal", "no_columns", {"X": empty(3, 0)}, {"value": 1.0})
add("fill_diagonal", "far", {"X": floats((3, 3))}, {"value": 1.0, "offset": -7, "wrap": True})
add("fill_diagonal", "lod", {"X": floats((3, 3), lod=[[0, 1, 3]])}, {"value": 1.0})
