// Products of int8 matrices, by cuBLASLt or by this library's own body. Both have exact sums, and
// the same arithmetic after them.
#pragma once

#include <memory>
#include <utility>

#include "lite/backends/cuda/int8_body.h"
#include "lite/kernels/cuda/library.h"
#include "lite/operators/quantization.h"

namespace paddle::lite::kernels::cuda {

// a [count][rows, depth] and b [count][columns, depth]; the walk has the steps of matrices.
struct Int8Matrices {
  int64_t rows = 0, columns = 0, depth = 0;
  Walk batch;
};

// Whether cuBLASLt's kernels of int8 take them: of matrices whose depth is consecutive, those whose
// lines are multiples of four bytes.
inline bool TakesIntegerTensorCores(const Int8Matrices& m) {
  return m.depth > 0 && m.depth % 4 == 0 && m.columns % 4 == 0 && m.batch.rank <= 1;
}

// Brings `count` matrices of `rows` rows, which begin `step` elements after one another, from rows
// to columns.
inline Status QueueTransposed(CudaContext* queue, const int8_t* from, int8_t* to, int64_t count,
                              int64_t rows, int64_t columns, int64_t step) {
  const lite::cuda::CopyBody<uint8_t> body = {
      reinterpret_cast<const uint8_t*>(from), reinterpret_cast<uint8_t*>(to),
      gpu::Gather({count, columns, rows}, {rows * step, 1, step})};
  return queue->Launch("matrix by columns", body, count * rows * columns);
}

// Out is float or int8_t.
template <typename Out>
class Int8ProductLaunch {
 public:
  Status Prepare(const Int8Matrices& matrices, const operators::ProductScales& scales,
                 const Activation& activation, PrepareContext* context) {
    matmul_ = nullptr;
    matrices_ = matrices;
    count_ = matrices.batch.count() * matrices.rows * matrices.columns;
    if (count_ == 0) return OkStatus();
    finish_ = {};
    finish_.channels = Int(matrices.columns);
    finish_.unit = scales.unit;
    finish_.activation = lite::cuda::InUnit(activation, scales.unit);
    LITE_ASSIGN_OR_RETURN(factors_, UploadValues(*context, scales.factors.data(),
                                                 scales.factors.size() * sizeof(float)));
    auto* const queue = static_cast<CudaContext*>(context->device);
    if (queue->device()->settings().products == Provider::kOwn ||
        !TakesIntegerTensorCores(matrices)) {
      return OkStatus();
    }
    const Status status = PrepareLibrary(queue);
    if (!status.ok()) {
      queue->device()->ReportOnce(status);
      return OkStatus();
    }
    sums_ = context->BookScratch(static_cast<size_t>(count_) * sizeof(int32_t));
    workspace_ = BookWorkspace(context, matmul_->workspace_bytes());
    return OkStatus();
  }

  Status Run(const RunContext& context, const int8_t* a, const int8_t* b, const float* bias,
             Out* out) const {
    if (count_ == 0) return OkStatus();
    CudaContext* const queue = QueueOf(context);
    lite::cuda::Int8Finish<Out, float> finish = finish_;
    finish.factors = From<float>(factors_);
    finish.bias = bias;
    finish.out = out;
    if (matmul_ != nullptr && AreAligned(a, b)) {
      ++queue->device()->work()->library_calls;
      auto* const sums = reinterpret_cast<int32_t*>(ScratchPart(context, sums_));
      LITE_RETURN_IF_ERROR(
          matmul_->Run(a, b, nullptr, WorkspaceAt(context, workspace_), sums, queue->stream()));
      return queue->Launch("epilogue of int8",
                           lite::cuda::FinishInt8Body<int32_t, Out, float>{sums, finish}, count_);
    }
    const auto launch = [&](auto body) {
      body = {a,
              b,
              Int(matrices_.rows),
              Int(matrices_.columns),
              Int(matrices_.depth),
              matrices_.batch,
              finish};
      return queue->Launch("product of int8", body, count_);
    };
    const auto addresses = reinterpret_cast<uintptr_t>(a) | reinterpret_cast<uintptr_t>(b);
    const bool fours = matrices_.depth % 4 == 0 && addresses % 4 == 0;
    return fours ? launch(lite::cuda::ProductInt8Body<Out, true>())
                 : launch(lite::cuda::ProductInt8Body<Out, false>());
  }

 private:
  Status PrepareLibrary(CudaContext* queue) {
    LtProduct product;
    product.int8 = true;
    product.m = Int(matrices_.rows);
    product.n = Int(matrices_.columns);
    product.k = Int(matrices_.depth);
    product.transpose_b = true;
    product.b_row = matrices_.depth;
    product.batch = Int(matrices_.batch.count());
    product.a_step = matrices_.batch.step[0][0];
    product.b_step = matrices_.batch.step[1][0];
    product.out_step = matrices_.rows * matrices_.columns;
    LITE_ASSIGN_OR_RETURN(CublasLtHandle* const handle, queue->Cublas());
    LITE_ASSIGN_OR_RETURN(matmul_, LtMatmul::Create(handle, product));
    return OkStatus();
  }

  Int8Matrices matrices_;
  int64_t count_ = 0;  // elements of the result
  lite::cuda::Int8Finish<Out, float> finish_ = {};
  Block factors_;
  std::unique_ptr<LtMatmul> matmul_;
  size_t sums_ = 0, workspace_ = 0;
};

}  // namespace paddle::lite::kernels::cuda
