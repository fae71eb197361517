"""Operators whose functions are Python ones."""
import os
import pathlib
import subprocess
import unittest

import numpy as np

from paddlelite import lite

from models import Case

PROGRAM = """
input %x: float[-1,3]
py_mix(X=%x, More=[%x, %x]) -> (Sum=%sum, Rank=%rank) {scale=2.0, name="both", flags=[1, 2]}
output %sum
output %rank
"""
failure = None
seen = {}


def mix(x, bias, more, scale, name, flags, on):
    seen.update(bias=bias, scale=scale, name=name, flags=flags, on=on)
    if failure == "raise":
        raise ValueError("on purpose")
    if failure == "shape":
        return x[:1], 0
    if failure == "type":
        return x, "text"
    if failure == "one":
        return x
    return (x + sum(more)) * scale, np.asarray(x.ndim)


def mix_shapes(x, bias, more, scale, name, flags, on):
    assert more == [x, x] and bias is None
    return x, ()


lite.register_operator(
    "py_mix(X, Bias?, More*) -> (Sum, Rank: int64) {scale: float, name: string, flags: ints, on: bool = true}",
    mix, mix_shapes)


class Operators(Case):
    def setUp(self):
        super().setUp()
        global failure
        failure = None
        text_to_model = pathlib.Path(os.environ["LITE_OPT_BINARY"]).with_name("text_to_model")
        subprocess.run([text_to_model, self.dir / "net"], input=PROGRAM, text=True, check=True)
        config = lite.MobileConfig()
        config.set_model_from_file(self.dir / "net.nb")
        self.predictor = lite.create_paddle_predictor(config)

    def test_results(self):
        x = np.float32([[1, 2, 3], [4, 5, 6]])
        total, rank = self.predictor.run([x])
        np.testing.assert_array_equal(total, x * 6)
        self.assertEqual((int(rank), rank.dtype), (2, np.int64))
        self.assertEqual(seen, {"bias": None, "scale": 2.0, "name": "both", "flags": [1, 2], "on": True})

    def test_failures(self):
        global failure
        for failure, text in (("raise", "ValueError: on purpose"), ("shape", r"Sum: expected an array of shape \[2, 3\]"),
                              ("type", "Rank: expected"), ("one", "expected a tuple of 2 results")):
            with self.assertRaisesRegex(lite.LiteError, text):
                self.predictor.run([np.zeros((2, 3), np.float32)])
        failure = None
        self.predictor.run([np.zeros((2, 3), np.float32)])

    def test_wrong_registrations(self):
        for arguments, kind in ((("py_mix(X) -> (Out)", mix), ValueError), (("py_other(X", mix), ValueError),
                                (("py_other(X) -> (Out)", 3), TypeError), (("py_other(X) -> (Out)",), TypeError)):
            with self.assertRaises(kind):
                lite.register_operator(*arguments)
        with self.assertRaises(FileNotFoundError):
            lite.load_operators("no/such/library.so")


if __name__ == "__main__":
    unittest.main()
