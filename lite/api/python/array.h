// Arrays of Python: anything with the buffer protocol, and what numpy makes an array of.
#pragma once

#include <string>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/api/python/python.h"

namespace paddle::lite::python {

// The elements of an array, while it exists. They may lie in any order.
class ArrayView {
 public:
  ArrayView() = default;
  ~ArrayView();
  ArrayView(const ArrayView&) = delete;
  ArrayView& operator=(const ArrayView&) = delete;

  // False, and no exception, when the object has no buffer; with an exception when it has one that
  // cannot be read.
  bool TryOpen(PyObject* object);
  // The same for arrays that numpy can make, of lists for instance. False with an exception.
  bool Open(PyObject* object);

  // kUnk for elements that no tensor holds, e.g. complex numbers and objects.
  lite_api::PrecisionType precision() const;
  // The type of the elements as text, for messages.
  std::string TypeText() const;
  std::vector<int64_t> shape() const;
  int64_t count() const { return info_.item_size == 0 ? 0 : info_.bytes / info_.item_size; }
  size_t bytes() const { return static_cast<size_t>(info_.bytes); }

  // Writes bytes() bytes in row-major order. The destination may overlap the array.
  void CopyTo(void* destination) const;

 private:
  bool Contiguous() const;
  bool Overlaps(const char* begin, size_t size) const;

  BufferInfo info_{};
  bool open_ = false;
};

// Reads numbers from an array or a sequence. Integers become floats, never the other way round, and
// what does not fit is refused.
template <typename T>
bool ReadNumbers(PyObject* object, std::vector<T>* values);

}  // namespace paddle::lite::python
