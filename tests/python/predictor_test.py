"""Predictors, and what threads, forks and the end of the interpreter do to them."""
import contextlib
import gc
import os
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

from paddlelite import lite

from models import Case, cxx_config, expected, fill, predictor

TESTS = os.path.dirname(os.path.abspath(__file__))


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

    def test_warm_up(self):
        image = expected("f18_convnet")[0][0][0]
        for array in (image, image.tolist()):  # a list has elements of 64 bits
            config = cxx_config()
            config.set_preferred_inputs_for_warmup(0, 0, np.zeros((3, 3, 12, 10), "float32"))
            config.set_preferred_inputs_for_warmup(1, 0, array, [[0, len(image)]])
            if array is not image:
                with self.assertRaisesRegex(ValueError, "group 1.*image"):
                    lite.create_paddle_predictor(config)
                continue
            made = lite.create_paddle_predictor(config)
            self.assert_close(made.get_output(0).numpy(), expected("f18_convnet")[1][0])
            self.assertEqual(made.get_input(0).lod(), [[0, len(image)]])
        config = cxx_config()
        with self.assertRaisesRegex(ValueError, "at least 0"):
            config.set_preferred_inputs_for_warmup(-1, 0, image)
        with self.assertRaisesRegex(TypeError, "complex"):
            config.set_preferred_inputs_for_warmup(0, 0, np.zeros(3, "complex64"))
        config.set_preferred_inputs_for_warmup(0, 2, image)
        with self.assertRaisesRegex(ValueError, "no input 0 'image'"):
            lite.create_paddle_predictor(config)

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
        # Garbage collection, which creating any object may start, runs code that uses the same
        # predictor.
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
        made.get_input(0).from_numpy(np.zeros((20000, 3, 12, 10), np.float32))
        made.run()
        moments, stop = [], threading.Event()

        def work():
            while not stop.is_set():
                moments.append(time.perf_counter())

        # Much shorter than a run, however fast the machine is.
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1e-4)
        thread = threading.Thread(target=work)
        thread.start()
        try:
            # If the interpreter lock were held, the other thread would only continue between runs.
            for _ in range(50):  # the machine may be busy
                moments.clear()
                begin = time.perf_counter()
                made.run()
                quarter = (time.perf_counter() - begin) / 4
                inside = sum(begin + quarter < moment < begin + 3 * quarter for moment in moments)
                if inside and quarter > 2 * sys.getswitchinterval():
                    break
        finally:
            stop.set()
            thread.join()
        self.assertGreater(quarter, 2 * sys.getswitchinterval())
        self.assertGreater(inside, 0)

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
        code = (f"import sys\nsys.path.insert(0, {TESTS!r})\nimport models\n"
                "kept = models.predictor(threads=2)\nmodels.fill(kept, 'f18_convnet')\nkept.run()\n"
                "array = kept.get_output(0).numpy()\ncycle = [kept, array]\ncycle.append(cycle)\n")
        done = subprocess.run([sys.executable, "-B", "-c", code], cwd=self.dir, stderr=subprocess.PIPE, check=False,
                              text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
