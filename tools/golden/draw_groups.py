"""What random programs take as a whole: sequences, cases of cases_*.py in other forms, loops and conditions."""

import re

import numpy as np

import compare_forms
import draw_forms
import programs
import undefined_forms
from draw_variables import EXACT, NUMBERS, SMOOTH, Variables

# After share_data, an operator that Paddle runs in place changes the tensor that shares the memory.
KNOWN = {op: cases for op, cases in compare_forms.known_cases().items() if op != "share_data"}
# Operators of KNOWN whose results change by more than their inputs do.
JUMPS = (".*(arg|top_?k|sort|unique|nms|proposals|quantize|search|decod|fpn|detection|roi|box|prior).*|where_index|floor|ceil|round|sign|"
         ".*(equal|than)|elementwise_(mod|floordiv|pow)|cast|ctc_align|inverse|grid_sampler|is(inf|nan|finite).*|reduce_(any|all)|"
         "sampling_id|nearest.*|pow|print|rsqrt|reciprocal|log|tan|range|linspace")

# Operators whose result follows from the order of equal values, which is that of Paddle's sorting algorithm.
ORDERED = "top_k(_v2)?|arg(sort|_max|_min)"


class Groups(Variables):
    def sequences(self):
        """A tensor with a level of detail, or one that programs have computed from it."""
        lengths = [self.rng.choice((0, 1, 1, 2, 3)) for _ in range(self.rng.randint(1, 4))]
        offsets = [int(n) for n in np.cumsum([0] + lengths)]

        def make():
            array = np.random.default_rng(self.rng.getrandbits(32)).uniform(-1, 1, [offsets[-1], self.rng.choice((1, 2, 4))])
            return self.given(array.astype(self.real), lod=[offsets])

        found = [n for n, a in self.arrays.items() if self.lods.get(n) and a.dtype == self.real and a.ndim == 2]
        return self.rng.choice(found) if found and self.rng.random() < 0.8 else make()

    def sequence(self):
        x = self.sequences()
        way = self.rng.random()
        width = self.arrays[x].shape[1]
        if way < 0.25:
            return self.add("sequence_pool", {"X": x}, {"Out": 1}, {"pooltype": self.rng.choice(("SUM", "AVERAGE", "SQRT", "MAX", "LAST", "FIRST")),
                                                                    "is_test": True, "pad_value": 0.5})
        if way < 0.4:
            return self.add("sequence_reverse", {"X": x}, {"Y": 1}, moves=True)
        if way < 0.5:
            return self.add("sequence_softmax", {"X": x}, {"Out": 1})
        # With more levels, Paddle cuts rows by those of the first one and leaves the others unwritten.
        if way < 0.6 and len(self.lods[x]) == 1:
            return self.add("sequence_concat", {"X": [x, x]}, {"Out": 1}, moves=True)
        if way < 0.7:
            return self.add("sequence_conv", {"X": x, "Filter": self.feed([3 * width, self.rng.choice((1, 2, 4))], weight=True)}, {"Out": 1},
                            {"contextLength": 3, "contextStart": -1, "contextStride": 1})
        if way < 0.8:
            y = self.sequences()
            return self.add("sequence_expand", {"X": x, "Y": y}, {"Out": 1}, {"ref_level": self.rng.choice((-1, 0))}, moves=True)
        if way < 0.9:
            return self.add("sequence_reshape", {"X": x}, {"Out": 1}, {"new_dim": self.rng.choice((1, 2, 2 * width))}, moves=True)
        return self.add("lod_reset", {"X": x}, {"Out": 1}, {"target_lod": [0, self.arrays[x].shape[0]]}, moves=True)

    def known(self):
        """A case of cases_*.py, mostly in another form. It may read values of the program instead of its own."""
        case = draw_forms.fixed(self.rng.choice(KNOWN[self.rng.choice(sorted(KNOWN))]))
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            form = self.rng.choice(draw_forms.DRAWS)(case, self.rng)
            if form is None or undefined_forms.excluded(case, form):
                return False
        inputs = {}
        for slot, values in case.inputs.items():
            for value in values:
                same = [n for n, a in self.arrays.items() if a.shape == value.array.shape and a.dtype == value.array.dtype
                        and a.dtype.kind == "f" and not np.isnan(a).any() and (self.lods.get(n) or []) == (value.lod or []) and not self.is_weight(n)
                        and (n in self.exact or not re.fullmatch(JUMPS, case.op))
                        and (len(np.unique(a)) == a.size or not re.fullmatch(ORDERED, case.op))]
                reads = same and slot in ("X", "Y", "Input") and not value.is_weight and self.rng.random() < 0.5
                inputs.setdefault(slot, []).append(self.rng.choice(same) if reads else self.given(value.array, value.is_weight, value.lod))
        return self.add(case.op, inputs, dict(case.outputs, **{slot: 1 for slot in case.others}), case.attrs, hidden=tuple(case.others))

    def body(self, x):
        """Operators of a block that compute another value of variable `state`, and what they read."""
        shape = list(self.arrays[x].shape)
        state, value, reads, ops, grows = self.name("v"), None, [], [], False
        self.blocks[state] = (shape, self.real)
        value = state
        for _ in range(self.rng.randint(1, 3)):
            way, out = self.rng.random(), self.name("v")
            self.blocks[out] = (shape, self.real)
            if way < 0.5:
                ops.append((self.rng.choice(SMOOTH[:2] + EXACT[:2]), {"X": [value]}, {"Out": [out]}, {}))
            elif way < 0.8 or not shape or grows:
                reads.append(self.feed([1 if self.rng.random() < 0.3 else d for d in ([] if grows else shape)], weight=self.rng.random() < 0.5))
                ops.append(("elementwise_" + self.rng.choice(("add", "sub", "mul")), {"X": [value], "Y": [reads[-1]]}, {"Out": [out]}, {"axis": -1}))
            else:
                grows = True
                ops.append(("concat", {"X": [value, x]}, {"Out": [out]}, {"axis": 0}))
                reads.append(x)
            value = out
        if grows:
            for name in [state] + [op[2]["Out"][0] for op in ops]:
                self.blocks[name] = ([-1] + shape[1:], self.real)
        ops.append(("assign", {"X": [value]}, {"Out": [state]}, {}))
        return state, ops, reads

    def block(self):
        """A loop or a condition around operators."""
        x = self.floating()
        if self.is_weight(x):
            return False
        state, ops, reads = self.body(x)
        condition, scopes = self.name("v"), self.name("scopes")
        before = [("assign", {"X": [x]}, {"Out": [state]}, {})]
        written = [state]
        if self.rng.random() < 0.5:
            condition = self.given(np.array([self.rng.random() < 0.6]))
            after = ("conditional_block", {"Cond": [condition], "Input": [state] + reads}, {"Out": written, "Scope": [scopes]},
                     {"sub_block": ops, "is_scalar_condition": True})
            reads = reads + [condition]
        else:
            index, last = self.name("v"), self.numbers([self.rng.randint(0, 4)], ("int64",))
            self.blocks[index], self.blocks[condition] = ([1], "int64"), ([1], "bool")
            less = ("less_than", {"X": [index], "Y": [last]}, {"Out": [condition]}, {})
            before += [("fill_constant", {}, {"Out": [index]}, {"shape": [1], "value": 0.0, "dtype": NUMBERS["int64"]}), less]
            ops += [("increment", {"X": [index]}, {"Out": [index]}, {"step": 1.0}), less]
            written = [state, index]
            after = ("while", {"X": written + reads + [last], "Condition": [condition]}, {"Out": written + [condition], "StepScopes": [scopes]},
                     {"sub_block": ops, "is_test": True})
            reads = reads + [last]
        return self.together(before + [after], reads + [x], written)

    def together(self, ops, reads, results):
        """Adds operators of which only `results` can be read; False if Paddle refuses them or the results are of no use."""
        alone = programs.Program()
        alone.values = {n: programs.Value(self.arrays[n], self.lods.get(n)) for n in reads}
        alone.ops, alone.fetches, alone.declared = ops, results, self.blocks
        try:
            found = programs.run_paddle(alone)
        except Exception:
            return False
        if any(r is None or r.array.size > 20000 or (r.array.size and not np.abs(r.array).max() < 1e3) for r in found):
            return False
        self.program.ops += alone.ops
        self.read.update(reads)
        for name, result in zip(results, found):
            self.arrays[name], self.lods[name] = result.array, result.lod
        return True

    def array(self):
        """Arrays of tensors, what operators make of them, and what is read from the last one."""
        ops, reads, alike = [], [self.floating()], self.rng.random() < 0.6
        for _ in range(self.rng.randint(0, 2)):
            reads.append(self.like(reads[0]) if alike else self.floating())

        def number(value, dtype="int64"):
            name = self.name("v")
            self.blocks[name] = ([1], dtype)
            ops.append(("fill_constant", {}, {"Out": [name]}, {"shape": [1], "value": float(value), "dtype": NUMBERS[dtype]}))
            return name

        def filled():
            array = self.name("array")
            ops.extend(("write_to_array", {"X": [x], "I": [number(i)]}, {"Out": [array]}, {}) for i, x in enumerate(reads))
            return array

        array, size = filled(), len(reads)
        for _ in range(self.rng.randint(1, 3)):
            way, out = self.rng.random(), self.name("array")
            if way < 0.3:
                ops.append(("assign", {"X": [array]}, {"Out": [out]}, {}))
            elif way < 0.6:
                first, last = self.rng.randint(-size - 1, size - 1), self.rng.randint(-size, size + 1)
                length = len(range(size)[first:size if (first, last) == (-1, 0) else last])
                if length == 0:
                    continue
                size = length
                ops.append(("slice", {"Input": [array]}, {"Out": [out]}, {"axes": [0], "starts": [first], "ends": [last], "decrease_axis": []}))
            elif size == len(reads):
                other = array if self.rng.random() < 0.3 else filled()
                if way < 0.8:
                    ops.append(("sum", {"X": [array, other]}, {"Out": [out]}, {}))
                else:
                    mask = number(self.rng.randint(0, 1), "int32")
                    ops.append(("select_input", {"X": [array, other], "Mask": [mask]}, {"Out": [out]}, {}))
            else:
                continue
            array = out
        results = [self.name("v")]
        way, position = self.rng.random(), self.rng.randrange(size)
        if way < 0.4:
            ops.append(("read_from_array", {"X": [array], "I": [number(position)]}, {"Out": results}, {}))
        elif way < 0.6:
            ops.append(("slice", {"Input": [array]}, {"Out": results},
                        {"axes": [0], "starts": [position], "ends": [position + 1], "decrease_axis": [0]}))
        elif way < 0.7:
            self.blocks[results[0]] = ([1], "int64")
            ops.append(("lod_array_length", {"X": [array]}, {"Out": results}, {}))
        else:
            # Paddle leaves OutIndex unwritten.
            ops.append(("tensor_array_to_tensor", {"X": [array]}, {"Out": results, "OutIndex": [self.name("v")]},
                        {"axis": 0, "use_stack": self.rng.random() < 0.4}))
        return self.together(ops, reads, results)
