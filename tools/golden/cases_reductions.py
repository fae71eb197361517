"""elementwise_fmax, elementwise_fmin, elementwise_heaviside, lerp; reductions and sums along an axis that only Paddle 2 has; norms."""

import numpy as np

from golden import Case, floats, ints, values

inf, nan = float("inf"), float("nan")
CASES = []
REAL = ("float32", "float64")
NUMBERS = ("float32", "float64", "int32", "int64")


def add(op, name, inputs, attrs=None, outputs=("Out",), fluid=False, tolerance=None):
    CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, fluid=fluid, tolerance=tolerance))


# --- pointwise with broadcasts
SHAPES = (("same", (2, 3, 4), (2, 3, 4)), ("suffix", (2, 3, 4), (4,)), ("suffix2", (2, 3, 4), (3, 4)), ("both", (2, 1, 4), (3, 1)), ("one", (2, 3), (1,)),
          ("rank0", (2, 3), ()), ("x_rank0", (), (2, 3)), ("both_rank0", (), ()), ("x_small", (4,), (2, 4)), ("x_one", (1,), (4,)), ("rank5", (2, 1, 3, 1, 2), (1, 4, 1)))
for op in ("elementwise_fmax", "elementwise_fmin", "elementwise_heaviside"):
    for name, x, y in SHAPES:
        add(op, name, {"X": floats(x), "Y": floats(y)})
    for kind in NUMBERS:
        add(op, kind, {"X": ints((3, 5), -2, 3, kind), "Y": ints((5,), -2, 3, kind)})
        add(op, kind + "_x_row", {"X": ints((5,), -2, 3, kind), "Y": ints((3, 5), -2, 3, kind)})
    for kind in REAL:
        add(op, "special_" + kind, {"X": values([nan, 1, nan, inf, -inf, 0, 0, -1, 2, -inf, -0.0, inf], kind),
                                    "Y": values([1, nan, nan, 1, 2, nan, 0.5, nan, nan, nan, 7, -inf], kind)})
    add(op, "nan_row", {"X": floats((2, 3)), "Y": values([nan, 0, nan])})
    add(op, "nan_x_row", {"X": values([nan, 0, 1]), "Y": floats((2, 3))})
    add(op, "lod", {"X": floats((5, 2), lod=[[0, 2, 5]]), "Y": floats((5, 2))})
    add(op, "lod_of_y", {"X": floats((5, 2)), "Y": floats((5, 2), lod=[[0, 2, 5]])})
for i, (x, y, weight) in enumerate((((2, 3), (2, 3), (2, 3)), ((2, 3), (2, 3), ()), ((2, 3), (2, 3), (1,)), ((2, 3), (3,), ()), ((3,), (2, 3), (2, 1)), ((3,), (3,), (2, 3)),
                                    ((2, 1, 3), (4, 1), (3,)), ((), (2, 3), (2, 3)), ((), (), ()), ((2, 1, 2), (), (2, 2)), ((2, 2), (2, 2), (3, 2, 2)),
                                    ((2, 1, 3, 1, 2), (4, 1, 5, 1), (1, 1, 2)), ((7, 1), (1, 9), (7, 9)))):
    for kind in REAL:
        add("lerp", "shapes%d_%s" % (i, kind), {"X": floats(x, dtype=kind), "Y": floats(y, dtype=kind), "Weight": floats(weight, dtype=kind)})
add("lerp", "special", {"X": values([inf, 1, nan, 1, 1e30, 1]), "Y": values([1, inf, 1, nan, 2e30, 3]), "Weight": values([0, 0, 0, 0, 1, 1])})
add("lerp", "lod", {"X": floats((5, 2), lod=[[0, 2, 5]]), "Y": floats((5, 2)), "Weight": floats((2,))})

# --- reductions
for op, dim, keep in (("reduce_amax", "dim", "keep_dim"), ("reduce_amin", "dim", "keep_dim"), ("frobenius_norm", "dim", "keep_dim"), ("logsumexp", "axis", "keepdim")):
    kinds = NUMBERS if "reduce" in op else REAL
    for kind in kinds:
        x = ints((2, 3, 4), -5, 6, kind)
        add(op, kind, {"X": x})
        add(op, "all_" + kind, {"X": ints((2, 3, 4), -5, 6, kind)}, {dim: [0, 1, 2]})
        add(op, "flag_" + kind, {"X": ints((2, 3, 4), -5, 6, kind)}, {dim: [], "reduce_all": True})
        for i, axes in enumerate(([0], [1], [-1], [0, 2], [1, 2], [-3, -2])):
            add(op, "axes%d_%s" % (i, kind), {"X": ints((2, 3, 4), -5, 6, kind)}, {dim: axes})
            add(op, "keep%d_%s" % (i, kind), {"X": ints((2, 3, 4), -5, 6, kind)}, {dim: axes, keep: True})
    add(op, "rank0", {"X": values(-3.0)}, {dim: []})
    add(op, "rank0_axis", {"X": values(-3.0)}, {dim: [0]})
    add(op, "rank1", {"X": floats((7,))}, {dim: [0]})
    add(op, "rank4", {"X": floats((2, 3, 4, 5))}, {dim: [1, 3]})
    add(op, "infinite", {"X": values([[-inf, 1], [2, 3]])}, {dim: [1]})
    add(op, "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, {dim: [0]})
    if op != "logsumexp":
        add(op, "rank5", {"X": floats((2, 3, 1, 4, 2))}, {dim: [1, 3]})
        if "reduce" in op:
            add(op, "rank7", {"X": floats((2, 1, 2, 3, 1, 2, 2))}, {dim: [1, 3, 6]})
add("logsumexp", "large", {"X": values([[1000, 1000, -1000], [-1000, -1001, -1002]])}, {"axis": [1]})
for i, x in enumerate(([inf, 1], [-inf, -inf], [nan, 1], [1, nan], [inf, -inf], [-inf, 1])):
    for kind in REAL:
        add("logsumexp", "special%d_%s" % (i, kind), {"X": values(x, kind)})
        if nan not in x:
            add("frobenius_norm", "special%d_%s" % (i, kind), {"X": values(x, kind)})
add("frobenius_norm", "fluid", {"X": floats((2, 3, 4))}, {"dim": [1, 2]}, fluid=True)
add("frobenius_norm", "fluid_keep", {"X": floats((2, 3, 4))}, {"dim": [-1], "keep_dim": True}, fluid=True)

for op in ("squared_l2_norm", "l1_norm"):
    for kind in REAL if op == "squared_l2_norm" else ("float32",):
        for i, shape in enumerate(((), (1,), (7,), (2, 3), (2, 3, 4), (2, 1, 3, 2), (2, 1, 3, 1, 2), (0, 2))):
            add(op, "shape%d_%s" % (i, kind), {"X": floats(shape, 3, dtype=kind)})
        for x in ([inf, -1], [nan, 1], [-inf, inf]):
            add(op, "special_%g_%g_%s" % (x[0], x[1], kind), {"X": values(x, kind)})
    if op == "squared_l2_norm":  # in Paddle 1.8, the shape of l1_norm is that of its variable, which a case does not state
        add(op, "fluid", {"X": floats((2, 3, 4))}, fluid=True)
        add(op, "fluid_empty", {"X": values([[]] * 2)}, fluid=True)
    add(op, "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])})

for fluid in (False, True):
    for i, limit in enumerate((1.0, 10.0, inf, 0.01)):
        add("clip_by_norm", "limit%d" % i, {"X": floats((3, 4))}, {"max_norm": limit}, fluid=fluid)
    add("clip_by_norm", "exactly", {"X": values([3, 4])}, {"max_norm": 5.0}, fluid=fluid)
    add("clip_by_norm", "infinite", {"X": values([inf, 1])}, {"max_norm": 5.0}, fluid=fluid)
    add("clip_by_norm", "nan", {"X": values([nan, 1])}, {"max_norm": 5.0}, fluid=fluid)
    add("clip_by_norm", "rank5", {"X": floats((2, 1, 3, 1, 2))}, {"max_norm": 0.5}, fluid=fluid)
    add("clip_by_norm", "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, {"max_norm": 0.5}, fluid=fluid)
add("clip_by_norm", "zeros", {"X": values([0, 0])}, {"max_norm": 1.0})
add("clip_by_norm", "rank0", {"X": values(-3.0)}, {"max_norm": 1.0})
add("clip_by_norm", "empty", {"X": values([[]] * 2)}, {"max_norm": 1.0})

for i, p in enumerate((2.0, 0.0, 1.0, 3.0, 0.5, -1.0, inf, -inf)):
    for kind in REAL:
        add("dist", "order%d_%s" % (i, kind), {"X": floats((2, 3), dtype=kind), "Y": floats((2, 3), dtype=kind)}, {"p": p})
        add("dist", "equal%d_%s" % (i, kind), {"X": values([[1, 2], [3, 4]], kind), "Y": values([[1, 0], [0, 4]], kind)}, {"p": p})
for i, (x, y) in enumerate((((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (1, 3)), ((2, 2, 2), (2, 1, 2)), ((2, 1, 3, 1, 2), (4, 1, 5, 1)), ((1,), (1,)))):
    add("dist", "shapes%d" % i, {"X": floats(x), "Y": floats(y)})
for x in (inf, nan):
    add("dist", "special_%g" % x, {"X": values([x, 1]), "Y": values([1, 1])})
add("dist", "same_infinity", {"X": values([inf, 1]), "Y": values([inf, 1])})
add("dist", "rank0", {"X": values(1.0), "Y": values(3.0)})
add("dist", "x_rank0", {"X": values(1.0), "Y": floats((2, 3))})
add("dist", "nan_zero", {"X": values([nan, 1]), "Y": values([1, 1])}, {"p": 0.0})

# --- along an axis
for kind in NUMBERS:
    for dim in (0, 1, 2, -1, -3):
        add("cumprod", "%s_%d" % (kind, dim), {"X": ints((2, 3, 4), -3, 4, kind)}, {"dim": dim})
for shape, dim in (((), 0), ((7,), 0), ((0, 2), 0), ((0, 2), 1), ((2, 1, 3, 1, 2), 2), ((2, 3, 4, 5), 1)):
    add("cumprod", "rank%d_%d" % (len(shape), dim) + ("_empty" if 0 in shape else ""), {"X": floats(shape, 2)}, {"dim": dim})
add("cumprod", "special", {"X": values([[2, nan, 0], [0, inf, 1], [1e30, 1e30, 1e-30]])}, {"dim": 1})
add("cumprod", "wraps_int32", {"X": values([2**20, 2**11, 3], "int32")}, {"dim": 0})
add("cumprod", "wraps_int64", {"X": values([2**40, 2**23, 3], "int64")}, {"dim": 0})
add("cumprod", "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, {"dim": 0})

for kind in REAL:
    for exclusive in (False, True):
        for reverse in (False, True):
            for axis in (0, 1, -1):
                add("logcumsumexp", "%s_%d_%d%d" % (kind, axis, exclusive, reverse), {"X": floats((2, 5, 3), 3, dtype=kind)},
                    {"axis": axis, "exclusive": exclusive, "reverse": reverse})
            add("logcumsumexp", "%s_flat_%d%d" % (kind, exclusive, reverse), {"X": floats((2, 3), 3, dtype=kind)},
                {"flatten": True, "exclusive": exclusive, "reverse": reverse})
    for i, x in enumerate(([-inf, 1, -inf, inf, 1], [-inf, -inf, 1], [1, nan, 1], [inf, 1, -inf], [1000, 1000, -1000], [1, -inf, inf, inf], [nan, 2])):
        add("logcumsumexp", "special%d_%s" % (i, kind), {"X": values(x, kind)})
for i, (x, attrs) in enumerate(((3.0, {}), (3.0, {"exclusive": True}), (3.0, {"flatten": True}), ([3.0], {"exclusive": True}))):
    add("logcumsumexp", "one%d" % i, {"X": values(x)}, attrs)
add("logcumsumexp", "rank5", {"X": floats((2, 1, 3, 1, 2))}, {"axis": 2})
add("logcumsumexp", "empty", {"X": values([[]] * 2)})
add("logcumsumexp", "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, {"axis": 0})

for op in ("cummax", "cummin"):
    for kind in NUMBERS:
        for axis in (0, 1, 2, -1, -3):
            add(op, "%s_%d" % (kind, axis), {"x": ints((2, 5, 4), -3, 4, kind)}, {"axis": axis}, ("out", "indices"))
        add(op, "positions_" + kind, {"x": ints((2, 5), -3, 4, kind)}, {"axis": 1, "dtype": 2}, ("out", "indices"))
    for i, x in enumerate(([1, 1, 3, 2, 3, nan, 4, nan, 1], [nan, 1, nan], [0.0, -0.0, 0.0], [inf, -inf, inf, -inf], [-inf, -inf, inf])):
        for kind in REAL:
            add(op, "special%d_%s" % (i, kind), {"x": values(x, kind)}, {}, ("out", "indices"))
    for axis in (0, -1):
        add(op, "rank0_%d" % axis, {"x": values(3.0)}, {"axis": axis}, ("out", "indices"))
    add(op, "rank5", {"x": floats((2, 1, 3, 1, 2))}, {"axis": 2}, ("out", "indices"))
    add(op, "lod", {"x": floats((5, 2), lod=[[0, 2, 5]])}, {"axis": 0}, ("out", "indices"))

# kthvalue: positions of equal values depend on Paddle's algorithm, so that values differ here.
rows = np.array([[[3, -1, 7, 0], [5, 2, -4, 9]], [[8, 6, 1, -2], [-6, 4, 11, 10]], [[13, -9, 12, 15], [14, -7, 17, 16]]])
PICKED = ("Out", "Indices")
for kind in NUMBERS:
    for k in (1, 2, 3, 4):
        for keep in (False, True):
            add("kthvalue", "%s_%d_%d" % (kind, k, keep), {"X": values(rows, kind)}, {"k": k, "keepdim": keep}, PICKED)
    for k, axis in ((1, 0), (3, 0), (2, 1), (2, -2), (2, -3)):
        add("kthvalue", "%s_%d_axis%d" % (kind, k, axis), {"X": values(rows, kind)}, {"k": k, "axis": axis}, PICKED)
        add("kthvalue", "%s_%d_keep%d" % (kind, k, axis), {"X": values(rows, kind)}, {"k": k, "axis": axis, "keepdim": True}, PICKED)
for keep in (False, True):
    add("kthvalue", "rank0_%d" % keep, {"X": values(3.0)}, {"k": 1, "keepdim": keep}, PICKED)
    add("kthvalue", "rank1_%d" % keep, {"X": values([3, nan, -inf, inf, 1])}, {"k": 4, "keepdim": keep}, PICKED)
add("kthvalue", "nan", {"X": values([3, nan, -inf, inf, 1])}, {"k": 5}, PICKED)
add("kthvalue", "long", {"X": floats((3, 500))}, {"k": 123}, PICKED)
add("kthvalue", "rank5", {"X": floats((2, 1, 3, 1, 2))}, {"k": 2, "axis": 2}, PICKED)
add("kthvalue", "no_rows", {"X": values(np.zeros((0, 2)))}, {"k": 1}, PICKED)
add("kthvalue", "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, {"k": 1}, PICKED)

for kind in NUMBERS:
    for axis in (0, 1, 2, -1, -3):
        for keep in (False, True):
            add("mode", "%s_%d_%d" % (kind, axis, keep), {"X": ints((5, 6, 7), 0, 4, kind)}, {"axis": axis, "keepdim": keep}, PICKED)
for i, x in enumerate(([1, 2, 2, 3, 3, 1], [1, 3, 3, 2, 2], [nan, nan, 1], [1, nan, nan], [2, 2, 2, 1, 1, 3, 2], [5, 5, 1, 1, 1, 5], [inf, -inf, inf], [4], [nan])):
    for kind in REAL:
        add("mode", "special%d_%s" % (i, kind), {"X": values(x, kind)}, {}, PICKED)
for keep in (False, True):
    add("mode", "rank0_%d" % keep, {"X": values(3.0)}, {"keepdim": keep}, PICKED)
add("mode", "rank5", {"X": ints((2, 1, 5, 1, 2), 0, 2, "float32")}, {"axis": 2}, PICKED)
add("mode", "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, {}, PICKED)

for fluid in (False, True):
    for kind in REAL:
        for groups in (2, 3, 6):
            add("maxout", "%s_%d" % (kind, groups), {"X": floats((2, 6, 3, 2), dtype=kind)}, {"groups": groups}, fluid=fluid)
        add("maxout", "last_" + kind, {"X": floats((2, 3, 2, 6), dtype=kind)}, {"groups": 2, "axis": 3}, fluid=fluid)
        for i, x in enumerate(([nan, 1, 1, nan], [-inf, -inf, inf, nan], [-1e300, -1e300, nan, nan])):
            add("maxout", "special%d_%s" % (i, kind), {"X": values(np.array(x).reshape((1, 4, 1, 1)), kind)}, {"groups": 2}, fluid=fluid)
    add("maxout", "lod", {"X": floats((5, 2, 1, 1), lod=[[0, 2, 5]])}, {"groups": 2}, fluid=fluid)
add("maxout", "negative_axis", {"X": floats((2, 3, 2, 6))}, {"groups": 2, "axis": -1})
add("maxout", "empty", {"X": values(np.zeros((0, 4, 1, 1)))}, {"groups": 2})
