// Python arrays: anything with the buffer protocol, and anything numpy converts to an array.
#pragma once

#include <string>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/api/python/python.h"

namespace paddle::lite::python {

// A view of an array's elements, in any memory order, valid while it exists.
class ArrayView {
 public:
  ArrayView() = default;
  ~ArrayView();
  ArrayView(const ArrayView&) = delete;
  ArrayView& operator=(const ArrayView&) = delete;

  // False without an exception if the object has no buffer, and with an exception if the buffer
  // cannot be read.
  bool TryOpen(PyObject* object);
  // The same, also for objects that numpy can convert to an array, such as lists. False with an
  // exception.
  bool Open(PyObject* object);

  // kUnk for elements that no tensor can hold, e.g. complex numbers and objects.
  lite_api::PrecisionType precision() const;
  // The type of the elements as text, for messages.
  std::string TypeText() const;
  std::vector<int64_t> shape() const;
  int64_t count() const { return info_.item_size == 0 ? 0 : info_.bytes / info_.item_size; }
  size_t bytes() const { return static_cast<size_t>(info_.bytes); }

  // The elements as elements of another type, in row-major order. Integers are converted to floats,
  // never the reverse; values that do not fit are refused. False with an exception.
  bool ConvertTo(lite_api::PrecisionType precision, std::vector<char>* elements) const;

  // Writes bytes() bytes in row-major order. The destination may overlap the array.
  void CopyTo(void* destination) const;

 private:
  bool Contiguous() const;
  bool Overlaps(const char* begin, size_t size) const;

  BufferInfo info_{};
  bool open_ = false;
};

// Reads numbers from an array or a sequence. Integers are converted to floats, never the reverse;
// values that do not fit are refused.
template <typename T>
bool ReadNumbers(PyObject* object, std::vector<T>* values);

}  // namespace paddle::lite::python
