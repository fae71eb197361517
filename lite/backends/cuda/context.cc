// Queues of CUDA devices.
#include <cstring>
#include <utility>

#include "lite/backends/cuda/device.h"
#include "lite/base/strings.h"

namespace paddle::lite::cuda {

class CudaEvent final : public DeviceEvent {
 public:
  CudaEvent(CudaDevice* device, void* event) : device_(device), event_(event) {
    ++device_->events_;
  }
  ~CudaEvent() override {
    --device_->events_;
    if (device_->Enter().ok()) runtime::DestroyEvent(event_);
  }
  void* get() const { return event_; }
  bool recorded() const { return staging_ != nullptr; }
  // The event was recorded after what `staging` has begun.
  void SetRecorded(Staging* staging) {
    staging_ = staging;
    position_ = staging->position();
  }
  // The event has happened.
  void Deliver() const { staging_->Deliver(position_); }

 private:
  CudaDevice* const device_;
  void* const event_;
  Staging* staging_ = nullptr;
  int64_t position_ = 0;
};

class CudaGraph final : public DeviceRecording {
 public:
  CudaGraph(CudaDevice* device, void* graph) : device_(device), graph_(graph) {}
  ~CudaGraph() override {
    if (device_->Enter().ok()) runtime::DestroyGraph(graph_);
  }
  void* get() const { return graph_; }

 private:
  CudaDevice* const device_;
  void* const graph_;
};

Staging::~Staging() {
  if (device_->silent_) return;
  for (const Block& block : blocks_) {
    if (block.event != nullptr) runtime::DestroyEvent(block.event);
    if (block.memory != nullptr) runtime::FreeHost(block.memory);
  }
}

Result<Staging::Block*> Staging::Next() {
  Block& block = blocks_[next_];
  next_ = (next_ + 1) % kBlocks;
  if (block.memory == nullptr) {
    const int code = runtime::MallocHost(&block.memory, kBlockBytes);
    if (code != runtime::kSuccess) {
      block.memory = nullptr;
      runtime::TakeLastError();
      return CheckCall(code, "cudaHostAlloc");
    }
  }
  if (block.event == nullptr) {
    LITE_RETURN_IF_ERROR(CheckCall(runtime::CreateEvent(&block.event), "cudaEventCreate"));
  }
  if (block.used) {
    LITE_RETURN_IF_ERROR(device_->WaitForEvent(block.event));
    Deliver(&block);
  }
  return &block;
}

Status Staging::CopyFromHost(void* to, const void* from, size_t bytes, void* stream) {
  for (size_t at = 0; at < bytes; at += kBlockBytes) {
    const size_t part = bytes - at < kBlockBytes ? bytes - at : kBlockBytes;
    LITE_ASSIGN_OR_RETURN(Block* const block, Next());
    std::memcpy(block->memory, static_cast<const char*>(from) + at, part);
    LITE_RETURN_IF_ERROR(CheckCall(runtime::CopyAsync(static_cast<char*>(to) + at, block->memory,
                                                      part, runtime::Direction::kToDevice, stream),
                                   "cudaMemcpyAsync"));
    LITE_RETURN_IF_ERROR(CheckCall(runtime::RecordEvent(block->event, stream), "cudaEventRecord"));
    block->used = true;
  }
  return OkStatus();
}

void Staging::Deliver(Block* block) {
  if (block->to != nullptr) std::memcpy(block->to, block->memory, block->bytes);
  block->to = nullptr;
}

void Staging::Deliver(int64_t position) {
  for (Block& block : blocks_) {
    if (block.position < position) Deliver(&block);
  }
}

Status Staging::CopyToHost(void* to, const void* from, size_t bytes, void* stream) {
  for (size_t at = 0; at < bytes; at += kBlockBytes) {
    LITE_ASSIGN_OR_RETURN(Block* const block, Next());
    const size_t part = bytes - at < kBlockBytes ? bytes - at : kBlockBytes;
    LITE_RETURN_IF_ERROR(
        CheckCall(runtime::CopyAsync(block->memory, static_cast<const char*>(from) + at, part,
                                     runtime::Direction::kToHost, stream),
                  "cudaMemcpyAsync"));
    LITE_RETURN_IF_ERROR(CheckCall(runtime::RecordEvent(block->event, stream), "cudaEventRecord"));
    block->to = static_cast<char*>(to) + at;
    block->bytes = part;
    block->position = position_++;
    block->used = true;
  }
  return OkStatus();
}

CudaContext::CudaContext(CudaDevice* device) : device_(device), staging_(device) {
  ++device_->contexts_;
}

CudaContext::~CudaContext() {
  --device_->contexts_;
  bool usable = device_->Enter().ok();
  if (usable && stream_ != nullptr) {
    // What failed in the stream is of no interest any more, unless it was the wait.
    const Status finished = device_->WaitForStream(stream_);
    usable = finished.ok() || device_->Enter().ok();
  }
  if (!usable) {
    // Libraries wait for the device before they destroy a handle.
    cublas_.release();
    cudnn_.release();
    return;
  }
  cublas_.reset();
  cudnn_.reset();
  if (epoch_ != nullptr) runtime::DestroyEvent(epoch_);
  if (own_stream_ != nullptr) runtime::DestroyStream(own_stream_);
}

Status CudaContext::Start() {
  LITE_RETURN_IF_ERROR(CheckCall(runtime::CreateStream(&own_stream_), "cudaStreamCreateWithFlags"));
  stream_ = own_stream_;
  return CheckCall(runtime::CreateEvent(&epoch_), "cudaEventCreate");
}

Status CudaContext::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  LITE_RETURN_IF_ERROR(device_->Enter());
  device_->work()->bytes_to_device += static_cast<int64_t>(bytes);
  return staging_.CopyFromHost(static_cast<char*>(handle) + offset, src, bytes, stream_);
}

Status CudaContext::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  LITE_RETURN_IF_ERROR(device_->Enter());
  device_->work()->bytes_to_host += static_cast<int64_t>(bytes);
  return staging_.CopyToHost(dst, static_cast<const char*>(handle) + offset, bytes, stream_);
}

Result<std::unique_ptr<DeviceEvent>> CudaContext::CreateEvent() {
  LITE_RETURN_IF_ERROR(device_->Enter());
  void* event = nullptr;
  LITE_RETURN_IF_ERROR(CheckCall(runtime::CreateEvent(&event), "cudaEventCreate"));
  return std::unique_ptr<DeviceEvent>(std::make_unique<CudaEvent>(device_, event));
}

Status CudaContext::Record(DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(device_->Enter());
  if (!epoch_recorded_) {
    LITE_RETURN_IF_ERROR(CheckCall(runtime::RecordEvent(epoch_, stream_), "cudaEventRecord"));
    epoch_recorded_ = true;
  }
  auto* const own = static_cast<CudaEvent*>(event);
  LITE_RETURN_IF_ERROR(CheckCall(runtime::RecordEvent(own->get(), stream_), "cudaEventRecord"));
  own->SetRecorded(&staging_);
  return OkStatus();
}

Status CudaContext::Wait(DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(device_->Enter());
  const auto& own = *static_cast<CudaEvent*>(event);
  if (!own.recorded()) return Internal("an event was waited for that was not recorded");
  LITE_RETURN_IF_ERROR(device_->WaitForEvent(own.get()));
  own.Deliver();
  return OkStatus();
}

Result<bool> CudaContext::QueueWait(DeviceContext*, DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(device_->Enter());
  const auto& own = *static_cast<CudaEvent*>(event);
  if (!own.recorded()) return Internal("an event was waited for that was not recorded");
  LITE_RETURN_IF_ERROR(CheckCall(runtime::WaitEvent(stream_, own.get()), "cudaStreamWaitEvent"));
  return true;
}

Status CudaContext::UseStream(void* stream) {
  LITE_RETURN_IF_ERROR(device_->Enter());
  stream_ = stream == nullptr ? own_stream_ : stream;
  return cudnn_ != nullptr ? cudnn_->SetStream(stream_) : OkStatus();
}

Status CudaContext::StartRecording() {
  LITE_RETURN_IF_ERROR(device_->Enter());
  return CheckCall(runtime::BeginCapture(stream_), "cudaStreamBeginCapture");
}

Result<std::unique_ptr<DeviceRecording>> CudaContext::TakeRecording() {
  LITE_RETURN_IF_ERROR(device_->Enter());
  void* graph = nullptr;
  const int code = runtime::EndCapture(stream_, &graph);
  runtime::TakeLastError();
  LITE_RETURN_IF_ERROR(CheckCall(code, "cudaStreamEndCapture"));
  return std::unique_ptr<DeviceRecording>(std::make_unique<CudaGraph>(device_, graph));
}

Status CudaContext::Replay(DeviceRecording* recording) {
  LITE_RETURN_IF_ERROR(device_->Enter());
  ++device_->work()->graph_launches;
  return CheckCall(runtime::LaunchGraph(static_cast<CudaGraph*>(recording)->get(), stream_),
                   "cudaGraphLaunch");
}

Status CudaContext::Finish() {
  LITE_RETURN_IF_ERROR(device_->Enter());
  epoch_recorded_ = false;
  LITE_RETURN_IF_ERROR(device_->WaitForStream(stream_));
  staging_.Deliver(staging_.position());
  return OkStatus();
}

int64_t CudaContext::TimeOf(const DeviceEvent& event) const {
  const auto& own = static_cast<const CudaEvent&>(event);
  float milliseconds = 0;
  if (!own.recorded() ||
      runtime::ElapsedMilliseconds(&milliseconds, epoch_, own.get()) != runtime::kSuccess) {
    return -1;
  }
  return static_cast<int64_t>(static_cast<double>(milliseconds) * 1e6);
}

Result<CublasLtHandle*> CudaContext::Cublas() {
  if (cublas_ == nullptr) {
    LITE_RETURN_IF_ERROR(device_->Enter());
    LITE_ASSIGN_OR_RETURN(cublas_, CublasLtHandle::Create(CublasLtLibrary::Get()));
  }
  return cublas_.get();
}

Result<CudnnHandle*> CudaContext::Cudnn() {
  if (cudnn_ == nullptr) {
    LITE_RETURN_IF_ERROR(device_->Enter());
    LITE_ASSIGN_OR_RETURN(cudnn_, CudnnHandle::Create(CudnnLibrary::Get(), stream_));
  }
  return cudnn_.get();
}

Status CudaContext::BeforeLaunch(const char* name, int64_t count) const {
  if (count < 0 || count > INT32_MAX) {
    return Unsupported("CUDA kernel ", name, ": ", count, " elements, expected at most ",
                       INT32_MAX);
  }
  return device_->Enter();
}

Status CudaContext::CheckLaunch(int code, const char* name) {
  if (code == runtime::kSuccess) return OkStatus();
  return CheckCall(code, "the launch").WithContext(StrCat("CUDA kernel ", name));
}

namespace {

CudaContext* AsCuda(DeviceContext* context) { return static_cast<CudaContext*>(context); }

bool WantsGraphs(DeviceContext* context) { return AsCuda(context)->device()->settings().graphs; }
// Copies from and to the host go through blocks that the host fills and reads.
bool Repeats(const char* op_type) {
  return std::strcmp(op_type, "io_copy") != 0 && std::strcmp(op_type, "io_copy_once") != 0;
}
Status StartGraph(DeviceContext* context) { return AsCuda(context)->StartRecording(); }
Result<std::unique_ptr<DeviceRecording>> TakeGraph(DeviceContext* context) {
  return AsCuda(context)->TakeRecording();
}
Status ReplayGraph(DeviceContext* context, DeviceRecording* recording) {
  return AsCuda(context)->Replay(recording);
}

}  // namespace

const DeviceRecorder kRecorder = {WantsGraphs, Repeats, StartGraph, TakeGraph, ReplayGraph};

}  // namespace paddle::lite::cuda
