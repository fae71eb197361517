"""softmax, mul, matmul, matmul_v2, fc."""

from golden import Case, floats, values, weight

inf = float("inf")
CASES = []


def softmax(name, x, **attrs):
    CASES.append(Case("softmax", name, {"X": x}, ["Out"], attrs))


softmax("last", floats((3, 7), 4))
softmax("first", floats((3, 7), 4), axis=0)
softmax("middle", floats((2, 5, 3), 4), axis=1)
softmax("rank4", floats((2, 3, 4, 5), 4), axis=-3)
softmax("one", floats((4, 1), 4))
softmax("vector", floats((9,), 4))
softmax("scalar", values(3.0))
softmax("clamped", values([[0, -30, -64, -65, -1000, -inf], [5, 4, 3, 2, 1, 0]]))
softmax("clamped_columns", values([[0, 1], [-1000, 1], [-inf, 1]]), axis=0)
softmax("double", floats((2, 6), 4, dtype="float64"))
softmax("lod", floats((5, 3), 4, lod=[[0, 2, 5]]))


def mul(name, x, y, **attrs):
    CASES.append(Case("mul", name, {"X": x, "Y": y}, ["Out"], attrs))


mul("plain", floats((3, 5)), weight((5, 4)))
mul("x3", floats((2, 3, 5)), weight((15, 4)))
mul("x3_two", floats((2, 3, 5)), weight((5, 4)), x_num_col_dims=2)
mul("y3", floats((2, 3, 4)), floats((3, 4, 2, 3)), x_num_col_dims=1, y_num_col_dims=2)
mul("keep_both", floats((2, 3, 4)), floats((4, 2, 3)), x_num_col_dims=2, y_num_col_dims=1)
mul("double", floats((3, 5), dtype="float64"), floats((5, 4), dtype="float64"))
mul("lod", floats((5, 3), lod=[[0, 2, 5]]), weight((3, 2)))


def matmul(name, x, y, fluid=False, **attrs):
    CASES.append(Case("matmul", name, {"X": x, "Y": y}, ["Out"], attrs, fluid=fluid))


matmul("plain", floats((3, 5)), floats((5, 4)))
matmul("alpha", floats((3, 5)), floats((5, 4)), alpha=-0.75)
for tx in (False, True):
    for ty in (False, True):
        a = (2, 5, 3) if tx else (2, 3, 5)
        b = (2, 4, 5) if ty else (2, 5, 4)
        matmul("batch_%d%d" % (tx, ty), floats(a), floats(b), transpose_X=tx, transpose_Y=ty)
        matmul("shared_y_%d%d" % (tx, ty), floats(a), floats(b[1:]), transpose_X=tx, transpose_Y=ty)
        matmul("shared_x_%d%d" % (tx, ty), floats(a[1:]), floats(b), transpose_X=tx, transpose_Y=ty)
matmul("rank4", floats((2, 3, 4, 5)), floats((2, 3, 5, 2)))
# As many matrices in other batch dimensions, which do not broadcast.
for name, x, y in (("joined_more_y", (2, 3, 5), (1, 2, 5, 4)), ("joined_more_x", (2, 3, 1, 4, 5), (2, 3, 5, 2)), ("joined_line", (6, 4, 5), (2, 3, 5, 2)),
                   ("joined_other", (3, 2, 4, 5), (2, 3, 5, 2)), ("joined_ones", (2, 1, 4, 5), (1, 2, 5, 3)), ("joined_one", (1, 4, 5), (1, 1, 5, 2))):
    for fluid in (False, True):
        matmul(name, floats(x), floats(y), fluid=fluid)
matmul("joined_weight", floats((2, 3, 4)), weight((1, 2, 5, 4)), transpose_Y=True, alpha=0.5)
matmul("joined_heads", floats((2, 3, 4)), floats((1, 2, 4, 5)), head_number=2)
matmul("dot", floats((5,)), floats((5,)))
matmul("outer", floats((3,)), floats((4,)), transpose_X=True, transpose_Y=True)
matmul("matrix_vector", floats((3, 5)), floats((5,)))
matmul("vector_matrix", floats((5,)), floats((5, 3)))
matmul("batch_vector", floats((2, 3, 5)), floats((5,)))
matmul("vector_batch", floats((5,)), floats((2, 5, 3)))
matmul("column_times_row", floats((5,)), floats((1, 3)), transpose_X=True)
matmul("row_as_y", floats((3, 1)), floats((5,)), transpose_Y=True)
matmul("double", floats((3, 5), dtype="float64"), floats((5, 4), dtype="float64"))
matmul("lod", floats((3, 5), lod=[[0, 1, 3]]), floats((5, 4)))
# Products of blocks of columns side by side, as fused attention of Paddle 1.x stores them: with blocks of rows of Y, or
# of columns where Y has the rows of one block.
for tx in (False, True):
    for ty in (False, True):
        a = (3, 6, 2) if tx else (3, 2, 6)
        matmul("heads_rows_%d%d" % (tx, ty), floats(a), floats((3, 4, 6) if ty else (3, 6, 4)), head_number=3, transpose_X=tx,
               transpose_Y=ty)
        matmul("heads_columns_%d%d" % (tx, ty), floats(a[1:]), floats((9, 2) if ty else (2, 9)), head_number=3, transpose_X=tx,
               transpose_Y=ty)
matmul("heads_shared_y", floats((3, 2, 4)), weight((4, 3)), head_number=2, alpha=-0.5)
matmul("heads_shared_x", floats((2, 4)), floats((3, 2, 6)), head_number=2)
matmul("heads_vector_x", floats((4,)), floats((4, 3)), head_number=2)
matmul("heads_vector_y", floats((2, 4)), floats((4,)), head_number=2)
matmul("heads_double", floats((2, 4), dtype="float64"), floats((4, 3), dtype="float64"), head_number=4)
matmul("vectors_fluid", floats((5,)), floats((2, 5, 3)), fluid=True)
matmul("outer_fluid", floats((3,)), floats((4,)), fluid=True, transpose_X=True, transpose_Y=True)
matmul("batch_fluid", floats((2, 5, 3)), floats((2, 4, 5)), fluid=True, transpose_X=True, transpose_Y=True, alpha=2.0)


def matmul_v2(name, x, y, **attrs):
    CASES.append(Case("matmul_v2", name, {"X": x, "Y": y}, ["Out"], attrs))


for tx in (False, True):
    for ty in (False, True):
        a = (2, 5, 3) if tx else (2, 3, 5)
        b = (2, 4, 5) if ty else (2, 5, 4)
        matmul_v2("batch_%d%d" % (tx, ty), floats(a), floats(b), trans_x=tx, trans_y=ty)
        matmul_v2("shared_y_%d%d" % (tx, ty), floats(a), floats(b[1:]), trans_x=tx, trans_y=ty)
        matmul_v2("vector_y_%d%d" % (tx, ty), floats(a), floats((a[1] if tx else 5,)), trans_x=tx, trans_y=ty)
        matmul_v2("vector_x_%d%d" % (tx, ty), floats((5,)), floats(b), trans_x=tx, trans_y=ty)
matmul_v2("dot", floats((5,)), floats((5,)))
matmul_v2("broadcast", floats((2, 1, 2, 3)), floats((5, 3, 4)))
matmul_v2("broadcast_both", floats((2, 1, 2, 3)), floats((1, 3, 3, 4)))
matmul_v2("ones", floats((1, 1, 2, 3)), floats((4, 3, 3, 4)))
matmul_v2("row", floats((1, 7)), floats((7, 9)))
matmul_v2("double", floats((3, 5), dtype="float64"), floats((5, 4), dtype="float64"))
matmul_v2("lod", floats((3, 5), lod=[[0, 1, 3]]), floats((5, 4)))
matmul_v2("int32", values([[1, 2], [3, 4]], "int32"), values([[5], [-6]], "int32"))
matmul_v2("int64", values([[1, 2], [3, 4]], "int64"), values([[5], [-6]], "int64"))


def fc(name, x, w, bias=None, **attrs):
    inputs = {"Input": x, "W": w}
    if bias:
        inputs["Bias"] = bias
    CASES.append(Case("fc", name, inputs, ["Out"], attrs))


fc("plain", floats((3, 5)), weight((5, 4)))
fc("bias", floats((3, 5)), weight((5, 4)), weight((4,)))
fc("bias_row", floats((3, 5)), weight((5, 4)), weight((1, 4)))
fc("relu", floats((3, 5)), weight((5, 4)), weight((4,)), activation_type="relu")
fc("image", floats((2, 3, 2, 2)), weight((12, 4)), weight((4,)))
fc("two_dims", floats((2, 3, 5)), weight((5, 4)), weight((4,)), in_num_col_dims=2)
fc("padded", floats((3, 5)), weight((9, 8)), weight((4,)), padding_weights=True)
