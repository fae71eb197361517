// Products of sequences and of their rows: search_fc, search_seq_fc, search_aligned_mat_mul,
// match_matrix_tensor, search_grnn.
#include <algorithm>
#include <vector>

#include "lite/backends/cuda/copy_body.h"
#include "lite/backends/cuda/sequence_body.h"
#include "lite/kernels/cuda/product_launch.h"
#include "lite/kernels/cuda/sequences.h"
#include "lite/kernels/gpu/copies.h"
#include "lite/operators/match_matrix_tensor.h"
#include "lite/operators/search_aligned_mat_mul.h"
#include "lite/operators/search_fc.h"
#include "lite/operators/search_grnn.h"

namespace paddle::lite::kernels::cuda {
namespace {

// x [rows, depth] times a matrix of `columns` columns.
MatrixSource<float> RowsTimes(const Tensor& x, int64_t columns) {
  MatrixSource<float> source = {};
  source.rows = Int(x.dims()[0]);
  source.depth = source.a_row = Int(x.dims()[1]);
  source.columns = source.b_row = Int(columns);
  return source;
}

// The same for the transposed matrix.
MatrixSource<float> RowsTimesTransposed(const Tensor& x, int64_t columns) {
  MatrixSource<float> source = RowsTimes(x, columns);
  source.b_row = 1;
  source.b_column = source.depth;
  return source;
}

// Scratch memory for `rows` of `width` numbers, whose positions bodies count with 32 bits.
Result<size_t> BookRows(PrepareContext* context, int64_t rows, int64_t width) {
  int64_t count = 0;
  if (!CheckedMul(rows, width, &count) || count > INT32_MAX) {
    return Unsupported("more than ", INT32_MAX, " numbers in scratch memory: ", rows, " rows of ",
                       width);
  }
  return context->BookScratch(static_cast<size_t>(count) * sizeof(float));
}

}  // namespace

class SearchFcKernel final : public CudaKernel<operators::SearchFcBase> {
 public:
  Status PrepareCuda(const operators::SearchFcBase& op, PrepareContext* context) override {
    MatrixSource<float> source = RowsTimesTransposed(*op.x, op.out->dims()[1]);
    source.bias_column = 1;
    epilogue_ = Epilogue();
    if (op.fuse_relu) epilogue_.activation.type = ActivationType::kRelu;
    return product_.Prepare(source, epilogue_, op.x, op.w, op.bias(), context);
  }
  Status RunOp(const operators::SearchFcBase& op, const RunContext& context) override {
    return product_.Run(context, op.x, op.w, op.bias(), epilogue_, op.out);
  }

 private:
  Epilogue epilogue_;
  ProductLaunch<float> product_;
};

class SearchAlignedMatMulKernel final : public CudaKernel<operators::SearchAlignedMatMul> {
 public:
  Status PrepareCuda(const operators::SearchAlignedMatMul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const auto sizes, op.Products());
    MatrixSource<float> source = {};
    source.rows = Int(sizes.m);
    source.columns = Int(sizes.n);
    source.depth = Int(sizes.k);
    source.a_row = op.transpose_x ? 1 : source.depth;
    source.a_column = op.transpose_x ? source.rows : 1;
    source.b_row = op.transpose_y ? 1 : source.columns;
    source.b_column = op.transpose_y ? source.depth : 1;
    source.alpha = op.alpha;
    source.batch.Add(sizes.count, sizes.m * sizes.k, sizes.k * sizes.n);
    return product_.Prepare(source, {}, op.x, op.y, nullptr, context);
  }
  Status RunOp(const operators::SearchAlignedMatMul& op, const RunContext& context) override {
    return product_.Run(context, op.x, op.y, nullptr, {}, op.out);
  }

 private:
  ProductLaunch<float> product_;
};

class MatchMatrixTensorKernel final : public CudaKernel<operators::MatchMatrixTensor> {
  using Sample = lite::cuda::MatchRowsBody::Sample;

 public:
  Status PrepareCuda(const operators::MatchMatrixTensor& op, PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    const int64_t width = op.dim_t * op.y->dims()[1];
    LITE_ASSIGN_OR_RETURN(projected_, BookRows(context, op.x->dims()[0], width));
    LITE_RETURN_IF_ERROR(
        product_.Prepare(RowsTimes(*op.x, width), {}, op.x, op.w, nullptr, context));
    // A sample's rows and columns are fewer than its results, if it has any.
    const std::vector<uint64_t>& of_x = op.x->lod()[0];
    const std::vector<uint64_t>& of_y = op.y->lod()[0];
    const std::vector<uint64_t>& of_out = op.out->lod()[0];
    std::vector<Sample> samples(of_out.size() - 1);
    for (size_t b = 0; b < samples.size(); ++b) {
      const int64_t columns = operators::LengthOf(of_y, b);
      samples[b] = {Int(static_cast<int64_t>(of_out[b])), Int(static_cast<int64_t>(of_x[b])),
                    Int(static_cast<int64_t>(of_y[b])), Int(columns),
                    Int(operators::LengthOf(of_out, b) / op.dim_t)};
    }
    LITE_ASSIGN_OR_RETURN(samples_, UploadTable(*context, samples));
    return OkStatus();
  }
  Status RunOp(const operators::MatchMatrixTensor& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    auto* const projected = reinterpret_cast<float*>(ScratchPart(context, projected_));
    const int64_t depth = op.y->dims()[1];
    if (depth > 0) {
      LITE_RETURN_IF_ERROR(product_.Run(context, From<float>(op.x), From<float>(op.w), nullptr,
                                        Epilogue(), projected));
    }
    const lite::cuda::MatchRowsBody body = {projected,
                                            From<float>(op.y),
                                            To<float>(op.out),
                                            From<Sample>(samples_),
                                            Int(static_cast<int64_t>(op.out->lod()[0].size()) - 1),
                                            op.dim_t,
                                            Int(depth),
                                            op.fuse_relu};
    return QueueOf(context)->Launch("match_matrix_tensor", body, op.out->numel());
  }

 private:
  size_t projected_ = 0;
  ProductLaunch<float> product_;
  Block samples_;
};

class SearchGrnnKernel final : public CudaKernel<operators::SearchGrnn> {
 public:
  static Status Supports(const operators::SearchGrnn& op) {
    return op.wh->persistable() ? OkStatus() : Unsupported("Wh must be a constant weight");
  }
  Status PrepareCuda(const operators::SearchGrnn& op, PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    const int64_t width = int64_t{op.kGates} * op.num_hidden;
    LITE_ASSIGN_OR_RETURN(inputs_, BookRows(context, op.x->dims()[0], width));
    LITE_RETURN_IF_ERROR(
        product_.Prepare(RowsTimesTransposed(*op.x, width), {}, op.x, op.wi, nullptr, context));
    const std::vector<int32_t> offsets = Offsets32(op.x->lod()[0]);
    longest_ = 0;
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      longest_ = std::max(longest_, offsets[s + 1] - offsets[s]);
    }
    LITE_ASSIGN_OR_RETURN(offsets_, UploadTable(*context, offsets));
    // Of each gate, the transposed matrix.
    const int64_t d = op.num_hidden;
    LITE_ASSIGN_OR_RETURN(weights_, AllocateBlock(*context, op.wh->memory_size()));
    const lite::cuda::CopyBody<uint32_t> body = {From<uint32_t>(op.wh),
                                                 static_cast<uint32_t*>(weights_->handle()),
                                                 gpu::Gather({op.kGates, d, d}, {d * d, 1, d})};
    return static_cast<CudaContext*>(context->device)
        ->Launch("weights of search_grnn", body, op.wh->numel());
  }
  Status RunOp(const operators::SearchGrnn& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    auto* const inputs = reinterpret_cast<float*>(ScratchPart(context, inputs_));
    LITE_RETURN_IF_ERROR(
        product_.Run(context, From<float>(op.x), From<float>(op.wi), nullptr, Epilogue(), inputs));
    const lite::cuda::GatedStepsBody body = {
        inputs,  From<float>(weights_), To<float>(op.out), From<int32_t>(offsets_), op.num_hidden,
        longest_};
    return QueueOf(context)->LaunchInGroups("search_grnn", body,
                                            static_cast<int64_t>(op.x->lod()[0].size()) - 1);
  }

 private:
  size_t inputs_ = 0;
  int32_t longest_ = 0;
  ProductLaunch<float> product_;
  Block offsets_, weights_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SearchFcKernel, search_fc, search_seq_fc);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SearchAlignedMatMulKernel, search_aligned_mat_mul);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, MatchMatrixTensorKernel, match_matrix_tensor);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SearchGrnnKernel, search_grnn)
    .Out({"idx_sorted_by_width"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::cuda
