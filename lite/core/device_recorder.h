// Work of a queue that is recorded once and queued again as a whole, for devices that can do that.
// See docs/design/devices.md, "Recordings".
#pragma once

#include <memory>

#include "lite/base/status.h"
#include "lite/core/device.h"

namespace paddle::lite {

class DeviceRecording {
 public:
  virtual ~DeviceRecording() = default;
};

// Functions for contexts of one target.
struct DeviceRecorder {
  // Whether work of this queue should be recorded.
  bool (*wanted)(DeviceContext* context) = nullptr;
  // Whether a kernel of the target queues the same work whenever its tensors have the same
  // addresses, and does nothing on the host that a repetition of this work would lack.
  bool (*repeats)(const char* op_type) = nullptr;
  // What is queued from now on is recorded and not done, until `take`. Only kernels that repeat are
  // run in between.
  Status (*start)(DeviceContext* context) = nullptr;
  Result<std::unique_ptr<DeviceRecording>> (*take)(DeviceContext* context) = nullptr;
  // Queues what was recorded by this context.
  Status (*replay)(DeviceContext* context, DeviceRecording* recording) = nullptr;
};

}  // namespace paddle::lite
