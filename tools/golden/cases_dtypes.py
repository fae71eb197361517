"""Element types beside float32 of operators whose other cases are elsewhere."""

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, attrs=None, outputs=("Out",), tolerance=None, others=()):
    CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, tolerance=tolerance, others=others))


EXACT = (1e-14, 1e-14, 0, 0)
DOMAINS = {"acos": (1, 0), "asin": (1, 0), "log": (1, 1.1), "log1p": (1, 1.1), "rsqrt": (1, 1.1), "sqrt": (1, 1.1),
           "reciprocal": (1, 1.1)}
for op in ("acos", "asin", "atan", "cos", "sin", "tan", "tanh", "ceil", "floor", "round", "rsqrt", "sqrt", "reciprocal", "relu",
           "relu6", "brelu", "leaky_relu", "thresholded_relu", "elu", "gelu", "mish", "silu", "swish", "sigmoid", "logsigmoid",
           "softplus", "softsign", "stanh", "hard_sigmoid", "hard_swish", "erf", "exp", "log", "log1p", "sign", "pow"):
    bound, center = DOMAINS.get(op, (7, 0))
    if op == "pow":
        bound, center = 1, 1.1
    add(op, "double", {"X": floats((3, 5), bound, center, dtype="float64")}, {"factor": 1.75} if op == "pow" else {},
        tolerance=EXACT)
add("gelu", "double_tanh", {"X": floats((3, 5), 4, dtype="float64")}, {"approximate": True}, tolerance=EXACT)

for op, dtypes in (("elementwise_add", ("int16",)), ("elementwise_sub", ("int16",)), ("elementwise_div", ("uint8", "int8", "int16")),
                   ("elementwise_floordiv", ("uint8", "int8", "int16"))):
    for dtype in dtypes:
        low = 0 if dtype == "uint8" else -99
        add(op, dtype, {"X": ints((2, 3, 4), low, 99, dtype), "Y": ints((3, 4), 1, 9, dtype)}, {"axis": -1})
for dtype in ("uint8", "int8", "int16"):
    add("scale", dtype, {"X": ints((3, 4), 0, 20, dtype)}, {"scale": 3.0, "bias": 2.0})
    add("reduce_sum", dtype, {"X": ints((3, 40), 0, 100, dtype)}, {"dim": [1]})
for op in ("arg_max", "arg_min"):
    add(op, "int16", {"X": ints((3, 7), -99, 99, "int16")}, {"axis": 1})
for dtype in ("int8", "int16", "float64"):
    add("logical_not", dtype, {"X": ints((3, 4), 0, 2, dtype)})

add("dropout", "double", {"X": floats((3, 5), dtype="float64")},
    {"is_test": True, "dropout_prob": 0.25, "dropout_implementation": "downgrade_in_infer"}, tolerance=(1e-7, 1e-7, 0, 0),
    others=("Mask",))
add("prelu", "double", {"X": floats((2, 3, 2, 2), dtype="float64"), "Alpha": floats((3,), dtype="float64")},
    {"mode": "channel"}, tolerance=EXACT)
add("temporal_shift", "double", {"X": floats((4, 4, 2, 3), dtype="float64")}, {"seg_num": 2, "shift_ratio": 0.25})
add("layer_norm", "double", {"X": floats((3, 8), dtype="float64"), "Scale": floats((8,), dtype="float64"),
                             "Bias": floats((8,), dtype="float64")}, {"begin_norm_axis": 1, "epsilon": 1e-5},
    outputs=("Y", "Mean", "Variance"), tolerance=(1e-9, 1e-9, 0, 0))
