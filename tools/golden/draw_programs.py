"""Draws the random programs of fuzz_programs.py: the same one for each seed and number."""

import random

from draw_groups import Groups
from draw_layers import Layers
from draw_layout import Layout


class Maker(Layout, Layers, Groups):
    """Draws one program."""

    STEPS = ("unary unary unary binary binary binary scale scale cast clip reduce reduce reshape reshape transpose transpose squeeze flatten "
             "concat stack split slice slice pick pick_nd take heads softmax matmul matmul conv conv conv batch_norm pool pool layer_norm expand tile "
             "select arrange where fill pad interpolate prelu normalise compare sequence sequence block block array" + " known" * 24).split()

    def make(self):
        size = self.rng.randint(1, 8)
        for _ in range(40):
            if len(self.program.ops) >= size:
                break
            getattr(self, self.rng.choice(self.STEPS))()
        produced = dict.fromkeys(n for _, _, outputs, _ in self.program.ops for names in outputs.values() for n in names if n in self.arrays)
        some = self.rng.random() < 0.3  # fetched values cannot be fused away
        self.program.fetches = [n for n in produced if (n not in self.read or (some and self.rng.random() < 0.5))
                                and str(self.arrays[n].dtype) != "uint16"]  # bfloat16, which numpy does not have
        used = {n for _, inputs, _, _ in self.program.ops for names in inputs.values() for n in names}
        self.program.values = {n: v for n, v in self.program.values.items() if n in used}
        self.store_some()
        # Programs state shapes; a batch of unknown size is declared like that.
        self.program.declared = dict({n: (a.shape, str(a.dtype)) for n, a in self.arrays.items()}, **self.blocks)
        return self.program

    def store_some(self):
        """Makes inputs of one program of four parameters: what depends on them alone may be computed once and for all. Those
        that the program writes begin another run as the last one left them."""
        if self.rng.random() < 0.75:
            return
        written = {n for _, _, outputs, _ in self.program.ops for names in outputs.values() for n in names}
        for name, value in self.program.values.items():
            value.is_weight |= not value.lod and self.rng.random() < (0.3 if name in written else 0.6)


def make(seed, number):
    return Maker(random.Random("%d/%d" % (seed, number))).make()
