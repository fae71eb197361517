// What a target must provide to hold tensors and to run kernels beside the host: memory, and queues
// of work with events. See docs/design/devices.md. Kernels of a target call its runtime directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lite/base/span.h"
#include "lite/base/status.h"
#include "lite/core/types.h"

namespace paddle::lite {

// Alignment of every allocation: one cache line, and the widest vector register.
constexpr size_t kMemoryAlignment = 64;

// One of the devices of a target.
struct DeviceId {
  TargetType target = TargetType::kHost;
  int index = 0;

  bool operator==(const DeviceId& other) const {
    return target == other.target && index == other.index;
  }
  bool operator!=(const DeviceId& other) const { return !(*this == other); }
  // "opencl:1"; there is only one host.
  std::string ToString() const {
    return target == TargetType::kHost ? TargetToStr(target)
                                       : StrCat(TargetToStr(target), ":", index);
  }
};

enum class MemoryKind : uint8_t {
  kBuffer,   // bytes in a row
  kImage2D,  // texels of four elements in rows and columns
};

// A block of memory.
struct MemoryDesc {
  DeviceId device;
  MemoryKind kind = MemoryKind::kBuffer;
  size_t bytes = 0;  // of an image: of its texels without padding
  // An image's size in texels, and the type of its elements.
  int64_t width = 0, height = 0;
  PrecisionType element = PrecisionType::kUnk;

  static MemoryDesc Of(DeviceId device, size_t bytes) {
    MemoryDesc desc;
    desc.device = device;
    desc.bytes = bytes;
    return desc;
  }
  // Whether a block of this description has room for `other`.
  bool Holds(const MemoryDesc& other) const {
    if (device != other.device || kind != other.kind) return false;
    if (kind == MemoryKind::kBuffer) return bytes >= other.bytes;
    return element == other.element && width >= other.width && height >= other.height;
  }
  // "64 bytes on opencl:0" or "an image of 12 x 7 texels of float on opencl:0".
  std::string ToString() const;
};

// The largest blocks of a device.
struct DeviceLimits {
  size_t max_bytes = SIZE_MAX;
  int64_t max_image_width = 0, max_image_height = 0;  // 0 = no images
};

// A point in a queue, recorded once per run. Created by the context whose queue it belongs to, and
// destroyed before it.
class DeviceEvent {
 public:
  virtual ~DeviceEvent() = default;
};

// A queue of work on a device, used by one executable and thus by one thread at a time. Operations
// run in the order in which they were queued, and beside the host: the memory that they use must
// stay valid and, unless both only read, untouched until an event after them has completed.
//
// A back end's own class adds what its kernels call: the native queue, compiled programs, tuning
// results. What clones share belongs to the Device.
class DeviceContext {
 public:
  // Waits for the queue.
  virtual ~DeviceContext() = default;

  // Queue a copy between host memory and bytes [offset, offset + bytes) of a buffer.
  virtual Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) = 0;
  virtual Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) = 0;

  virtual Result<std::unique_ptr<DeviceEvent>> CreateEvent() = 0;
  // The event completes when everything that was queued so far is done. An event may be recorded
  // again once it has completed.
  virtual Status Record(DeviceEvent* event) = 0;
  // Blocks the host until a recorded event of this context has completed. Fails if an operation
  // before it failed.
  virtual Status Wait(DeviceEvent* event) = 0;
  // What is queued from now on runs after a recorded event of another context of the target. False
  // if the device cannot do that: the caller then blocks the host.
  virtual Result<bool> QueueWait(DeviceContext* other, DeviceEvent* event) {
    static_cast<void>(other);
    static_cast<void>(event);
    return false;
  }
  // Queues into a caller's queue, of the back end's own type (a cudaStream_t), instead of the
  // context's own one; null returns to that. The queue is empty when this is called.
  virtual Status UseStream(void* stream);
  // Blocks the host until the queue is empty, whatever happened to the operations. Fails if one of
  // them failed since the last Finish.
  virtual Status Finish() = 0;
  // When a completed event was reached, in nanoseconds of the device's clock; -1 if it has none.
  virtual int64_t TimeOf(const DeviceEvent& event) const {
    static_cast<void>(event);
    return -1;
  }
};

// Memory and queues of one device. Shared by executables and threads, and alive while a buffer or a
// context of it exists.
class Device {
 public:
  virtual ~Device() = default;
  virtual DeviceId id() const = 0;
  virtual DeviceLimits limits() const { return DeviceLimits(); }
  // The name of a block, which only means something to the device; host memory is named by
  // its address. Null when memory is exhausted. A size of 0 is valid.
  virtual void* Allocate(const MemoryDesc& desc) = 0;
  // The caller has waited for all operations that use the block.
  virtual void Free(void* handle) = 0;
  // Copy between host memory and bytes [offset, offset + bytes) of a buffer, and block until done.
  virtual Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) = 0;
  virtual Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) = 0;
  virtual Result<std::unique_ptr<DeviceContext>> CreateContext() = 0;
  // Changes when the device has lost its contents, so that blocks from before are worthless.
  virtual uint64_t generation() const { return 0; }
};

// How the devices of a target are opened. Null, and the reason, if there is none of that index, for
// example without a driver. Devices stay open: the same index returns the same device.
struct DeviceDriver {
  TargetType target = TargetType::kUnk;
  std::shared_ptr<Device> (*open)(int index, std::string* why_not) = nullptr;
};

// The drivers of this build. Generated from the LITE_DEVICE lines of lite/backends/<target>/*.cc.
Span<const DeviceDriver* const> DeviceDrivers();

// Declares how devices of a target are opened. Use at global namespace scope, in exactly this form:
//   LITE_DEVICE(kOpenCL, paddle::lite::opencl::OpenDevice);
#define LITE_DEVICE(target_, open_)                                 \
  extern const ::paddle::lite::DeviceDriver lite_device__##target_; \
  constexpr ::paddle::lite::DeviceDriver lite_device__##target_ { TARGET(target_), &open_ }

// A device of this build; the host's for every target that shares its memory.
Result<std::shared_ptr<Device>> OpenDevice(DeviceId id);
// The first device of a target, or null if this build or machine has none.
Device* FindDevice(TargetType target);
// The host's memory: operations finish immediately.
Device* HostDevice();

// Replaces the allocator of host memory for all allocations from now on; null members restore the
// default. Blocks do not record their allocator, so replace it only while no predictor exists.
void SetHostAllocator(const lite_api::CustomAllocator& allocator);

}  // namespace paddle::lite
