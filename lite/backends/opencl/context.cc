// Queues of OpenCL devices, and the launch of functions.
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
    if (event_ != nullptr && device_->CheckProcess().ok()) device_->api_.clReleaseEvent(event_);
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

// Waits for a recorded event, and says whether what was queued before it failed.
Status WaitFor(const Api& api, cl_event event) {
  const cl_int waited = api.clWaitForEvents(1, &event);
  if (waited != CL_SUCCESS && waited != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
    return CheckCall(waited, "clWaitForEvents");
  }
  cl_int status = CL_COMPLETE;
  LITE_RETURN_IF_ERROR(CheckCall(api.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                                    sizeof(status), &status, nullptr),
                                 "clGetEventInfo"));
  return status < 0 ? CheckCall(status, "work in the OpenCL queue") : OkStatus();
}

}  // namespace

Function::Function(ClDevice* device, cl_kernel kernel, std::string name)
    : device_(device), kernel_(kernel), name_(std::move(name)) {
  ++device_->functions_;
}

Function::~Function() {
  --device_->functions_;
  if (device_->CheckProcess().ok()) device_->api_.clReleaseKernel(kernel_);
}

void Function::SetBlock(int index, void* handle) { SetBytes(index, &handle, sizeof(cl_mem)); }

void Function::SetBytes(int index, const void* value, size_t bytes) {
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
  if (!device_->CheckProcess().ok()) return;
  device_->api_.clFinish(queue_);
  device_->api_.clReleaseCommandQueue(queue_);
}

Status ClContext::Queued(int code, const char* call) {
  LITE_RETURN_IF_ERROR(CheckCall(code, call));
  if (++unflushed_ < kFlushEvery) return OkStatus();
  unflushed_ = 0;
  return CheckCall(device_->api_.clFlush(queue_), "clFlush");
}

Status ClContext::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  LITE_RETURN_IF_ERROR(device_->CheckProcess());
  if (bytes == 0) return OkStatus();
  return Queued(device_->api_.clEnqueueWriteBuffer(queue_, static_cast<cl_mem>(handle), CL_FALSE,
                                                   offset, bytes, src, 0, nullptr, nullptr),
                "clEnqueueWriteBuffer");
}

Status ClContext::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  LITE_RETURN_IF_ERROR(device_->CheckProcess());
  if (bytes == 0) return OkStatus();
  return Queued(device_->api_.clEnqueueReadBuffer(queue_, static_cast<cl_mem>(handle), CL_FALSE,
                                                  offset, bytes, dst, 0, nullptr, nullptr),
                "clEnqueueReadBuffer");
}

Result<std::unique_ptr<DeviceEvent>> ClContext::CreateEvent() {
  LITE_RETURN_IF_ERROR(device_->CheckProcess());
  return std::unique_ptr<DeviceEvent>(std::make_unique<ClEvent>(device_));
}

Status ClContext::Record(DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(device_->CheckProcess());
  cl_event marker = nullptr;
  LITE_RETURN_IF_ERROR(
      CheckCall(device_->api_.clEnqueueMarkerWithWaitList(queue_, 0, nullptr, &marker),
                "clEnqueueMarkerWithWaitList"));
  static_cast<ClEvent*>(event)->Reset(marker);
  // Other queues and the host may wait for it.
  unflushed_ = 0;
  return CheckCall(device_->api_.clFlush(queue_), "clFlush");
}

Status ClContext::Wait(DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(device_->CheckProcess());
  cl_event recorded = static_cast<ClEvent*>(event)->get();
  if (recorded == nullptr) return Internal("an event was waited for that was not recorded");
  if (device_->unsaved_) device_->SaveBinaries();
  return WaitFor(device_->api_, recorded);
}

Status ClContext::Finish() {
  ClEvent last(device_);
  LITE_RETURN_IF_ERROR(Record(&last));
  const Status status = Wait(&last);
  const cl_int finished = device_->api_.clFinish(queue_);
  return status.ok() ? CheckCall(finished, "clFinish") : status;
}

int64_t ClContext::TimeOf(const DeviceEvent& event) const {
  return static_cast<const ClEvent&>(event).TimeNs();
}

Status ClContext::Launch(Function* function, const std::array<int64_t, 3>& groups,
                         const std::array<int64_t, 3>& group) {
  LITE_RETURN_IF_ERROR(device_->CheckProcess());
  LITE_RETURN_IF_ERROR(function->status_);
  size_t items[3], sizes[3];
  for (size_t i = 0; i < 3; ++i) {
    if (groups[i] <= 0) return OkStatus();
    sizes[i] = static_cast<size_t>(group[i]);
    items[i] = static_cast<size_t>(groups[i]) * sizes[i];
  }
  const cl_int code = device_->api_.clEnqueueNDRangeKernel(queue_, function->kernel_, 3, nullptr,
                                                           items, sizes, 0, nullptr, nullptr);
  if (code == CL_SUCCESS) return Queued(code, "clEnqueueNDRangeKernel");
  return CheckCall(code, "clEnqueueNDRangeKernel")
      .WithContext(StrCat("OpenCL function ", function->name(), ", groups of ",
                          ListToString(std::vector<int64_t>(group.begin(), group.end()))));
}

}  // namespace paddle::lite::opencl
