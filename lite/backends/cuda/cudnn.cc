#include "lite/backends/cuda/cudnn.h"

#include <algorithm>

#include "lite/backends/cuda/runtime.h"

namespace paddle::lite::cuda {
namespace {

constexpr size_t kConvolutionWorkspace = size_t{256} << 20;

Status CheckCudnn(const CudnnApi& api, int status, const char* call) {
  if (status == 0) return OkStatus();
  return Internal(call, " failed: ", api.cudnnGetErrorString(status), " (", status, ")");
}

int MathOf(const CudnnConvolution::Options& options) {
  if (options.form == CudnnForm::kHalf) return kCudnnTensorOpMath;
  return options.form == CudnnForm::kFloat && !options.tf32 ? kCudnnFmaMath : kCudnnDefaultMath;
}

// Device memory for the time of a trial.
class TrialMemory {
 public:
  ~TrialMemory() {
    if (memory_ != nullptr) runtime::Free(memory_);
  }
  Status Allocate(size_t bytes) {
    return CheckCall(runtime::Malloc(&memory_, bytes == 0 ? 1 : bytes), "cudaMalloc");
  }
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

}  // namespace

CudnnLibrary CudnnLibrary::Load(const std::string& file) {
  CudnnLibrary loaded;
  SharedLibrary library(file);
#define LITE_CUDNN_RESOLVE(result, name, parameters) library.Resolve(#name, &loaded.api.name);
  LITE_CUDNN_FUNCTIONS(LITE_CUDNN_RESOLVE)
#undef LITE_CUDNN_RESOLVE
  if (library.why_not().empty()) {
    library.RequireMajor(loaded.api.cudnnGetVersion() / 10000, kCudnnMajor);
  }
  loaded.why_not = library.why_not();
  return loaded;
}

const CudnnLibrary& CudnnLibrary::Get() {
  static const CudnnLibrary* library = new CudnnLibrary(
      Load(LibraryFile("LITE_CUDNN_LIBRARY", StrCat("libcudnn.so.", kCudnnMajor))));
  return *library;
}

bool CudnnChoices::Find(const std::string& key, CudnnChoice* choice) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = choices_.find(key);
  if (found == choices_.end()) return false;
  *choice = found->second;
  return true;
}

void CudnnChoices::Keep(const std::string& key, const CudnnChoice& choice) {
  const std::lock_guard<std::mutex> lock(mutex_);
  choices_[key] = choice;
}

Result<std::unique_ptr<CudnnHandle>> CudnnHandle::Create(const CudnnLibrary& library,
                                                         void* stream) {
  if (!library.why_not.empty()) return Unsupported("no cuDNN: ", library.why_not);
  void* native = nullptr;
  LITE_RETURN_IF_ERROR(CheckCudnn(library.api, library.api.cudnnCreate(&native), "cudnnCreate"));
  std::unique_ptr<CudnnHandle> handle(new CudnnHandle(library, native));
  LITE_RETURN_IF_ERROR(handle->SetStream(stream));
  return handle;
}

CudnnHandle::~CudnnHandle() { library_.api.cudnnDestroy(native_); }

Status CudnnHandle::SetStream(void* stream) {
  return CheckCudnn(library_.api, library_.api.cudnnSetStream(native_, stream), "cudnnSetStream");
}

bool CudnnConvolution::CanDescribe(const ConvWindow& w) {
  const auto fits = [](int32_t in, int32_t pad, int32_t kernel, int32_t dilation, int32_t stride,
                       int32_t out) {
    const int64_t rest = int64_t{in} + 2 * int64_t{pad} - (int64_t{kernel} - 1) * dilation - 1;
    return pad >= 0 && rest >= 0 && rest / stride + 1 == out;
  };
  return fits(w.in_height, w.top, w.kernel_height, w.dilation_y, w.stride_y, w.out_height) &&
         fits(w.in_width, w.left, w.kernel_width, w.dilation_x, w.stride_x, w.out_width);
}

Result<std::unique_ptr<CudnnConvolution>> CudnnConvolution::Create(CudnnHandle* handle,
                                                                   const ConvWindow& window,
                                                                   const Options& options) {
  std::unique_ptr<CudnnConvolution> made(new CudnnConvolution(handle));
  LITE_RETURN_IF_ERROR(made->Describe(window, options));
  LITE_RETURN_IF_ERROR(made->Choose(window, options));
  return made;
}

CudnnConvolution::~CudnnConvolution() {
  for (void* const tensor : {x_, y_, bias_}) {
    if (tensor != nullptr) api().cudnnDestroyTensorDescriptor(tensor);
  }
  if (filter_ != nullptr) api().cudnnDestroyFilterDescriptor(filter_);
  if (convolution_ != nullptr) api().cudnnDestroyConvolutionDescriptor(convolution_);
  for (void* const activation : {relu_, identity_}) {
    if (activation != nullptr) api().cudnnDestroyActivationDescriptor(activation);
  }
}

Status CudnnConvolution::Check(int status, const char* call) const {
  return CheckCudnn(api(), status, call);
}

Status CudnnConvolution::Describe(const ConvWindow& w, const Options& options) {
  const int format = options.form == CudnnForm::kFloat ? kCudnnNchw : kCudnnNhwc;
  const int type = options.form == CudnnForm::kFloat  ? kCudnnFloat
                   : options.form == CudnnForm::kHalf ? kCudnnHalf
                                                      : kCudnnInt8;
  const int result = options.form == CudnnForm::kInt8 ? kCudnnFloat : type;
  const auto tensor = [&](void** made, int of, int n, int c, int h, int width) -> Status {
    LITE_RETURN_IF_ERROR(
        Check(api().cudnnCreateTensorDescriptor(made), "cudnnCreateTensorDescriptor"));
    return Check(api().cudnnSetTensor4dDescriptor(*made, format, of, n, c, h, width),
                 "cudnnSetTensor4dDescriptor");
  };
  LITE_RETURN_IF_ERROR(tensor(&x_, type, w.batch, w.in_channels, w.in_height, w.in_width));
  LITE_RETURN_IF_ERROR(tensor(&y_, result, w.batch, w.out_channels, w.out_height, w.out_width));
  LITE_RETURN_IF_ERROR(tensor(&bias_, result, 1, w.out_channels, 1, 1));
  LITE_RETURN_IF_ERROR(
      Check(api().cudnnCreateFilterDescriptor(&filter_), "cudnnCreateFilterDescriptor"));
  LITE_RETURN_IF_ERROR(
      Check(api().cudnnSetFilter4dDescriptor(filter_, type, format, w.out_channels, w.in_per_group,
                                             w.kernel_height, w.kernel_width),
            "cudnnSetFilter4dDescriptor"));
  LITE_RETURN_IF_ERROR(Check(api().cudnnCreateConvolutionDescriptor(&convolution_),
                             "cudnnCreateConvolutionDescriptor"));
  const int compute = options.form == CudnnForm::kInt8 ? kCudnnInt32 : kCudnnFloat;
  LITE_RETURN_IF_ERROR(Check(api().cudnnSetConvolution2dDescriptor(
                                 convolution_, w.top, w.left, w.stride_y, w.stride_x, w.dilation_y,
                                 w.dilation_x, kCudnnCrossCorrelation, compute),
                             "cudnnSetConvolution2dDescriptor"));
  LITE_RETURN_IF_ERROR(Check(api().cudnnSetConvolutionGroupCount(convolution_, w.groups),
                             "cudnnSetConvolutionGroupCount"));
  LITE_RETURN_IF_ERROR(Check(api().cudnnSetConvolutionMathType(convolution_, MathOf(options)),
                             "cudnnSetConvolutionMathType"));
  const auto activation = [&](void** made, int mode, int nan) -> Status {
    LITE_RETURN_IF_ERROR(
        Check(api().cudnnCreateActivationDescriptor(made), "cudnnCreateActivationDescriptor"));
    return Check(api().cudnnSetActivationDescriptor(*made, mode, nan, 0),
                 "cudnnSetActivationDescriptor");
  };
  // The relu of a NaN is 0, as in other kernels.
  LITE_RETURN_IF_ERROR(activation(&relu_, kCudnnRelu, kCudnnNotPropagateNan));
  return activation(&identity_, kCudnnIdentity, kCudnnPropagateNan);
}

// The convolution runs with operands of unknown values, each algorithm once.
Status CudnnConvolution::Try(const ConvWindow& w, const Options& options,
                             CudnnAlgorithmPerf* results, int* count) const {
  const size_t element = options.form == CudnnForm::kFloat  ? sizeof(float)
                         : options.form == CudnnForm::kHalf ? sizeof(uint16_t)
                                                            : sizeof(int8_t);
  TrialMemory x, filter, y, workspace;
  LITE_RETURN_IF_ERROR(
      x.Allocate(element * static_cast<size_t>(w.batch) * w.in_channels * w.in_area()));
  LITE_RETURN_IF_ERROR(
      filter.Allocate(element * static_cast<size_t>(w.out_channels) * w.in_per_group * w.taps()));
  LITE_RETURN_IF_ERROR(y.Allocate(sizeof(float) * w.batch * w.out_channels * w.out_area()));
  LITE_RETURN_IF_ERROR(workspace.Allocate(kConvolutionWorkspace));
  return Check(api().cudnnFindConvolutionForwardAlgorithmEx(
                   handle_->native(), x_, x.get(), filter_, filter.get(), convolution_, y_, y.get(),
                   kCudnnAlgorithms, count, results, workspace.get(), kConvolutionWorkspace),
               "cudnnFindConvolutionForwardAlgorithmEx");
}

Status CudnnConvolution::Choose(const ConvWindow& w, const Options& options) {
  std::string key;
  if (options.trials != nullptr) {
    for (const int number :
         {static_cast<int>(options.form), static_cast<int>(options.tf32), w.batch, w.in_channels,
          w.in_height, w.in_width, w.out_channels, w.groups, w.kernel_height, w.kernel_width,
          w.stride_y, w.stride_x, w.dilation_y, w.dilation_x, w.top, w.left}) {
      key += StrCat(number, " ");
    }
  }
  if (options.trials == nullptr || !options.trials->Find(key, &choice_)) {
    CudnnAlgorithmPerf results[kCudnnAlgorithms] = {};
    int count = 0;
    if (options.trials != nullptr) {
      LITE_RETURN_IF_ERROR(Try(w, options, results, &count));
    } else {
      LITE_RETURN_IF_ERROR(Check(
          api().cudnnGetConvolutionForwardAlgorithm_v7(handle_->native(), x_, filter_, convolution_,
                                                       y_, kCudnnAlgorithms, &count, results),
          "cudnnGetConvolutionForwardAlgorithm_v7"));
    }
    // Best first. Trials also return algorithms of the tensor cores, which are less exact; the
    // descriptor keeps the restriction.
    const bool only_fma = MathOf(options) == kCudnnFmaMath;
    const CudnnAlgorithmPerf* const end = results + std::min<int>(count, kCudnnAlgorithms);
    const CudnnAlgorithmPerf* const best = std::find_if<const CudnnAlgorithmPerf*>(
        results, end, [only_fma](const CudnnAlgorithmPerf& result) {
          return result.status == 0 && result.workspace_bytes <= kConvolutionWorkspace &&
                 (!only_fma || result.math == kCudnnFmaMath || result.math == kCudnnDefaultMath);
        });
    if (best == end) return Unsupported("cuDNN has no algorithm for this convolution");
    choice_ = {best->algorithm, only_fma ? kCudnnFmaMath : best->math, best->workspace_bytes};
    if (options.trials != nullptr) options.trials->Keep(key, choice_);
  }
  return Check(api().cudnnSetConvolutionMathType(convolution_, choice_.math),
               "cudnnSetConvolutionMathType");
}

Status CudnnConvolution::Plain(const void* x, const void* filter, void* workspace, void* y) const {
  const float one = 1, zero = 0;
  return Check(api().cudnnConvolutionForward(handle_->native(), &one, x_, x, filter_, filter,
                                             convolution_, choice_.algorithm, workspace,
                                             choice_.workspace_bytes, &zero, y_, y),
               "cudnnConvolutionForward");
}

Status CudnnConvolution::Fused(bool relu, const void* x, const void* filter, const void* residual,
                               const void* bias, void* workspace, void* y) const {
  const float one = 1, zero = 0;
  return Check(
      api().cudnnConvolutionBiasActivationForward(
          handle_->native(), &one, x_, x, filter_, filter, convolution_, choice_.algorithm,
          workspace, choice_.workspace_bytes, residual == nullptr ? &zero : &one, y_,
          residual == nullptr ? y : residual, bias_, bias, relu ? relu_ : identity_, y_, y),
      "cudnnConvolutionBiasActivationForward");
}

}  // namespace paddle::lite::cuda
