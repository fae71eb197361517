"""Draws forms of an operator from one of its cases: element types, sizes, ranks, attributes, levels of detail.

A form changes the case that it gets, which `fixed` has copied, and returns what it changed, or None.
"""

import copy

import numpy as np

import make_golden
import programs

TYPES = ("float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")
INDEX_TYPES = ("int64", "int32", "int16", "uint8", "float32")
MAX_RANK = 9


def tensors(case):
    return [t for given in case.inputs.values() for t in given]


def fixed(case):
    """The case with numbers instead of recipes, so that they can be changed."""
    case = copy.copy(case)
    inputs = {}
    for slot, given in case.inputs.items():
        for i, tensor in enumerate(given if isinstance(given, list) else [given]):
            tensor.materialize("%s/%s/%s%d" % (case.op, case.name, slot, i))
            inputs.setdefault(slot, []).append(programs.Value(tensor.array, tensor.lod, tensor.is_weight))
    case.inputs, case.attrs = inputs, dict(case.attrs)
    return case


def change_type(case, kind):
    with np.errstate(all="ignore"):
        for tensor in tensors(case):
            if tensor.array.dtype == np.float32:
                finite = np.nan_to_num(tensor.array, posinf=100, neginf=-100)
                array = tensor.array if kind in ("float64", "float16") else np.round(finite * (5 if np.abs(finite).max(initial=0) <= 1 else 1))
                tensor.array = np.abs(array).astype(kind) if kind == "uint8" else array.astype(kind)
    if "in_dtype" in case.attrs:  # of cast
        case.attrs["in_dtype"] = int(make_golden.fluid.framework.convert_np_dtype_to_dtype_(tensors(case)[0].array.dtype))
    return "dtype=" + kind


def draw_type(case, rng):
    return change_type(case, rng.choice(TYPES))


def draw_index_type(case, rng):
    """One input of integers gets another type."""
    found = [(s, i) for s, given in sorted(case.inputs.items()) for i, t in enumerate(given) if t.array.dtype in (np.int32, np.int64)]
    if not found:
        return None
    slot, i = rng.choice(found)
    kind = rng.choice(INDEX_TYPES)
    case.inputs[slot][i].array = case.inputs[slot][i].array.astype(kind)
    return "%s=%s" % (slot, kind)


def draw_zero(case, rng):
    """A size becomes 0 wherever it occurs at the same place."""
    if not case.inputs:
        return None
    slot = rng.choice(sorted(case.inputs))
    shape = case.inputs[slot][0].array.shape
    if not shape:
        return None
    at = rng.randrange(len(shape))
    for tensor in tensors(case):
        if tensor.lod:
            return None
        if len(tensor.array.shape) == len(shape) and tensor.array.shape[at] == shape[at]:
            tensor.array = np.take(tensor.array, [], axis=at)
    return "zero=%s[%d]" % (slot, at)


def draw_rank(case, rng):
    more = rng.randrange(1, 7)
    for tensor in tensors(case):
        if tensor.lod or tensor.array.ndim + more > MAX_RANK:
            return None
        if tensor.array.ndim > 1 and not tensor.is_weight:
            tensor.array = tensor.array.reshape((1,) * more + tensor.array.shape)
    return "rank+%d" % more


def draw_scalar(case, rng):
    """Inputs lose their dimensions: all, or those of one slot. In programs of Paddle 1.8, one of size 1 remains."""
    slots = sorted(s for s in case.inputs if all(not t.lod and t.array.size for t in case.inputs[s]))
    if not slots:
        return None
    slot = rng.choice(slots + ["all"])
    for name in slots if slot == "all" else [slot]:
        for tensor in case.inputs[name]:
            tensor.array = tensor.array.reshape(-1)[:1].reshape((1,) if make_golden.FLUID else ())
    return "scalar=" + slot


def attribute_form(case, name):
    ranks = [t.array.ndim for t in tensors(case)]
    beyond = name.lower() == "axis" and ranks and not -ranks[0] <= case.attrs[name] < ranks[0]
    return "%s=%s%s" % (name, case.attrs[name], " beyond the rank" if beyond else "")


def draw_attribute(case, rng):
    proto = make_golden.OpProtoHolder.instance().get_op_proto(case.op)
    known = {a.name: make_golden.ATTR_TYPES.get(a.type) for a in proto.attrs}
    names = sorted(n for n, v in case.attrs.items() if isinstance(v, (bool, int)) and known.get(n) in ("INT", "LONG", "BOOLEAN"))
    if not names:
        return None
    name = rng.choice(names)
    old = case.attrs[name]
    case.attrs[name] = (not old) if isinstance(old, bool) else rng.choice([-2, -1, 0, 1, 2, 3])
    return attribute_form(case, name)


def declared(op):
    """{attribute: kind}, those of Paddle's framework and of other libraries' kernels left out."""
    proto = make_golden.OpProtoHolder.instance().get_op_proto(op)
    return {a.name: make_golden.ATTR_TYPES.get(a.type) for a in proto.attrs
            if not a.name.startswith(("op_", "use_", "mkldnn", "with_quant", "force_fp32", "Scale_", "cudnn", "workspace", "fuse_", "exhaustive"))}


def draw_default(case, rng):
    """An attribute is left out, so that its default applies."""
    if not case.attrs:
        return None
    name = rng.choice(sorted(case.attrs))
    del case.attrs[name]
    return name + " absent"


def draw_number(case, rng):
    """An attribute that the operator declares, whether or not the case has it, gets another number."""
    kinds = {n: k for n, k in declared(case.op).items() if k in ("INT", "LONG", "BOOLEAN", "FLOAT")}
    if not kinds:
        return None
    name = rng.choice(sorted(kinds))
    values = {"FLOAT": (-1.0, 0.0, 0.25, 1.0, 2.0, 10.0), "BOOLEAN": (True, False)}.get(kinds[name], (-2, -1, 0, 1, 2, 3, 5))
    case.attrs[name] = rng.choice(values)
    return attribute_form(case, name)


def draw_list(case, rng):
    """A list of integers is shorter, longer, in another order, or has another number."""
    names = sorted(n for n, v in case.attrs.items() if isinstance(v, list) and v and all(type(i) is int for i in v))
    if not names:
        return None
    name = rng.choice(names)
    numbers = list(case.attrs[name])
    way = rng.randrange(4)
    if way == 0:
        numbers.pop()
    elif way == 1:
        numbers.append(rng.choice((-1, 0, 1, 2)))
    elif way == 2:
        rng.shuffle(numbers)
    else:
        numbers[rng.randrange(len(numbers))] = rng.choice((-2, -1, 0, 1, 2, 3))
    case.attrs[name] = numbers
    return "%s=%s" % (name, numbers)


# Texts of attributes by name; an operator also gets those of its own cases.
TEXTS = {
    "data_format": ("NCHW", "NHWC", "NCDHW", "NDHWC", "AnyLayout"),
    "data_layout": ("NCHW", "NHWC", "NCDHW", "NDHWC", "AnyLayout"),
    "padding_algorithm": ("EXPLICIT", "SAME", "VALID"),
    "pooling_type": ("max", "avg"),
    "interp_method": ("linear", "nearest", "bilinear", "bicubic", "trilinear"),
    "str_value": ("inf", "-inf", "nan", "3", "-2.5e1", "7x"),
    "mode": ("constant", "reflect", "edge", "replicate", "circular", "bilinear", "nearest", "all", "channel", "element"),
    "padding_mode": ("zeros", "border", "reflection"),
    "activation": ("sigmoid", "tanh", "relu", "identity"),
}
SEEN_TEXTS = {}  # (operator, attribute): texts of the cases drawn from so far


def draw_text(case, rng):
    """A text gets another value, in either case of letters, or one that means nothing."""
    names = sorted(n for n, k in declared(case.op).items() if k == "STRING")
    for name in names:
        if name in case.attrs:
            SEEN_TEXTS.setdefault((case.op, name), set()).add(case.attrs[name])
    if not names:
        return None
    name = rng.choice(names)
    known = TEXTS.get(name) or TEXTS.get(name.rpartition("_")[2], ())
    text = rng.choice(sorted(set(known) | SEEN_TEXTS.get((case.op, name), set())) or [""])
    text = rng.choice((text, text, text.lower(), text.upper(), text.capitalize(), "other"))
    case.attrs[name] = text
    return "%s=%s" % (name, text)


def draw_slot(case, rng):
    """A slot that the operator can do without is left out."""
    proto = make_golden.OpProtoHolder.instance().get_op_proto(case.op)
    slots = sorted(s.name for s in proto.inputs if s.name in case.inputs and (s.dispensable or len(case.inputs[s.name]) > 1))
    if not slots:
        return None
    slot = rng.choice(slots)
    if len(case.inputs[slot]) > 1 and rng.random() < 0.5:
        case.inputs[slot].pop()
        return slot + " shorter"
    del case.inputs[slot]
    return slot + " absent"


def draw_new_list(case, rng):
    """A list of integers that the operator declares and the case lacks."""
    names = sorted(n for n, k in declared(case.op).items() if k in ("INTS", "LONGS") and n not in case.attrs)
    if not names:
        return None
    name = rng.choice(names)
    case.attrs[name] = [rng.choice((-1, 0, 1, 1, 2, 3)) for _ in range(rng.randint(0, 4))]
    return "%s=%s" % (name, case.attrs[name])


def draw_size(case, rng):
    """A size becomes 1 in one input, which may broadcast it, or another size in all inputs that have it at this place."""
    slots = sorted(s for s in case.inputs if case.inputs[s][0].array.size and case.inputs[s][0].array.ndim and not case.inputs[s][0].lod)
    if not slots:
        return None
    slot = rng.choice(slots)
    shape = case.inputs[slot][0].array.shape
    at = rng.randrange(len(shape))
    size = rng.choice((1, 1, shape[at] + 1, 2 * shape[at], max(shape[at] - 1, 1)))
    for name, given in case.inputs.items():
        for tensor in given:
            same = len(tensor.array.shape) == len(shape) and tensor.array.shape[at] == shape[at] and not tensor.lod and size > 1
            if name == slot or same:
                if tensor.array.ndim != len(shape) or tensor.array.shape[at] == 0:
                    return None
                tensor.array = np.take(tensor.array, np.arange(size) % tensor.array.shape[at], axis=at)
    return "size %s[%d]=%d" % (slot, at, size)


def draw_lod(case, rng):
    """An input has no level of detail, one that it lacked, or other lengths, some of them 0."""
    slots = sorted(s for s in case.inputs if case.inputs[s][0].array.ndim and not case.inputs[s][0].is_weight)
    if not slots:
        return None
    slot = rng.choice(slots)
    for tensor in case.inputs[slot]:
        if tensor.lod and rng.random() < 0.3:
            tensor.lod = None
        else:
            rows = tensor.array.shape[0]
            cuts = sorted(rng.randint(0, rows) for _ in range(rng.randint(0, 3)))
            tensor.lod = (tensor.lod[:-1] if tensor.lod and len(tensor.lod[-1]) == len(cuts) + 2 else []) + [[0] + cuts + [rows]]
    return "lod %s=%s" % (slot, [t.lod for t in case.inputs[slot]])


def draw_types(case, rng):
    """Inputs of one slot get another element type, which an operator may allow or not."""
    slots = sorted(s for s in case.inputs if case.inputs[s][0].array.dtype.kind == "f")
    if len(case.inputs) < 2 or not slots:
        return None
    slot, kind = rng.choice(slots), rng.choice(("float64", "float32", "int64", "int32"))
    for tensor in case.inputs[slot]:
        tensor.array = np.nan_to_num(tensor.array, posinf=100, neginf=-100).astype(kind)
    return "%s of %s" % (slot, kind)


def copied(case):
    """The case with tensors of its own, whose arrays are shared."""
    case = copy.copy(case)
    case.inputs = {slot: [programs.Value(t.array, t.lod, t.is_weight) for t in given] for slot, given in case.inputs.items()}
    case.attrs = dict(case.attrs)
    return case


def with_axis(array, at, size):
    """Another axis, of `size` 1 or 2: the second part has the same numbers in the other order."""
    return np.stack([array, array.reshape(-1)[::-1].reshape(array.shape)][:size], at)


def numbers_per_axis(name, count, rank):
    """(numbers, axes) if a list of `count` numbers has 1 or 2 for each of the last axes of a tensor, else None."""
    per_axis = [(n, rank - fewer) for n in (1, 2) for fewer in (0, 1, 2) if rank > fewer and count == n * (rank - fewer)]
    pairs = [p for p in per_axis if p[0] == 2]
    return (pairs if pairs and "pad" in name.lower() else per_axis or [None])[0]


def follow(name, numbers, rank, at, change):
    """The list for a tensor that has an axis more at `at` (change 1) or one fewer (-1)."""
    found = numbers_per_axis(name, len(numbers), rank)
    if found is None:
        return None
    width, axes = found
    groups = [list(numbers[width * i:width * i + width]) for i in range(axes)]
    at = min(max(at - (rank - axes), 0), axes - 1)
    if change > 0:
        groups.insert(at, groups[at])
    else:
        groups.pop(at)
    return sum(groups, [])


def follow_lists(case, rank, at, change):
    """Whether an attribute or an input of integers followed the rank of another input."""
    followed = False
    for name, numbers in list(case.attrs.items()):
        if isinstance(numbers, list) and numbers and all(type(i) is int for i in numbers):
            longer = follow(name, numbers, rank, at, change)
            if longer is not None:
                case.attrs[name], followed = longer, True
    for name, given in case.inputs.items():
        for tensor in given:
            if tensor.array.ndim == 1 and tensor.array.dtype in (np.int32, np.int64) and rank > 1:
                longer = follow(name, tensor.array.tolist(), rank, at, change)
                if longer is not None:
                    tensor.array, followed = np.array(longer, tensor.array.dtype), True
    return followed


def widen(tensor, axes):
    """The last axes have one more number each, which is the first one again."""
    for at in range(tensor.array.ndim - axes, tensor.array.ndim):
        tensor.array = np.take(tensor.array, np.arange(tensor.array.shape[at] + 1) % tensor.array.shape[at], axis=at)


def changed_ranks(case, members, name, at, size, lists, wide):
    """A form in which some tensors have an axis of `size` more at `at`, or lack this axis if the size is 0."""
    form = copied(case)
    chosen = [form.inputs[slot][i] for slot, i in members]
    rank, change = chosen[0].array.ndim, 1 if size else -1
    wider = [t for t in tensors(form) if t.array.ndim > 1 and t.array.shape[-1] == rank - 2] if wide else []
    if wide and not wider or any(t.lod for t in chosen) and at == 0:
        return None
    if lists and not follow_lists(form, rank, at, change):
        return None
    for tensor in wider:
        if not tensor.array.shape[-1]:
            return None
        widen(tensor, 1)
    for tensor in chosen:
        if not size and not tensor.array.shape[at]:
            return None
        tensor.array = with_axis(tensor.array, at, size) if size else np.take(tensor.array, 0, axis=at)
    return form, "axes %s%s[%d]%s%s%s" % (name, "+" if size else "-", at, "=%d" % size if size else "", " lists" * lists, " wider" * wide)


def rank_forms(case):
    """All forms (case, text) of one axis more or fewer."""
    places = [(slot, i) for slot in sorted(case.inputs) for i in range(len(case.inputs[slot]))]
    by_rank = {}
    for slot, i in places:
        by_rank.setdefault(case.inputs[slot][i].array.ndim, []).append((slot, i))
    groups = [(slot, [p for p in places if p[0] == slot]) for slot in sorted(case.inputs)]
    groups += [("rank %d" % rank, found) for rank, found in sorted(by_rank.items()) if len({slot for slot, _ in found}) > 1]
    for name, members in groups:
        ranks = {case.inputs[slot][i].array.ndim for slot, i in members}
        if len(ranks) > 1 or max(ranks) >= MAX_RANK:
            continue
        rank = ranks.pop()
        changes = [(at, size) for at in sorted({0, (rank + 1) // 2, rank}) for size in (1, 2)] + [(at, 0) for at in range(rank)]
        for at, size in changes:
            for lists in (False, True):
                for wide in (False, True) if size else (False,):
                    found = changed_ranks(case, members, name, at, size, lists, wide)
                    if found:
                        yield found
    for rank in sorted(by_rank):  # longer lists, as that of a shape, also with larger tensors of numbers for each axis
        for change in (1, -1):
            for wide in (0, 1, 2) if change > 0 else (0,):
                form = copied(case)
                if not follow_lists(form, rank, rank, change):
                    continue
                for slot, i in by_rank[rank]:
                    if form.inputs[slot][i].array.size and rank > 1:
                        widen(form.inputs[slot][i], min(wide, rank - 1))
                yield form, "axes of lists%+d as rank %d" % (change, rank) + " wider by %d" % wide * bool(wide)


def draw_axes(case, rng):
    found = list(rank_forms(case))
    if not found:
        return None
    form, text = rng.choice(found)
    case.inputs, case.attrs = form.inputs, form.attrs
    return text


DRAWS = (draw_type, draw_index_type, draw_zero, draw_rank, draw_scalar, draw_attribute, draw_default, draw_number, draw_list, draw_size,
         draw_lod, draw_types, draw_axes, draw_text, draw_slot, draw_new_list)
