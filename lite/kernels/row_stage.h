// Strip execution: what a kernel offers so that its operator can run a few rows at a time, right
// before the operator that reads them. See docs/design/runtime.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lite/operators/op.h"

namespace paddle::lite {

// How an operator turns the rows of a batch of pictures into rows. A row is contiguous, the rows of
// a picture follow each other and so do the pictures.
struct RowGeometry {
  int64_t images = 0;
  int64_t in_rows = 0, out_rows = 0;  // of one picture
  size_t in_row_bytes = 0, out_row_bytes = 0;
  // Output row y reads those of the input rows [y * stride - pad, y * stride - pad + window) that
  // exist.
  int64_t window = 1, stride = 1, pad = 0;

  size_t in_bytes() const {
    return static_cast<size_t>(images) * static_cast<size_t>(in_rows) * in_row_bytes;
  }
};

// Output rows [begin, end) of one picture.
struct RowStrip {
  int64_t image = 0, begin = 0, end = 0;
  // Input row `src_row` of the picture and those behind it; null: in the operator's input tensor.
  const char* src = nullptr;
  int64_t src_row = 0;
  char* dst = nullptr;  // takes row `begin` and those behind it; null: the operator's output tensor
};

// The first input of the operator is read and its only output written by rows; other inputs are
// there as a whole.
class RowStage {
 public:
  virtual ~RowStage() = default;
  virtual RowGeometry Rows() const = 0;
  // The size of the input from which strips beat storing all of it.
  virtual size_t worth_bytes() const = 0;
  // Computes the same bits as Kernel::Run, in the calling thread and without scratch. Threads call
  // it at the same time for different strips.
  virtual void RunRows(const Op& op, const RowStrip& strip) const = 0;
};

}  // namespace paddle::lite
