"""The most dimensions with which Paddle 2.6 runs an operator: nine, the limit of its tensors, or fewer. Results that it also keeps
the shape of in XShape, and new dimensions, have one less; some of its operators and kernels end at six."""

from golden import Case, floats, ints, values

CASES = []
SIZES = (2, 1, 3, 1, 2, 1, 1, 2, 2)


def add(op, rank, inputs, attrs=None, outputs=("Out",), others=(), name=""):
    CASES.append(Case(op, "rank%d%s" % (rank, name), inputs, outputs if isinstance(outputs, dict) else list(outputs), attrs or {},
                      others=others))


def wide(rank):
    """Other sizes that broadcast."""
    return SIZES[:1] + (2,) + SIZES[2:3] + (2,) + SIZES[4:rank]


X, MASK = floats(SIZES), ints(SIZES, 0, 2, "bool")
EIGHT, SIX = floats(SIZES[:8]), floats(SIZES[:6])
SHAPE = ("XShape",)

add("matmul_v2", 9, {"X": X, "Y": floats(SIZES[:8] + (3,))}, {"trans_x": False, "trans_y": False})
add("matmul_v2", 9, {"X": X, "Y": floats((2, 3))}, {"trans_x": False, "trans_y": False}, name="_matrix")
for op in ("sum", "mean", "max", "min", "prod"):
    for kept in (False, True):
        add("reduce_" + op, 9, {"X": X}, {"dim": [0, 2, -1], "keep_dim": kept}, name="_kept" if kept else "")
    add("reduce_" + op, 9, {"X": X}, {"dim": [0, 1, 2, 3, 4, 5], "keep_dim": False}, name="_many")
for op in ("all", "any"):
    add("reduce_" + op, 9, {"X": MASK}, {"dim": [0, 2, -1], "keep_dim": False})
for op in ("elementwise_add", "elementwise_sub", "elementwise_mul", "elementwise_div", "elementwise_max", "elementwise_min",
           "elementwise_pow", "equal", "less_than"):
    add(op, 9, {"X": floats(SIZES, 1, 2), "Y": floats(wide(9), 1, 2)}, {"axis": -1})
    add(op, 9, {"X": floats(SIZES, 1, 2), "Y": floats(SIZES[3:6], 1, 2)}, {"axis": 3}, name="_middle")
add("logical_and", 9, {"X": MASK, "Y": ints(wide(9), 0, 2, "bool")})
add("concat", 9, {"X": [X, floats(SIZES)]}, {"axis": 2})
add("split", 9, {"X": X}, {"axis": 2, "num": 3}, {"Out": 3})
add("unstack", 9, {"X": X}, {"axis": 2, "num": 3}, {"Y": 3})
add("unbind", 9, {"X": X}, {"axis": 2}, {"Out": 3})
add("flip", 9, {"X": X}, {"axis": [0, 2, 8]})
add("gather_nd", 9, {"X": X, "Index": values([[1, 0, 2], [0, 0, 1]], "int64")})
add("gather_nd", 9, {"X": X, "Index": values([[size - 1 for size in SIZES], [0] * 9], "int64")}, name="_elements")
add("scatter_nd_add", 9, {"X": X, "Index": values([[1, 0, 2], [0, 0, 1]], "int64"), "Updates": floats((2,) + SIZES[3:])})
add("gather", 9, {"X": X, "Index": values([1, 0, 1], "int64")}, {"axis": 0})
add("index_select", 9, {"X": X, "Index": values([2, 0], "int64")}, {"dim": 2})
add("take_along_axis", 9, {"Input": X, "Index": ints(SIZES, 0, 3)}, {"Axis": 2}, ("Result",))
add("top_k_v2", 9, {"X": X}, {"k": 2, "axis": 2}, ("Out", "Indices"))
add("argsort", 9, {"X": X}, {"axis": 2}, ("Out", "Indices"))
add("where", 9, {"Condition": MASK, "X": X, "Y": floats(SIZES)})
add("where_index", 9, {"Condition": MASK})
add("cast", 9, {"X": floats(SIZES, 9)}, {"in_dtype": 5, "out_dtype": 3})
add("clip", 9, {"X": X}, {"min": -0.5, "max": 0.5})
add("layer_norm", 9, {"X": X}, {"begin_norm_axis": 3, "epsilon": 1e-5}, ("Y",), others=("Mean", "Variance"))
add("p_norm", 9, {"X": X}, {"axis": 2, "porder": 2.0, "keepdim": True})
add("tril_triu", 9, {"X": X}, {"diagonal": 0, "lower": True})
add("one_hot_v2", 8, {"X": ints(SIZES[:8], 0, 3)}, {"depth": 3, "dtype": 5})
add("lookup_table_v2", 8, {"W": floats((4, 2)), "Ids": ints(SIZES[:8], 0, 4)})
add("sum", 9, {"X": [X, floats(SIZES)]})
add("transpose2", 8, {"X": EIGHT}, {"axis": [7, 6, 5, 4, 3, 2, 1, 0]}, others=SHAPE)
add("transpose2", 8, {"X": EIGHT}, {"axis": [4, 0, 7, 2, 1, 3, 6, 5]}, others=SHAPE, name="_mixed")
add("stack", 8, {"X": [EIGHT, floats(SIZES[:8])]}, {"axis": 2}, ("Y",))
add("reshape2", 8, {"X": EIGHT}, {"shape": [0, 0, 0, 0, 0, 0, -1, 1, 2]}, others=SHAPE)

add("slice", 6, {"Input": SIX}, {"axes": [0, 2, 4], "starts": [1, 0, -1], "ends": [2, 2, 9], "decrease_axis": []})
add("strided_slice", 6, {"Input": SIX},
    {"axes": [0, 2, 4], "starts": [1, 2, -1], "ends": [-9, 0, -9], "strides": [-1, -2, -1], "infer_flags": [1, 1, 1]})
add("set_value", 6, {"Input": SIX, "ValueTensor": values([1.5])},
    {"axes": [0, 2], "starts": [1, 0], "ends": [2, 3], "steps": [1, 2], "dtype": 5})
add("expand_v2", 6, {"X": SIX}, {"shape": list(wide(6))})
add("expand_as_v2", 6, {"X": SIX}, {"target_shape": list(wide(6))})
add("tile", 6, {"X": SIX}, {"repeat_times": [1, 2, 1, 1, 2, 1]})
add("tile", 6, {"X": floats((3,))}, {"repeat_times": [1, 2, 1, 1, 1, 2]}, name="_of_one")
add("arg_max", 6, {"X": SIX}, {"axis": 2})
add("squeeze2", 6, {"X": SIX}, {"axes": [1, 3]}, others=SHAPE)
add("unsqueeze2", 6, {"X": floats(SIZES[:5])}, {"axes": [4]}, others=SHAPE)
add("pad", 6, {"X": SIX}, {"paddings": [0, 1] * 6, "pad_value": 0.5})
add("crop_tensor", 6, {"X": SIX}, {"offsets": [1, 0, 1, 0, 0, 0], "shape": [1, 1, 2, 1, 2, 1]})
add("meshgrid", 6, {"X": [floats((2,)), floats((1,)), floats((3,)), floats((1,)), floats((2,)), floats((1,))]}, outputs={"Out": 6})
