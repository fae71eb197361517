// Operators that run together by strips of rows, so that data stays in the cache between them.
#pragma once

#include <cstdint>
#include <vector>

#include "lite/kernels/kernel.h"
#include "lite/kernels/row_stage.h"

namespace paddle::lite {

// A thread computes strip after strip of the last operator's result. For each strip, the operators
// before it first compute the missing rows that it reads, into a buffer that slides down the image.
//
// Example: 1x1, then 3x3, then 1x1 on 8 rows, strips of 2. For rows 2 and 3 of the result the 3x3
// makes rows 2 and 3 of its own, which read rows 1 to 4 of the first 1x1; rows 1 and 2 are still
// there from the strip before, rows 3 and 4 are computed.
class RowChain {
 public:
  static constexpr size_t kMaxMembers = 3;
  struct Member {
    const Op* op;
    const RowStage* stage;
  };
  // Two or three members, each of which reads the result of the previous one. Reserves scratch
  // memory.
  RowChain(std::vector<Member> members, PrepareContext* context);

  void Run(const RunContext& context) const;

  // Rows of the last result that are computed at a time.
  int64_t strip_rows() const { return strip_rows_; }

 private:
  struct Range {
    int64_t begin, end;
  };
  // Rows [begin, end) of image `image` that a thread has between two members.
  struct Held {
    int64_t image, begin, end;
  };
  struct Link {
    RowGeometry reader;  // the next member
    size_t offset = 0;   // in a thread's buffers
  };

  size_t PlanBuffers();
  // Computes rows of the last member's result.
  void RunStrip(int64_t image, Range result, char* buffers, Held* held) const;

  std::vector<Member> members_;
  std::vector<Link> links_;  // after each member except the last
  int64_t images_ = 0;
  int64_t rows_ = 0;  // of the last member's result
  int64_t strip_rows_ = 1;
  size_t held_offset_ = 0;   // in a thread's scratch, after the buffers
  size_t thread_bytes_ = 0;  // of scratch
  size_t scratch_ = 0;
};

}  // namespace paddle::lite
