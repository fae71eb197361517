// Drivers: found by name, loaded once, closed at the end of the process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/driver/device.h"

namespace nnadapter::runtime {

// An opened driver.
class Driver {
 public:
  // `library` (may be null) is closed after the device.
  Driver(const driver::Device* device, void* opened, void* library)
      : device_(device), opened_(opened), library_(library) {}
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  ~Driver();

  const driver::Device& device() const { return *device_; }
  std::string name() const { return device_->name; }
  void* opened() const { return opened_; }

 private:
  const driver::Device* device_;
  void* opened_;
  void* library_;
};

// The driver of a name: the one that is open, the built-in one, or lib<name>.so from a folder of
// the environment variable NNADAPTER_DRIVER_PATH (separated by colons) or of the system's search
// path. Any thread.
Status AcquireDriver(const std::string& name, std::shared_ptr<Driver>* driver);
// Drivers opened so far, and one for the built-in device.
uint32_t CountDrivers();

// What a device does in one context.
class DeviceContext {
 public:
  static Status Create(std::shared_ptr<Driver> driver, const char* properties,
                       int (*callback)(int event_id, void* user_data),
                       std::unique_ptr<DeviceContext>* context);
  DeviceContext(const DeviceContext&) = delete;
  DeviceContext& operator=(const DeviceContext&) = delete;
  ~DeviceContext();

  const Driver& driver() const { return *driver_; }
  std::string name() const { return driver_->name(); }
  // One flag for each operation. FEATURE_NOT_SUPPORTED if the driver cannot tell.
  Status Validate(const core::Model& model, std::vector<bool>* supported) const;
  Status CreateProgram(core::Model* model, core::Cache* cache, void** program) const;
  void DestroyProgram(void* program) const;
  Status ExecuteProgram(void* program, std::vector<core::Argument>* inputs,
                        std::vector<core::Argument>* outputs) const;

 private:
  DeviceContext(std::shared_ptr<Driver> driver, void* context)
      : driver_(std::move(driver)), context_(context) {}

  std::shared_ptr<Driver> driver_;
  void* context_;
};

// The contexts of all devices of a model.
struct Context {
  std::vector<std::unique_ptr<DeviceContext>> devices;
  std::string properties;
  int (*callback)(int event_id, void* user_data) = nullptr;

  static Status Create(const std::vector<std::shared_ptr<Driver>>& drivers, const char* properties,
                       int (*callback)(int event_id, void* user_data),
                       std::shared_ptr<Context>* context);
};

}  // namespace nnadapter::runtime
