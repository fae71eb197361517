// Queues of OpenCL devices, and the launch of functions.
#include <algorithm>
#include <utility>

#include "lite/backends/opencl/api.h"
#include "lite/backends/opencl/device.h"
#include "lite/base/strings.h"

namespace paddle::lite::opencl {

class ClEvent final : public DeviceEvent {
 public:
  explicit ClEvent(ClDevice* device) : device_(device) { ++device_->events_; }
  ~ClEvent() override {
    Reset(nullptr);
    --device_->events_;
  }
  void Reset(cl_event event) {
    if (event_ != nullptr && device_->MayCallDriver()) device_->api_.clReleaseEvent(event_);
    event_ = event;
  }
  cl_event get() const { return event_; }
  int64_t TimeNs() const {
    cl_ulong ns = 0;
    if (event_ == nullptr ||
        device_->api_.clGetEventProfilingInfo(event_, CL_PROFILING_COMMAND_END, sizeof(ns), &ns,
                                              nullptr) != CL_SUCCESS) {
      return -1;
    }
    return static_cast<int64_t>(ns);
  }

 private:
  ClDevice* const device_;
  cl_event event_ = nullptr;
};

namespace {

// Work that is queued but not given to the device does not begin. A driver gathers this many
// operations.
constexpr int kFlushEvery = 10;

}  // namespace

Function::Function(ClDevice* device, cl_kernel kernel, std::string name, std::string program)
    : device_(device), kernel_(kernel), name_(std::move(name)), program_(std::move(program)) {
  ++device_->functions_;
}

Function::~Function() {
  --device_->functions_;
  if (device_->MayCallDriver()) device_->api_.clReleaseKernel(kernel_);
}

void Function::SetBlock(int index, void* handle) {
  if (index == 0) arguments_ = kDigestOfNothing;
  Set(index, &handle, sizeof(cl_mem));
}

void Function::SetFirst(int index, int32_t first) { Set(index, &first, sizeof(first)); }

void Function::SetBytes(int index, const void* value, size_t bytes) {
  if (index == 0) arguments_ = kDigestOfNothing;
  if (device_->chooses_forms()) arguments_ = Digest(value, bytes, arguments_);
  Set(index, value, bytes);
}

void Function::Set(int index, const void* value, size_t bytes) {
  if (!device_->MayCallDriver()) return;  // the launch says why
  const cl_int code =
      device_->api_.clSetKernelArg(kernel_, static_cast<cl_uint>(index), bytes, value);
  if (code == CL_SUCCESS || !status_.ok()) return;
  status_ = CheckCall(code, "clSetKernelArg")
                .WithContext(StrCat("argument ", index, " of OpenCL function ", name_));
}

ClContext::ClContext(ClDevice* device, cl_command_queue queue) : device_(device), queue_(queue) {
  ++device_->queues_;
}

ClContext::~ClContext() {
  --device_->queues_;
  const Status status = Finish();  // was reported by the operation that noticed it
  static_cast<void>(status);
  if (device_->MayCallDriver()) device_->api_.clReleaseCommandQueue(queue_);
}

Status ClContext::Queued(int code, const char* call) {
  LITE_RETURN_IF_ERROR(device_->Check(code, call));
  if (++unflushed_ < kFlushEvery) return OkStatus();
  unflushed_ = 0;
  return device_->Check(device_->api_.clFlush(queue_), "clFlush");
}

Status ClContext::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  LITE_RETURN_IF_ERROR(device_->CheckUsable());
  if (bytes == 0) return OkStatus();
  return Queued(device_->api_.clEnqueueWriteBuffer(queue_, static_cast<cl_mem>(handle), CL_FALSE,
                                                   offset, bytes, src, 0, nullptr, nullptr),
                "clEnqueueWriteBuffer");
}

Status ClContext::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  LITE_RETURN_IF_ERROR(device_->CheckUsable());
  if (bytes == 0) return OkStatus();
  return Queued(device_->api_.clEnqueueReadBuffer(queue_, static_cast<cl_mem>(handle), CL_FALSE,
                                                  offset, bytes, dst, 0, nullptr, nullptr),
                "clEnqueueReadBuffer");
}

Result<std::unique_ptr<DeviceEvent>> ClContext::CreateEvent() {
  LITE_RETURN_IF_ERROR(device_->CheckUsable());
  return std::unique_ptr<DeviceEvent>(std::make_unique<ClEvent>(device_));
}

Status ClContext::Record(DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(device_->CheckUsable());
  cl_event marker = nullptr;
  LITE_RETURN_IF_ERROR(
      device_->Check(device_->api_.clEnqueueMarkerWithWaitList(queue_, 0, nullptr, &marker),
                     "clEnqueueMarkerWithWaitList"));
  static_cast<ClEvent*>(event)->Reset(marker);
  // Other queues and the host may wait for it.
  unflushed_ = 0;
  return device_->Check(device_->api_.clFlush(queue_), "clFlush");
}

Status ClContext::Wait(DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(device_->CheckUsable());
  cl_event recorded = static_cast<ClEvent*>(event)->get();
  if (recorded == nullptr) return Internal("an event was waited for that was not recorded");
  if (device_->unsaved_) device_->SaveFiles();
  return device_->WaitFor(recorded);
}

Status ClContext::Finish() {
  ClEvent last(device_);
  Status status = Record(&last);
  if (status.ok()) status = Wait(&last);
  if (!device_->MayCallDriver()) return status;
  const cl_int finished = device_->api_.clFinish(queue_);
  return status.ok() ? device_->Check(finished, "clFinish") : status;
}

int64_t ClContext::TimeOf(const DeviceEvent& event) const {
  return static_cast<const ClEvent&>(event).TimeNs();
}

int ClContext::Enqueue(const Function& function, const std::array<int64_t, 3>& groups,
                       const std::array<int64_t, 3>& group, cl_event* event) {
  size_t items[3], sizes[3];
  for (size_t i = 0; i < 3; ++i) {
    sizes[i] = static_cast<size_t>(group[i]);
    items[i] = static_cast<size_t>(groups[i]) * sizes[i];
  }
  return device_->api_.clEnqueueNDRangeKernel(queue_, function.kernel_, 3, nullptr, items, sizes, 0,
                                              nullptr, event);
}

Status ClContext::Launch(Function* function, const std::array<int64_t, 3>& groups,
                         const std::array<int64_t, 3>& group) {
  LITE_RETURN_IF_ERROR(device_->CheckUsable());
  LITE_RETURN_IF_ERROR(std::exchange(function->status_, OkStatus()));
  if (*std::min_element(groups.begin(), groups.end()) <= 0) return OkStatus();
  const cl_int code = Enqueue(*function, groups, group, nullptr);
  if (code == CL_SUCCESS) return Queued(code, "clEnqueueNDRangeKernel");
  return device_->Check(code, "clEnqueueNDRangeKernel")
      .WithContext(StrCat("OpenCL function ", function->name(), ", groups of ",
                          ListToString(std::vector<int64_t>(group.begin(), group.end()))));
}

}  // namespace paddle::lite::opencl
