"""The module paddlelite: what it offers, and that no input ends the interpreter."""
import ast
import contextlib
import copy
import gc
import json
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

from paddlelite import lite
from paddlelite import opt_tool

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


class Names(unittest.TestCase):
    def test_import_names(self):
        for name in ("lite", "lite_core"):
            self.assertIs(__import__(name), lite)

    def test_star_import_brings_the_interface_alone(self):
        names = {}
        exec("from paddlelite.lite import *", names)  # pylint: disable=exec-used
        names.pop("__builtins__")
        self.assertEqual(set(names), {
            "CLPrecisionType", "CLTuneMode", "CxxConfig", "CxxPredictor", "DataLayoutType", "LightPredictor",
            "MLUCoreVersion", "MobileConfig", "Opt", "Place", "PowerMode", "PrecisionType", "TargetType", "Tensor",
            "create_paddle_predictor"})

    def test_stub_and_module_agree(self):
        with open(PACKAGE / "lite.pyi", encoding="utf-8") as file:
            tree = ast.parse(file.read())
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

        def members(node):
            names = set()
            for base in node.bases:
                if isinstance(base, ast.Name) and base.id in classes:
                    names |= members(classes[base.id])
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("__"):
                    names.add(item.name)
                elif isinstance(item, ast.Assign):
                    names.add(item.targets[0].id)
            return names

        for name, node in classes.items():
            if name.startswith("_"):
                continue
            self.assertTrue(hasattr(lite, name), name)
            found = {entry for entry in vars(getattr(lite, name)) if not entry.startswith("_")}
            if "Error" not in name:
                self.assertEqual(found, members(node), name)
        self.assertEqual(set(lite.__all__) - set(classes), {"create_paddle_predictor"})
        self.assertTrue((PACKAGE / "py.typed").exists())

    def test_old_layout(self):
        # python/lib: the module alone, as packages before the wheel have it.
        library = PACKAGE.parents[1] / "lib"
        for name in ("lite", "lite_core"):
            text = subprocess.run(
                [sys.executable, "-c", f"import {name} as m; print(m.__name__, m.CxxConfig.__module__, m.TargetType(2))"],
                env={**os.environ, "PYTHONPATH": str(library)}, stdout=subprocess.PIPE, check=True, text=True).stdout
            self.assertEqual(text, f"{name} {name} TargetType.X86\n")


class Enumerations(unittest.TestCase):
    def test_values(self):
        self.assertEqual({name: int(member) for name, member in lite.TargetType.__members__.items()}, {
            "Unk": 0, "Host": 1, "X86": 2, "CUDA": 3, "ARM": 4, "OpenCL": 5, "Any": 6, "FPGA": 7, "NPU": 8, "XPU": 9,
            "BM": 10, "MLU": 11, "RKNPU": 12, "APU": 13, "HUAWEI_ASCEND_NPU": 14, "IMAGINATION_NNA": 15,
            "INTEL_FPGA": 16, "Metal": 17, "NNAdapter": 18})
        self.assertEqual([member.name for member in lite.PrecisionType], [
            "Unk", "FP32", "INT8", "INT32", "Any", "FP16", "BOOL", "INT64", "INT16", "UINT8", "FP64"])
        self.assertEqual(int(lite.DataLayoutType.NHWC), 3)
        self.assertEqual(int(lite.PowerMode.LITE_POWER_RAND_LOW), 5)
        self.assertEqual(int(lite.MLUCoreVersion.LITE_MLU_270), 1)
        self.assertEqual(int(lite.CLTuneMode.CL_TUNE_EXHAUSTIVE), 3)
        self.assertEqual(int(lite.CLPrecisionType.CL_PRECISION_FP16), 2)

    def test_objects(self):
        host = lite.TargetType.Host
        self.assertEqual(str(host), "TargetType.Host")
        self.assertEqual(repr(host), "<TargetType.Host: 1>")
        self.assertEqual(host.name, "Host")
        self.assertIs(lite.TargetType(1), host)
        self.assertNotEqual(host, 1)
        self.assertNotEqual(host, lite.PrecisionType.FP32)
        self.assertEqual({host: "x"}[lite.TargetType(1)], "x")
        self.assertIs(pickle.loads(pickle.dumps(host)), host)
        self.assertIs(copy.deepcopy(host), host)
        with self.assertRaises(ValueError):
            lite.TargetType(99)


class Configs(Case):
    def test_place(self):
        place = lite.Place(lite.TargetType.ARM, percision=lite.PrecisionType.INT8, layout=lite.DataLayoutType.NHWC, device=2)
        self.assertEqual((place.target, place.precision, place.layout, place.device),
                         (lite.TargetType.ARM, lite.PrecisionType.INT8, lite.DataLayoutType.NHWC, 2))
        self.assertEqual(place, lite.Place(lite.TargetType.ARM, precision=lite.PrecisionType.INT8,
                                           layout=lite.DataLayoutType.NHWC, device=2))
        self.assertTrue(place.is_valid())
        self.assertFalse(lite.Place(lite.TargetType.Unk).is_valid())
        for args, keywords in (((), {}), ((2,), {}), ((lite.PrecisionType.FP32,), {}),
                               ((lite.TargetType.X86,), {"colour": 1}),
                               ((lite.TargetType.X86, lite.PrecisionType.FP32), {"precision": lite.PrecisionType.FP32})):
            with self.assertRaises(TypeError):
                lite.Place(*args, **keywords)
        with self.assertRaises(ValueError):
            lite.Place(lite.TargetType.X86, device=1 << 20)

    def test_getters_and_setters(self):
        config = lite.CxxConfig()
        self.assertEqual((config.model_dir(), config.model_file(), config.param_file()), ("", "", ""))
        self.assertEqual(config.nnadapter_device_names(), [])
        self.assertFalse(config.is_model_from_memory())
        config.set_model_dir(pathlib.Path("a"))
        config.set_model_file("b")
        config.set_param_file(b"c")
        self.assertEqual((config.model_dir(), config.model_file(), config.param_file()), ("a", "b", "c"))
        self.assertEqual(config.threads(), 1)
        self.assertEqual(config.power_mode(), lite.PowerMode.LITE_POWER_NO_BIND)
        config.set_passes_internal(["x"])
        self.assertEqual(config.get_passes_internal(), ["x"])
        config.set_valid_places((lite.Place(lite.TargetType.X86),))
        config.set_metal_use_mps(flag=True)
        for bad in (lite.Place(lite.TargetType.X86), {lite.Place(lite.TargetType.X86)}, [lite.TargetType.X86], None, [1]):
            with self.assertRaises(TypeError):
                config.set_valid_places(bad)
        for call in (lambda: config.set_threads("2"), lambda: config.set_threads(1.5), lambda: config.set_model_dir(3),
                     lambda: config.set_power_mode(3), lambda: config.set_threads(), lambda: config.set_threads(1, 2),
                     lambda: config.set_metal_use_mps(flagg=True), lambda: lite.CxxConfig(1)):
            with self.assertRaises(TypeError):
                call()
        with self.assertRaises(ValueError):
            config.set_threads(1 << 40)
        with self.assertRaises(ValueError):
            config.set_model_dir("a\0b")

    def test_every_setter_survives_every_kind_of_value(self):
        values = [None, True, -1, 0, 1 << 70, 1.5, float("nan"), "", "x\0y", "\udcff", b"", b"\xff", [], [None], [[1]], {}, {"a": 1},
                  {"a": [[1, 2]]}, set(), object(), np.zeros(2), np.zeros((0,)), lite.TargetType.X86, lite.PowerMode(1),
                  lite.Place(lite.TargetType.X86), memoryview(b"ab"), bytearray(3)]
        for kind in (lite.CxxConfig, lite.MobileConfig, lite.Opt):
            names = [name for name in dir(kind) if not name.startswith("_") and ("set_" in name or "add_" in name)]
            self.assertGreater(len(names), 10)
            for name in names:
                for count in range(5):
                    for value in values:
                        target = kind()
                        try:
                            getattr(target, name)(*([value] * count))
                        except (TypeError, ValueError, RuntimeError, OverflowError):
                            pass

    def test_wrong_models(self):
        with self.assertRaisesRegex(RuntimeError, "no model was set"):
            lite.create_paddle_predictor(lite.CxxConfig())
        with self.assertRaisesRegex(RuntimeError, "no model was set"):
            lite.create_paddle_predictor(lite.MobileConfig())
        config = lite.CxxConfig()
        config.set_model_dir(self.dir / "none")
        with self.assertRaisesRegex(FileNotFoundError, "none"):
            lite.create_paddle_predictor(config)
        config = lite.MobileConfig()
        config.set_model_from_file(self.dir / "none.nb")
        for kind in (FileNotFoundError, RuntimeError, OSError):
            with self.assertRaisesRegex(kind, "none.nb"):
                lite.create_paddle_predictor(config)
        config = lite.CxxConfig()
        config.set_model_dir(self.dir)
        with self.assertRaises(RuntimeError):
            lite.create_paddle_predictor(config)
        for wrong in (None, 3, "x", lite.CxxPredictor(), lite.CxxConfig):
            with self.assertRaises(TypeError):
                lite.create_paddle_predictor(wrong)
        with self.assertRaises(TypeError):
            lite.create_paddle_predictor()

    def test_model_buffers(self):
        folder = MODELS / "f18_convnet"
        program, params = (folder / "__model__").read_bytes(), (folder / "__params__").read_bytes()
        inputs, outputs = expected("f18_convnet")
        for kind in (bytes, bytearray, memoryview, lambda data: np.frombuffer(data, np.uint8)):
            config = lite.CxxConfig()
            config.set_model_buffer(kind(program), len(program), kind(params), len(params))
            self.assertTrue(config.model_from_memory())
            made = lite.create_paddle_predictor(config)
            made.get_input(0).from_numpy(inputs[0][0])
            made.run()
            self.assert_close(made.get_output(0).numpy(), outputs[0])
        for lengths in ((len(program) + 1, len(params)), (-1, 0), (len(program), len(params) + 1), (1 << 62, 0)):
            with self.assertRaises(ValueError):
                lite.CxxConfig().set_model_buffer(program, lengths[0], params, lengths[1])

    def test_truncated_and_damaged_models(self):
        predictor().save_optimized_model(self.dir / "m")
        good = (self.dir / "m.nb").read_bytes()
        rng = np.random.default_rng(5)
        program = (MODELS / "f18_convnet" / "__model__").read_bytes()
        params = (MODELS / "f18_convnet" / "__params__").read_bytes()
        refused = 0
        for length in list(range(0, 64, 5)) + list(range(64, len(good), max(1, len(good) // 60))):
            config = lite.MobileConfig()
            config.set_model_from_buffer(good[:length])
            with self.assertRaises(RuntimeError):
                lite.create_paddle_predictor(config)
        for _ in range(60):
            damaged = bytearray(good)
            for at in rng.integers(0, len(good), 4):
                damaged[at] = rng.integers(0, 256)
            config = lite.MobileConfig()
            config.set_model_from_buffer(damaged)
            refused += self.fails_cleanly(config)
        for length in range(0, len(program), max(1, len(program) // 60)):
            config = lite.CxxConfig()
            config.set_model_buffer(program, length, params, len(params))
            refused += self.fails_cleanly(config)
        for length in range(0, len(params), max(1, len(params) // 40)):
            config = lite.CxxConfig()
            config.set_model_buffer(program, len(program), params, length)
            with self.assertRaises(RuntimeError):
                lite.create_paddle_predictor(config)
        self.assertGreater(refused, 60)

    @staticmethod
    def fails_cleanly(config):
        """Whether a damaged model is refused; one that is accepted must run, or fail to, with a clean result."""
        try:
            made = lite.create_paddle_predictor(config)
            for i in range(len(made.get_input_names())):
                made.get_input(i).from_numpy(np.zeros((2, 3, 12, 10), np.float32))
            made.run()
            for i in range(len(made.get_output_names())):
                made.get_output(i).numpy().copy()
        except RuntimeError:
            return True
        return False


class Predictors(Case):
    def test_models_as_paddle_computes_them(self):
        for model in ("f18_convnet", "f18_lookup_lod", "p26_convnet", "p26_embed", "p26_jit"):
            with self.subTest(model):
                made = predictor(model)
                fill(made, model)
                made.run()
                outputs = expected(model)[1]
                self.assertEqual(len(made.get_output_names()), len(outputs))
                for i, wanted in enumerate(outputs):
                    self.assert_close(made.get_output(i).numpy(), wanted)

    def test_light_predictor(self):
        full = predictor()
        self.assertIsNone(full.save_optimized_model(str(self.dir / "m")))
        fill(full, "f18_convnet")
        full.run()
        config = lite.MobileConfig()
        config.set_model_from_file(str(self.dir / "m.nb"))
        light = lite.create_paddle_predictor(config=config)
        self.assertIsInstance(light, lite.LightPredictor)
        self.assertEqual(light.get_input_names(), ["image"])
        self.assertEqual(light.get_output_names(), full.get_output_names())
        light.get_input_by_name("image").from_numpy(expected("f18_convnet")[0][0][0])
        self.assertIsNone(light.run())
        self.assertEqual(light.get_output_by_name(light.get_output_names()[0]).numpy().tolist(),
                         full.get_output(0).numpy().tolist())
        self.assertEqual(light.get_version(), full.get_version())
        self.assertIsNone(light.synchronize())
        self.assertFalse(hasattr(light, "save_optimized_model"))

    def test_before_data_is_set(self):
        made = predictor()
        self.assertEqual(made.get_input(0).shape(), [-1, 3, 12, 10])
        self.assertEqual(made.get_input(0).precision(), lite.PrecisionType.FP32)
        self.assertEqual(made.get_input(0).target(), lite.TargetType.Host)
        self.assertEqual(made.get_input(0).lod(), [])
        self.assertEqual(made.get_output(0).shape()[1:], [5])
        with self.assertRaisesRegex(RuntimeError, "image"):
            made.run()
        with self.assertRaisesRegex(ValueError, "image"):
            made.get_input(0).numpy()
        for call in (made.get_output(0).numpy, made.get_output(0).float_data, made.get_input(0).float_data):
            with self.assertRaises(RuntimeError):
                call()

    def test_wrong_indices_and_names(self):
        made = predictor()
        for index in (-1, 1, 1 << 40):
            with self.assertRaises(IndexError):
                made.get_input(index)
            with self.assertRaises(IndexError):
                made.get_output(index)
        for name in ("", "imag", "image\0", "\udcff", "x" * 100000):
            with self.assertRaisesRegex(KeyError, "image"):
                made.get_input_by_name(name)
            with self.assertRaises(KeyError):
                made.get_output_by_name(name)
        for wrong in ("0", None, 0.0, [0]):
            with self.assertRaises(TypeError):
                made.get_input(wrong)
        with self.assertRaises(TypeError):
            made.get_input_by_name(b"image")
        with self.assertRaises(TypeError):
            lite.Tensor()
        for empty in (lite.CxxPredictor(), lite.LightPredictor()):
            for call in (empty.run, empty.get_version, empty.get_input_names, lambda: empty.get_input(0)):
                with self.assertRaises(RuntimeError):
                    call()

    def test_input_of_another_type(self):
        made = predictor()
        for dtype in ("int32", "float64", "float16"):
            made.get_input(0).from_numpy(np.zeros((2, 3, 12, 10), dtype))
            with self.assertRaisesRegex(ValueError, "image.*float"):
                made.run()
        fill(made, "f18_convnet")
        made.run()
        self.assert_close(made.get_output(0).numpy(), expected("f18_convnet")[1][0])

    def test_shapes_may_change(self):
        made = predictor()
        image = expected("f18_convnet")[0][0][0]
        wanted = expected("f18_convnet")[1][0]
        for batch in (2, 1, 5, 0, 2):
            indices = [i % 2 for i in range(batch)]
            made.get_input(0).from_numpy(image[indices])
            made.run()
            self.assert_close(made.get_output(0).numpy(), wanted[indices])
        made.get_input(0).from_numpy(np.zeros((2, 4, 12, 10), np.float32))
        with self.assertRaises(RuntimeError):
            made.run()
        made.get_input(0).from_numpy(image)
        made.run()
        self.assert_close(made.get_output(0).numpy(), wanted)

    def test_tensors_and_arrays_outlive_the_predictor(self):
        made = predictor()
        fill(made, "f18_convnet")
        made.run()
        tensor, array, entry = made.get_output(0), made.get_output(0).numpy(), made.get_input(0)
        del made
        gc.collect()
        wanted = expected("f18_convnet")[1][0]
        self.assert_close(array, wanted)
        self.assert_close(tensor.numpy(), wanted)
        view = entry.numpy()
        del entry, tensor
        gc.collect()
        view[:] = 3
        self.assertEqual(view.sum(), 3 * view.size)
        self.assert_close(array, wanted)

    def test_saved_program_carries_kernels(self):
        made = predictor()
        folder = self.dir / "a" / "b"
        made.save_optimized_pb_model(str(folder) + "/")
        made.save_optimized_pb_model(folder)
        self.assertEqual(sorted(os.listdir(folder)), ["model", "params"])
        program = (folder / "model").read_bytes()
        self.assertIn(b"__@kernel_type_attr@__", program)
        for kernel in (b"feed/def/1/4/2", b"fetch/def/1/4/2", b"conv2d/def/2/1/"):
            self.assertIn(kernel, program)
        config = lite.CxxConfig()
        config.set_model_file(folder / "model")
        config.set_param_file(folder / "params")
        again = lite.create_paddle_predictor(config)
        fill(again, "f18_convnet")
        again.run()
        self.assert_close(again.get_output(0).numpy(), expected("f18_convnet")[1][0])
        (self.dir / "file").write_bytes(b"")
        for path in (self.dir / "file" / "x", ""):
            with self.assertRaises(RuntimeError):
                made.save_optimized_pb_model(path)
            with self.assertRaises(RuntimeError):
                made.save_optimized_model(path)


class Tensors(Case):
    def setUp(self):
        super().setUp()
        self.predictor = predictor()
        self.tensor = self.predictor.get_input(0)

    def test_every_dtype_there_and_back(self):
        rng = np.random.default_rng(1)
        for dtype, precision in DTYPES.items():
            array = rng.integers(0, 2 if dtype == "bool" else 100, (3, 4, 5)).astype(dtype)
            for variant in (array, array[::2], array[:, ::-1, 1:4], array.transpose(2, 0, 1), np.asfortranarray(array),
                            array[:0], array.reshape(60), np.broadcast_to(array[0, 0], (2, 5)), array[1, 2, 3],
                            np.array(array[0, 0, 0])):
                self.tensor.from_numpy(variant)
                self.assertEqual(self.tensor.precision(), getattr(lite.PrecisionType, precision))
                self.assertEqual(self.tensor.shape(), list(np.shape(variant)))
                found = self.tensor.numpy()
                self.assertEqual(found.dtype, np.dtype(dtype))
                np.testing.assert_array_equal(found, variant)

    def test_numpy_is_a_view(self):
        fill(self.predictor, "f18_convnet")
        view = self.tensor.numpy()
        image = view.copy()
        self.predictor.run()
        out = self.predictor.get_output(0).numpy()
        first = out.copy()
        view[:] = 0
        self.predictor.run()
        self.assertFalse(np.array_equal(out, first))
        view[:] = image
        self.predictor.run()
        np.testing.assert_array_equal(out, first)
        self.assertTrue(view.flags.writeable)
        self.assertFalse(out.flags.writeable)
        with self.assertRaises(ValueError):
            out[:] = 1

    def test_view_of_a_tensor_that_grows(self):
        self.tensor.from_numpy(np.ones((2, 3), np.float32))
        view = self.tensor.numpy()
        for size in (10, 1000, 1000000):
            self.tensor.from_numpy(np.zeros(size, np.float32))
        self.tensor.resize([1])
        gc.collect()
        view += 1
        self.assertEqual(view.shape, (2, 3))

    def test_from_its_own_memory(self):
        self.tensor.from_numpy(np.arange(12, dtype=np.float32).reshape(3, 4))
        self.tensor.from_numpy(self.tensor.numpy()[::-1, ::-1])
        self.assertEqual(self.tensor.float_data(), list(range(11, -1, -1)))
        self.tensor.from_numpy(self.tensor.numpy())
        self.assertEqual(self.tensor.float_data(), list(range(11, -1, -1)))

    def test_lists(self):
        self.tensor.from_numpy([[1.5, 2], [3, 4]])
        self.assertEqual(self.tensor.precision(), lite.PrecisionType.FP64)
        self.assertEqual(self.tensor.numpy().tolist(), [[1.5, 2], [3, 4]])
        self.tensor.from_numpy(array=7, place=lite.TargetType.Host)
        self.assertEqual((self.tensor.shape(), self.tensor.numpy().item()), ([], 7))

    def test_refused_arrays(self):
        self.tensor.from_numpy(np.float32([1, 2]))
        wrong = [np.zeros(2, "complex64"), np.zeros(2, "uint16"), np.zeros(2, "uint32"), np.zeros(2, "uint64"),
                 np.zeros(2, ">f4"), np.zeros(2, ">i2"), np.array([object(), None]), np.array(["a", "bc"]), np.array([b"a"]),
                 np.zeros(2, "datetime64[s]"), np.zeros(2, "f4,i4"), np.zeros(2, "longdouble"), None, object(), {}, "abc",
                 {"a": 1}, [[1, "x"]], lambda: 1]
        for array in wrong:
            with self.assertRaises(TypeError, msg=repr(array)):
                self.tensor.from_numpy(array)
        with self.assertRaises((ValueError, TypeError)):
            self.tensor.from_numpy([[1, 2], [3]])
        with self.assertRaises(ValueError):
            self.tensor.from_numpy(np.zeros((1,) * 10, np.float32))
        with self.assertRaises(ValueError):
            self.tensor.from_numpy(np.zeros(2, np.float32), lite.TargetType.CUDA)
        with self.assertRaises(TypeError):
            self.tensor.from_numpy(np.zeros(2, np.float32), 1)
        self.assertEqual(self.tensor.float_data(), [1, 2])

    def test_resize(self):
        for shape in ([2, 3], (2, 3), np.array([2, 3]), [np.int32(2), np.int64(3)]):
            self.tensor.resize(shape)
            self.assertEqual(self.tensor.shape(), [2, 3])
        for shape in ([], [0], [-1, 3], [5, 0, 2]):
            self.tensor.resize(shape)
            self.assertEqual(self.tensor.shape(), shape)
        for shape in ([-2], [1 << 62, 1 << 62], [1 << 62, 4], [1] * 10, [-1, -7], [1 << 70]):
            with self.assertRaises(ValueError):
                self.tensor.resize(shape)
        for shape in (3, None, "12", [1.5], ["1"], {1: 2}, np.array([1.5])):
            with self.assertRaises(TypeError):
                self.tensor.resize(shape)

    def test_huge_shapes(self):
        self.tensor.resize([1 << 59])
        with self.assertRaises((MemoryError, ValueError)):
            self.tensor.numpy()
        with self.assertRaises(ValueError):
            self.tensor.set_float_data([1.0])
        with self.assertRaises((MemoryError, ValueError, RuntimeError)):
            self.predictor.run()
        fill(self.predictor, "f18_convnet")
        self.predictor.run()
        self.assert_close(self.predictor.get_output(0).numpy(), expected("f18_convnet")[1][0])

    def test_data_setters(self):
        kinds = (("float", np.float32, [1.5, -2, 3, 4]), ("int32", np.int32, [1, -2, 3, 1 << 30]),
                 ("int8", np.int8, [1, -128, 127, 0]), ("uint8", np.uint8, [0, 255, 7, 1]))
        for name, dtype, values in kinds:
            setter, getter = getattr(self.tensor, f"set_{name}_data"), getattr(self.tensor, f"{name}_data")
            array = np.array(values, dtype)
            doubled = np.repeat(array, 2)
            for given in (values, tuple(values), array, array.reshape(2, 2), doubled[::2], memoryview(array),
                          array.astype("int64") if name != "float" else array.astype("float64"), list(array)):
                self.tensor.resize([2, 2])
                setter(given)
                self.assertEqual(getter(), values)
            setter(data=values, type=lite.TargetType.Host)
            for short in (values[:3], values + [1], [], array[:3], array[:0]):
                with self.assertRaises(ValueError):
                    setter(short)
            for wrong in ("1234", None, [None] * 4, ["1"] * 4, 5, {1: 2}, np.array([None] * 4), np.zeros(4, "complex64")):
                with self.assertRaises(TypeError):
                    setter(wrong)
            with self.assertRaises(ValueError):
                setter(values, type=lite.TargetType.CUDA)
            self.assertEqual(getter(), values)
            self.tensor.resize([0, 2])
            setter([])
            self.assertEqual(getter(), [])
        self.tensor.resize([2])
        self.tensor.set_float_data(np.array([1, 2], np.int64))
        self.assertEqual(self.tensor.float_data(), [1, 2])
        for call in (lambda: self.tensor.set_int8_data([1, 128]), lambda: self.tensor.set_uint8_data([-1, 0]),
                     lambda: self.tensor.set_int32_data([1 << 31, 0]), lambda: self.tensor.set_int8_data(np.array([1, 500]))):
            with self.assertRaises(ValueError):
                call()
        for given in ([1.5, 2], np.array([1.5, 2])):
            with self.assertRaises(TypeError):
                self.tensor.set_int32_data(given)
        with self.assertRaisesRegex(RuntimeError, "int32"):
            self.tensor.int32_data()
        self.tensor.resize([-1, 2])
        with self.assertRaises(RuntimeError):
            self.tensor.set_float_data([1, 2])

    def test_list_that_changes_while_it_is_read(self):
        numbers = []

        class Evil:
            def __float__(self):
                numbers.clear()
                gc.collect()
                return 1.0

        numbers.extend([Evil(), 2.0, 3.0, 4.0])
        self.tensor.resize([4])
        self.tensor.set_float_data(numbers)
        self.assertEqual(self.tensor.float_data(), [1, 2, 3, 4])

    def test_lod(self):
        for lod in ([[0, 2, 3]], [[0, 1], [0, 2, 5]], [], [np.array([0, 4])], np.array([[0, 1], [0, 2]]), ((0, 1),)):
            self.tensor.set_lod(lod)
            self.assertEqual(self.tensor.lod(), [list(level) for level in lod])
        for wrong in (3, [3], [[0.5]], "ab", [None], [["0"]], {}):
            with self.assertRaises(TypeError):
                self.tensor.set_lod(wrong)
        with self.assertRaises(ValueError):
            self.tensor.set_lod([[-1]])
        # Offsets that fit nothing: refused by the operator that reads them.
        made = predictor("f18_lookup_lod")
        fill(made, "f18_lookup_lod")
        for lod in ([[0, 2, 100]], [[5, 2, 0]], [[]], [[0, 1 << 60]], [[1, 6]], [[0, 3], [0, 6], [0, 6]]):
            made.get_input(0).set_lod(lod)
            try:
                made.run()
                made.get_output(0).numpy().copy()
            except RuntimeError:
                pass
        fill(made, "f18_lookup_lod")
        made.run()
        self.assert_close(made.get_output(0).numpy(), expected("f18_lookup_lod")[1][0])

    def test_outputs_are_not_written(self):
        fill(self.predictor, "f18_convnet")
        self.predictor.run()
        out = self.predictor.get_output(0)
        for call in (lambda: out.resize([100]), lambda: out.from_numpy(np.zeros(5)), lambda: out.set_lod([[0, 1]]),
                     lambda: out.set_float_data([0] * 10)):
            with self.assertRaisesRegex(RuntimeError, "output"):
                call()
        self.assert_close(out.numpy(), expected("f18_convnet")[1][0])


class Processes(Case):
    def test_one_predictor_in_many_threads(self):
        made = predictor(threads=2)
        fill(made, "f18_convnet")
        image = expected("f18_convnet")[0][0][0]
        wanted = expected("f18_convnet")[1][0]
        made.run()
        failures = []

        def work(kind):
            try:
                for i in range(60):
                    if kind == 0:
                        made.run()
                    elif kind == 1:
                        made.get_input(0).from_numpy(image[[0, 1] * (i % 3 + 1)])
                    elif kind == 2:
                        with contextlib.suppress(RuntimeError):
                            made.get_output(0).numpy().sum()
                    else:
                        made.get_input(0).resize([i % 4, 3, 12, 10])
                        with contextlib.suppress(RuntimeError):
                            made.run()
            except BaseException as error:  # pylint: disable=broad-except
                failures.append(error)

        threads = [threading.Thread(target=work, args=(i % 4,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        made.get_input(0).from_numpy(image)
        made.run()
        self.assert_close(made.get_output(0).numpy(), wanted)

    def test_finalizers_that_use_the_predictor(self):
        # Collecting garbage, which making any object may start, runs code that comes back to the same predictor.
        made = predictor()
        fill(made, "f18_convnet")
        tensor = made.get_input(0)
        runs = []

        class Cycle:
            def __init__(self):
                self.itself = self

            def __del__(self):
                tensor.shape()
                made.run()
                runs.append(tensor.lod())

        threshold = gc.get_threshold()
        gc.set_threshold(1, 1, 1)
        try:
            for _ in range(50):
                Cycle()
                tensor.set_lod([[0, 1], [0, 1]])
                self.assertEqual(len(tensor.shape() + tensor.lod()), 6)
                with contextlib.suppress(RuntimeError):
                    tensor.resize([1, 2, -3])
                tensor.numpy()
                made.get_output(0).float_data()
        finally:
            gc.set_threshold(*threshold)
        self.assertGreater(len(runs), 10)

    def test_run_lets_other_threads_go_on(self):
        made = predictor()
        made.get_input(0).from_numpy(np.zeros((2000, 3, 12, 10), np.float32))
        made.run()
        gaps, stop = [], threading.Event()

        def work():
            last = time.perf_counter()
            while not stop.is_set():
                now = time.perf_counter()
                gaps.append(now - last)
                last = now

        thread = threading.Thread(target=work)
        thread.start()
        begin = time.perf_counter()
        while time.perf_counter() - begin < 0.3:
            taken = time.perf_counter()
            made.run()
            taken = time.perf_counter() - taken
        stop.set()
        thread.join()
        # Were the interpreter kept, the other thread would stand still for a whole run every time.
        self.assertLess(sorted(gaps)[-10], 0.8 * taken)

    def test_fork(self):
        if not hasattr(os, "fork"):
            self.skipTest("this system has no fork")
        wanted = expected("f18_convnet")[1][0]
        for threads in (1, 2, 3):
            made = predictor(threads=threads)
            fill(made, "f18_convnet")
            made.run()
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    made.run()
                    fresh = predictor(threads=threads)
                    fill(fresh, "f18_convnet")
                    fresh.run()
                    good = np.allclose(made.get_output(0).numpy(), wanted, 1e-5, 1e-6)
                    good = good and np.array_equal(fresh.get_output(0).numpy(), made.get_output(0).numpy())
                    del made, fresh
                    gc.collect()
                    status = 0 if good else 2
                finally:
                    os._exit(status)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            made.run()
            self.assert_close(made.get_output(0).numpy(), wanted)

    def test_fork_while_another_thread_runs(self):
        if not hasattr(os, "fork"):
            self.skipTest("this system has no fork")
        made = predictor(threads=2)
        made.get_input(0).from_numpy(np.zeros((1000, 3, 12, 10), np.float32))
        stop = threading.Event()

        def work():
            while not stop.is_set():
                made.run()

        thread = threading.Thread(target=work)
        thread.start()
        statuses = []
        for _ in range(10):
            child = os.fork()
            if child == 0:
                try:
                    made.run()
                except RuntimeError as error:
                    if "forked" not in str(error):
                        os._exit(3)
                os._exit(0)
            statuses.append(os.waitpid(child, 0)[1])
        stop.set()
        thread.join()
        self.assertEqual(statuses, [0] * 10)

    def test_interpreter_ends_with_living_objects(self):
        code = ("import test_module_helper as h\nkept = h.predictor(threads=2)\nh.fill(kept, 'f18_convnet')\nkept.run()\n"
                "array = kept.get_output(0).numpy()\ncycle = [kept, array]\ncycle.append(cycle)\n")
        shutil.copy(__file__, self.dir / "test_module_helper.py")
        text = (self.dir / "test_module_helper.py").read_text(encoding="utf-8")
        text = text.replace("pathlib.Path(__file__).resolve().parents[2]", f"pathlib.Path({str(ROOT)!r})")
        (self.dir / "test_module_helper.py").write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, "-B", "-c", code], cwd=self.dir, stderr=subprocess.PIPE, check=False,
                              text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Converter(Case):
    def tool(self, *words):
        """(exit status, stdout, stderr) of paddle_lite_opt."""
        done = subprocess.run([sys.executable, "-B", "-m", "paddlelite.opt_tool", *map(str, words)], cwd=self.dir,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
        return done.returncode, done.stdout, done.stderr

    @staticmethod
    def opt():
        made = lite.Opt()
        made.set_model_file(MODELS / "f18_convnet" / "__model__")
        made.set_param_file(MODELS / "f18_convnet" / "__params__")
        made.set_valid_places("x86")
        return made

    def test_class(self):
        made = self.opt()
        made.set_optimize_out(self.dir / "m")
        self.assertIsNone(made.run())
        self.assertEqual(os.listdir(self.dir), ["m.nb"])
        made.set_model_type("protobuf")
        made.set_lite_out(self.dir / "pb")
        made.run()
        self.assertEqual(sorted(os.listdir(self.dir / "pb")), ["model", "params"])
        self.assertIs(made.check_if_model_supported(True), True)
        again = lite.Opt()
        again.run_optimize("", MODELS / "f18_convnet" / "__model__", MODELS / "f18_convnet" / "__params__", "naive_buffer",
                           "x86", self.dir / "n")
        self.assertEqual((self.dir / "n.nb").read_bytes(), (self.dir / "m.nb").read_bytes())
        for call in (again.help, again.executablebin_help, again.print_all_ops, again.print_supported_ops,
                     again.display_kernels_info, again.print_all_ops_in_md_format, again.print_all_ops_in_md_dormat):
            self.assertIsNone(call())
        self.assertEqual(again.version(), predictor().get_version())
        (self.dir / "dots").mkdir()
        self.assertEqual(again.visualize_optimized_nb_model(self.dir / "n.nb", self.dir / "dots"), ["Block_0"])
        self.assertEqual(os.listdir(self.dir / "dots"), ["Block_0.dot"])

    def test_class_failures(self):
        made = self.opt()
        for words in ("foo", "", "x86,nothing"):
            with self.assertRaises(ValueError):
                made.set_valid_places(words)
        with self.assertRaises(ValueError):
            made.set_model_type("onnx")
        with self.assertRaises(ValueError):
            lite.Opt().run()
        made.set_optimize_out(self.dir / "no" / "such" / "folder")
        with self.assertRaises(RuntimeError):
            made.run()
        made.set_optimize_out(self.dir / "m")
        made.set_quant_type("QUANT_INT3")
        with self.assertRaisesRegex(ValueError, "QUANT_INT3"):
            made.run()
        made.set_quant_type("QUANT_INT8")
        made.set_passes_internal(["no_such_pass"])
        with self.assertRaisesRegex(ValueError, "no_such_pass"):
            made.run()
        missing = lite.Opt()
        missing.set_model_dir(self.dir / "none")
        missing.set_optimize_out(self.dir / "m")
        for call in (missing.run, lambda: missing.check_if_model_supported(False)):
            with self.assertRaisesRegex(RuntimeError, "none"):
                call()
        with self.assertRaises(RuntimeError):
            missing.visualize_optimized_nb_model(self.dir / "none.nb", self.dir)
        self.assertEqual(os.listdir(self.dir), [])

    def test_script(self):
        folder = MODELS / "f18_convnet"
        source = (f"--model_file={folder / '__model__'}", f"--param_file={folder / '__params__'}")
        status, out, _ = self.tool(*source, "--optimize_out=o", "--valid_targets=x86", "--optimize_out_type=naive_buffer")
        self.assertEqual(status, 0)
        self.assertIn("2. Model is optimized and saved into o.nb successfully", out)
        self.assertTrue((self.dir / "o.nb").exists())
        self.assertEqual(self.tool(*source, "--optimize_out", "=p.nb", "--valid_targets=x86,", "arm")[0], 0)
        self.assertEqual(sorted(os.listdir(self.dir)), ["o.nb", "p", "p.nb"])
        self.assertEqual(self.tool("--version")[1].split(":")[0], "opt version")
        self.assertIn("--optimize_out", self.tool()[1])
        self.assertEqual(self.tool()[0], 0)
        self.assertEqual(self.tool("--print_all_ops=ON")[0], 0)
        self.assertEqual(self.tool(*source, "--print_model_ops=true", "--valid_targets=x86")[0], 0)
        for words in (("--no_such_flag",), source, ("--valid_targets=foo",), ("--quant_type=x",), ("--sparse_threshold=abc",),
                      ("--model_dir=none", "--optimize_out=q"), ("word",), ("--minloglevel=99999999999", "--version")):
            status, _, error = self.tool(*words)
            self.assertEqual(status, 1, words)
            self.assertRegex(error, r"(?m)^opt: error: ")
        # In one process, flags of one call are gone in the next.
        self.assertEqual(opt_tool.main(["--print_model_ops=true", f"--model_dir={self.dir / 'none'}"]), 1)
        self.assertEqual(opt_tool.main(["--version"]), 0)

    def test_script_of_the_same_flags(self):
        """The script knows the flags of the program, whose own registry of flags it does not share."""
        program = os.environ.get("LITE_OPT_BINARY")
        if program is None:
            self.skipTest("LITE_OPT_BINARY is not set")
        for words in (["--help"], ["--print_all_ops=true"], ["--print_supported_ops", "--valid_targets=x86"],
                      ["--print_format=x"], ["--print_all_ops=maybe"], ["--list_passes"]):
            theirs = subprocess.run([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    check=False, text=True)
            self.assertEqual(self.tool(*words), (theirs.returncode, theirs.stdout, theirs.stderr))


if __name__ == "__main__":
    unittest.main()
