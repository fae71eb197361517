"""Forms of operators whose result Paddle does not define, which compare_forms.py and fuzz_programs.py do not draw.

Paddle reads memory that it has not written, or outside of a tensor, or computes what depends on how it was compiled.
"""

import re

import numpy as np

import make_golden

# (operators, forms, reason), the first two as regular expressions.
EXCLUDED = (
    ("shuffle_channel", "dtype=float64", "Paddle does not write the result"),
    ("top_k(_v2)?|arg_max|arg_min|argsort", "dtype=(int|uint|bool)", "the order of equal values is that of std::partial_sort"),
    ("trilinear_interp(_v2)?", "dtype=uint8", "the order of the sum decides to which integer it is truncated"),
    ("cast|linspace", "dtype=float16", "attributes of the case name another type"),
    ("dropout|rnn", "is_test(=False| absent)", "random numbers of training"),
    ("norm", "scalar", "Paddle reads dimensions that do not exist"),
    ("flatten_contiguous_range", "(start|stop)_axis|axes X-", "an axis after the last one is not refused, but read"),
    ("gather|gather_nd", "zero", "elements of an empty tensor are read"),
    ("matmul|bmm|fc", "zero", "a sum of no products is not written, and an empty batch has the shape of one matrix"),
    ("(depthwise_)?conv[23]d(_transpose)?", "zero=Filter", "the result is not written"),
    ("unbind|unstack", "axis|zero|rank|axes", "the number of outputs must be that of the items; Paddle leaves the rest without memory"),
    ("gather|index_select", "Index=(int16|uint8|float32)", "nothing is written for other types than int32 and int64"),
    ("take_along_axis", "Index=(int16|uint8|float32)", "nothing is written for other types than int32 and int64"),
    ("take_along_axis", "Axis=-", "the kernel reads outside of the tensors; Paddle's interface stores an axis from the front"),
    ("quantize_linear", "quant_axis", "Scale may hold numbers of channels that do not exist"),
    ("sampling_id", "seed(=0| absent)", "random numbers that differ from run to run"),
    ("pool[23]d", "pooling_type( absent|=(?!(max|avg)$))", "the result is not written"),
    ("pool2d", "data_format=NDHWC$", "the shape is that of channels last, the windows those of channels first"),
    ("pool3d", "data_format=NHWC$", "the shape is that of channels last, the windows those of channels first"),
    ("pad3d", "data_format=(?!(NCDHW|NDHWC)$)", "the shape is that of channels last, and the result is only written in part"),
    ("group_norm", "data_layout=(?i:(?!(nchw|nhwc)$))", "only one element of each channel is normalised, and the rest is not written"),
    ("rnn", "mode=(?!(LSTM|GRU|RNN_TANH|RNN_RELU)$)", "the result is not written"),
    ("hard_swish", "(threshold|scale|offset)=", "Paddle 1.8 uses them, 2.6 ignores them"),
    ("reduce_(max|mean|min|prod)", "out_dtype", "Paddle 1.8 computes in that type, 2.6 ignores it"),
    ("reduce_.*", "dim=.*\\b(\\d+)\\b.*\\b\\1\\b", "a dimension is named twice"),
    ("affine_grid", "align_corners|output_shape=.*\\b1\\b.*", "the centre of one pixel between corners is 0 divided by 0"),
    ("scatter", "zero=Updates", "rows that do not exist are read"),
    ("viterbi_decode", "zero=Transition", "scores that do not exist are read"),
    ("sampling_id", "zero", "X has no columns to sample from"),
    ("norm|take_along_axis", "(axis|Axis)=.* beyond", "dimensions that do not exist are read"),
    ("beam_search|gather_tree|distribute_fpn_proposals", "scalar", "numbers or dimensions that do not exist are read"),
    ("distribute_fpn_proposals", "refer_scale=(0|-)", "the logarithm of a negative or infinite number becomes a level"),
    ("distribute_fpn_proposals", "(min|max)_level", "the number of outputs must be that of the levels"),
    ("retinanet_detection_output", "zero", "levels of one model hold different numbers of images"),
    ("generate_proposals(_v2)?", ".* of (float64|int64|int32)", "the bits of the numbers are read as float32"),
    ("gather", "axis=-", "a dimension that does not exist is read"),
    ("pool[23]d", "ksize=.*-", "windows of a negative size have no definition"),
    ("gather", "rank|axes X", "rows outside of the first dimension are read"),
    ("strided_slice", "zero", "an empty range has one element"),
    ("collect_fpn_proposals", "scalar", "dimensions that do not exist are read"),
    ("prior_box|density_prior_box", "variances absent", "Variances is not written"),
    ("split", "num absent", "the results of an empty X are not written"),
    ("split", "axis=-", "whole rows in memory are split; Paddle's interface stores an axis from the front"),
    ("set_value", "\\w*values absent", "numbers that are not there are written"),
    ("sequence_conv", "PaddingData of", "the bits of the numbers are copied, whatever their type"),
    ("var_conv_2d", "lod", "values of other maps are read if levels and extents do not agree"),
    ("generate_proposals(_v2)?", "size Im(Info|Shape)\\[1\\]=[12]$|axes Im(Info|Shape)-", "numbers after the end of the last row are read"),
    ("sqrt", "axes", "the root of infinity is NaN where eight numbers are computed at a time"),
    ("top_k", "axes .*lists", "K exceeds the last dimension, and numbers that do not exist are sorted"),
)
# Forms that only Paddle 1.8 computes without defining the result.
EXCLUDED_OF_FLUID = (
    ("generate_proposals", "axes ImInfo", "an image without regions has none in 1.8, and one of zeros in 2.6"),
    ("multiplex", "size|zero", "indices after the end of Ids are read"),
    ("roi_perspective_transform", "lod", "images that do not exist are read"),
    ("pool2d", "exclusive=False|ceil_mode=True", "the sum of a window beyond the border is divided by the whole window, by 2.6 by what is inside"),
    ("gather_tree|index_select", "size|scalar|zero", "indices are not checked"),
    ("p_norm", "axis=.* beyond", "a dimension that does not exist is read"),
)


def negative_bytes(case):
    """C++ does not define the conversion of a negative number to an unsigned integer."""
    numbers = [case.attrs.get("scale", 1), case.attrs.get("bias", 0)] + [t.array.min(initial=0) for t in case.inputs.get("ScaleTensor", ())]
    return case.inputs["X"][0].array.dtype == np.uint8 and min(numbers) < 0


def other_elements(case):
    """Indices are not checked, and dimensions that do not exist are read: elements outside of Input."""
    x, index = case.inputs["Input"][0].array, case.inputs["Index"][0].array
    axis = case.attrs.get("Axis", 0)
    if not 0 <= axis < index.ndim <= x.ndim:
        return True
    step, inner = np.prod(x.shape[axis + 1:index.ndim], dtype=int), np.prod(index.shape[axis + 1:], dtype=int)
    at = np.arange(index.size)
    at = at // max(inner * index.shape[axis], 1) * step * x.shape[axis] + index.reshape(-1) * step + at % max(inner, 1)
    return bool(at.size) and not (at.min() >= 0 and at.max() < x.size)


def more_elements(case):
    """The result has the shape of X, and more elements are written."""
    x, y = case.inputs["X"][0].array, case.inputs["Y"][0].array
    axis = case.attrs.get("axis", -1)
    start = x.ndim - y.ndim if axis == -1 else axis
    return start < 0 or any(size > 1 and size != other for size, other in zip(y.shape, x.shape[start:]))


def other_rows(case):
    """Indices are not checked."""
    x, index = case.inputs["X"][0].array, case.inputs["Index"][0].array
    if x.ndim == 0 or index.ndim == 0:
        return True
    limits = x.shape[:index.shape[-1]] if case.op == "gather_nd" else x.shape[:1]
    return bool(index.size) and not (index.min() >= 0 and (index < np.array(limits)).all())


def no_axis(case):
    """The size of a dimension that does not exist is read."""
    return any(not 0 <= axis < case.inputs["Input"][0].array.ndim for axis in case.attrs.get("axes", []))


def decreased_beyond(case):
    """Dimensions that do not exist are read."""
    rank = case.inputs["Input"][0].array.ndim
    return any(not -rank <= axis < rank for axis in case.attrs.get("decrease_axis", []))


def unwritten(case):
    """If all dimensions are named without reduce_all, or there are more than four, the result is not written."""
    rank, dims = case.inputs["X"][0].array.ndim, case.attrs.get("dim", [0])
    return not case.attrs.get("reduce_all", False) and (rank > 4 or len({d % max(rank, 1) for d in dims}) >= rank)


def outside(case):
    """Elements outside of X are read, or a dimension of one element, over which Paddle's copies do not step, is left."""
    x, offsets = case.inputs["X"][0].array, case.attrs.get("offsets", [])
    if "Offsets" in case.inputs:
        offsets = case.inputs["Offsets"][0].array.ravel()
    shape = case.inputs["Y"][0].array.shape if "Y" in case.inputs else case.attrs.get("shape", [])
    if len(offsets) != x.ndim or len(shape) != x.ndim:
        return any(o < 0 or o + n > size for o, n, size in zip(offsets, shape, x.shape))
    shape = [size if n == -1 else n for n, size in zip(shape, x.shape)]
    if any(size == 1 < n for n, size in zip(shape, x.shape)):
        return True
    steps = [np.prod(x.shape[i + 1:], dtype=int) for i in range(x.ndim)]
    first = sum(o * step for o, step in zip(offsets, steps))
    last = first + sum((n - 1) * step for n, step in zip(shape, steps))
    return min(shape, default=1) > 0 and not (first >= 0 and last < x.size)


def other_width(case):
    """The number of a row without dimensions is multiplied by the size of Updates, and memory outside of X is written."""
    ids, size = case.inputs["Ids"][0].array, case.inputs["Updates"][0].array.size
    return ids.ndim == 0 and not (ids >= 0 and (ids + 1) * size <= case.inputs["X"][0].array.size)


def fewer_steps(case):
    """Numbers after the end of starts, ends or steps are read."""
    axes = case.attrs.get("axes", [])
    for name in ("starts", "ends", "strides" if case.op == "strided_slice" else "steps")[:2 if case.op == "slice" else 3]:
        given, one = case.inputs.get(name.capitalize() + "TensorList", []), case.inputs.get(name.capitalize() + "Tensor")
        found = one[0].array.size if one else len(given) or len(case.attrs.get(name, []))
        if found < len(axes) or any(t.array.size == 0 for t in given):
            return True
    return False


def fewer_values(case):
    """Numbers that are not there are written, or read."""
    found = [len(v) for n, v in case.attrs.items() if n.endswith("values")]
    return "ValueTensor" not in case.inputs and max(found, default=0) < np.prod(case.attrs.get("shape", []), dtype=int)


def equal_numbers(case):
    """The order of equal numbers is that of std::partial_sort."""
    x = case.inputs["X"][0].array
    return len(np.unique(x)) < x.size


def fewer_anchors(case):
    """Boxes after the end of BboxDeltas, Anchors or Variances are read, or memory for fewer images is written."""
    scores, boxes = case.inputs["Scores"][0].array, case.inputs["BboxDeltas"][0].array
    numbers = 4 * scores[:1].size
    return np.shape(scores)[:1] != np.shape(boxes)[:1] or boxes[:1].size < numbers or any(case.inputs[slot][0].array.size < numbers for slot in ("Anchors", "Variances"))


def beyond_rank(case):
    """Dimensions of the smaller tensor that the axis moves beyond those of the larger one are written outside of an array."""
    ranks = sorted(case.inputs[slot][0].array.ndim for slot in ("X", "Y"))
    return case.attrs.get("axis", -1) + ranks[0] > ranks[1]


def fewer_prefixes(case):
    """Numbers after the end of pre_ids, pre_scores or ids are read."""
    scores = case.inputs["scores"][0].array
    fewer_ids = any(ids.array.size < scores.size for ids in case.inputs.get("ids", []))
    return fewer_ids or any(case.inputs[slot][0].array.size < scores.shape[0] for slot in ("pre_ids", "pre_scores"))


def integer_regions(case):
    """Paddle 2.6 truncates other parts of the positions and weights."""
    return case.inputs["X"][0].array.dtype.kind == "i"


def larger_k(case):
    """Numbers after the end of X's rows, and of X, are sorted."""
    x, k = case.inputs["X"][0].array, case.inputs.get("K")
    return bool(k) and k[0].array.size > 0 and x.ndim > 0 and k[0].array.flat[0] > x.shape[-1]


def other_transitions(case):
    """Scores after the end of Transition are read."""
    tags = case.inputs["Input"][0].array.shape[-1:]
    return case.inputs["Transition"][0].array.shape != tags * 2


def fewer_labels(case):
    """Numbers after the end of Label are read."""
    positions = case.inputs["Emission"][0].array.shape[:-1]
    return any(label.array.size < np.prod(positions, dtype=int) for label in case.inputs.get("Label", []))


def regions_left(case):
    """The images of regions beyond those that are counted are read, but not written."""
    rows = case.inputs["ROIs"][0].array.shape[0]
    counts = [t.array.sum() for t in case.inputs.get("RoisNum", [])] + [t.array[-1] for t in case.inputs.get("RoisLod", []) if t.array.size]
    return any(count != rows for count in counts)


def float_variances(case):
    """The bits of the attribute's floats are read as doubles."""
    return case.inputs["PriorBox"][0].array.dtype == np.float64 and bool(case.attrs.get("variance"))


def fewer_codes(case):
    """Numbers after the end of Dict are read."""
    return case.inputs["Dict"][0].array.size < 128


def fewer_scales(case):
    """Numbers after the end of Scale are read."""
    x, axis = case.inputs["X"][0].array, case.attrs.get("quant_axis", 0)
    read = case.attrs.get("is_test", True) and not case.attrs.get("only_observer", False) and 0 <= axis < x.ndim
    return read and case.inputs["Scale"][0].array.size < x.shape[axis]


def fewer_bits(case):
    """Numbers after the end of quant_bits are read; with more than 32 bits, they have no range of integers."""
    bits = case.attrs.get("quant_bits", [8])
    return len(bits) < len(case.inputs["Scales"]) or max(bits) > 32


def no_product(case):
    """A slope of 0 times infinity has no value; Paddle's prelu and its kernel for CUDA return NaN, that for CPUs infinity."""
    return case.attrs.get("alpha", 0.02) == 0 and np.isinf(case.inputs["X"][0].array).any()


def steep(case):
    """Paddle 1.8 returns the larger of X and alpha * X, 2.6 X or alpha * X by the sign of X."""
    return case.attrs.get("alpha", 0.02) > 1


def twice(case):
    """A dimension is named twice, once from the end."""
    dims, rank = case.attrs.get("dim", []), case.inputs["X"][0].array.ndim
    dims = dims if isinstance(dims, list) else [dims]
    return len({d % max(rank, 1) for d in dims}) < len(dims)


def uneven_groups(case):
    """The result is not written."""
    shape = case.inputs["X"][0].array.shape
    return len(shape) > 1 and shape[1] % (case.attrs.get("group", 1) or 1) != 0


def other_parts(case):
    """Results that neither num nor sections count are not written."""
    parts = case.attrs.get("num", 0) or len(case.attrs.get("sections", []) or case.inputs.get("SectionsTensorList", []))
    return parts != (case.outputs.get("Out", 1) if isinstance(case.outputs, dict) else 1)


def other_slices(case):
    """The results must be as many as the slices."""
    x, axis = case.inputs["X"][0].array, case.attrs.get("axis", 0)
    wanted = case.outputs.get("Out", 1) if isinstance(case.outputs, dict) else 1
    return x.ndim > 0 and wanted != x.shape[axis % x.ndim]


def shorter_axis(case):
    """The shape of the result has dimensions that nothing sets."""
    return len(case.attrs.get("axis", [])) != case.inputs["X"][0].array.ndim


def no_row(case):
    """Memory outside of the result is written."""
    ids, rows = case.inputs["Ids"][0].array, case.inputs["X"][0].array.shape[:1]
    return bool(rows) and bool(((ids < 0) | (ids >= rows[0])).any())


def counts_beyond(case):
    """Paddle 1.8 divides an inclusive average by the whole window, 2.6 by its part up to the end of the padding."""
    attrs, x = case.attrs, case.inputs["X"][0].array
    if attrs.get("pooling_type") != "avg" or attrs.get("exclusive", True) or attrs.get("adaptive") or attrs.get("global_pooling"):
        return False
    kernel, pads = attrs.get("ksize", []), attrs.get("paddings", [0, 0])
    first = 1 if attrs.get("data_format") in ("NHWC", "NDHWC") else 2
    sizes, strides = x.shape[first:first + len(kernel)], attrs.get("strides", [1] * len(kernel))
    if attrs.get("ceil_mode") or len(pads) != len(kernel):
        return True
    return any(int((n + 2 * p - k) / s) * s - p + k > n + p for n, p, k, s in zip(sizes, pads, kernel, strides))


def unusual_rank(case):
    """Only two dimensions of an image are normalised."""
    return case.inputs["X"][0].array.ndim != 4


def short_list(case):
    """Numbers after the end of an attribute are read."""
    default = (1,) * (3 if "3d" in case.op else 2)
    return any(len(case.attrs.get(name, default)) < case.inputs["Filter"][0].array.ndim - 2 for name in ("strides", "dilations"))


def other_pairs(case):
    """Numbers after the end of an attribute are read."""
    if case.op == "im2sequence" and len(case.attrs.get("paddings", (0, 0, 0, 0))) < 4:
        return True
    return any(len(case.attrs.get(name, (1, 1))) < 2 for name in ("strides", "dilations", "kernels", "out_stride"))


def fewer_extents(case):
    """Numbers after the end of ksize are read, also by a window of the whole image, which ignores them."""
    return len(case.attrs.get("ksize", ())) < case.inputs["X"][0].array.ndim - 2


def narrow_rows(case):
    """Numbers after the end of a row are read."""
    return (any(anchors.array.shape[-1:] != (4,) for anchors in case.inputs["Anchors"]) or
            any(info.array.shape[-1] < 3 for info in case.inputs["ImInfo"] if info.array.ndim == 2))


def largest_of_nan(case):
    """Where a NaN is decides whether Paddle keeps it."""
    x = case.inputs["X"][0].array
    return x.dtype.kind == "f" and np.isnan(x).any()


def fewer_states(case):
    """First states of sequences are read that do not exist, and with wider ones more rows than Weight has."""
    lod, width = case.inputs["Input"][0].lod, sum(case.inputs["Weight"][0].array.shape[:1])
    states = [h.array.shape for h in case.inputs.get("H0", []) + case.inputs.get("C0", [])]
    return bool(lod) and any(shape[:1] != (len(lod[-1]) - 1,) or shape[-1:] != (width,) for shape in states)


def larger_k_before(case):
    """Sums of more numbers than the last of topks are not computed, but read."""
    topks = case.attrs.get("topks") or [0]
    return not 0 < min(topks) <= max(topks) <= topks[-1]


def fewer_rows(case):
    """Rows after the end of HiddenPrev are read."""
    return case.inputs["HiddenPrev"][0].array.shape[:1] < case.inputs["Input"][0].array.shape[:1]


def other_boxes(case):
    """Boxes of other than four numbers are read as if they had four, and only one box of a row."""
    return any(rows.array.shape[-1:] != (4,) or np.prod(rows.array.shape[1:]) != 4 for rows in case.inputs["FpnRois"])


def boxes_of_another_type(case):
    """Paddle reads the boxes in the type of the scores and refuses another one, but not if it reads none."""
    return case.inputs["BBoxes"][0].array.dtype != case.inputs["Scores"][0].array.dtype


def rows_left(case):
    """Rows beyond those of the images are counted to images that do not exist."""
    counts = case.inputs.get("MultiLevelRoIsNum", [])
    return any(count.array.sum() != rows.array.shape[0] for count, rows in zip(counts, case.inputs["MultiLevelRois"]))


def other_positions(case):
    """Positions of another rank than the images are read in groups that they do not have, and written beyond their memory."""
    return case.inputs["X"][0].array.ndim != case.inputs["Grid"][0].array.ndim


def axis_beyond_rank(case):
    """Dimensions that do not exist are read."""
    return not -case.inputs["X"][0].array.ndim <= case.attrs.get("axis", -1) < case.inputs["X"][0].array.ndim


def dropped_images(case):
    """Images without a row among the best ones are not counted."""
    rows = case.inputs["MultiLevelRois"]
    counts = [t.array for t in case.inputs.get("MultiLevelRoIsNum", [])] or [np.diff(t.lod[-1]) for t in rows if t.lod]
    per_image = sum(counts) if counts and len({c.shape for c in counts}) == 1 else np.zeros(1)
    return per_image.size > 1 and (case.attrs.get("post_nms_topN", 0) < per_image.sum() or per_image.min() == 0)


def adaptive_maximum(case):
    """Paddle's results are not the maxima of the windows."""
    return bool(case.attrs.get("adaptive")) and case.attrs.get("pooling_type") == "max"


def no_such_axis(case):
    """The axis of the second scale does not exist."""
    return len(case.inputs["Scales"]) > 1 and case.inputs["X"][0].array.ndim <= case.attrs.get("x_num_col_dims", 1)


def other_beams(case):
    """Steps after the product of the first three dimensions are not written, and dimensions that do not exist are read."""
    shape = case.inputs["Ids"][0].array.shape
    return len(shape) < 3 or np.prod(shape[3:], dtype=int) != 1


def longer_labels(case):
    """Padded labels after the first two dimensions are not written, and lengths beyond the second one, or after the end of
    InputLength, are read."""
    if "InputLength" not in case.inputs:
        return False
    shape, lengths = case.inputs["Input"][0].array.shape, case.inputs["InputLength"][0].array.reshape(-1)
    if len(shape) < 2 or np.prod(shape[2:], dtype=int) != 1 or lengths.size < shape[0]:
        return True
    return bool((lengths[:shape[0]] > shape[1]).any() or (lengths[:shape[0]] < 0).any())


def fewer_sizes(case):
    """Other numbers of sizes than four are read as five."""
    sizes = case.inputs.get("OutputShape")
    return bool(sizes) and sizes[0].array.size < 5 and sizes[0].array.size != 4


def fewer_lengths(case):
    """Numbers after the end of Length are read."""
    return any(t.array.size < sum(case.inputs["Emission"][0].array.shape[:1]) for t in case.inputs.get("Length", []))


def fewer_offsets(case):
    """Numbers after the end of Offset or Mask are read."""
    images = sum(case.inputs["Input"][0].array.shape[:1])
    step = min(64, images) or 1
    step = max(case.attrs.get("im2col_step", 64), 1) if images % step else step
    for tensor in case.inputs["Offset"] + case.inputs.get("Mask", []):
        shape = tensor.array.shape
        if len(shape) >= 4 and images:
            within = (images - 1) % step
            end = (images - 1 - within) * np.prod(shape[1:], dtype=int) + (within + 1) * np.prod(shape[1:4], dtype=int)
            if end > tensor.array.size:
                return True
    return False


def many_images(case):
    """Paddle 1.8 mixes the images of a step: its results for im2col_step 1 and 2 differ, those of 2.6 are equal."""
    return min(case.attrs.get("im2col_step", 64), case.inputs["Input"][0].array.shape[0]) > 1


def no_dilation(case):
    """Dilations that are not positive have no definition. Paddle 1.8 looks at none, 2.6 at those of other convolutions."""
    dilations = case.attrs.get("dilations", [])
    if not case.op.endswith(("conv2d", "conv3d")):
        same = case.op.endswith("transpose") and case.attrs.get("padding_algorithm") == "SAME"  # which replaces them
        dilations = [] if same else dilations[:case.inputs["Filter"][0].array.ndim - 2]
    return min(dilations, default=1) <= 0


def norm_of_nothing(case):
    """Paddle 1.8 computes 0 for some orders, 2.6 refuses a tensor without elements, and so does this library."""
    return case.inputs["X"][0].array.size == 0


def integer_of_text(case):
    """Of `nan` and `inf`, Paddle 1.8 makes the integer 0, 2.6 the smallest one."""
    integers = (1, 2, 3)  # values of VarType
    return "n" in case.attrs.get("str_value", "").lower() and case.attrs.get("dtype") in integers


def split_beyond_rank(case):
    """Paddle 1.8 reads a dimension that does not exist, which 2.6 refuses, and so does this library."""
    axes = [int(t.array.flat[0]) for t in case.inputs.get("AxisTensor", ()) if t.array.size]
    return any(not -case.inputs["X"][0].array.ndim <= axis < case.inputs["X"][0].array.ndim for axis in axes)


def other_planes(case):
    """The result has as many axes as ksize has numbers, and is written in part."""
    return len(case.attrs.get("ksize", ())) != case.inputs["X"][0].array.ndim - 2


def no_extents(case):
    """Paddle 1.8 computes them from strides, where 2.6 takes 0."""
    return not any(case.attrs.get("output_size") or ()) and case.inputs["X"][0].array.size == 0


def empty_text(case):
    """A tolerance without a character is not set."""
    return "" in (case.attrs.get("rtol"), case.attrs.get("atol"))


def any_order(case):
    """The order of the results is that of std::nth_element."""
    return not case.attrs.get("sorted", True)


def no_classes(case):
    """The size of a dimension that does not exist is read."""
    return case.inputs["X"][0].array.ndim == 0


def other_scattered(case):
    """Numbers are added to rows that do not exist, or outside of their rows."""
    x, ids = case.inputs["X"][0].array, case.inputs["Ids"][0]
    rows = x.shape[0] if x.ndim else 0
    beyond = ids.array.size and not (ids.array.min() >= 0 and ids.array.max() < x.size // max(rows, 1))
    return x.ndim < 2 or bool(beyond) or bool(ids.lod) and len(ids.lod[0]) - 1 > rows


def fewer_references(case):
    """Offsets after the end of the level of Refs are read."""
    hyps, refs = case.inputs["Hyps"][0].lod, case.inputs["Refs"][0].lod
    return "HypsLength" not in case.inputs and bool(hyps and refs) and len(refs[0]) < len(hyps[0])


def no_target(case):
    """Paddle takes the shape from the attribute, which its interface always stores, and without it returns a scalar as it is."""
    return not case.attrs.get("target_shape")


# (operators, cases): the numbers of a case, and not only its form, decide that the result is not defined.
UNDEFINED = (("scale", negative_bytes), ("grid_sampler", other_positions), ("norm", axis_beyond_rank), ("take_along_axis", other_elements), ("crop", outside), ("set_value|slice|strided_slice", fewer_steps), ("set_value|assign_value", fewer_values), ("scatter", other_width),
             ("generate_proposals(_v2)?", fewer_anchors), ("leaky_relu", no_product),
             ("top_k(_v2)?|arg_max|arg_min|argsort", equal_numbers), ("top_k", larger_k), ("top_k_v2", any_order), ("isclose|allclose", empty_text), ("unpool(3d)?", other_planes), ("unpool", no_extents), ("viterbi_decode", other_transitions), ("box_coder", float_variances), ("crf_decoding", fewer_labels), ("crf_decoding", fewer_lengths), ("dequantize_log", fewer_codes), ("roi_align", regions_left), ("ctc_align", longer_labels), ("gather_tree", other_beams),
             ("affine_grid", fewer_sizes), ("deformable_conv(_v1)?", fewer_offsets),
             ("(depthwise_)?conv[23]d(_transpose)?", short_list), ("retinanet_detection_output", narrow_rows),
             ("shuffle_channel", uneven_groups), ("beam_search", fewer_prefixes), ("elementwise_.*", beyond_rank), ("transpose2?", shorter_axis),
             ("deformable_conv(_v1)?|im2sequence", other_pairs),
             ("(depthwise_)?conv[23]d(_transpose)?|deformable_conv(_v1)?", no_dilation),
             ("collect_fpn_proposals", rows_left), ("collect_fpn_proposals", dropped_images), ("distribute_fpn_proposals", other_boxes),
             ("multiclass_nms[23]?|matrix_nms", boxes_of_another_type),
             ("max_pool[23]d_with_index", fewer_extents), ("pool2d", adaptive_maximum), ("lstm|gru", fewer_states), ("gru_unit", fewer_rows), ("sequence_topk_avg_pooling", larger_k_before), ("reduce_.*", twice), ("reduce_(max|min)|spp", largest_of_nan),
             ("slice", no_axis), ("slice|strided_slice", decreased_beyond), ("split", other_parts), ("unbind", other_slices),
             ("quantize_linear", fewer_scales), ("fake_channel_wise_dequantize_max_abs", fewer_bits),
             ("fake_channel_wise_dequantize_max_abs", no_such_axis), ("expand_as_v2", no_target), ("label_smooth", no_classes),
             ("sequence_scatter", other_scattered), ("edit_distance", fewer_references))
UNDEFINED_OF_FLUID = (
    ("equal|not_equal|(less|greater)_(than|equal)", more_elements), ("gather|gather_nd", other_rows), ("scatter", no_row),
    ("reduce_.*", unwritten), ("strided_slice", no_axis), ("leaky_relu", steep), ("deformable_conv(_v1)?", many_images),
    ("group_norm", unusual_rank), ("roi_align", integer_regions), ("pool[23]d", counts_beyond),
    ("fill_constant", integer_of_text), ("p_norm", norm_of_nothing), ("split", split_beyond_rank))


def undefined(case):
    """True if the numbers of a case decide that its result is not defined."""
    numbers = UNDEFINED + (UNDEFINED_OF_FLUID if make_golden.FLUID else ())
    return any(re.fullmatch(ops, case.op) and decides(case) for ops, decides in numbers)


def excluded(case, form):
    rules = EXCLUDED + (EXCLUDED_OF_FLUID if make_golden.FLUID else ())
    if any(re.fullmatch(ops, case.op) and re.match(what, form) for ops, what, _ in rules):
        return True
    return undefined(case)
