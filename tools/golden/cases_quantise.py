"""fake_quantize*, fake_dequantize*, quantize_linear, dequantize_linear, dequantize_log, lookup_table_dequant."""

from golden import Case, floats, ints, values

CASES = []
INF, NAN = float("inf"), float("nan")
TIES = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 126.5, 127.5, -126.5, -127.5, -128.5, 200, -200]


def add(op, name, inputs, attrs=None, outputs=("Out",), others=(), fluid=False):
    CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, others=others, fluid=fluid))


for op in ("fake_quantize_abs_max", "fake_quantize_dequantize_abs_max"):
    for bits in (2, 4, 8, 16):
        add(op, "bits_%d" % bits, {"X": floats((3, 5))}, {"bit_length": bits}, ("Out", "OutScale"))
    add(op, "sequences", {"X": floats((3, 2), 5, lod=[[0, 1, 3]])}, outputs=("Out", "OutScale"))
    add(op, "zeros", {"X": values([[0.0, 0.0]])}, outputs=("Out", "OutScale"))
add("fake_quantize_abs_max", "bits_1", {"X": floats((3, 5))}, {"bit_length": 1}, ("Out", "OutScale"))
add("fake_quantize_abs_max", "fluid", {"X": floats((3, 8))}, outputs=("Out", "OutScale"), fluid=True)

for op in ("fake_channel_wise_quantize_abs_max", "fake_channel_wise_quantize_dequantize_abs_max"):
    for axis in (0, 1):
        add(op, "axis_%d" % axis, {"X": floats((3, 4, 2, 2), 3)}, {"quant_axis": axis}, ("Out", "OutScale"))
        add(op, "matrix_%d" % axis, {"X": floats((5, 3))}, {"quant_axis": axis, "bit_length": 4}, ("Out", "OutScale"))
    add(op, "channel_of_zeros", {"X": values([[0.0, 0.0], [1.0, -2.0]])}, {"quant_axis": 0}, ("Out", "OutScale"))
add("fake_channel_wise_quantize_abs_max", "fluid", {"X": floats((3, 4, 2, 2), 3)}, outputs=("Out", "OutScale"), fluid=True)

TRAINED = {"InScale": values([0.5]), "InAccum": values([1.75]), "InState": values([2.5])}
for op in ("fake_quantize_moving_average_abs_max", "fake_quantize_dequantize_moving_average_abs_max"):
    for name, bits in (("stored", 8), ("four_bits", 4)):
        add(op, name, {"X": floats((3, 5)), "InScale": values([0.5])}, {"bit_length": bits, "is_test": True},
            others=("OutScale",))
    add(op, "ties", {"X": values(TIES), "InScale": values([127.0])}, {"is_test": True}, others=("OutScale",))
    add(op, "zero_scale", {"X": floats((3, 5)), "InScale": values([0.0])}, {"is_test": True}, others=("OutScale",))
    add(op, "trained", dict(TRAINED, X=floats((3, 5))), {"is_test": False}, ("Out", "OutScale", "OutState", "OutAccum"))
    add(op, "rate", dict(TRAINED, X=floats((3, 5))), {"is_test": False, "moving_rate": 0.25},
        ("Out", "OutScale", "OutState", "OutAccum"))
    add(op, "fluid", {"X": floats((3, 8)), "InScale": values([0.5])}, {"is_test": True}, others=("OutScale",), fluid=True)

    for name, scale in (("negative", [-0.5]), ("tiny_negative", [-1e-6]), ("nan", [NAN]), ("infinite", [INF]), ("longer", [0.5, 3.0])):
        add(op, name + "_scale", {"X": floats((3, 5)), "InScale": values(scale)}, {"is_test": True}, others=("OutScale",))
    add(op, "trained_without_scale", dict(TRAINED, X=floats((3, 5)), InScale=values([1, 2], "int64")), {"is_test": False},
        ("Out", "OutScale", "OutState", "OutAccum"))
    add(op, "negative_state", {"X": floats((3, 5)), "InScale": values([0.5]), "InAccum": values([1.75, 2.0]), "InState": values([-5.0, 2.0])},
        {"is_test": False}, ("Out", "OutScale", "OutState", "OutAccum"))

for name, x in (("stored", floats((3, 5))), ("ties", values(TIES))):
    add("fake_quantize_range_abs_max", name, {"X": x, "InScale": values([0.5 if name == "stored" else 127.0])},
        {"is_test": True}, others=("OutScale",))
for name, scale in (("negative", [-0.5]), ("nan", [NAN]), ("longer", [0.5, 3.0])):
    add("fake_quantize_range_abs_max", name + "_scale", {"X": floats((3, 5)), "InScale": values(scale)}, {"is_test": True},
        others=("OutScale",))
add("fake_quantize_range_abs_max", "fluid", {"X": floats((3, 8)), "InScale": values([0.5])}, {"is_test": True},
    others=("OutScale",), fluid=True)

add("moving_average_abs_max_scale", "trained", {"X": floats((3, 5)), "InAccum": values([1.75]), "InState": values([2.5])},
    {"is_test": False}, ("Out", "OutScale", "OutState", "OutAccum"))
add("moving_average_abs_max_scale", "stored", {"X": floats((3, 5))}, {"is_test": True}, others=("OutScale",))

ZERO = values([0.0])
for name, x, scale, attrs in (
        ("one", floats((3, 5)), [0.5], {"quant_axis": -1}),
        ("ties", values(TIES), [127.0], {"quant_axis": -1}),
        ("ties_away", values(TIES), [127.0], {"quant_axis": -1, "round_type": 1}),
        ("rows", floats((3, 5)), [0.5, 0.25, 1.0], {"quant_axis": 0}),
        ("rows_away", floats((3, 5)), [0.5, 0.25, 1.0], {"quant_axis": 0, "round_type": 1}),
        ("channels", floats((2, 3, 2, 2)), [0.5, 0.25, 1.0], {"quant_axis": 1}),
        ("longer", floats((2, 3)), [0.5, 0.25, 1.0], {"quant_axis": 0}),
        ("longer_one", floats((2, 3)), [0.5, 0.25, 1.0], {"quant_axis": -1}),
        ("negative", floats((2, 3)), [0.5, -0.25], {"quant_axis": 0}),
        ("negative_away", floats((2, 3)), [-0.5, NAN], {"quant_axis": 0, "round_type": 1}),
        ("four_bits", floats((2, 3, 2, 2)), [0.5], {"quant_axis": -1, "bit_length": 4}),
        ("observed", floats((2, 3)), [0.5], {"quant_axis": -1, "only_observer": True})):
    add("quantize_linear", name, {"X": x, "Scale": values(scale), "ZeroPoint": ZERO}, attrs, ("Y",))
add("quantize_linear", "observed_without_scale", {"X": floats((2, 3)), "Scale": values([1], "int64"), "ZeroPoint": ZERO},
    {"quant_axis": -1, "only_observer": True}, ("Y",))
add("quantize_linear", "trained",
    {"X": floats((3, 5)), "Scale": values([0.5]), "ZeroPoint": ZERO, "InAccum": values([1.75]), "InState": values([2.5])},
    {"quant_axis": -1, "is_test": False}, ("Y", "OutScale", "OutState", "OutAccum"))

for x_type in ("float32", "float64", "int8"):
    for s_type in ("float32", "float64"):
        add("dequantize_linear", "%s_%s" % (x_type, s_type),
            {"X": ints((3, 4), -128, 128, x_type), "Scale": values([0.5], s_type), "ZeroPoint": values([0], s_type)},
            {"quant_axis": -1}, ("Y",))
for name, x, scale, attrs in (("rows", (3, 4), [0.5, 0.25, 1.0], {"quant_axis": 0}),
                              ("longer_one", (3, 4), [0.5, 0.25, 1.0], {"quant_axis": -1}),
                              ("columns", (3, 4), [0.5, 0.25, 1.0, 2.0], {"quant_axis": 1}),
                              ("channels", (2, 3, 2, 2), [0.5, 0.25, 1.0], {"quant_axis": 1, "bit_length": 4})):
    for x_type in ("float32", "int8"):
        add("dequantize_linear", name + "_" + x_type,
            {"X": ints(x, -128, 128, x_type), "Scale": values(scale), "ZeroPoint": ZERO}, attrs, ("Y",))
for name, scale in (("negative", [-0.5, 0.25]), ("nan", [NAN, 1.0])):
    add("dequantize_linear", name, {"X": floats((2, 3)), "Scale": values(scale), "ZeroPoint": ZERO}, {"quant_axis": 0}, ("Y",))
add("dequantize_linear", "observed", {"X": floats((3, 4)), "Scale": values([0.5]), "ZeroPoint": ZERO},
    {"quant_axis": -1, "only_observer": True}, ("Y",))

for fluid in (False, True):
    name = "fluid" if fluid else "float"
    add("fake_dequantize_max_abs", name, {"X": ints((3, 4), -127, 128, "float32", lod=[[0, 1, 3]]), "Scale": values([0.75])},
        {"max_range": 127.0}, fluid=fluid)
    add("fake_dequantize_max_abs", name + "_negative", {"X": ints((3, 4), -127, 128, "float32"), "Scale": values([0.75])},
        {"max_range": -2.0}, fluid=fluid)
    for tag, scale, largest in (("negative_scale", [-0.75], 127.0), ("longer_scale", [0.75, 2.0], 127.0), ("nan_scale", [NAN], 127.0),
                                ("no_range", [0.75], 0.0)):
        add("fake_dequantize_max_abs", name + "_" + tag, {"X": ints((3, 4), -127, 128, "float32"), "Scale": values(scale)},
            {"max_range": largest}, fluid=fluid)
    for bits in (0, 1, 17, 32):
        add("fake_channel_wise_dequantize_max_abs", name + "_bits_%d" % bits,
            {"X": ints((2, 4), -127, 128, "float32"), "Scales": [values([-0.5, 1.0])]}, {"quant_bits": [bits]}, fluid=fluid)
    for bits in ((0, 8), (16, 16), (-2, 3)):
        add("fake_channel_wise_dequantize_max_abs", name + "_bits_%d_%d" % bits,
            {"X": ints((2, 4), -127, 128, "float32"), "Scales": [values([0.5, 1.0, 2.0, 4.0]), values([-3.0])]}, {"quant_bits": list(bits)},
            fluid=fluid)
    add("fake_channel_wise_dequantize_max_abs", name + "_weight",
        {"X": ints((3, 4, 2), -127, 128, "float32"), "Scales": [values([0.5, 1.0, 2.0])]}, {"quant_bits": [8]}, fluid=fluid)
    add("fake_channel_wise_dequantize_max_abs", name + "_result",
        {"X": ints((3, 4, 2), -127, 128, "float32"), "Scales": [values([0.5, 1.0, 2.0, 4.0]), values([3.0])]},
        {"quant_bits": [8, 4]}, fluid=fluid)
add("fake_channel_wise_dequantize_max_abs", "axis_1",
    {"X": ints((2, 3, 2, 2), -127, 128, "float32"), "Scales": [values([0.5, 1.0, 2.0])]}, {"quant_bits": [8], "quant_axis": 1})
add("fake_channel_wise_dequantize_max_abs", "columns",
    {"X": ints((2, 3, 4), -127, 128, "float32"), "Scales": [values([0.5, 1.0, 2.0, 4.0]), values([3.0])]},
    {"quant_bits": [8, 8], "x_num_col_dims": 2})

add("dequantize_log", "codes", {"X": values(list(range(-128, 128)), "int8"), "Dict": floats((128,))})
add("dequantize_log", "longer", {"X": ints((3, 4), -128, 128, "int8"), "Dict": floats((130,))})
add("dequantize_log", "matrix", {"X": ints((3, 4), -128, 128, "int8"), "Dict": floats((128,))})
for fluid in (False, True):
    add("lookup_table_dequant", "fluid" if fluid else "rows",
        {"W": floats((5, 4), weight=True), "Ids": values([[1], [0], [4], [1]], "int64", lod=[[0, 1, 4]])}, fluid=fluid)
    add("lookup_table_dequant", "padded_fluid" if fluid else "padded",
        {"W": floats((5, 4), weight=True), "Ids": values([[[1], [0]], [[4], [0]]], "int64")}, {"padding_idx": 0}, fluid=fluid)
