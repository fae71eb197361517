"""Models, and what Paddle computes from them, for the tests of the module."""
import json
import os
import pathlib
import shutil
import tempfile
import unittest

import numpy as np

from paddlelite import lite

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / "tests" / "data" / "formats" / "paddle"
PACKAGE = pathlib.Path(lite.__file__).parent
os.environ["PYTHONPATH"] = str(PACKAGE.parent)  # for the programs that the tests start

DTYPES = {"float16": "FP16", "float32": "FP32", "float64": "FP64", "int8": "INT8", "int16": "INT16",
          "int32": "INT32", "int64": "INT64", "uint8": "UINT8", "bool": "BOOL"}


def cxx_config(model="f18_convnet", threads=1):
    """A config for one of the models that the tests share."""
    folder = MODELS / model
    config = lite.CxxConfig()
    if (folder / "__model__").exists():
        config.set_model_file(folder / "__model__")
        config.set_param_file(folder / "__params__")
    else:
        program = next(folder.glob("*.pdmodel"))
        config.set_model_file(program)
        if program.with_suffix(".pdiparams").exists():
            config.set_param_file(program.with_suffix(".pdiparams"))
    config.set_valid_places([lite.Place(lite.TargetType.X86, lite.PrecisionType.FP32)])
    config.set_threads(threads)
    return config


def predictor(model="f18_convnet", threads=1):
    return lite.create_paddle_predictor(cxx_config(model, threads))


def expected(model):
    """(inputs, outputs) that Paddle stored beside a model, as arrays; inputs with their lod."""
    with open(MODELS / model / "expected.json", encoding="utf-8") as file:
        data = json.load(file)

    def array(entry):
        return np.array(entry["values"], dtype=entry["dtype"]).reshape(entry["shape"])

    return ([(array(entry), entry.get("lod")) for entry in data["inputs"]], [array(entry) for entry in data["outputs"]])


def fill(made, model):
    for i, (array, lod) in enumerate(expected(model)[0]):
        made.get_input(i).from_numpy(array)
        if lod:
            made.get_input(i).set_lod(lod)


class Case(unittest.TestCase):
    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.dir)

    def assert_close(self, found, wanted):
        self.assertEqual(found.dtype, wanted.dtype)
        self.assertEqual(found.shape, wanted.shape)
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)
