"""Arrays in and out of tensors."""
import gc
import unittest

import numpy as np

from paddlelite import lite

from models import Case, DTYPES, expected, fill, predictor


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

    def test_views_by_protocol(self):
        """Versions of numpy whose own interface is unknown make the same arrays from a protocol."""
        for dtype in DTYPES:
            for shape in ((), (0,), (3,), (2, 0, 3), (1, 1), (2, 3, 4), (1,) * 9):
                array = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
                self.tensor.from_numpy(array)
                view = self.tensor.numpy()
                again = np.asarray(view.base)
                self.assertIsNot(again, view)
                for found in (view, again):
                    self.assertEqual((found.dtype, found.shape), (array.dtype, shape))
                    if array.size:
                        self.assertEqual(found.strides, array.strides)
                    self.assertTrue(found.flags.c_contiguous and found.flags.aligned and found.flags.writeable)
                    self.assertFalse(found.flags.owndata)
                    np.testing.assert_array_equal(found, array)
                if array.size:
                    again[(0,) * len(shape)] = 1
                    self.assertEqual(view[(0,) * len(shape)], 1)
        again = np.asarray(self.tensor.numpy().base)
        self.tensor = self.predictor = None
        gc.collect()
        self.assertEqual(again.tolist(), [[[[[[[[[1.0]]]]]]]]])

    def test_from_its_own_memory(self):
        self.tensor.from_numpy(np.arange(12, dtype=np.float32).reshape(3, 4))
        self.tensor.from_numpy(self.tensor.numpy()[::-1, ::-1])
        self.assertEqual(self.tensor.float_data(), list(range(11, -1, -1)))
        self.tensor.from_numpy(self.tensor.numpy())
        self.assertEqual(self.tensor.float_data(), list(range(11, -1, -1)))

    def test_lists(self):
        """Lists, tuples and numbers become the type that the model declares; arrays keep theirs."""
        for given in ([[1.5, 2], [3, 4]], ((1.5, 2), (3, 4)), [np.float64([1.5, 2]), (3, 4)]):
            self.tensor.from_numpy(given)
            self.assertEqual(self.tensor.precision(), lite.PrecisionType.FP32)
            self.assertEqual(self.tensor.numpy().tolist(), [[1.5, 2], [3, 4]])
        self.tensor.from_numpy(np.float64([1.5]))
        self.assertEqual(self.tensor.precision(), lite.PrecisionType.FP64)
        self.tensor.from_numpy(array=7, place=lite.TargetType.Host)
        self.assertEqual((self.tensor.shape(), self.tensor.numpy().item()), ([], 7))
        self.assertEqual(self.tensor.precision(), lite.PrecisionType.FP32)
        for empty in ([], [[], []], ()):
            self.tensor.from_numpy(empty)
            self.assertEqual(self.tensor.numpy().shape, np.shape(empty))
        self.tensor.from_numpy(range(3))
        self.assertEqual(self.tensor.numpy().tolist(), [0, 1, 2])
        self.tensor.from_numpy([True, False])
        self.assertEqual(self.tensor.numpy().tolist(), [1, 0])

    def test_lists_for_an_integer_input(self):
        tensor = predictor("f18_lookup_lod").get_input(0)
        self.assertEqual(tensor.precision(), lite.PrecisionType.INT64)
        tensor.from_numpy([[1], [1 << 40]])
        self.assertEqual((tensor.precision(), tensor.numpy().tolist()), (lite.PrecisionType.INT64, [[1], [1 << 40]]))
        tensor.from_numpy([])
        self.assertEqual((tensor.precision(), tensor.shape()), (lite.PrecisionType.INT64, [0]))
        with self.assertRaisesRegex(TypeError, "integers are expected, found floats"):
            tensor.from_numpy([1.5])
        with self.assertRaises((TypeError, ValueError, OverflowError)):
            tensor.from_numpy([1 << 70])

    def test_objects_with_arrays(self):
        class Image:
            def __array__(self, *_args, **_kwargs):
                return np.int16([[1, 2]])

        class Interface:
            values = np.float32([3, 4])
            __array_interface__ = values.__array_interface__

        self.tensor.from_numpy(Image())
        self.assertEqual((self.tensor.precision(), self.tensor.numpy().tolist()), (lite.PrecisionType.INT16, [[1, 2]]))
        self.tensor.from_numpy(Interface())
        self.assertEqual((self.tensor.precision(), self.tensor.numpy().tolist()), (lite.PrecisionType.FP32, [3, 4]))
        other = predictor().get_input(0)
        other.from_numpy(self.tensor)
        self.assertEqual(other.numpy().tolist(), [3, 4])

    def test_copies(self):
        fill(self.predictor, "f18_convnet")
        self.predictor.run()
        out = self.predictor.get_output(0)
        view, copy = out.numpy(), out.numpy(copy=True)
        np.testing.assert_array_equal(copy, view)
        self.assertTrue(copy.flags.writeable)
        before = view.copy()
        self.tensor.numpy()[:] = 0
        self.predictor.run()
        self.assertFalse(np.array_equal(view, before))
        np.testing.assert_array_equal(copy, before)
        copy[:] = 0
        self.assertNotEqual(out.numpy().sum(), 0)
        self.assertFalse(np.shares_memory(out.numpy(True), out.numpy()))
        self.assertTrue(np.shares_memory(out.numpy(copy=False), out.numpy()))
        for dtype in DTYPES:
            for shape in ((), (0,), (2, 0, 3), (2, 3)):
                array = np.ones(shape, dtype)
                self.tensor.from_numpy(array)
                found = self.tensor.numpy(copy=True)
                self.assertEqual((found.dtype, found.shape), (array.dtype, shape))
                np.testing.assert_array_equal(found, array)
        with self.assertRaises(TypeError):
            out.numpy(copy=1)
        # Without data, a view is made to be filled; a copy would only fill the input with zeros.
        fresh = predictor().get_input(0)
        fresh.resize([1, 4])
        with self.assertRaisesRegex(RuntimeError, "has no data yet: fill it first"):
            fresh.numpy(copy=True)
        fresh.numpy()[:] = 1
        self.assertEqual(fresh.numpy(copy=True).tolist(), [[1] * 4])

    def test_array_protocol(self):
        self.tensor.from_numpy(np.float32([[1, 2], [3, 4]]))
        view = np.asarray(self.tensor)
        self.assertTrue(np.shares_memory(view, self.tensor.numpy()))
        self.assertEqual(np.asarray(self.tensor, np.float64).dtype, np.float64)
        self.assertFalse(np.shares_memory(np.array(self.tensor), view))
        self.assertEqual((np.add(self.tensor, 1)).tolist(), [[2, 3], [4, 5]])
        self.assertEqual(self.tensor.__array__().tolist(), view.tolist())
        with self.assertRaises(RuntimeError):
            np.asarray(self.predictor.get_output(0))

    @unittest.skipUnless(hasattr(np, "from_dlpack"), "this numpy has no from_dlpack")
    def test_dlpack(self):
        self.assertEqual(self.tensor.__dlpack_device__(), (1, 0))
        fill(self.predictor, "f18_convnet")
        shared = np.from_dlpack(self.tensor)
        self.assertTrue(np.shares_memory(shared, self.tensor.numpy()))
        self.predictor.run()
        out = self.predictor.get_output(0)
        before = out.numpy(copy=True)
        copied = np.from_dlpack(out)
        self.tensor.numpy()[:] = 0
        self.predictor.run()
        np.testing.assert_array_equal(copied, before)
        self.tensor = None
        gc.collect()
        self.assertEqual(shared.sum(), 0)
        with self.assertRaises(TypeError):
            out.__dlpack__(1)

    def test_name_and_representation(self):
        self.assertEqual(self.tensor.name(), "image")
        self.assertEqual(repr(self.tensor), "<Tensor 'image' float32 [-1, 3, 12, 10], no data>")
        self.tensor.from_numpy(np.zeros((2, 3), np.int64))
        self.assertEqual(repr(self.tensor), "<Tensor 'image' int64 [2, 3]>")
        self.tensor.resize([200, 3])
        self.assertEqual(repr(self.tensor), "<Tensor 'image' int64 [200, 3], no data>")

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
        # Invalid offsets are refused by the operator that reads them.
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


if __name__ == "__main__":
    unittest.main()
