// The memory of tensors: room for new elements, and their elements as arrays.
#pragma once

#include <array>
#include <memory>

#include "lite/api/python/array.h"
#include "lite/api/python/numpy_api.h"
#include "lite/api/python/session.h"

namespace paddle::lite::python {

// An array on its way into an input.
class InputArray {
 public:
  // False with an exception. Lists, tuples and numbers become elements of the type that the model
  // declares for the input, if it declares one; arrays keep their type.
  bool Read(PyObject* object, const Session& session, const std::string& input);

  PrecisionType precision() const { return precision_; }
  std::vector<int64_t> shape() const { return view_.shape(); }
  // Without the interpreter's lock if there is much to copy.
  void CopyTo(void* destination) const;

 private:
  ArrayView view_;
  PrecisionType precision_ = PrecisionType::kUnk;
  bool is_converted_ = false;
  std::vector<char> converted_;  // the elements, if they have another type than those of the view
};

// Memory that numpy views. It stays valid whatever happens to the tensor.
struct MemoryView {
  std::shared_ptr<Session> session;  // null for a copy
  std::shared_ptr<Buffer> buffer;
  std::array<Py_ssize_t, DDim::kMaxRank> shape;
  ArrayMemory memory;  // its shape is the one above
};

// --- for a caller that has exclusive access to the session

// An error if the tensor is an output; `what` names the call.
Status CheckInput(const TensorHandle& tensor, const char* what);
// Allocates elements of `precision` in a tensor whose shape is complete.
Status MakeRoom(TensorHandle* tensor, PrecisionType precision, lite_api::TargetType target);
// Takes shape, type and elements of an array.
Status FillInput(TensorHandle* tensor, const InputArray& array, lite_api::TargetType target);
// The tensor's own memory. An input without data is filled with zeros.
Status ViewMemory(TensorHandle* tensor, MemoryView* view);
// The same, copied.
Status CopyMemory(TensorHandle* tensor, MemoryView* copy);

// --- for a caller that has not

// An array over the memory; null with an exception.
PyObject* ToArray(std::unique_ptr<MemoryView> view);

}  // namespace paddle::lite::python
