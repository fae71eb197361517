"""Operators that compute element by element: activations, elementwise_*, comparisons, scale, cast and the like."""

from golden import Case, floats, ints, values, weight

inf, nan = float("inf"), float("nan")
CASES = []


def add(op, name, inputs, attrs=None, fluid=False, others=(), outputs=("Out",), tolerance=None):
    CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, others=others, fluid=fluid, tolerance=tolerance))


# --- activations
EVERYWHERE = values([-inf, -200, -88, -20, -3.5, -3, -2.5, -1, -0.5, -1e-3, 0, 1e-3, 0.5, 1, 2.5, 3, 3.5, 6, 7, 19.5,
                     20.5, 88, 200, inf, nan])
FINITE = values([-200, -88, -20, -3.5, -3, -2.5, -1, -0.5, -1e-3, 0, 1e-3, 0.5, 1, 2.5, 3, 3.5, 6, 7, 19.5, 20.5, 88,
                 200, nan])
POSITIVE = values([0, 1e-30, 1e-3, 0.5, 1, 2, 3, 100, 1e30, inf, nan])
ACTIVATIONS = {
    "relu": (EVERYWHERE, {}), "sigmoid": (EVERYWHERE, {}), "logsigmoid": (FINITE, {}), "tanh": (EVERYWHERE, {}),
    "silu": (FINITE, {}), "softsign": (FINITE, {}), "exp": (EVERYWHERE, {}), "log": (POSITIVE, {}),
    "log1p": (POSITIVE, {}), "sqrt": (POSITIVE, {}), "rsqrt": (POSITIVE, {}), "square": (FINITE, {}),
    "reciprocal": (FINITE, {}), "abs": (EVERYWHERE, {}), "sign": (EVERYWHERE, {}), "floor": (EVERYWHERE, {}),
    "ceil": (EVERYWHERE, {}), "round": (EVERYWHERE, {}), "erf": (EVERYWHERE, {}), "sin": (floats((9,), 3), {}),
    "cos": (floats((9,), 3), {}), "tan": (floats((9,), 1), {}), "asin": (floats((9,), 1), {}),
    "acos": (floats((9,), 1), {}), "atan": (EVERYWHERE, {}),
    "relu6": (EVERYWHERE, {}), "leaky_relu": (EVERYWHERE, {"alpha": 0.1}),
    "thresholded_relu": (FINITE, {"threshold": 2.5}), "brelu": (FINITE, {"t_min": -1.0, "t_max": 3.0}),
    "swish": (FINITE, {}), "hard_swish": (FINITE, {}),  # the CPU kernel ignores other values
    "hard_sigmoid": (FINITE, {"slope": 0.3, "offset": 0.4}), "gelu": (FINITE, {"approximate": True}),
    "elu": (FINITE, {"alpha": 0.7}), "mish": (FINITE, {}), "softplus": (FINITE, {"beta": 2.0, "threshold": 5.0}),
    "stanh": (EVERYWHERE, {"scale_a": 0.5, "scale_b": 2.0}),
}
for op, (x, attrs) in sorted(ACTIVATIONS.items()):
    add(op, "special", {"X": x}, attrs)
    if attrs:
        add(op, "defaults", {"X": x})
    bound = 1.0 if op in ("asin", "acos", "tan") else 6.0
    positive = op in ("log", "log1p", "sqrt", "rsqrt")
    add(op, "image", {"X": floats((2, 3, 4, 5), bound, bound * 1.1 if positive else 0.0)}, attrs)
    if op != "abs":  # whose output has none
        add(op, "lod", {"X": floats((5, 2), bound, bound * 1.1 if positive else 0.0, lod=[[0, 2, 5]])}, attrs)
add("swish", "beta", {"X": FINITE}, {"beta": 2.0}, fluid=True)
add("relu6", "threshold", {"X": FINITE}, {"threshold": 4.0}, fluid=True)
add("hard_swish", "attributes", {"X": FINITE}, {"threshold": 5.0, "scale": 4.0, "offset": 2.0}, fluid=True)
add("abs", "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, fluid=True)
add("abs", "double", {"X": values([-5, 0, 7.5], "float64")})
add("square", "double", {"X": values([-5, 0, 7.5], "float64")})
add("abs", "int32", {"X": values([-5, 0, 7], "int32")})
add("abs", "int64", {"X": values([-5, 0, 7], "int64")})
add("square", "int32", {"X": values([-5, 0, 7], "int32")})
add("square", "int64", {"X": values([-5, 0, 7], "int64")})

for mode, alpha in (("all", (1,)), ("channel", (3,)), ("channel", (1, 3, 1, 1)), ("element", (1, 3, 2, 5))):
    add("prelu", "%s_%d" % (mode, len(alpha)), {"X": floats((2, 3, 2, 5)), "Alpha": weight(alpha)}, {"mode": mode})
add("prelu", "rank2", {"X": floats((4, 3)), "Alpha": weight((3,))}, {"mode": "channel"})
add("prelu", "rank3", {"X": floats((4, 3, 2)), "Alpha": weight((3,))}, {"mode": "channel"})
add("prelu", "nhwc", {"X": floats((2, 2, 5, 3)), "Alpha": weight((3,))}, {"mode": "channel", "data_format": "NHWC"})

add("clip", "plain", {"X": floats((2, 3, 4))}, {"min": -0.25, "max": 0.5})
add("clip", "nan", {"X": values([nan, -inf, inf, 0])}, {"min": -0.25, "max": 0.5})
add("clip", "tensors", {"X": floats((2, 3)), "Min": values([-0.5]), "Max": values([0.25])}, {"min": 0.0, "max": 0.0})
add("clip", "int32", {"X": values([1, 3, 7, 9], "int32")}, {"min": 2.5, "max": 7.5})
add("clip", "int64", {"X": values([-9, 3, 7, 9], "int64")}, {"min": -2.5, "max": 7.5})
add("pow", "cube", {"X": floats((2, 3, 4), 2)}, {"factor": 3.0})
add("pow", "root", {"X": values([0, 0.5, 4, -1])}, {"factor": 0.5})
add("pow", "tensor", {"X": floats((2, 3), 2), "FactorTensor": values([2.0])}, {"factor": 1.0})
for dtype in ("float64", "int64", "uint8", "int16", "bool"):
    add("pow", "tensor_of_" + dtype, {"X": floats((2, 3), 2), "FactorTensor": values([3], dtype)}, {"factor": 1.0})

# --- scale, dropout, increment
add("scale", "plain", {"X": floats((2, 3, 4))}, {"scale": 2.5, "bias": 0.5})
add("scale", "bias_first", {"X": floats((2, 3, 4))}, {"scale": 2.5, "bias": 0.5, "bias_after_scale": False})
add("scale", "defaults", {"X": floats((2, 3, 4, 5))})
add("scale", "tensor", {"X": floats((2, 3)), "ScaleTensor": values([3.0])}, {"scale": 1.0, "bias": 1.0})
for x, kind, number in (("float32", "int32", 3), ("float32", "float64", 2.7), ("float64", "float32", 2.7), ("float64", "int64", 3),
                        ("int32", "float32", 2.7), ("int32", "float64", -2.7), ("int64", "int32", 3), ("uint8", "int64", 3)):
    add("scale", "%s_by_%s" % (x, kind), {"X": values([1, 2, 5], x), "ScaleTensor": values([number], kind)}, {"scale": 1.0, "bias": 0.0})
add("scale", "lod", {"X": floats((5, 2), lod=[[0, 2, 5]])}, {"scale": 2.0})
add("scale", "scalar", {"X": values(1.5)}, {"scale": 2.0})
for kind in ("int32", "int64", "float64"):
    add("scale", kind, {"X": values([3, -3], kind)}, {"scale": 0.5, "bias": 1.0})
    add("scale", kind + "_bias_first", {"X": values([3, -3], kind)},
        {"scale": 2.5, "bias": 1.7, "bias_after_scale": False})
for how in ("downgrade_in_infer", "upscale_in_train"):
    add("dropout", how, {"X": floats((2, 3, 4))},
        {"dropout_prob": 0.3, "dropout_implementation": how, "is_test": True}, others=["Mask"])
add("dropout", "defaults", {"X": floats((2, 6))}, {"is_test": True}, others=["Mask"])
add("dropout", "seed", {"X": floats((2, 6)), "Seed": values([7], "int32")}, {"is_test": True}, others=["Mask"])
add("dropout", "fluid", {"X": floats((2, 6), lod=[[0, 2]])}, {"is_test": True}, others=["Mask"], fluid=True)
for kind in ("int64", "int32", "float32", "float64"):
    add("increment", kind, {"X": values([5], kind)}, {"step": 1.9})

# --- elementwise
BINARY = ["add", "sub", "mul", "div", "max", "min", "pow", "mod", "floordiv"]
SHAPES = [
    ("same", (2, 3, 4), (2, 3, 4), -1), ("same_image", (2, 3, 4, 5), (2, 3, 4, 5), -1),
    ("suffix", (2, 3, 4), (4,), -1), ("suffix2", (2, 3, 4), (3, 4), -1), ("channel", (2, 3, 4, 5), (3,), 1),
    ("channel_ones", (2, 3, 4, 5), (3, 1, 1), 1), ("channel_full", (2, 3, 4, 5), (1, 3, 1, 1), -1),
    ("gate", (2, 3, 4, 5), (2, 3, 1, 1), -1), ("batch", (2, 3, 4, 5), (2,), 0), ("scalar", (2, 3), (1,), -1),
    ("rank0", (2, 3), (), -1), ("x_rank0", (), (2, 3), -1), ("middle", (2, 3, 4), (3,), 1),
    ("two", (2, 3, 4), (2, 3), 0), ("both", (2, 1, 4), (1, 3, 1), -1), ("x_small", (4,), (2, 4), -1),
    ("x_small_axis", (2,), (2, 3), 0), ("x_one", (1,), (2, 3), -1), ("tail_one", (2, 3, 4), (3, 1), 1),
    ("rows", (3, 1), (3, 7), -1), ("columns", (3, 7), (3, 1), -1), ("y_higher", (2, 3), (3, 1, 1), 1),
    ("y_higher_first", (2, 3), (2, 1, 1), 0), ("ones", (1, 1), (1, 1, 1), -1),
]
for name in BINARY:
    op = "elementwise_" + name
    center = 2.0 if name in ("pow",) else 0.0
    for case, x, y, axis in SHAPES:
        if name in ("add", "sub", "div") or case in ("same_image", "channel", "suffix", "x_small", "both"):
            add(op, case, {"X": floats(x, 1, center), "Y": floats(y, 1, center)}, {"axis": axis})
    for kind in ("int32", "int64"):
        low = 0 if name == "pow" else -20
        y = ints((2, 3, 4), 1, 4, kind)
        add(op, kind, {"X": ints((2, 3, 4), low, 20, kind), "Y": y}, {"axis": -1})
        add(op, kind + "_channel", {"X": ints((2, 3, 4), low, 20, kind), "Y": ints((3,), 1, 4, kind)}, {"axis": 1})
    add(op, "double", {"X": floats((2, 3), 1, center, "float64"), "Y": floats((3,), 1, center, "float64")})
    add(op, "lod", {"X": floats((5, 2), 1, center, lod=[[0, 2, 5]]), "Y": floats((2,), 1, center)})
for name in ("div", "floordiv", "mod"):
    for kind in ("int32", "int64", "float32"):
        add("elementwise_" + name, "signs_" + kind,
            {"X": values([7, -7, 7, -7, 6, -6], kind), "Y": values([2, 2, -2, -2, -3, 3], kind)})
add("elementwise_mod", "fractions", {"X": values([5.5, -5.5, 5.5, -5.5, 4]), "Y": values([2, 2, -2, -2, -2])})
add("elementwise_floordiv", "fractions", {"X": values([5.5, -5.5, 5.5, -5.5, 4]), "Y": values([2, 2, -2, -2, -2])})
for kind in ("int32", "int64"):
    add("elementwise_pow", "large_powers_" + kind, {"X": values([10, 16, 15, 31, 9, 0, -9], kind), "Y": values([10, 15, 9, 31, 9, -1, 9], kind)})
    add("elementwise_pow", "powers_" + kind, {"X": values([2, 3, 10, -2], kind), "Y": values([-1, 4, 9, 3], kind)})
add("elementwise_max", "nan", {"X": values([nan, 1, 1]), "Y": values([1, nan, 2])})
add("elementwise_min", "nan", {"X": values([nan, 1, 1]), "Y": values([1, nan, 2])})
add("elementwise_add", "fluid", {"X": floats((2, 3, 4, 5)), "Y": floats((3,))}, {"axis": 1}, fluid=True)
add("elementwise_sub", "fluid", {"X": floats((4,)), "Y": floats((2, 4))}, {"axis": -1}, fluid=True)

# --- comparisons
for op in ("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal"):
    for kind in ("float32", "float64", "int32", "int64"):
        add(op, kind, {"X": values([[1, 2, 3], [3, 2, 1]], kind), "Y": values([[1, 3, 2], [3, 2, 2]], kind)})
    add(op, "nan", {"X": values([nan, nan, 1]), "Y": values([nan, 1, nan])})
    add(op, "suffix", {"X": ints((2, 3, 4), 0, 3), "Y": ints((4,), 0, 3)})
    add(op, "both", {"X": ints((2, 1, 4), 0, 3), "Y": ints((3, 1), 0, 3)})
    add(op, "bool", {"X": values([0, 0, 1, 1], "bool"), "Y": values([0, 1, 0, 1], "bool")})
    add(op, "axis", {"X": ints((2, 3), 0, 3), "Y": ints((2,), 0, 3)}, {"axis": 0}, fluid=True)
for op in ("logical_and", "logical_or", "logical_xor"):
    add(op, "bool", {"X": values([0, 0, 1, 1], "bool"), "Y": values([0, 1, 0, 1], "bool")})
    add(op, "broadcast", {"X": values([[0], [1]], "bool"), "Y": values([0, 1, 1], "bool")})
    add(op, "int32", {"X": values([0, 0, 5, -1], "int32"), "Y": values([0, 2, 0, 1], "int32")})
    add(op, "float32", {"X": values([0, 0, 5, -1]), "Y": values([0, 2, 0, 1])})
add("logical_not", "bool", {"X": values([[0, 1]], "bool")})
add("logical_not", "float32", {"X": values([0, 0.5, -1, nan])})
add("logical_not", "int64", {"X": values([0, 5, -1], "int64")})

# --- cast
CODES = {"bool": 0, "int16": 1, "int32": 2, "int64": 3, "float16": 4, "float32": 5, "float64": 6, "uint8": 20, "int8": 21}
for source in ("bool", "int16", "int32", "int64", "float32", "float64", "uint8", "int8"):
    numbers = [0, 1, 2, 100, 127]
    if source not in ("bool", "uint8"):
        numbers += [-1, -100]
    if source.startswith("float"):
        numbers += [-1.9, 1.9, 0.5]
    for target in ("bool", "int16", "int32", "int64", "float16", "float32", "float64", "uint8", "int8"):
        if source == "float64" and target == "float16":
            continue
        # Paddle cuts off what a half cannot hold; rounding to nearest differs by one unit in the last place.
        cut = (0, 2.0 ** -10, 0, 0) if (source, target) == ("float32", "float16") else None
        add("cast", source + "_" + target, {"X": values(numbers, source)},
            {"in_dtype": CODES[source], "out_dtype": CODES[target]}, tolerance=cut)
add("cast", "beyond_int32", {"X": values([255.7, 3e9, 1e20, -1e20, nan, inf])}, {"in_dtype": 5, "out_dtype": 2})
add("cast", "beyond_uint8", {"X": values([300, -300, 3e9])}, {"in_dtype": 5, "out_dtype": 20})
add("cast", "beyond_int64", {"X": values([3e9, 1e20, nan])}, {"in_dtype": 5, "out_dtype": 3})
add("cast", "wide_ints", {"X": values([2**40 + 5, -2**33 - 1, 2**31], "int64")}, {"in_dtype": 3, "out_dtype": 2})
add("cast", "image", {"X": floats((2, 3, 4, 5), 100)}, {"in_dtype": 5, "out_dtype": 2})
add("cast", "lod", {"X": ints((5, 1), 0, 9, lod=[[0, 2, 5]])}, {"in_dtype": 3, "out_dtype": 5})

# --- sum
add("sum", "one", {"X": [floats((2, 3))]})
add("sum", "two", {"X": [floats((2, 3, 4, 5)), floats((2, 3, 4, 5))]})
add("sum", "three", {"X": [floats((2, 3)), floats((2, 3)), floats((2, 3))]})
add("sum", "int64", {"X": [ints((2, 3), 0, 9), ints((2, 3), 0, 9)]})
add("sum", "int32", {"X": [ints((2, 3), 0, 9, "int32"), ints((2, 3), 0, 9, "int32")]})
add("sum", "double", {"X": [floats((2, 3), dtype="float64"), floats((2, 3), dtype="float64")]})
add("sum", "lod", {"X": [floats((5, 2), lod=[[0, 2, 5]]), floats((5, 2))]})
