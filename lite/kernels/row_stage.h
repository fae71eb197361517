// Strip execution: the interface by which a kernel runs its operator a few rows at a time, right
// before the operator that reads them. See docs/design/runtime.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lite/operators/op.h"

namespace paddle::lite {

// How the output rows of an operator depend on its input rows, for a batch of images. A row is
// contiguous, rows of an image are consecutive, and so are images.
struct RowGeometry {
  int64_t images = 0;
  int64_t in_rows = 0, out_rows = 0;  // per image
  size_t in_row_bytes = 0, out_row_bytes = 0;
  // Output row y reads the existing rows among input rows [y * stride - pad, y * stride - pad +
  // window).
  int64_t window = 1, stride = 1, pad = 0;

  size_t in_bytes() const {
    return static_cast<size_t>(images) * static_cast<size_t>(in_rows) * in_row_bytes;
  }
};

// Output rows [begin, end) of one image.
struct RowStrip {
  int64_t image = 0, begin = 0, end = 0;
  // Input row `src_row` of the image and the rows after it; null: in the operator's input tensor.
  const char* src = nullptr;
  int64_t src_row = 0;
  char* dst =
      nullptr;  // receives row `begin` and the rows after it; null: the operator's output tensor
};

// The operator's first input is read by rows and its only output is written by rows; other inputs
// are complete.
class RowStage {
 public:
  virtual ~RowStage() = default;
  virtual RowGeometry Rows() const = 0;
  // The input size above which strips are faster than storing the whole tensor.
  virtual size_t worth_bytes() const = 0;
  // Limit on a thread's buffers between the operators, which share the target's cache with weights,
  // input and result.
  virtual size_t buffer_bytes() const = 0;
  // Computes the same bits as Kernel::Run, in the calling thread and without scratch. Threads call
  // it concurrently for different strips.
  virtual void RunRows(const Op& op, const RowStrip& strip) const = 0;
};

}  // namespace paddle::lite
