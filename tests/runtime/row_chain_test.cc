// Tests the loop over strips, with operators on rows of integers: each result depends on everything
// that it may read, so a missing, stale or shifted row changes it.
#include "lite/runtime/row_chain.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <random>
#include <vector>

namespace paddle::lite {
namespace {

constexpr int64_t kWidth = 3;

// Row y = window sum of the input's rows with distinct weights, kWidth numbers per row.
class SumOfRows final : public RowStage {
 public:
  SumOfRows(const RowGeometry& rows, std::vector<uint32_t>* in, std::vector<uint32_t>* out)
      : rows_(rows), in_(in), out_(out) {}

  RowGeometry Rows() const override { return rows_; }
  size_t worth_bytes() const override { return 0; }
  size_t buffer_bytes() const override { return buffer_bytes_; }
  void set_buffer_bytes(size_t bytes) { buffer_bytes_ = bytes; }
  void RunRows(const Op&, const RowStrip& strip) const override {
    const auto* src = reinterpret_cast<const uint32_t*>(strip.src);
    if (src == nullptr) src = in_->data() + strip.image * rows_.in_rows * kWidth;
    auto* dst = reinterpret_cast<uint32_t*>(strip.dst);
    if (dst == nullptr) {
      dst = out_->data() + (strip.image * rows_.out_rows + strip.begin) * kWidth;
    }
    for (int64_t y = strip.begin; y < strip.end; ++y) {
      for (int64_t x = 0; x < kWidth; ++x) {
        uint32_t sum = 17;
        for (int64_t k = 0; k < rows_.window; ++k) {
          const int64_t row = y * rows_.stride - rows_.pad + k;
          if (row < 0 || row >= rows_.in_rows) continue;
          sum = sum * 31 + src[(row - strip.src_row) * kWidth + x];
        }
        *dst++ = sum;
      }
      ++computed_rows;
    }
  }

  mutable std::atomic<int64_t> computed_rows{0};

 private:
  RowGeometry rows_;
  size_t buffer_bytes_ = 1 << 20;
  std::vector<uint32_t>* in_;
  std::vector<uint32_t>* out_;
};

class NoOp final : public Op {
 public:
  void Fields(FieldVisitor&) override {}
  Status InferShape() override { return OkStatus(); }
};

RowGeometry Geometry(int64_t images, int64_t in_rows, int64_t window, int64_t stride, int64_t pad) {
  RowGeometry rows;
  rows.images = images;
  rows.in_rows = in_rows;
  rows.window = window;
  rows.stride = stride;
  rows.pad = pad;
  rows.out_rows = (in_rows + 2 * pad - window) / stride + 1;
  rows.in_row_bytes = rows.out_row_bytes = kWidth * sizeof(uint32_t);
  return rows;
}

// Runs the operators one after another and as a chain; returns the number of rows that the chain
// computed in addition to the existing ones.
int64_t Check(const std::vector<RowGeometry>& geometry, int threads) {
  std::vector<std::vector<uint32_t>> tensors(geometry.size() + 1);
  std::mt19937 random(7);
  tensors[0].resize(static_cast<size_t>(geometry[0].images * geometry[0].in_rows * kWidth));
  for (uint32_t& value : tensors[0]) value = static_cast<uint32_t>(random());
  std::vector<std::unique_ptr<SumOfRows>> stages;
  const NoOp op;
  for (size_t i = 0; i < geometry.size(); ++i) {
    const RowGeometry& rows = geometry[i];
    tensors[i + 1].resize(static_cast<size_t>(rows.images * rows.out_rows * kWidth));
    stages.push_back(std::make_unique<SumOfRows>(rows, &tensors[i], &tensors[i + 1]));
    for (int64_t image = 0; image < rows.images; ++image) {
      stages[i]->RunRows(op, {image, 0, rows.out_rows, nullptr, 0, nullptr});
    }
    stages[i]->computed_rows = 0;
  }
  const std::vector<uint32_t> expected = tensors.back();
  std::fill(tensors.back().begin(), tensors.back().end(), 0u);
  for (size_t i = 1; i + 1 < tensors.size(); ++i) tensors[i].clear();  // never stored

  ThreadPool pool(threads);
  PrepareContext prepare;
  prepare.pool = &pool;
  std::vector<RowChain::Member> members;
  for (const auto& stage : stages) members.push_back({&op, stage.get()});
  const RowChain chain(std::move(members), &prepare);
  std::vector<char> scratch(prepare.scratch_bytes + 64, 0x5a);
  RunContext run;
  run.pool = &pool;
  run.scratch = scratch.data() + (64 - reinterpret_cast<uintptr_t>(scratch.data()) % 64) % 64;
  const char* const end = run.scratch + prepare.scratch_bytes;
  const size_t behind = static_cast<size_t>(scratch.data() + scratch.size() - end);
  for (int round = 0; round < 2; ++round) {  // the second one finds the first one's rows
    std::fill(tensors.back().begin(), tensors.back().end(), 0u);
    for (const auto& stage : stages) stage->computed_rows = 0;
    chain.Run(run);
    EXPECT_EQ(tensors.back(), expected);
    for (size_t i = 0; i < behind; ++i) EXPECT_EQ(end[i], 0x5a) << "after the scratch";
  }
  int64_t extra = 0;
  for (size_t i = 0; i < geometry.size(); ++i) {
    extra += stages[i]->computed_rows - geometry[i].images * geometry[i].out_rows;
  }
  return extra;
}

TEST(RowChain, ComputesEveryRowOnce) {
  const RowGeometry pixels = Geometry(2, 29, 1, 1, 0);
  for (const int64_t window : {3, 5, 7}) {
    for (const int64_t stride : {1, 2}) {
      const RowGeometry windows = Geometry(2, 29, window, stride, window / 2);
      const RowGeometry last = Geometry(2, windows.out_rows, 1, 1, 0);
      SCOPED_TRACE(testing::Message() << window << " " << stride);
      EXPECT_EQ(Check({pixels, windows, last}, 1), 0);
      EXPECT_EQ(Check({pixels, windows}, 1), 0);
      EXPECT_EQ(Check({windows, last}, 1), 0);
    }
  }
}

TEST(RowChain, BuffersAreAsLargeAsEveryMemberAllows) {
  const RowGeometry pixels = Geometry(1, 29, 1, 1, 0), windows = Geometry(1, 29, 3, 1, 1);
  std::vector<uint32_t> in, out;
  const NoOp op;
  ThreadPool pool(1);
  // Strips of n rows read n + 2 rows of 12 bytes, in whole lines of 64.
  const struct {
    size_t first, second;
    int64_t rows;
  } cases[] = {{1 << 20, 1 << 20, 4}, {128, 128, 4}, {1 << 20, 64, 3}, {64, 1 << 20, 3}, {0, 0, 1}};
  for (const auto& c : cases) {
    SumOfRows first(pixels, &in, &out), second(windows, &in, &out);
    first.set_buffer_bytes(c.first);
    second.set_buffer_bytes(c.second);
    PrepareContext prepare;
    prepare.pool = &pool;
    const RowChain chain({{&op, &first}, {&op, &second}}, &prepare);
    EXPECT_EQ(chain.strip_rows(), c.rows) << c.first << " " << c.second;
  }
}

TEST(RowChain, AnyGeometryAndNumberOfThreads) {
  std::mt19937 random(1);
  const auto below = [&random](int64_t count) {
    return static_cast<int64_t>(random() % static_cast<uint32_t>(count));
  };
  for (int i = 0; i < 300; ++i) {
    std::vector<RowGeometry> geometry;
    int64_t rows = 1 + below(40);
    const int64_t images = 1 + below(3);
    for (int64_t left = 2 + below(2); left > 0; --left) {
      const int64_t window = 1 + below(5);
      const int64_t pad = std::max<int64_t>(below(5), (window - rows + 1) / 2);
      geometry.push_back(Geometry(images, rows, window, 1 + below(3), pad));
      rows = geometry.back().out_rows;
    }
    SCOPED_TRACE(i);
    Check(geometry, 1 + static_cast<int>(below(4)));
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace paddle::lite
