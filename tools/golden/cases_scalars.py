"""Tensors without dimensions, which programs of Paddle 2.5 and later hold wherever older ones hold one element."""

import copy
import glob
import importlib
import os

from golden import Case, Tensor, floats, ints, values

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
add("reshape2", {"X": X}, {"shape": []}, others=("XShape",), name="scalar_to_scalar")
add("reshape2", {"X": X}, {"shape": [-1]}, others=("XShape",), name="scalar_to_any")
add("unsqueeze2", {"X": X}, {"axes": [0, -1]}, others=("XShape",), name="scalar_twice")
add("expand_v2", {"X": X}, {"shape": [2, 3]}, name="scalar_to_rows")
add("tile", {"X": X}, {"repeat_times": []})
for op in ("sum", "mean", "max", "min", "prod"):
    add("reduce_" + op, {"X": X}, {"dim": [], "reduce_all": True}, name="scalar_all")
for op in ("all", "any"):
    add("reduce_" + op, {"X": values(True, "bool")}, {"dim": [], "reduce_all": True}, name="scalar_all")
for exclusive in (False, True):
    add("cumsum", {"X": X}, {"flatten": True, "exclusive": exclusive}, name="scalar_flat%d" % exclusive)
add("cumsum", {"X": X}, {"axis": 0, "exclusive": True}, name="scalar_exclusive")
add("scatter", {"X": floats((3, 2)), "Ids": values(1, "int64"), "Updates": floats((2,))}, name="scalar_row")
add("unstack", {"X": floats((3,))}, {"axis": 0, "num": 3}, {"Y": 3}, name="scalar_outputs")
add("stack", {"X": [values(1, "int64"), values(2, "int64")]}, {"axis": -1}, ("Y",), name="scalar_int64")
add("assign_value", {}, {"shape": [], "dtype": 5, "fp32_values": [2.5]})
add("assign_value", {}, {"shape": [], "dtype": 3, "int64_values": [7]}, name="scalar_int64")
add("fill_constant", {}, {"shape": [], "dtype": 3, "value": 7.0}, name="scalar_int64")
add("fill_any_like", {"X": X}, {"dtype": -1, "value": 3.5})
for kind in (2, 3, 4, 6, 20, 21):
    add("cast", {"X": X}, {"in_dtype": 5, "out_dtype": kind}, name="scalar_to_%d" % kind)
add("cast", {"X": values(True, "bool")}, {"in_dtype": 0, "out_dtype": 5}, name="scalar_bool")

# Cases of the other files whose inputs lose their dimensions: `case` all of them, `case:Slot` only those of the slot. Paddle
# runs these operators on them and writes every result.
OF_CASES = {
    "abs": "special int64",
    "acos": "special",
    "arg_max": "axis-1",
    "arg_min": "axis-1",
    "argsort": "float32_0 int64_0",
    "asin": "special",
    "assign": "plain int64",
    "atan": "special",
    "atan2": "float32 int64",
    "bilinear_interp_v2": "size_tensor_10:SizeTensor scale_tensor_10:Scale",
    "bitwise_and": "bool int64 bool:X bool:Y",
    "bitwise_not": "bool int64",
    "bitwise_or": "bool int64 bool:X bool:Y",
    "bitwise_xor": "bool int64 bool:X bool:Y",
    "brelu": "special",
    "cast": "float32_bool int64_bool",
    "ceil": "special",
    "clip": "plain int64 tensors tensors:Max tensors:Min tensors:X max_float64 max_int64 max_float64:Max max_float64:X",
    "concat": "tensor:AxisTensor",
    "cos": "special",
    "crop_tensor": "lists:OffsetsTensor lists:ShapeTensor",
    "cumsum": "axis0_00",
    "dequantize_linear": "float32_float32 float32_float32:Scale float32_float32:X float32_float32:ZeroPoint",
    "dequantize_log": "codes:X",
    "dropout": "upscale_in_train seed:Seed",
    "elementwise_add": "nine int64 nine:X nine:Y",
    "elementwise_div": "same int64 same:X same:Y",
    "elementwise_floordiv": "same_image int64 same_image:X same_image:Y",
    "elementwise_max": "nan_x int64 nan_x:Y nan_x_row:X",
    "elementwise_min": "nan_x int64 nan_x:Y nan_x_row:X",
    "elementwise_mod": "same_image int64 same_image:X same_image:Y",
    "elementwise_mul": "nine int64 nine:X nine:Y",
    "elementwise_pow": "same_image int64 same_image:X same_image:Y",
    "elementwise_sub": "same int64 same:X same:Y",
    "elu": "special",
    "equal": "float32 int64 float32:X float32:Y",
    "erf": "special",
    "exp": "special",
    "expand_as_v2": "like like:X like:Y attribute",
    "expand_v2": "rows int64 first_of_two first_of_two:X tensor tensor:X tensors:expand_shapes_tensor",
    "fake_dequantize_max_abs": "float float_negative:Scale float_negative:X",
    "fake_quantize_abs_max": "bits_2",
    "fake_quantize_dequantize_abs_max": "bits_2",
    "fake_quantize_dequantize_moving_average_abs_max": "stored stored:InScale stored:X trained trained:InAccum trained:InScale trained:InState trained:X",
    "fake_quantize_moving_average_abs_max": "stored stored:InScale stored:X trained trained:InAccum trained:InScale trained:InState trained:X",
    "fake_quantize_range_abs_max": "stored stored:InScale stored:X",
    "fill_any_like": "to_half",
    "fill_constant": "shape_tensor shape_tensors value_tensor",
    "flatten2": "axis0",
    "floor": "special",
    "gather": "axis_int8:Axis axis_int8:Index nine:Index",
    "gelu": "special",
    "greater_equal": "float32 int64 float32:X float32:Y",
    "greater_than": "float32 int64 float32:X float32:Y",
    "hard_sigmoid": "special",
    "hard_swish": "special",
    "im2sequence": "sizes_of_one:Y",
    "increment": "float32 int64",
    "is_empty": "float32 int64",
    "leaky_relu": "special",
    "less_equal": "float32 int64 float32:X float32:Y",
    "less_than": "nine int64 nine:X nine:Y",
    "linspace": "int32 int32:Num int32:Start int32:Stop",
    "log": "special",
    "log1p": "special",
    "log_softmax": "last",
    "logical_and": "float32 float32:X float32:Y",
    "logical_not": "float32 int64",
    "logical_or": "float32 float32:X float32:Y",
    "logical_xor": "float32 float32:X float32:Y",
    "logsigmoid": "special",
    "lookup_table_v2": "int64:Ids",
    "mean": "image",
    "meshgrid": "two three",
    "mish": "special",
    "moving_average_abs_max_scale": "trained trained:InAccum trained:InState trained:X stored",
    "multiclass_nms3": "rows_counts:RoisNum",
    "nearest_interp_v2": "size_tensor_11:SizeTensor scale_tensor_11:Scale",
    "not_equal": "float32 int64 float32:X float32:Y",
    "one_hot_v2": "int32 tensor tensor:X tensor:depth_tensor",
    "pow": "cube tensor tensor_of_int64 tensor:FactorTensor tensor:X",
    "prelu": "all_1 all_1:Alpha all_1:X",
    "quantize_linear": "one observed_without_scale one:Scale one:X one:ZeroPoint trained trained:InAccum trained:InState trained:Scale trained:X trained:ZeroPoint",
    "range": "float32_0.7 int64_-5 float32_0.7:End float32_0.7:Start float32_0.7:Step",
    "reciprocal": "special",
    "reduce_all": "dim0",
    "reduce_any": "dim0",
    "reduce_max": "dim0_0",
    "reduce_mean": "dim0_0",
    "reduce_min": "dim0_0",
    "reduce_prod": "dim0_0",
    "reduce_sum": "dim0_0",
    "relu": "nine",
    "relu6": "special",
    "reshape": "tensor tensor64 tensor:Shape tensors:ShapeTensor",
    "reshape2": "tensor tensor64 tensor:Shape tensors:ShapeTensor",
    "roll": "line",
    "round": "special",
    "rsqrt": "special",
    "scale": "nine int64 tensor float64_by_int64 tensor:ScaleTensor tensor:X",
    "sequence_mask": "of_float32 bool first_of_two first_of_two:MaxLenTensor first_of_two:X",
    "sequence_pad": "float32 int64",
    "set_value": "row:ValueTensor tensors:EndsTensorList tensors:StartsTensorList tensors:StepsTensorList",
    "shape": "plain int64",
    "share_data": "plain",
    "sigmoid": "special",
    "sign": "special",
    "silu": "special",
    "sin": "special",
    "slice": "tensors:EndsTensor tensors:StartsTensor tensor_lists:EndsTensorList tensor_lists:StartsTensorList",
    "softmax": "last",
    "softplus": "special",
    "softsign": "special",
    "split": "tensor:AxisTensor tensors:SectionsTensorList",
    "sqrt": "special",
    "square": "special int64",
    "squeeze2": "all",
    "stack": "axis-1",
    "stanh": "special",
    "strided_slice": "tensors:EndsTensor tensors:StartsTensorList tensors:StridesTensor",
    "sum": "one int64",
    "swish": "special",
    "tan": "special",
    "tanh": "special",
    "thresholded_relu": "special",
    "tile": "attribute tensor tensor:RepeatTimes tensor:X tensors tensors:X tensors:repeat_times_tensor",
    "top_k": "tensor:K",
    "top_k_v2": "axis-1_1 tensor tensor:K tensor:X",
    "unique": "float32 int64",
    "unsqueeze2": "first tensors:AxesTensorList",
    "where": "float32",
}


def without_dimensions(given):
    """A number in the middle of each tensor without levels of detail."""
    if isinstance(given, list):
        return [without_dimensions(tensor) for tensor in given]
    if given.lod:
        return given

    def make(key):
        array = given.make(key)[0]
        return array.reshape(-1)[array.size // 2].reshape(()), None

    return Tensor(make, None, given.is_weight)


def other_cases():
    """{(operator, name): case} of Paddle 2.6."""
    here = os.path.dirname(os.path.abspath(__file__))
    modules = {os.path.basename(path)[:-3] for path in glob.glob(os.path.join(here, "cases_*.py"))}
    modules -= {__name__, "cases_forms"}  # which itself imports the others
    found = [case for name in sorted(modules) for case in importlib.import_module(name).CASES]
    return {(case.op, case.name): case for case in found if not case.fluid}


def add_forms():
    cases = other_cases()
    for op, names in OF_CASES.items():
        for name in names.split():
            name, _, only = name.partition(":")
            form = copy.copy(cases[op, name])
            form.name = "scalar_" + name + ("_" + only if only else "")
            form.inputs = {slot: without_dimensions(given) if only in ("", slot) else given for slot, given in form.inputs.items()}
            CASES.append(form)


add_forms()
