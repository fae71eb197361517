"""Tensors without dimensions, which programs of Paddle 2.5 and later hold wherever older ones hold one element."""

from golden import Case, floats, values

CASES = []


def add(op, inputs, attrs=None, outputs=("Out",), others=(), name="scalar_x"):
    CASES.append(Case(op, name, inputs, outputs if isinstance(outputs, dict) else list(outputs), attrs or {}, others=others))


X, INDEX = values(2.5), values(2, "int64")
add("top_k_v2", {"X": X}, {"k": 1, "axis": -1}, ("Out", "Indices"))
for op in ("softmax", "log_softmax"):
    add(op, {"X": X}, {"axis": -1})
add("flip", {"X": X}, {"axis": []})
add("roll", {"X": X}, {"axis": [], "shifts": [1]})
add("transpose2", {"X": X}, {"axis": []}, others=("XShape",))
add("squeeze2", {"X": X}, {"axes": [0]}, others=("XShape",))
add("unsqueeze2", {"X": X}, {"axes": [-1]}, others=("XShape",))
add("flatten_contiguous_range", {"X": X}, {"start_axis": 0, "stop_axis": 0}, others=("XShape",))
add("stack", {"X": [values(1.5), values(2.5)]}, {"axis": 0}, ("Y",))
add("shape", {"Input": X})
add("expand_v2", {"X": X}, {"shape": []})
add("arg_max", {"X": X}, {"axis": 0, "dtype": 3})
add("lookup_table_v2", {"W": floats((4, 2)), "Ids": INDEX})
add("meshgrid", {"X": [values(1.5), floats((2,))]}, outputs={"Out": 2})
add("reduce_sum", {"X": X}, {"dim": [0], "keep_dim": True})
add("reduce_sum", {"X": X}, {"dim": [-1]}, name="scalar_last")
add("prelu", {"X": X, "Alpha": values([0.5])}, {"mode": "all"})
add("scatter", {"X": floats((3,)), "Ids": INDEX, "Updates": X}, name="scalar_update")
add("linspace", {"Start": values(0.5), "Stop": X, "Num": values(3, "int32")}, {"dtype": 5})
add("range", {"Start": values(0.0), "End": X, "Step": values(1.0)})
