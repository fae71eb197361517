"""Reads and writes Paddle's program files without protobuf: the main block's operators and the parameters.

The wire format is a sequence of (key, value): key = field number * 8 + type; type 0 is a varint, 1 and 5 are 8 and 4 bytes, 2 is
a length and bytes. Field numbers are those of Paddle's framework.proto.
"""
import struct

import numpy as np

FEED, FETCH, TENSOR = 9, 10, 7  # VarType
TYPES = {0: "bool", 1: "int16", 2: "int32", 3: "int64", 4: "float16", 5: "float32", 6: "float64", 20: "uint8", 21: "int8"}
NUMBERS = {name: number for number, name in TYPES.items()}


class Op:
    def __init__(self, kind, inputs=None, outputs=None, attrs=None):
        self.type, self.inputs, self.outputs, self.attrs = kind, inputs or {}, outputs or {}, attrs or {}

    def input(self, slot):
        """The slot's only name, or None."""
        names = self.inputs.get(slot, [])
        return names[0] if names else None

    def output(self, slot="Out"):
        return self.outputs[slot][0]


class Program:
    def __init__(self):
        self.ops = []
        self.vars = {}  # name -> (type, shape, persistable)
        self.params = {}  # name -> array


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            if key & 7 == 2:
                size, at = varint(data, at)
            else:
                size = {1: 8, 5: 4}[key & 7]
            value = data[at:at + size]
            at += size
        yield key >> 3, value


def signed(value):
    return value - (1 << 64) if value >= 1 << 63 else value


def int32(value):
    """Of a varint; negative numbers of 32 bits are extended to 64."""
    value &= 0xffffffff
    return value - (1 << 32) if value >= 1 << 31 else value


def attribute(data):
    """(name, value); None for kinds that operators of networks do not have."""
    name, kind, value, items = None, None, None, []
    for number, field in fields(data):
        if number == 1:
            name = field.decode()
        elif number == 2:
            kind = field
        elif number == 3:
            value = int32(field)
        elif number == 4:
            value = struct.unpack("<f", field)[0]
        elif number == 5:
            value = field.decode()
        elif number == 6:
            items += [int32(field)] if isinstance(field, int) else [int32(i) for i in unpacked(field)]
        elif number == 7:
            items += struct.unpack("<%df" % (len(field) // 4), field)
        elif number == 8:
            items.append(field.decode())
        elif number == 10:
            value = bool(field)
        elif number == 13:
            value = signed(field)
        elif number == 15:
            items += [signed(field)] if isinstance(field, int) else [signed(i) for i in unpacked(field)]
        elif number == 19:
            value = struct.unpack("<d", field)[0]
    return name, items if kind in (3, 4, 5, 11) else value


def unpacked(data):
    at = 0
    while at < len(data):
        value, at = varint(data, at)
        yield value


def read_op(data):
    op = Op(None)
    for number, field in fields(data):
        if number in (1, 2):
            slot, names = None, []
            for inner, text in fields(field):
                if inner == 1:
                    slot = text.decode()
                else:
                    names.append(text.decode())
            (op.inputs if number == 1 else op.outputs)[slot] = names
        elif number == 3:
            op.type = field.decode()
        elif number == 4:
            name, value = attribute(field)
            op.attrs[name] = value
    return op


def read_var(data):
    name, persistable, kind, element, shape = None, False, None, None, []
    for number, field in fields(data):
        if number == 1:
            name = field.decode()
        elif number == 3:
            persistable = bool(field)
        elif number == 2:
            for inner, value in fields(field):
                if inner == 1:
                    kind = value
                elif inner == 3:  # LoDTensorDesc
                    for tensor, description in fields(value):
                        if tensor != 1:
                            continue
                        for place, entry in fields(description):
                            if place == 1:
                                element = entry
                            else:
                                shape += [signed(entry)] if isinstance(entry, int) else [signed(i) for i in unpacked(entry)]
    return name, kind, element, shape, persistable


def read_params(data, names):
    """Arrays in the order of the names, each: version, LoD, version, description, elements."""
    params, at = {}, 0
    for name in names:
        levels, = struct.unpack_from("<Q", data, at + 4)
        at += 12
        for _ in range(levels):
            size, = struct.unpack_from("<Q", data, at)
            at += 8 + size
        size, = struct.unpack_from("<i", data, at + 4)
        element, shape = None, []
        for number, field in fields(data[at + 8:at + 8 + size]):
            if number == 1:
                element = field
            else:
                shape += [field] if isinstance(field, int) else list(unpacked(field))
        at += 8 + size
        count = int(np.prod(shape, dtype=np.int64))
        array = np.frombuffer(data, dtype=TYPES[element], count=count, offset=at)
        params[name] = array.reshape(shape)
        at += array.nbytes
    return params


def read(model_path, params_path):
    program = Program()
    with open(model_path, "rb") as f:
        model = f.read()
    block = next(field for number, field in fields(model) if number == 1)
    for number, field in fields(block):
        if number == 3:
            name, kind, element, shape, persistable = read_var(field)
            program.vars[name] = (TYPES.get(element), shape, persistable and kind == TENSOR)
        elif number == 4:
            program.ops.append(read_op(field))
    with open(params_path, "rb") as f:
        data = f.read()
    program.params = read_params(data, sorted(name for name, var in program.vars.items() if var[2]))
    return program


# --- writing


def as_varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def number_field(field, value):
    return as_varint(field * 8) + as_varint(value)


def bytes_field(field, data):
    return as_varint(field * 8 + 2) + as_varint(len(data)) + data


def attribute_bytes(name, value):
    out = bytes_field(1, name.encode())
    if isinstance(value, bool):
        return out + number_field(2, 6) + number_field(10, int(value))
    if isinstance(value, int):
        return out + number_field(2, 0) + number_field(3, value)
    if isinstance(value, float):
        return out + number_field(2, 1) + as_varint(4 * 8 + 5) + struct.pack("<f", value)
    if isinstance(value, str):
        return out + number_field(2, 2) + bytes_field(5, value.encode())
    return out + number_field(2, 3) + b"".join(number_field(6, item) for item in value)  # integers


def op_bytes(op):
    out = b""
    for field, slots in ((1, op.inputs), (2, op.outputs)):
        for slot, names in slots.items():
            out += bytes_field(field, bytes_field(1, slot.encode()) + b"".join(bytes_field(2, n.encode()) for n in names))
    out += bytes_field(3, op.type.encode())
    return out + b"".join(bytes_field(4, attribute_bytes(name, value)) for name, value in op.attrs.items())


def tensor_bytes(element, shape):
    return number_field(1, NUMBERS[element]) + b"".join(number_field(2, d) for d in shape)


def var_bytes(name, element, shape, persistable, kind=TENSOR):
    description = number_field(1, kind)
    if kind == TENSOR:
        description += bytes_field(3, bytes_field(1, tensor_bytes(element, shape)) + number_field(2, 0))
    return bytes_field(1, name.encode()) + bytes_field(2, description) + number_field(3, int(persistable))


def write(program, model_path, params_path):
    """Feeds and fetches are operators of the program; all parameters are in `program.params`."""
    block = number_field(1, 0) + number_field(2, (1 << 64) - 1)
    block += bytes_field(3, var_bytes("feed", None, None, True, FEED)) + bytes_field(3, var_bytes("fetch", None, None, True, FETCH))
    for name, (element, shape, persistable) in program.vars.items():
        block += bytes_field(3, var_bytes(name, element, shape, persistable))
    block += b"".join(bytes_field(4, op_bytes(op)) for op in program.ops)
    with open(model_path, "wb") as f:
        f.write(bytes_field(1, block) + bytes_field(4, number_field(1, 0)))
    with open(params_path, "wb") as f:
        for name in sorted(program.params):
            array = program.params[name]
            description = tensor_bytes(array.dtype.name, array.shape)
            f.write(struct.pack("<IQIi", 0, 0, 0, len(description)) + description + array.tobytes())
