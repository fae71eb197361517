"""Functions of one element that Paddle 2 has beside those of cases_pointwise.py, and tests of numbers."""

from golden import Case, floats, ints, values

inf, nan = float("inf"), float("nan")
CASES = []


def add(op, name, inputs, attrs=None, fluid=False, tolerance=None):
    CASES.append(Case(op, name, inputs, ["Out"], attrs or {}, fluid=fluid, tolerance=tolerance))


EVERYWHERE = [-inf, -200, -88.5, -20, -3.5, -2, -1, -0.5, -1e-3, -1e-20, -0.0, 0, 1e-20, 1e-3, 0.5, 1, 1.5, 3.5, 40, 88.5, 200, inf, nan]
# Differences of numbers that are nearly equal, in the type of the element.
CANCELLED = {"float32": (3e-7, 1e-5, 0, 0), "float64": (1e-15, 1e-14, 0, 0)}
# Paddle adds 1 to a float before it computes the inverse, which leaves few digits near -1 and 1, and 0 of a small number.
SUMMED = {"float32": (1e-6, 1e-5, 0, 0), "float64": None}
NUMBERS = {
    "acosh": [-1, 0, 1, 1.001, 1.5, 2, 40, 1e10, inf, nan],
    "atanh": [-2, -1, -0.999, -0.5, -1e-3, -0.0, 0, 1e-20, 0.5, 0.9, 1, 2, inf, nan],
    "erfinv": [-inf, -2, -1, -0.9, -0.5, -1e-3, -0.0, 0, 1e-3, 0.25, 0.5, 0.75, 0.95, 1, 2, inf, nan],
    "logit": [-inf, -2, -0.0, 0, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 1, 2, inf, nan],
    "digamma": [-inf, -88.5, -20, -3.5, -2, -1.25, -1, -0.5, -1e-3, -0.0, 0, 1e-10, 1e-3, 0.5, 1, 1.5, 2, 2.5, 9.5, 10, 50, 1e10, 1e30, inf, nan],
    "lgamma": [-inf, -200, -88.5, -20, -3.5, -2, -1.5, -1, -0.5, -1e-3, -1e-20, -0.0, 0, 1e-20, 1e-3, 0.5, 1, 1.5, 2, 2.5, 10, 50, 1e10,
               1e30, inf, nan],
}
ATTRIBUTES = {
    "selu": [{"scale": 0.7, "alpha": 0.5}, {"scale": -0.7, "alpha": -0.5}], "celu": [{"alpha": 2.0}, {"alpha": -1.0}, {"alpha": 0.0}],
    "hard_shrink": [{"threshold": 1.0}, {"threshold": -1.0}, {"threshold": 0.0}],
    "softshrink": [{"lambda": 1.0}, {"lambda": -1.0}, {"lambda": 0.0}], "logit": [{"eps": 0.1}, {"eps": 0.0}, {"eps": 0.7}, {"eps": -1.0}],
}
UNARY = ("sinh", "cosh", "asinh", "acosh", "atanh", "expm1", "log2", "log10", "selu", "celu", "hard_shrink", "softshrink", "tanh_shrink", "trunc",
         "logit", "erfinv", "lgamma", "digamma")
for op in UNARY:
    numbers = NUMBERS.get(op, EVERYWHERE)
    center = {"acosh": 3.5, "logit": 0.5, "log2": 3.1, "log10": 3.1, "digamma": 3.1}.get(op, 0.0)
    bound = {"atanh": 0.9, "logit": 0.45, "erfinv": 0.9, "acosh": 2.0}.get(op, 3.0)
    for kind in ("float32", "float64"):
        tolerance = {"tanh_shrink": CANCELLED, "celu": CANCELLED, "selu": CANCELLED, "erfinv": SUMMED}.get(op, {}).get(kind)
        add(op, "special_" + kind, {"X": values(numbers, kind)}, tolerance=tolerance)
        for i, attrs in enumerate(ATTRIBUTES.get(op, ())):
            add(op, "attributes%d_%s" % (i, kind), {"X": values(numbers, kind)}, attrs, tolerance=tolerance)
        add(op, "image_" + kind, {"X": floats((2, 3, 4, 5), bound, center, kind)}, tolerance=tolerance)
    add(op, "rank0", {"X": values(0.5)})
    add(op, "rank5", {"X": floats((2, 1, 3, 1, 2), bound, center)}, tolerance={"erfinv": SUMMED["float32"]}.get(op))
    add(op, "empty", {"X": values([[]] * 3)})
    add(op, "lod", {"X": floats((5, 2), bound, center, lod=[[0, 2, 5]])}, tolerance={"erfinv": SUMMED["float32"]}.get(op))
    if op in ("selu", "hard_shrink", "softshrink", "tanh_shrink"):
        add(op, "fluid", {"X": values(numbers)}, fluid=True, tolerance=CANCELLED["float32"] if op in ("tanh_shrink", "selu") else None)
    if op in ("expm1", "log2", "log10", "trunc"):
        for kind in ("int32", "int64"):
            add(op, kind, {"X": values([[-7, -1, 0], [1, 2, 9]], kind)})

for op in ("isnan_v2", "isinf_v2", "isfinite_v2"):
    for kind in ("float32", "float64", "float16"):
        add(op, kind, {"X": values([1, nan, inf, -inf, 0, -nan, 65504], kind)})
    for kind in ("int32", "int64"):
        add(op, kind, {"X": values([0, -1, 2**31 - 1], kind)})
    for x in (nan, inf, 1.0):
        add(op, "rank0_%g" % x, {"X": values(x)})
    add(op, "rank5", {"X": values([[[[[nan], [inf]]], [[[1], [-inf]]]]])})
    add(op, "empty", {"X": values([[]] * 2)})
    add(op, "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])})
for op in ("isnan", "isinf", "isfinite"):
    for fluid in (False, True) if op != "isfinite" else (True,):
        for kind in ("float32", "float64", "int32", "int64"):
            add(op, kind, {"X": values([0, 1, -7], kind)}, fluid=fluid)
        for x in ([1, nan], [1, inf], [-inf, 1], [nan, inf], [[1, 2], [3, 4]]):
            name = str(x).replace("[", "").replace("]", "").replace(", ", "_")
            for kind in ("float32", "float64"):
                add(op, name + "_" + kind, {"X": values(x, kind)}, fluid=fluid)
        add(op, "rank4", {"X": floats((2, 3, 4, 5))}, fluid=fluid)
        add(op, "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, fluid=fluid)
        add(op, "empty" if fluid else "rank0", {"X": values([[]] * 2) if fluid else values(nan)}, fluid=fluid)

MATRIX = [[1, 2], [3, 4]]
for kind in ("float32", "float64", "int32", "int64", "bool"):
    add("equal_all", kind, {"X": ints((2, 3), 0, 2, kind), "Y": ints((2, 3), 0, 2, kind)})
    add("equal_all", "same_" + kind, {"X": values(MATRIX, kind), "Y": values(MATRIX, kind)})
add("equal_all", "other_shape_and_type", {"X": values(MATRIX, "float32"), "Y": values([1, 2], "int64")})
for i, (x, y) in enumerate((([1, 2], [1, 2.000001]), ([nan], [nan]), ([0.0], [-0.0]), ([inf], [inf]), ([inf], [-inf]), ([1e-9], [0]), ([1e-7], [0]),
                            (MATRIX, [1, 2]), (MATRIX, [[1, 2]]), (MATRIX, [1, 2, 3, 4]), (2, 2), (2, 3), ([[]] * 2, [[]] * 2),
                            ([[]] * 2, MATRIX), ([[]] * 2, [[]] * 3), ([[[[[1]]]]], [[[[[1]]]]]))):
    for kind in ("float32", "float64"):
        add("equal_all", "pair%d_%s" % (i, kind), {"X": values(x, kind), "Y": values(y, kind)})

LEFT = [1, 1, 1, nan, nan, inf, inf, -inf, 1e-9, 1, 0, -3, 1e-16, 1e30]
RIGHT = [1, 1.00001, 1.0001, nan, 1, inf, -inf, -inf, 0, 2, 0, -3.00001, 0, 1.000001e30]
TOLERANCES = [{}, {"equal_nan": True}, {"rtol": "1e-3", "atol": "0"}, {"rtol": "0", "atol": "0"}, {"rtol": "0.5", "equal_nan": True}, {"rtol": "inf"},
              {"rtol": "nan"}, {"rtol": "-1"}, {"rtol": "1e-3x"}, {"atol": "inf"}, {"atol": "1.5"}]
for op in ("isclose", "allclose"):
    for kind in ("float32", "float64"):
        for i, attrs in enumerate(TOLERANCES):
            add(op, "tolerance%d_%s" % (i, kind), {"Input": values(LEFT, kind), "Other": values(RIGHT, kind)}, attrs)
        for i, (x, y) in enumerate((([1, 2], [1.000001, 2]), ([nan, 1], [nan, 1]), ([inf, 0], [inf, 0]), (1, 1.1), ([[]] * 2, [[]] * 2),
                                    ([[[[[1]]]]], [[[[[1]]]]]), ([1.00001], [1]), ([1], [1.00001]), ([1.0], [1.05]))):
            add(op, "pair%d_%s" % (i, kind), {"Input": values(x, kind), "Other": values(y, kind)}, {"equal_nan": True, "atol": "0"})
            add(op, "tensors%d_%s" % (i, kind),
                {"Input": values(x, kind), "Other": values(y, kind), "Rtol": values([0.1], "float64"), "Atol": values(0.0, "float64")})
    add(op, "lod", {"Input": floats((5, 2), lod=[[0, 2, 5]]), "Other": floats((5, 2))})
