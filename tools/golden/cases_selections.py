"""masked_select, index_add, repeat_interleave, searchsorted, bincount, unique_consecutive, shard_index, broadcast_tensors."""

import numpy as np

from golden import Case, floats, ints, values

CASES = []
inf, nan = float("inf"), float("nan")
NUMBERS = ("float64", "int32", "int64")


def add(op, name, inputs, attrs=None, outputs=("Out",)):
    CASES.append(Case(op, name, inputs, outputs if isinstance(outputs, dict) else list(outputs), attrs or {}))


def empty(*shape, dtype="float32"):
    return values(np.zeros(shape), dtype)


def select(name, x, mask):
    add("masked_select", name, {"X": x, "Mask": mask}, outputs=["Y"])


select("matrix", floats((3, 4)), ints((3, 4), 0, 2, "bool"))
select("row", floats((3, 4)), values([1, 0, 0, 1], "bool"))
select("column", floats((3, 4)), values([[1], [0], [1]], "bool"))
select("all", floats((3, 2)), values(True, "bool"))
select("nothing", floats((3, 2)), values(np.zeros((3, 2)), "bool"))
select("more_masks", floats((3, 1, 2)), ints((2, 3, 4, 2), 0, 2, "bool"))
select("both", floats((2, 1, 3)), ints((1, 4, 1), 0, 2, "bool"))
select("scalar", floats(()), values(True, "bool"))
select("scalar_by_vector", floats(()), values([1, 0, 1], "bool"))
select("rank5", floats((2, 1, 3, 1, 2)), ints((2, 1, 3, 1, 2), 0, 2, "bool"))
select("empty", empty(0, 3), values(np.zeros((0, 3)), "bool"))
select("special", values([nan, -0.0, inf, 1]), values([1, 1, 1, 0], "bool"))
select("lod", floats((3, 2), lod=[[0, 1, 3]]), ints((3, 2), 0, 2, "bool"))
for dtype in NUMBERS:
    select(dtype, ints((2, 3), -99, 99, dtype), ints((2, 3), 0, 2, "bool"))


def plus(name, x, index, update, axis=0):
    add("index_add", name, {"X": x, "Index": index, "AddValue": update}, {"axis": axis})


plus("rows", floats((3, 4)), values([0, 2, 0], "int64"), floats((3, 4)))
plus("columns", floats((3, 4)), values([1, 1, 3, 0, 1], "int32"), floats((3, 5)), 1)
plus("last", floats((2, 3, 4)), values([3, 0], "int64"), floats((2, 3, 2)), -1)
plus("middle", floats((2, 3, 4)), values([2, 2], "int64"), floats((2, 2, 4)), -2)
plus("vector", floats((4,)), values([1, 3, 1], "int64"), floats((3,)))
plus("rank5", floats((2, 1, 3, 2, 2)), values([2, 0, 2, 1], "int64"), floats((2, 1, 4, 2, 2)), 2)
plus("empty", empty(3, 0), values([1, 0], "int64"), empty(2, 0))
plus("special", values([[inf, 1], [nan, -0.0]]), values([0, 1], "int64"), values([[-inf, 2], [1, -0.0]]))
plus("lod", floats((3, 2), lod=[[0, 1, 3]]), values([1], "int64"), floats((1, 2)))
plus("wraps", values([2147483647, 5], "int32"), values([0, 0], "int64"), values([1, 3], "int32"))
for dtype in NUMBERS:
    plus(dtype, ints((3, 2), -99, 99, dtype), values([2, 2], "int64"), ints((2, 2), -99, 99, dtype))


def repeat(name, x, times, dim=0):
    inputs, attrs = {"X": x}, {"dim": dim}
    if isinstance(times, int):
        attrs["Repeats"] = times
    else:
        inputs["RepeatsTensor"] = times
    add("repeat_interleave", name, inputs, attrs)


for times, dim in ((1, 0), (2, 0), (3, 1), (2, 2)):
    repeat("attribute_%d_%d" % (times, dim), floats((2, 3, 4)), times, dim)
for index in ("int32", "int64"):
    repeat("rows_" + index, floats((3, 4)), values([1, 0, 2], index))
    repeat("columns_" + index, floats((3, 4)), values([1, 0, 2, 3], index), 1)
repeat("last", floats((2, 3, 4)), values([0, 2, 1, 0], "int64"), -1)
repeat("middle", floats((2, 3, 4)), values([3, 0, 1], "int64"), -2)
repeat("rank5", floats((2, 1, 3, 2, 1)), values([1, 2, 0], "int64"), 2)
repeat("nothing", floats((3, 2)), values([0, 0, 0], "int64"))
repeat("vector", floats((3,)), values([2, 0, 1], "int64"))
repeat("empty", empty(0, 3), 3)
repeat("empty_columns", empty(0, 3), 3, 1)
repeat("lod", floats((3, 2), lod=[[0, 1, 3]]), 2, 1)
for dtype in NUMBERS:
    repeat(dtype, ints((2, 3), -99, 99, dtype), 2)


def search(name, sequence, numbers, **attrs):
    add("searchsorted", name, {"SortedSequence": sequence, "Values": numbers}, attrs)


for right in (False, True):
    side = "right" if right else "left"
    search("vector_" + side, values([1, 3, 5, 5, 7]), values([[0, 1, 5], [6, 7, 9]]), right=right)
    search("int32_" + side, values([1, 3, 5, 5, 7]), values([[0, 1, 5], [6, 7, 9]]), right=right, out_int32=True)
    search("rows_" + side, values([[1, 3, 5], [2, 4, 6]]), values([[3, 9, 0, 5], [0, 4, 6, 7]]), right=right)
    search("nan_" + side, values([1, 2, nan, nan]), values([nan, inf, -inf, 0, -0.0, 2]), right=right)
    search("infinite_" + side, values([-inf, 1, 2, inf], "float64"), values([nan, inf, -inf, 0, -0.0, 2], "float64"), right=right)
    search("unsorted_" + side, values([5, 1, 3, 2, 4]), values([1, 2, 3, 4, 5, 0, 9]), right=right)
    for dtype in NUMBERS:
        search("%s_%s" % (dtype, side), values([1, 3, 5, 5, 7], dtype), values([0, 1, 5, 6, 9], dtype), right=right)
search("scalar", values([1, 3, 5]), values(4))
search("no_sequence", empty(0), values([1, 2]))
search("no_values", values([1, 3, 5]), empty(0, 2))
search("no_sequences", empty(2, 0), floats((2, 3)))
search("rank4", values(np.arange(12).reshape(1, 2, 2, 3)), floats((1, 2, 2, 5), 12.0))
search("many", values(np.arange(100) // 3), floats((5, 7), 20.0, 18.0))
search("longer_values", values([1, 3, 5], "int32"), values([0, 3, 9], "int64"))
search("real_sequence", values([1, 3, 5]), values([0, 3, 9], "int64"))
search("double_sequence", values([0.1, 0.3, 0.5], "float64"), values([0.1, 0.3, 0.5]))
search("lod", values([1, 3, 5]), floats((3, 2), 5.0, 2.0, lod=[[0, 1, 3]]))

for index in ("int32", "int64"):
    x = values([1, 3, 1, 0, 1], index)
    for minlength in (0, 2, 7):
        add("bincount", "%s_%d" % (index, minlength), {"X": x}, {"minlength": minlength})
    for dtype in ("float32",) + NUMBERS:
        add("bincount", "%s_%s" % (index, dtype), {"X": x, "Weights": values([1.5, 2, -3, 4, 5], dtype)}, {"minlength": 5})
add("bincount", "empty", {"X": empty(0, dtype="int64")})
add("bincount", "empty_minlength", {"X": empty(0, dtype="int64")}, {"minlength": 3})
add("bincount", "special", {"X": values([0, 1, 1, 2], "int64"), "Weights": values([nan, inf, -inf, -0.0])})


def consecutive(name, x, dtype=3, **attrs):
    add("unique_consecutive", name, {"X": x}, dict(attrs, return_inverse=True, return_counts=True, dtype=dtype), ["Out", "Index", "Counts"])


runs = [1, 1, 2, 2, 3, 1, 1, 2]
consecutive("vector", values(runs))
consecutive("positions", values(runs), 2)
for dtype in NUMBERS:
    consecutive(dtype, values(runs, dtype))
table = values([[1, 1, 2], [1, 1, 2], [3, 3, 0]])
consecutive("flattened", table)
for axis in ([0], [1], [-1], [-2], [0, 1]):
    consecutive("axis_" + "_".join(str(a) for a in axis), table, axis=axis)
consecutive("blocks", values(np.arange(24).reshape(2, 3, 4) // 8), axis=[1])
consecutive("rank5", ints((2, 2, 2, 3, 1), 0, 2), axis=[3])
consecutive("scalar", values(2.0))
consecutive("empty", empty(0))
consecutive("empty_matrix", empty(0, 3))
consecutive("nan_first", values([nan, nan, 0.0, -0.0, 1]))
consecutive("nan_later", values([0, nan, nan, inf, inf, 1]))
consecutive("nan_slices", values([[nan, 1], [nan, 1], [0, 2], [-0.0, 2]]), axis=[0])
add("unique_consecutive", "only_values", {"X": values(runs)}, {"dtype": 3})
add("unique_consecutive", "only_positions", {"X": values(runs)}, {"return_inverse": True, "dtype": 3}, ["Out", "Index"])
consecutive("lod", values([[1, 2], [1, 2], [3, 4]], lod=[[0, 1, 3]]), axis=[0])

rows = [[0], [5], [12], [19]]
for number, shards, shard, ignored in ((20, 2, 0, -1), (20, 2, 1, -1), (20, 3, 1, -7), (20, 30, 1, -1), (21, 2, 1, -1), (20, 2, 1, 0),
                                       (20, 1, 0, -1)):
    for dtype in ("int32", "int64"):
        add("shard_index", "%d_%d_%d_%d_%s" % (number, shards, shard, ignored, dtype), {"X": values(rows, dtype)},
            {"index_num": number, "nshards": shards, "shard_id": shard, "ignore_value": ignored})
attrs = {"index_num": 20, "nshards": 4, "shard_id": 2}
add("shard_index", "rank3", {"X": ints((3, 4, 1), 0, 20)}, attrs)
add("shard_index", "rank5", {"X": ints((2, 1, 4, 1, 1), 0, 20)}, attrs)
add("shard_index", "empty", {"X": empty(0, 1, dtype="int64")}, attrs)
add("shard_index", "lod", {"X": values(rows, "int64", lod=[[0, 1, 4]])}, attrs)


def broadcast(name, *x):
    add("broadcast_tensors", name, {"X": list(x)}, outputs={"Out": len(x)})


broadcast("two", floats((2, 3)), floats((2, 1)))
broadcast("three", floats((2, 3)), floats(()), floats((3,)))
broadcast("both", floats((2, 1, 3)), floats((1, 4, 1)))
broadcast("scalars", floats(()), floats(()))
broadcast("equal", floats((2, 2)), floats((2, 2)))
broadcast("rank5", floats((2, 1, 3, 1, 2)), floats((4, 1, 3, 1)))
broadcast("rank6", floats((1, 1, 1, 1, 1, 1)), floats((2, 3)))
broadcast("empty", empty(0, 1), floats((3,)))
broadcast("empty_one", empty(0), floats((1,)))
broadcast("special", values([[nan, -0.0]]), values([[inf], [1]]))
broadcast("lod", floats((2, 3), lod=[[0, 1, 2]]), floats((1,)))
for dtype in NUMBERS + ("bool",):
    broadcast(dtype, ints((2, 3), 0, 2, dtype), ints((2, 1), 0, 2, dtype))
