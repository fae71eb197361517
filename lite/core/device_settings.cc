#include "lite/core/device_settings.h"

namespace paddle::lite {

const DeviceSettings* FindDeviceSettings(TargetType target) {
  for (const DeviceSettings* settings : DeviceSettingsTable()) {
    if (settings->target == target) return settings;
  }
  return nullptr;
}

}  // namespace paddle::lite
