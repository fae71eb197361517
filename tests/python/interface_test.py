"""The names, enumerations and configs of the module."""
import ast
import copy
import errno
import gc
import importlib
import inspect
import os
import pathlib
import pickle
import subprocess
import sys
import unittest
import weakref

import numpy as np

from paddlelite import lite

from models import Case, MODELS, PACKAGE, expected, fill, predictor


# The contents of the official wheel 2.13rc0 for x86.
OFFICIAL = {
    "CLPrecisionType": "CL_PRECISION_AUTO CL_PRECISION_FP16 CL_PRECISION_FP32",
    "CLTuneMode": "CL_TUNE_EXHAUSTIVE CL_TUNE_NONE CL_TUNE_NORMAL CL_TUNE_RAPID",
    "CxxConfig": (
        "add_discarded_pass is_model_from_memory model_dir model_file nnadapter_context_properties "
        "nnadapter_device_names nnadapter_mixed_precision_quantization_config_path nnadapter_model_cache_dir "
        "nnadapter_subgraph_partition_config_path param_file power_mode set_metal_lib_path set_metal_use_memory_reuse "
        "set_metal_use_mps set_model_buffer set_model_dir set_model_file set_nnadapter_context_properties "
        "set_nnadapter_device_names set_nnadapter_mixed_precision_quantization_config_path "
        "set_nnadapter_model_cache_dir set_nnadapter_subgraph_partition_config_path set_opencl_binary_path_name "
        "set_opencl_precision set_opencl_tune set_param_file set_passes_internal set_power_mode set_threads "
        "set_valid_places threads"),
    "CxxPredictor": (
        "get_input get_input_by_name get_input_names get_output get_output_by_name get_output_names get_version run "
        "save_optimized_model save_optimized_pb_model"),
    "DataLayoutType": "Any ImageDefault ImageFolder ImageNW MetalTexture2D MetalTexture2DArray NCHW NHWC Unk",
    "LightPredictor": (
        "get_input get_input_by_name get_input_names get_output get_output_by_name get_output_names get_version run"),
    "MobileConfig": (
        "is_model_from_memory model_dir set_metal_lib_path set_metal_use_memory_reuse set_metal_use_mps "
        "set_model_buffer set_model_dir set_model_from_buffer set_model_from_file set_nnadapter_context_properties "
        "set_nnadapter_device_names set_nnadapter_dynamic_shape_info set_nnadapter_model_cache_buffers "
        "set_nnadapter_model_cache_dir set_opencl_binary_path_name set_opencl_precision set_opencl_tune"),
    "Opt": (
        "check_if_model_supported display_kernels_info enable_fp16 executablebin_help help print_all_ops "
        "print_all_ops_in_md_dormat print_supported_ops record_model_info run run_optimize set_model_dir "
        "set_model_file set_model_type set_modelset_dir set_optimize_out set_param_file set_passes_internal "
        "set_quant_model set_quant_type set_sparse_model set_sparse_threshold set_valid_places version "
        "visualize_optimized_nb_model"),
    "Place": "is_valid",
    "PowerMode": (
        "LITE_POWER_FULL LITE_POWER_HIGH LITE_POWER_LOW LITE_POWER_NO_BIND LITE_POWER_RAND_HIGH LITE_POWER_RAND_LOW"),
    "PrecisionType": "Any BF16 BOOL FP16 FP32 FP64 INT16 INT32 INT64 INT8 UINT8 Unk",
    "TargetType": (
        "APU ARM Any BM FPGA HUAWEI_ASCEND_NPU Host IMAGINATION_NNA INTEL_FPGA MLU Metal NNAdapter OpenCL RKNPU Unk "
        "X86 XPU"),
    "Tensor": (
        "float_data from_numpy int32_data int8_data lod numpy precision resize set_float_data set_int32_data "
        "set_int8_data set_lod set_uint8_data shape target uint8_data"),
}


class Names(unittest.TestCase):
    def test_everything_that_the_official_package_has(self):
        for name, members in OFFICIAL.items():
            self.assertEqual(set(members.split()) - set(dir(getattr(lite, name))), set(), name)

    def test_import_names(self):
        for name in ("lite", "lite_core"):
            self.assertIs(__import__(name), lite)

    def test_star_import_brings_the_interface_alone(self):
        names = {}
        exec("from paddlelite.lite import *", names)  # pylint: disable=exec-used
        names.pop("__builtins__")
        self.assertEqual(set(names), {
            "CLPrecisionType", "CLTuneMode", "CxxConfig", "CxxPredictor", "DataLayoutType", "LightPredictor",
            "LiteError", "LiteFileNotFoundError", "LiteIndexError", "LiteKeyError", "LiteMemoryError", "LiteOSError",
            "LiteValueError", "LogLevel", "MLUCoreVersion", "MobileConfig", "Opt", "Place", "PowerMode", "PrecisionType",
            "TargetType", "Tensor", "create_paddle_predictor", "get_log_level", "load_operators", "register_operator",
            "set_log_level", "set_logger"})

    def test_stub_and_module_agree(self):
        with open(PACKAGE / "lite.pyi", encoding="utf-8") as file:
            tree = ast.parse(file.read())
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

        def parameters(args):
            """The names, with the number of positional-only ones, and of those that have a default."""
            return ([arg.arg for arg in args.posonlyargs + args.args + args.kwonlyargs], len(args.posonlyargs) or 1,
                    len(args.defaults) + sum(default is not None for default in args.kw_defaults))

        def parameters_of(function):
            found = inspect.signature(function).parameters.values()
            return ([item.name for item in found], sum(item.kind == item.POSITIONAL_ONLY for item in found),
                    sum(item.default is not item.empty for item in found))

        def members(node):
            names = {}
            for base in node.bases:
                if isinstance(base, ast.Name) and base.id in classes:
                    names.update(members(classes[base.id]))
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("__"):
                    names[item.name] = None if item.decorator_list else parameters(item.args)
                elif isinstance(item, ast.Assign):
                    names[item.targets[0].id] = None
            return names

        for name, node in classes.items():
            if name.startswith("_"):
                continue
            self.assertTrue(hasattr(lite, name), name)
            found = {entry for entry in vars(getattr(lite, name)) if not entry.startswith("_")}
            if "Error" not in name:
                self.assertEqual(found, set(members(node)), name)
            for method, wanted in members(node).items():
                if wanted is not None:
                    self.assertEqual(parameters_of(getattr(getattr(lite, name), method)), wanted, (name, method))
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")}
        self.assertEqual(set(lite.__all__) - set(classes), functions)
        listed = next(node.value for node in tree.body
                      if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
        self.assertEqual(set(ast.literal_eval(listed)), set(lite.__all__))
        self.assertTrue((PACKAGE / "py.typed").exists())

    def test_other_interpreters_are_refused(self):
        code = ("try:\n    import _interpreters as other\nexcept ImportError:\n    import _xxsubinterpreters as other\n"
                "words = 'import sys\\ntry:\\n    import paddlelite.lite\\nexcept ImportError as error:\\n    print(error, flush=True)'\n"
                "for made in (other.create(), other.create(), other.create(MODE) if MODE else other.create()):\n"
                "    other.run_string(made, words)\n    other.destroy(made)\n"
                "import paddlelite.lite as lite\nprint(lite.TargetType.X86, flush=True)\n"
                "made = other.create(MODE) if MODE else other.create()\nother.run_string(made, words)\n")
        mode = "MODE = %s\n" % ("'legacy'" if sys.version_info >= (3, 13) else "None")
        for first in ("", "import paddlelite.lite\n"):
            done = subprocess.run([sys.executable, "-B", "-W", "ignore", "-c", mode + first + code], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False, text=True)
            self.assertEqual(done.returncode, 0, done.stdout)
            lines = done.stdout.splitlines()
            self.assertEqual(len(lines), 5, done.stdout)
            self.assertEqual(lines.pop(3), "TargetType.X86")
            for line in lines:
                self.assertRegex(line, "main interpreter only|does not support loading in subinterpreters")

    def test_imported_again(self):
        before = lite.TargetType.X86
        del sys.modules["paddlelite.lite"]
        try:
            again = importlib.import_module("paddlelite.lite")
            self.assertIs(again.TargetType.X86, before)
            self.assertIs(again.CxxConfig, lite.CxxConfig)
        finally:
            sys.modules["paddlelite.lite"] = lite

    def test_old_layout(self):
        # python/lib: only the module, as in packages before the wheel.
        library = PACKAGE.parents[1] / "lib"
        for name in ("lite", "lite_core"):
            text = subprocess.run(
                [sys.executable, "-c", f"import {name} as m; print(m.__name__, m.CxxConfig.__module__, m.TargetType(2))"],
                env={**os.environ, "PYTHONPATH": str(library)}, stdout=subprocess.PIPE, check=True, text=True).stdout
            self.assertEqual(text, f"{name} {name} TargetType.X86\n")


class Classes(Case):
    def test_made_of_ours(self):
        class Config(lite.MobileConfig):
            """A config that knows its model."""

            def __init__(self, path, threads=1):
                super().__init__()
                self.path = path
                self.set_model_from_file(path)
                self.set_threads(threads)

        class Corner(lite.Place):
            pass

        class Runner(lite.LightPredictor):
            pass

        predictor().save_optimized_model(self.dir / "m")
        config = Config(self.dir / "m.nb", threads=2)
        self.assertEqual((config.path, config.threads()), (self.dir / "m.nb", 2))
        self.assertIs(type(lite.create_paddle_predictor(config)), lite.LightPredictor)
        corner = Corner(lite.TargetType.X86, precision=lite.PrecisionType.INT8)
        self.assertEqual((corner.target, corner.precision), (lite.TargetType.X86, lite.PrecisionType.INT8))
        full = lite.CxxConfig()
        full.set_valid_places([corner])
        with self.assertRaisesRegex(RuntimeError, "empty"):
            Runner().run()
        with self.assertRaises(TypeError):
            Runner(1)
        # Made without __init__: nothing was set.
        self.assertFalse(lite.Place.__new__(lite.Place).is_valid())
        with self.assertRaises(RuntimeError):
            lite.create_paddle_predictor(Config.__new__(Config))
        with self.assertRaises(TypeError):
            type("Own", (lite.Tensor,), {})()
        with self.assertRaises(TypeError):
            object.__new__(lite.CxxConfig)

        class Circle(lite.Opt):
            pass

        for kind in (Config, Circle, Runner):
            made = kind.__new__(kind)
            made.itself = made  # freed by the collector
            gone = weakref.ref(made)
            del made
            gc.collect()
            self.assertIsNone(gone())

    @unittest.skipIf(sys.version_info < (3, 9), "the stable interface of 3.8 has no weak references")
    def test_weak_references(self):
        made = predictor()
        fill(made, "f18_convnet")
        made.run()
        objects = [made, made.get_input(0), lite.CxxConfig(), lite.MobileConfig(), lite.Opt(),
                   lite.Place(lite.TargetType.X86)]
        found = [weakref.ref(item) for item in objects]
        self.assertTrue(all(ref() is item for ref, item in zip(found, objects)))
        array = made.get_output(0).numpy()
        del made, objects
        self.assertEqual([ref() for ref in found], [None] * 6)
        self.assert_close(array, expected("f18_convnet")[1][0])


class Enumerations(unittest.TestCase):
    def test_values(self):
        self.assertEqual({name: int(member) for name, member in lite.TargetType.__members__.items()}, {
            "Unk": 0, "Host": 1, "X86": 2, "CUDA": 3, "ARM": 4, "OpenCL": 5, "Any": 6, "FPGA": 7, "NPU": 8, "XPU": 9,
            "BM": 10, "MLU": 11, "RKNPU": 12, "APU": 13, "HUAWEI_ASCEND_NPU": 14, "IMAGINATION_NNA": 15,
            "INTEL_FPGA": 16, "Metal": 17, "NNAdapter": 18})
        self.assertEqual([member.name for member in lite.PrecisionType], [
            "Unk", "FP32", "INT8", "INT32", "Any", "FP16", "BOOL", "INT64", "INT16", "UINT8", "FP64",
            "BF16"])
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
        self.assertEqual(config.max_loop_iterations(), 0)
        config.set_max_loop_iterations(1 << 40)
        self.assertEqual(config.max_loop_iterations(), 1 << 40)
        with self.assertRaises(lite.LiteValueError):
            config.set_max_loop_iterations(0)
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
        for wrong in (None, 3, "x", lite.CxxPredictor(), lite.CxxConfig):
            with self.assertRaises(TypeError):
                lite.create_paddle_predictor(wrong)
        with self.assertRaises(TypeError):
            lite.create_paddle_predictor()

    def test_missing_files(self):
        program = (MODELS / "f18_convnet" / "__model__").read_bytes()
        params = MODELS / "f18_convnet" / "__params__"

        def cxx(**settings):
            config = lite.CxxConfig()
            for name, value in settings.items():
                getattr(config, name)(value)
            return config

        def refused(config, text):
            with self.assertRaisesRegex(FileNotFoundError, text) as caught:
                lite.create_paddle_predictor(config)
            self.assertIsInstance(caught.exception, lite.LiteFileNotFoundError)
            self.assertEqual(caught.exception.errno, errno.ENOENT)

        refused(cxx(set_model_dir=self.dir), "holds no program")
        (self.dir / "__model__").write_bytes(program)
        refused(cxx(set_model_dir=self.dir), "holds no values")
        (self.dir / "conv2d_0.w_0").write_bytes(b"")  # one file for each parameter
        (self.dir / "params").mkdir()
        refused(cxx(set_model_file=self.dir / "none", set_param_file=params), "none")
        refused(cxx(set_model_file=self.dir / "__model__", set_param_file=self.dir / "none"), "none")
        refused(cxx(set_model_file=self.dir / "__model__" / "below", set_param_file=params), "below")
        mobile = lite.MobileConfig()
        mobile.set_model_dir(self.dir)
        refused(mobile, str(self.dir))
        with self.assertRaises(FileNotFoundError):
            predictor().save_optimized_model(self.dir / "no" / "such" / "folder")
        # Anything else that may be missing is not a file.
        (self.dir / "unknown").write_bytes(program.replace(b"softmax", b"softmux"))
        with self.assertRaisesRegex(RuntimeError, "softmux") as caught:
            lite.create_paddle_predictor(cxx(set_model_file=self.dir / "unknown", set_param_file=params))
        self.assertNotIsInstance(caught.exception, OSError)
        with self.assertRaisesRegex(ValueError, "no_such_pass"):
            lite.create_paddle_predictor(cxx(set_model_file=self.dir / "__model__", set_param_file=params,
                                             set_passes_internal=["no_such_pass"]))

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


if __name__ == "__main__":
    unittest.main()
