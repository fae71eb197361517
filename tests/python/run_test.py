"""Runs on arrays, clones, and what a predictor says about itself."""
import gc
import sys
import threading
import time
import unittest

import numpy as np

from paddlelite import lite

from models import Case, expected, fill, predictor


class RunOnArrays(Case):
    def setUp(self):
        super().setUp()
        self.predictor = predictor()
        self.image = expected("f18_convnet")[0][0][0]
        self.wanted = expected("f18_convnet")[1]

    def test_dict_and_list(self):
        for inputs in ({"image": self.image}, [self.image], (self.image,), {"image": self.image.tolist()}):
            found = self.predictor.run(inputs)
            self.assertIsInstance(found, list)
            self.assertEqual(len(found), len(self.wanted))
            for array, wanted in zip(found, self.wanted):
                self.assert_close(array, wanted)
        self.assert_close(self.predictor.run(inputs={"image": self.image})[0], self.wanted[0])
        self.assertIsNone(self.predictor.run())
        self.assertIsNone(self.predictor.run(None))

    def test_results_are_kept(self):
        first, second = [self.predictor.run({"image": self.image[[i]]})[0] for i in range(2)]
        self.assert_close(first, self.wanted[0][[0]])
        self.assert_close(second, self.wanted[0][[1]])
        first[:] = 0
        self.assert_close(self.predictor.get_output(0).numpy(), self.wanted[0][[1]])
        del self.predictor
        gc.collect()
        self.assert_close(second, self.wanted[0][[1]])

    def test_inputs_keep_their_data(self):
        self.predictor.run([self.image])
        self.assert_close(self.predictor.run({})[0], self.wanted[0])

    def test_wrong_inputs(self):
        with self.assertRaisesRegex(lite.LiteKeyError, "no input 'picture'.*image"):
            self.predictor.run({"picture": self.image})
        for wrong in ([], [self.image] * 2):
            with self.assertRaisesRegex(lite.LiteValueError, "the model has 1 inputs: .*image"):
                self.predictor.run(wrong)
        for wrong in (self.image, "image", 3, {1: self.image}, {"image": None}, [object()], {"image": "abc"}):
            with self.assertRaises(TypeError):
                self.predictor.run(wrong)
        for empty in (lite.CxxPredictor(), lite.LightPredictor()):
            for call in (lambda: empty.run({}), empty.clone, empty.get_param_names, empty.try_shrink_memory):
                with self.assertRaisesRegex(lite.LiteError, "empty"):
                    call()
        # A failed run leaves a usable predictor.
        self.assert_close(self.predictor.run([self.image])[0], self.wanted[0])

    def test_an_array_that_uses_the_predictor(self):
        class Uses:
            def __array__(_self, *_args, **_kwargs):  # pylint: disable=no-self-argument
                self.predictor.run([self.image * 0])
                return self.image

        self.assert_close(self.predictor.run({"image": Uses()})[0], self.wanted[0])

    def test_one_predictor_in_many_threads(self):
        """A call with arrays sets, runs and copies as a whole."""
        failures = []

        def work(i):
            try:
                for _ in range(40):
                    self.assert_close(self.predictor.run({"image": self.image[[i % 2]]})[0], self.wanted[0][[i % 2]])
            except BaseException as error:  # pylint: disable=broad-except
                failures.append(error)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


class PythonsWords(Case):
    """Errors name what Python has: from_numpy, numpy's types."""

    def test_input_without_data(self):
        made = predictor()
        with self.assertRaisesRegex(lite.LiteError, r"^input 'image' has no data: call from_numpy first$"):
            made.run()
        made.get_input(0).resize([2, 3, 12, 10])
        with self.assertRaisesRegex(lite.LiteError, "input 'image' has no data: call from_numpy first"):
            made.run()
        fill(made, "f18_convnet")
        made.get_input(0).resize([20, 3, 12, 10])
        with self.assertRaisesRegex(lite.LiteError, r"'image' was resized to \[20, 3, 12, 10\].*call from_numpy"):
            made.run()

    def test_input_of_another_type(self):
        made = predictor()
        image = expected("f18_convnet")[0][0][0]
        for dtype in ("float64", "int32", "uint8", "bool"):
            with self.assertRaisesRegex(
                    lite.LiteValueError,
                    rf"^input 'image' is an array of {dtype}, the model expects float32: use x.astype\(np.float32\)$"):
                made.run({"image": image.astype(dtype)})
        self.assert_close(made.run({"image": image})[0], expected("f18_convnet")[1][0])

    def test_elements_that_no_tensor_has(self):
        tensor = predictor().get_input(0)
        for dtype, name in (("uint16", "uint16"), ("uint64", "uint64"), ("complex64", "complex64"), ("O", "object")):
            with self.assertRaisesRegex(TypeError, f"found {name}"):
                tensor.from_numpy(np.zeros(2, dtype))


class Clones(Case):
    def test_clones_in_threads(self):
        """Clones run at the same time, share the weights, and do not see each other's data."""
        first = predictor(threads=1)
        first.save_optimized_model(self.dir / "m")
        config = lite.MobileConfig()
        config.set_model_from_file(self.dir / "m.nb")
        image, wanted = expected("f18_convnet")[0][0][0], expected("f18_convnet")[1][0]
        for made in (first, lite.create_paddle_predictor(config)):
            clones = [made.clone() for _ in range(2)]
            for clone in clones:
                self.assertIs(type(clone), type(made))
                self.assertEqual(clone.get_input_names(), ["image"])
            barrier, failures = threading.Barrier(2, timeout=60), []

            def work(clone, i):
                try:
                    for _ in range(30):
                        barrier.wait()
                        self.assert_close(clone.run({"image": image[[i]]})[0], wanted[[i]])
                except BaseException as error:  # pylint: disable=broad-except
                    failures.append(error)
                    barrier.abort()

            threads = [threading.Thread(target=work, args=(clone, i)) for i, clone in enumerate(clones)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])
            del made
            gc.collect()
            self.assert_close(clones[0].run([image])[0], wanted)

    def test_two_clones_run_at_the_same_time(self):
        """While one thread is in run(), another one completes runs of a clone."""
        slow = predictor()
        quick = slow.clone()
        quick.run([expected("f18_convnet")[0][0][0]])
        slow.run([np.zeros((20000, 3, 12, 10), np.float32)])
        completed, stop = [], threading.Event()

        def work():
            while not stop.is_set():
                quick.run()
                completed.append(time.perf_counter())

        # Much shorter than a run, however fast the machine is.
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1e-4)
        thread = threading.Thread(target=work)
        thread.start()
        try:
            inside = 0
            for _ in range(20):  # the machine may be busy
                begin = time.perf_counter()
                slow.run()
                quarter = (time.perf_counter() - begin) / 4
                inside += sum(begin + quarter < moment < begin + 3 * quarter for moment in completed)
                if inside:
                    break
        finally:
            stop.set()
            thread.join()
        self.assertGreater(quarter, 2 * sys.getswitchinterval())
        self.assertGreater(inside, 0)

    def test_private_weights(self):
        made = predictor()
        names = made.get_param_names()
        self.assertGreater(len(names), 2)
        self.assertTrue(all(isinstance(name, str) for name in names))
        image, wanted = expected("f18_convnet")[0][0][0], expected("f18_convnet")[1][0]
        for private in (names[:1], tuple(names), []):
            self.assert_close(made.clone(private_params=private).run([image])[0], wanted)
        with self.assertRaisesRegex(lite.LiteKeyError, "no weight 'none'"):
            made.clone(["none"])
        with self.assertRaises(TypeError):
            made.clone("none")

    def test_shrink_memory(self):
        made = predictor()
        image, wanted = expected("f18_convnet")[0][0][0], expected("f18_convnet")[1][0]
        kept = made.run([image])[0]
        view = made.get_output(0).numpy()
        self.assertIs(made.try_shrink_memory(), True)
        self.assert_close(kept, wanted)
        self.assert_close(view, wanted)
        with self.assertRaisesRegex(lite.LiteError, "call from_numpy"):
            made.run()
        self.assert_close(made.run([image])[0], wanted)


class Representations(Case):
    def test_predictors(self):
        made = predictor()
        name = made.get_output_names()[0]
        inputs = "inputs: 'image' float32 [-1, 3, 12, 10]; outputs: '"
        self.assertEqual(repr(made), f"<CxxPredictor, {inputs}{name}' float32 [-1, 5]>")
        made.run([expected("f18_convnet")[0][0][0]])
        self.assertEqual(repr(made), f"<CxxPredictor, {inputs}{name}' float32 [-1, 5]>")
        made.save_optimized_model(self.dir / "m")
        config = lite.MobileConfig()
        config.set_model_from_file(self.dir / "m.nb")
        self.assertIn(f"<LightPredictor, {inputs}", repr(lite.create_paddle_predictor(config)))
        self.assertEqual(repr(lite.LightPredictor()), "<LightPredictor, empty>")


if __name__ == "__main__":
    unittest.main()
