"""argsort, atan2, bitwise_*, bmm, cumsum, inverse, p_norm, unique, unique_with_counts."""

from golden import Case, floats, ints, values

CASES = []
NAN = float("nan")
INF = float("inf")


def add(op, name, inputs, attrs=None, outputs=("Out",), fluid=False, tolerance=None):
    CASES.append(Case(op, name, inputs, outputs if isinstance(outputs, dict) else list(outputs), attrs or {},
                      fluid=fluid, tolerance=tolerance))


SORTED = ("Out", "Indices")
for dtype in ("float32", "float64", "int32", "int64"):
    for descending in (False, True):
        # At most 16 elements: beyond, Paddle does not keep the order of equal values.
        add("argsort", "%s_%d" % (dtype, descending), {"X": ints((3, 9), -4, 5, dtype)},
            {"axis": -1, "descending": descending}, SORTED)
        add("argsort", "%s_%d_middle" % (dtype, descending), {"X": ints((2, 9, 3), -4, 5, dtype)},
            {"axis": 1, "descending": descending}, SORTED)
add("argsort", "nan", {"X": values([3, NAN, 1, NAN, 2])}, {"axis": 0}, SORTED)
add("argsort", "nan_down", {"X": values([3, NAN, 1, NAN, 2])}, {"axis": 0, "descending": True}, SORTED)
add("argsort", "scalar", {"X": values(3.0)}, {"axis": -1}, SORTED)
for dtype, extremes in (("float32", [0.0, -INF, 1e-45, -1e-45, INF, NAN, -3.4e38, -0.0, 1.0]),
                        ("float64", [0.0, -INF, 5e-324, -5e-324, INF, NAN, -1.7e308, -0.0, 1.0]),
                        ("int64", [0, -2**63, 2**63 - 1, -1, 1, 2**40, -2**40]), ("int32", [0, -2**31, 2**31 - 1, -1, 1])):
    for descending in (False, True):
        add("argsort", "extremes_%s_%d" % (dtype, descending), {"X": values(extremes, dtype)}, {"axis": 0, "descending": descending}, SORTED)
        add("top_k_v2", "extremes_%s_%d" % (dtype, descending), {"X": values(extremes, dtype)}, {"k": 3, "axis": 0, "largest": descending},
            SORTED)
add("argsort", "long", {"X": floats((2, 300))}, {"axis": 1}, SORTED)
add("argsort", "fluid", {"X": floats((4, 7))}, {"axis": 0, "descending": True}, SORTED, fluid=True)

for dtype in ("float32", "float64"):
    add("atan2", dtype, {"X1": floats((3, 5), 4, dtype=dtype), "X2": floats((3, 5), 4, dtype=dtype)})
for dtype in ("int32", "int64"):
    add("atan2", dtype, {"X1": ints((3, 5), -4, 4, dtype), "X2": ints((3, 5), -4, 4, dtype)})
add("atan2", "zeros", {"X1": values([0.0, -0.0, 0.0, -0.0, 1.0]), "X2": values([0.0, 0.0, -0.0, -0.0, 0.0])})

for op in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    for dtype in ("bool", "uint8", "int8", "int16", "int32", "int64"):
        low, high = (0, 2) if dtype == "bool" else (0, 255) if dtype == "uint8" else (-99, 99)
        add(op, dtype, {"X": ints((2, 3, 4), low, high, dtype), "Y": ints((3, 1), low, high, dtype)})
for dtype in ("bool", "uint8", "int8", "int16", "int32", "int64"):
    low, high = (0, 2) if dtype == "bool" else (0, 255) if dtype == "uint8" else (-99, 99)
    add("bitwise_not", dtype, {"X": ints((2, 3), low, high, dtype)})

for dtype in ("float32", "float64"):
    add("bmm", dtype, {"X": floats((3, 5, 7), dtype=dtype), "Y": floats((3, 7, 4), dtype=dtype)})
add("bmm", "fluid", {"X": floats((2, 1, 7)), "Y": floats((2, 7, 1))}, fluid=True)

for dtype in ("float32", "float64", "int16", "int32", "int64"):
    add("cumsum", dtype, {"X": ints((3, 5), 50, 99, dtype)}, {"axis": 1})
for exclusive in (False, True):
    for reverse in (False, True):
        for axis in (0, 1, -1):
            add("cumsum", "axis%d_%d%d" % (axis, exclusive, reverse), {"X": floats((2, 5, 3))},
                {"axis": axis, "exclusive": exclusive, "reverse": reverse})
add("cumsum", "flat", {"X": floats((3, 5))}, {"flatten": True})
add("cumsum", "flat_lod", {"X": floats((3, 1), lod=[[0, 1, 3]])}, {"flatten": True})
add("cumsum", "scalar", {"X": values(4.5)}, {"axis": -1, "exclusive": True})
for name, x in (("one", [4.5]), ("one_of_three_axes", [[[4.5]]])):
    for flatten in (False, True):
        add("cumsum", name + "_flat" * flatten, {"X": values(x)}, {"exclusive": True, "flatten": flatten})
add("cumsum", "ones", {"X": values([[4.5], [2.5]])}, {"axis": 1, "exclusive": True})
add("cumsum", "wraps", {"X": values([2**31 - 1, 2], "int32")}, {"axis": 0})
add("cumsum", "infinity", {"X": values([1.0, float("inf"), 1.0])}, {"axis": 0, "exclusive": True})
add("cumsum", "fluid", {"X": floats((3, 5))}, {"axis": 0}, fluid=True)

for dtype in ("float32", "float64"):
    add("inverse", dtype, {"Input": floats((2, 3, 5, 5), 1, dtype=dtype)}, outputs=("Output",),
        tolerance=(1e-4, 1e-4, 1e-4, 0) if dtype == "float32" else (1e-12, 1e-12, 1e-12, 0))
add("inverse", "pivots", {"Input": values([[0, 2, 0], [0, 0, 4], [8, 0, 0]])}, outputs=("Output",))

for dtype in ("float32", "float64"):
    for order in (0.0, 0.5, 1.0, 2.0, 3.5, -1.0, float("inf"), float("-inf")):
        add("p_norm", "%s_%g" % (dtype, order), {"X": floats((3, 4, 5), 2, 3, dtype=dtype)}, {"porder": order, "axis": 1})
add("p_norm", "keep", {"X": floats((3, 4, 5))}, {"porder": 2.0, "axis": -1, "keepdim": True})
add("p_norm", "vector", {"X": floats((3, 4))}, {"porder": 2.0, "axis": -1, "asvector": True})
add("p_norm", "vector_keep", {"X": floats((3, 4))}, {"porder": 1.0, "axis": -1, "asvector": True, "keepdim": True})
add("p_norm", "one", {"X": floats((5,))}, {"porder": 2.0, "axis": 0})
add("p_norm", "zeros", {"X": values([[0.0], [0.0]])}, {"porder": 2.0, "axis": 0})
add("p_norm", "fluid", {"X": floats((3, 4))}, {"porder": 3.0, "axis": 0}, fluid=True)
add("p_norm", "fluid_one", {"X": floats((5,))}, {"porder": 2.0, "axis": 0}, fluid=True)

ALL = ("Out", "Indices", "Index", "Counts")
RETURNS = {"is_sorted": True, "return_index": True, "return_inverse": True, "return_counts": True}
for dtype in ("float32", "float64", "int32", "int64"):
    add("unique", dtype, {"X": ints((12,), -3, 4, dtype)}, {"dtype": 3}, ("Out", "Index"))
    add("unique", dtype + "_sorted", {"X": ints((3, 5), -3, 4, dtype)}, dict(RETURNS, dtype=3, axis=[]), ALL)
    add("unique", dtype + "_axis", {"X": ints((2, 9, 2), 0, 2, dtype)}, dict(RETURNS, dtype=2, axis=[1]), ALL)
add("unique", "int32_positions", {"X": ints((12,), -3, 4)}, {"dtype": 2}, ("Out", "Index"))
for dtype in (0, 1, 4, 5, 6, 20, 21):
    add("unique", "positions%d" % dtype, {"X": ints((12,), -3, 4)}, {"dtype": dtype}, ("Out", "Index"))
add("unique", "rows", {"X": values([[2, 1], [0, 1], [2, 1], [0, 0]])}, dict(RETURNS, dtype=3, axis=[0]), ALL)
add("unique", "last_axis", {"X": ints((2, 3, 2, 5), 0, 2)}, dict(RETURNS, dtype=3, axis=[-1]), ALL)
add("unique", "third_axis", {"X": ints((3, 2, 7, 2), 0, 2)}, dict(RETURNS, dtype=3, axis=[2]), ALL)
add("unique", "axes", {"X": values([[2, 2, 2], [1, 1, 0]])}, dict(RETURNS, dtype=3, axis=[1, 0]), ALL)
add("unique", "scalar", {"X": values(3, "int64")}, dict(RETURNS, dtype=3, axis=[]), ALL)
add("unique", "nothing", {"X": floats((0,))}, dict(RETURNS, dtype=3, axis=[]), ALL)
add("unique", "fluid", {"X": ints((12,), -3, 4)}, {"dtype": 2}, ("Out", "Index"), fluid=True)
for dtype in ("float32", "float64", "int32", "int64"):
    add("unique_with_counts", dtype, {"X": ints((12,), -3, 4, dtype)}, {"dtype": 2 if dtype[0] == "f" else 3},
        ("Out", "Index", "Count"))
add("unique_with_counts", "fluid", {"X": ints((12,), -3, 4)}, {"dtype": 2}, ("Out", "Index", "Count"), fluid=True)
