"""Invalid arguments: an exception or a correct result, never a dead interpreter."""
import array
import contextlib
import ctypes
import gc
import mmap
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np

from paddlelite import lite

from models import Case, DTYPES, MODELS, cxx_config, expected, fill, predictor

TESTS = os.path.dirname(os.path.abspath(__file__))
# The exception raised by a wrong argument.
REFUSED = (TypeError, ValueError, RuntimeError, OverflowError, BufferError, MemoryError)


class Arrays(Case):
    def setUp(self):
        super().setUp()
        self.predictor = predictor()
        self.tensor = self.predictor.get_input(0)
        self.tensor.from_numpy(np.float32([[1, 2]]))

    def assert_taken(self, given, wanted=None):
        wanted = np.asarray(given if wanted is None else wanted)
        self.tensor.from_numpy(given)
        found = self.tensor.numpy()
        self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
        np.testing.assert_array_equal(found, wanted)
        self.tensor.from_numpy(np.float32([[1, 2]]))

    def assert_refused(self, given, kinds=TypeError):
        with self.assertRaises(kinds, msg=repr(given)):
            self.tensor.from_numpy(given)
        # Nothing has changed.
        self.assertEqual(self.tensor.numpy().tolist(), [[1, 2]])

    def test_memory_orders(self):
        for dtype in DTYPES:
            base = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5).astype(dtype)
            for given in (base, base.T, base[::-1], base[:, ::-1, :, ::-1], base[..., ::2], base[:, 1:2], base[1:1], base[:, :0],
                          np.asfortranarray(base), base.transpose(2, 0, 3, 1), np.array(base[1, 2, 3, 4]),
                          np.broadcast_to(base[0, 0, 0], (7, 5)), np.lib.stride_tricks.as_strided(base, (3,), (0,)),
                          base.reshape((1,) * 5 + base.shape), np.empty((0,), dtype), np.empty((3, 0, 2), dtype),
                          np.empty((1,) * 9, dtype).astype(dtype) * 0):
                read_only = given.copy(order="A") if given.ndim else given
                read_only.flags.writeable = False
                self.assert_taken(given)
                self.assert_taken(read_only)

    def test_sub_classes_of_arrays(self):
        values = np.arange(6, dtype=np.float32).reshape(2, 3)
        self.assert_taken(np.ma.masked_array(values, values > 3), values)  # masks are ignored
        self.assert_taken(values.view(type("Own", (np.ndarray,), {})), values)
        self.assert_taken(values.view(np.recarray), values)
        with open(self.dir / "values", "wb") as file:
            file.write(values.tobytes())
        mapped = np.memmap(self.dir / "values", np.float32, "r", shape=(2, 3))
        self.assert_taken(mapped, values)
        del mapped

    def test_elements_that_no_tensor_has(self):
        for kind in (">f4", ">i8", ">f2", ">u2", "u2", "u4", "u8", "c8", "c16", "g", "S3", "U3", "O", "V4", "M8[s]", "m8[ms]",
                     [("a", "f4")], [("a", "f4"), ("b", "i4", 3)], [("a", ">f4")]):
            if kind == "g" and np.dtype("g") == np.dtype("d"):
                continue
            for shape in ((2,), (0,), ()):
                self.assert_refused(np.zeros(shape, kind))
        for setter in ("float", "int32", "int8", "uint8"):
            for kind in ("c8", "S3", "U3", "O", "V4", "M8[s]", [("a", "f4")], ">f4"):
                with self.assertRaises(TypeError):
                    getattr(self.tensor, f"set_{setter}_data")(np.zeros(2, kind))
        self.assertEqual(self.tensor.numpy().tolist(), [[1, 2]])
        for wide in ("u2", "u4"):
            with contextlib.suppress(TypeError):
                self.tensor.set_float_data(np.array([1, 2], wide))
        # One byte has no order, and native order has two names.
        for kind in (">i1", ">u1", ">?", "=f4", "<f4"):
            self.assert_taken(np.ones((2, 2), kind), np.ones((2, 2), np.dtype(kind).newbyteorder("=")))

    def test_buffers_that_are_no_arrays(self):
        floats = array.array("f", [1, 2, 3, 4])
        self.assert_taken(floats, np.float32([1, 2, 3, 4]))
        self.assert_taken(memoryview(floats)[::-2], np.float32([4, 2]))
        self.assert_taken(memoryview(floats).cast("B").cast("f", (2, 2)), np.float32([[1, 2], [3, 4]]))
        self.assert_taken((ctypes.c_float * 3)(1, 2, 3), np.float32([1, 2, 3]))
        self.assert_taken(((ctypes.c_int32 * 2) * 2)((1, 2), (3, 4)), np.int32([[1, 2], [3, 4]]))
        self.assert_taken(b"\1\2", np.uint8([1, 2]))
        with mmap.mmap(-1, 8) as mapped:
            self.assert_taken(mapped, np.zeros(8, np.uint8))
        released = memoryview(floats)
        released.release()
        for wrong in (released, (ctypes.c_char * 3)(), memoryview(b"ab").cast("c"), (ctypes.c_void_p * 2)(),
                      array.array("I", [1])):
            self.assert_refused(wrong, (TypeError, ValueError))
        # Not kept: what was read can be resized.
        growing = bytearray(8)
        self.tensor.from_numpy(growing)
        growing.extend(b"12")

    def test_objects_that_lie(self):
        class Raises:
            def __array__(self, *_args, **_kwargs):
                raise ZeroDivisionError("no array today")

        class NoArray:
            def __array__(self, *_args, **_kwargs):
                return 3

        class Interface:
            __array_interface__ = {"shape": (1 << 60,), "typestr": "<f4", "data": None, "version": 3}

        class Long:
            def __len__(self):
                return 1 << 62

            def __getitem__(self, index):
                raise IndexError

        class Uses:
            """Comes back to the tensor that is being written."""

            def __array__(_self, *_args, **_kwargs):  # pylint: disable=no-self-argument
                self.tensor.resize([5])
                self.tensor.numpy()[:] = 7
                return np.float32([[1, 2]])

        self.tensor.from_numpy(Uses())
        self.assertEqual(self.tensor.numpy().tolist(), [[1, 2]])
        self.assert_refused(Raises(), ZeroDivisionError)
        self.assert_refused(NoArray(), REFUSED)
        self.assert_refused(Interface(), REFUSED)
        with contextlib.suppress(*REFUSED):
            self.tensor.from_numpy(Long())

        class Number:
            def __float__(self):
                raise ZeroDivisionError("no number today")

            __index__ = __float__

        class Wrong:
            def __float__(self):
                return "1"

            __index__ = __float__

        class OwnList(list):
            def __getitem__(self, index):
                raise ZeroDivisionError

            def __len__(self):
                return 1 << 40

        self.tensor.from_numpy(np.float32([[1, 2]]))
        for name in ("float", "int32", "int8", "uint8"):
            setter = getattr(self.tensor, f"set_{name}_data")
            for item in (Number(), Wrong(), None, "1", b"1", [1], float("nan") if name != "float" else "nan", 1 << 2000):
                with self.assertRaises((*REFUSED, ZeroDivisionError)):
                    setter([1, item])
                with self.assertRaises((*REFUSED, ZeroDivisionError)):
                    setter((item, 1))
            with contextlib.suppress(*REFUSED):
                setter(Long())
        self.tensor.set_float_data(OwnList([3.0, 4.0]))  # as Python's own functions read it
        self.assertEqual(self.tensor.numpy().tolist(), [[3, 4]])
        self.tensor.set_float_data([True, 1 << 60])
        self.assertEqual(self.tensor.float_data(), [1.0, float(1 << 60)])
        for shape in (Long(), [Number()], [Wrong()], OwnList([2]), [True], [1 << 64], [-(1 << 64)], range(1, 3), "12", iter([1])):
            with contextlib.suppress(*REFUSED, ZeroDivisionError):
                self.tensor.resize(shape)

    def test_shapes(self):
        for shape in ((1,) * 10, (1 << 40,) * 2, (1 << 62, 2), (-2,), (-(1 << 63),), (0, 1 << 62),
                      (0, 1 << 62, 1 << 62)):
            with self.assertRaises(ValueError):
                self.tensor.resize(shape)
        self.tensor.from_numpy(np.float32([[1, 2]]))
        self.assert_refused(np.zeros((1,) * 10, np.float32), ValueError)
        self.tensor.resize((1,) * 9)
        self.tensor.set_float_data([5])
        self.assertEqual(self.tensor.numpy().shape, (1,) * 9)
        with self.assertRaises(RuntimeError):
            self.predictor.run()
        self.tensor.resize([1 << 40])
        for call in (self.tensor.numpy, self.predictor.run, self.tensor.float_data):
            with self.assertRaises((RuntimeError, MemoryError)):
                call()
        # A large array over one element, which memory would not hold.
        huge = np.broadcast_to(np.float32(1), (1 << 42,))
        with self.assertRaises((MemoryError, ValueError, RuntimeError)):
            self.tensor.from_numpy(huge)
        with self.assertRaises((MemoryError, ValueError, RuntimeError)):
            self.tensor.resize([4])
            self.tensor.set_float_data(huge)


class Models(Case):
    def outcome(self, config, inputs):
        """Runs a damaged model; true when it was refused."""
        try:
            made = lite.create_paddle_predictor(config)
            for i in range(len(made.get_input_names())):
                made.get_input(i).from_numpy(inputs[i % len(inputs)])
            made.run()
            for i in range(len(made.get_output_names())):
                made.get_output(i).numpy().copy()
        except (RuntimeError, MemoryError):
            return True
        return False

    def test_truncated_buffers(self):
        for model in ("f18_convnet", "f18_lookup_lod"):
            inputs = [given for given, _ in expected(model)[0]]
            predictor(model).save_optimized_model(self.dir / model)
            light = (self.dir / (model + ".nb")).read_bytes()
            program = (MODELS / model / "__model__").read_bytes()
            params = (MODELS / model / "__params__").read_bytes()
            for length in range(0, len(light), 97):
                config = lite.MobileConfig()
                config.set_model_from_buffer(light[:length])
                self.assertTrue(self.outcome(config, inputs), (model, length))
            for length in range(0, len(program), 97):
                config = lite.CxxConfig()
                config.set_model_buffer(program[:length], length, params, len(params))
                self.outcome(config, inputs)  # a program may end after any operator
            for length in range(0, len(params), 97):
                config = lite.CxxConfig()
                config.set_model_buffer(program, len(program), params[:length], length)
                self.assertTrue(self.outcome(config, inputs), (model, length))
            config = lite.CxxConfig()
            config.set_model_buffer(program, len(program), params + b"\0", len(params) + 1)
            self.assertTrue(self.outcome(config, inputs))

    def test_models_for_another_config(self):
        predictor().save_optimized_model(self.dir / "m")
        light = (self.dir / "m.nb").read_bytes()
        program = (MODELS / "f18_convnet" / "__model__").read_bytes()
        for wrong in (program, b"", b"\0" * 1000, b"\xff" * 1000, "text", "\u20ac" * 100, program[::-1]):
            config = lite.MobileConfig()
            config.set_model_from_buffer(wrong)
            self.assertTrue(self.outcome(config, [np.zeros(1, np.float32)]))
        for wrong in (light, b"\xff" * 100, "text"):
            config = lite.CxxConfig()
            config.set_model_buffer(wrong, len(wrong), b"", 0)
            with self.assertRaises(RuntimeError):
                lite.create_paddle_predictor(config)
        for wrong in (None, 3, [1], object(), {}):
            with self.assertRaises(TypeError):
                lite.MobileConfig().set_model_from_buffer(wrong)
            with self.assertRaises(TypeError):
                lite.CxxConfig().set_model_buffer(wrong, 1, b"", 0)
        with self.assertRaises(ValueError):
            lite.MobileConfig().set_model_from_buffer("\udcff")

    def test_paths(self):
        class Path:
            def __init__(self, value):
                self.value = value

            def __fspath__(self):
                if isinstance(self.value, Exception):
                    raise self.value
                return self.value

        predictor().save_optimized_model(self.dir / "m")
        model = self.dir / "m.nb"
        odd = os.fsencode(self.dir) + b"/\xff\xfe \xe2\x82\xac.nb"  # no text in any encoding
        pathlib.Path(os.fsdecode(odd)).write_bytes(model.read_bytes())
        for good in (model, str(model), os.fsencode(model), Path(str(model)), odd, os.fsdecode(odd), Path(odd),
                     pathlib.Path(os.fsdecode(odd))):
            config = lite.MobileConfig()
            config.set_model_from_file(good)
            lite.create_paddle_predictor(config)
        for wrong in ("a\0b", b"a\0b", Path("a\0b")):
            with self.assertRaises(ValueError):
                lite.MobileConfig().set_model_from_file(wrong)
        for wrong in (None, 3, 1.5, [], Path(3), Path(None), object()):
            with self.assertRaises(TypeError):
                lite.MobileConfig().set_model_from_file(wrong)
        with self.assertRaises(ZeroDivisionError):
            lite.MobileConfig().set_model_from_file(Path(ZeroDivisionError()))
        with self.assertRaises(UnicodeEncodeError):
            lite.MobileConfig().set_model_from_file("\ud800")
        for missing in ("", "none", "x" * 5000, self.dir, "/dev/null", model / "below", "/proc/self/mem"):
            config = lite.MobileConfig()
            config.set_model_from_file(missing)
            with self.assertRaises(RuntimeError):
                lite.create_paddle_predictor(config)
            with self.assertRaises(RuntimeError):
                lite.Opt().visualize_optimized_nb_model(missing, self.dir)
        made = predictor()
        for target in ("", "x" * 5000, model / "below", "/proc/none/x", self.dir / "no" / "folder"):
            with self.assertRaises(OSError if target else RuntimeError):
                made.save_optimized_model(target)


class ManyThreads(Case):
    def hammer(self, works, rounds):
        """Runs every function of `works` again and again, each in a thread of its own."""
        failures = []

        def repeat(work):
            try:
                for i in range(rounds):
                    work(i)
            except BaseException as error:  # pylint: disable=broad-except
                failures.append(error)

        threads = [threading.Thread(target=repeat, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_everything_at_once(self):
        made = predictor(threads=2)
        fill(made, "f18_convnet")
        made.run()
        image = expected("f18_convnet")[0][0][0]
        held = []

        def views(_):
            with contextlib.suppress(RuntimeError):
                held.append(made.get_output(0).numpy())
            del held[:-5]

        def write(i):
            made.get_input(0).from_numpy(image[: i % 3])
            made.get_input(0).set_lod([[0, i]])

        def read(_):
            with contextlib.suppress(RuntimeError):
                made.get_output(0).float_data()
            repr(made.get_input(0))
            made.get_input_names()

        def save(i):
            made.save_optimized_model(self.dir / f"m{i % 2}")

        def run(_):
            with contextlib.suppress(RuntimeError):
                made.run()

        self.hammer([views, write, read, save, run, run, lambda _: gc.collect()], 20)
        made.get_input(0).from_numpy(image)
        made.run()
        self.assert_close(made.get_output(0).numpy(), expected("f18_convnet")[1][0])

    def test_made_and_dropped(self):
        predictor().save_optimized_model(self.dir / "m")
        wanted = expected("f18_convnet")[1][0]

        def full(_):
            made = predictor()
            fill(made, "f18_convnet")
            made.run()
            self.assert_close(made.get_output(0).numpy(), wanted)

        def light(_):
            config = lite.MobileConfig()
            config.set_model_from_file(self.dir / "m.nb")
            made = lite.create_paddle_predictor(config)
            fill(made, "f18_convnet")
            tensor = made.get_output(0)
            made.run()
            del made
            self.assert_close(tensor.numpy(), wanted)

        def wrong(_):
            with self.assertRaises(FileNotFoundError):
                config = lite.CxxConfig()
                config.set_model_dir(self.dir / "none")
                lite.create_paddle_predictor(config)

        shared = cxx_config()

        def same_config(i):
            shared.set_threads(i % 2 + 1)
            lite.create_paddle_predictor(shared)

        def convert(_):
            with tempfile.TemporaryDirectory() as folder:
                made = lite.Opt()
                made.set_model_file(MODELS / "f18_convnet" / "__model__")
                made.set_param_file(MODELS / "f18_convnet" / "__params__")
                made.set_valid_places("x86")
                made.set_optimize_out(pathlib.Path(folder) / "o")
                made.run()
                self.assertEqual(os.listdir(folder), ["o.nb"])

        self.hammer([full, full, light, light, wrong, same_config, convert, convert], 6)


class Ends(Case):
    def end(self, code):
        begin = f"import sys\nsys.path.insert(0, {TESTS!r})\nimport gc, threading, time\nimport numpy as np\nimport models\n"
        done = subprocess.run([sys.executable, "-B", "-c", begin + code], cwd=self.dir, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_threads_that_the_end_of_the_interpreter_stops(self):
        code = ("made = models.predictor()\nmade.get_input(0).from_numpy(np.zeros((300, 3, 12, 10), np.float32))\n"
                "def work():\n    while True:\n        made.run()\n        made.get_input(0).numpy()\n"
                "for _ in range(3):\n    threading.Thread(target=work, daemon=True).start()\n"
                "class Last:\n    def __del__(self):\n        try:\n            made.run()\n"
                "        except RuntimeError as error:\n            assert 'interpreter is ending' in str(error)\n"
                "last = Last()\ntime.sleep(0.05)\n")
        for _ in range(3):
            self.assertEqual(self.end(code), "")

    def test_objects_in_cycles(self):
        self.end("class Holder:\n    pass\nholder = Holder()\nholder.made = models.predictor(threads=2)\n"
                 "models.fill(holder.made, 'f18_convnet')\nholder.made.run()\nholder.view = holder.made.get_output(0).numpy()\n"
                 "holder.itself = holder\nview = holder.view\ndel holder\ngc.collect()\nassert np.isfinite(view).all()\n")

    def test_exit_in_the_middle(self):
        self.end("made = models.predictor(threads=2)\nmodels.fill(made, 'f18_convnet')\nmade.run()\nimport os\nos._exit(0)\n")
        self.end("import atexit\nmade = models.predictor(threads=2)\nmodels.fill(made, 'f18_convnet')\n"
                 "atexit.register(made.run)\natexit.register(models.predictor)\nsys.exit(0)\n")


if __name__ == "__main__":
    unittest.main()
