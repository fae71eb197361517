#include "lite/backends/nnadapter/runtime/device.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>

#include "nnadapter/utility/logging.h"
#include "nnadapter/utility/string.h"

// Of driver/builtin_device.
extern nnadapter::driver::Device __nnadapter_device__builtin_device;  // NOLINT: the HAL's name

namespace nnadapter::runtime {
namespace {

constexpr char kBuiltin[] = "builtin_device";
constexpr size_t kMaxNameLength = 128;

// Runs a function of a driver: what it throws, and result codes that do not exist, become errors
// with its name in the message.
template <typename Function>
Status CallDriver(const std::string& device, const char* what, Function function) {
  const std::string prefix = Concat(what, " of the device ", device, " ");
  try {
    const int code = function();
    if (code == NNADAPTER_NO_ERROR) return Status();
    if (code < 0 || code > NNADAPTER_FEATURE_NOT_SUPPORTED) {
      return DeviceInternalError(prefix, "returned ", code, ", which is not a result code");
    }
    return Status(code, Concat(prefix, "failed with the code ", code));
  } catch (const std::bad_alloc&) {
    return OutOfMemory(prefix, "ran out of memory");
  } catch (const std::exception& error) {
    return DeviceInternalError(prefix, "failed: ", error.what());
  } catch (...) {
    return DeviceInternalError(prefix, "threw an unknown exception");
  }
}

// For functions that return nothing.
template <typename Function>
void CallDriverVoid(const std::string& device, const char* what, Function function) {
  const Status status = CallDriver(device, what, [&] {
    function();
    return static_cast<int>(NNADAPTER_NO_ERROR);
  });
  if (!status.ok()) NNADAPTER_LOG(ERROR) << status.message();
}

// INVALID_DIMENSIONS is about the shapes of one execution.
Status NotDimensions(const Status& status) {
  return status.code() == NNADAPTER_INVALID_DIMENSIONS ? DeviceInternalError(status.message())
                                                       : status;
}

Status CheckName(const std::string& name) {
  const bool valid = !name.empty() && name.size() <= kMaxNameLength &&
                     std::all_of(name.begin(), name.end(), [](unsigned char c) {
                       return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                              (c >= 'A' && c <= 'Z') || c == '_';
                     });
  return valid ? Status()
               : InvalidParameter("\"", name.substr(0, kMaxNameLength),
                                  "\" is not the name of a device: expected 1 to ", kMaxNameLength,
                                  " letters, digits and underscores");
}

Status CheckDevice(const std::string& name, const driver::Device& device) {
  if (device.version != NNADAPTER_VERSION) {
    return DeviceNotFound("the driver of ", name, " is for version ", device.version,
                          " of the HAL, expected ", NNADAPTER_VERSION, "; build it again");
  }
  if (!device.name || name != device.name || !device.vendor) {
    return DeviceNotFound("the driver of ", name, " calls itself ",
                          device.name ? device.name : "nothing");
  }
  const std::pair<const char*, bool> functions[] = {
      {"open_device", device.open_device},         {"close_device", device.close_device},
      {"create_context", device.create_context},   {"destroy_context", device.destroy_context},
      {"create_program", device.create_program},   {"destroy_program", device.destroy_program},
      {"execute_program", device.execute_program},
  };
  for (const auto& [function, present] : functions) {
    if (!present) return DeviceNotFound("the driver of ", name, " has no ", function);
  }
  return Status();
}

struct LibraryCloser {
  void operator()(void* library) const { dlclose(library); }
};
using Library = std::unique_ptr<void, LibraryCloser>;

Library OpenLibrary(const std::string& file, std::string* error) {
  const std::string path = GetStringFromEnv("NNADAPTER_DRIVER_PATH");
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    if (end > begin) {
      const std::string full = path.substr(begin, end - begin) + "/" + file;
      if (Library library{dlopen(full.c_str(), RTLD_NOW | RTLD_LOCAL)}) return library;
    }
    begin = end + 1;
  }
  Library library(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL));
  const char* reason = library ? nullptr : dlerror();
  *error = reason ? reason : "";
  return library;
}

Status OpenDriver(const std::string& name, std::shared_ptr<Driver>* driver) {
  const driver::Device* device = nullptr;
  Library library;
  if (name == kBuiltin) {
    device = &__nnadapter_device__builtin_device;
  } else {
    std::string error;
    library = OpenLibrary(Concat("lib", name, ".so"), &error);
    if (!library) return DeviceNotFound("the driver of ", name, " cannot be loaded: ", error);
    const std::string symbol = Concat("__nnadapter_device__", name);
    device = static_cast<const driver::Device*>(dlsym(library.get(), symbol.c_str()));
    if (!device) return DeviceNotFound("lib", name, ".so does not export ", symbol);
  }
  NNADAPTER_RETURN_IF_ERROR(CheckDevice(name, *device));
  void* opened = nullptr;
  const Status status =
      CallDriver(name, "open_device", [&] { return device->open_device(&opened); });
  if (!status.ok()) return DeviceNotFound(status.message());
  if (!opened) {
    return DeviceNotFound("open_device of the device ", name, " succeeded without a device");
  }
  *driver = std::make_shared<Driver>(device, opened, library.release());
  return Status();
}

// Open drivers in the order in which they were opened.
class Registry {
 public:
  static Registry& Get() {
    static Registry registry;
    return registry;
  }
  ~Registry() {
    while (!drivers_.empty()) drivers_.pop_back();
  }

  Status Acquire(const std::string& name, std::shared_ptr<Driver>* driver) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& open : drivers_) {
      if (open->name() == name) {
        *driver = open;
        return Status();
      }
    }
    NNADAPTER_RETURN_IF_ERROR(OpenDriver(name, driver));
    drivers_.push_back(*driver);
    return Status();
  }

  uint32_t Count() {
    std::lock_guard<std::mutex> lock(mutex_);
    const bool builtin = std::any_of(drivers_.begin(), drivers_.end(),
                                     [](const auto& open) { return open->name() == kBuiltin; });
    return static_cast<uint32_t>(drivers_.size()) + (builtin ? 0 : 1);
  }

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<Driver>> drivers_;
};

}  // namespace

Driver::~Driver() {
  CallDriverVoid(name(), "close_device", [this] { device_->close_device(opened_); });
  if (library_) dlclose(library_);
}

Status AcquireDriver(const std::string& name, std::shared_ptr<Driver>* driver) {
  NNADAPTER_RETURN_IF_ERROR(CheckName(name));
  return Registry::Get().Acquire(name, driver);
}

uint32_t CountDrivers() { return Registry::Get().Count(); }

Status DeviceContext::Create(std::shared_ptr<Driver> driver, const char* properties,
                             int (*callback)(int event_id, void* user_data),
                             std::unique_ptr<DeviceContext>* context) {
  const driver::Device& device = driver->device();
  void* created = nullptr;
  NNADAPTER_RETURN_IF_ERROR(NotDimensions(CallDriver(driver->name(), "create_context", [&] {
    return device.create_context(driver->opened(), properties, callback, &created);
  })));
  if (!created) {
    return DeviceInternalError("create_context of the device ", driver->name(),
                               " succeeded without a context");
  }
  context->reset(new DeviceContext(std::move(driver), created));
  return Status();
}

DeviceContext::~DeviceContext() {
  CallDriverVoid(name(), "destroy_context",
                 [this] { driver_->device().destroy_context(context_); });
}

Status DeviceContext::Validate(const core::Model& model, std::vector<bool>* supported) const {
  if (!driver_->device().validate_program) {
    return FeatureNotSupported("the device ", name(),
                               " cannot tell which operations it supports: it has no "
                               "validate_program");
  }
  const size_t count = model.operations.size();
  std::unique_ptr<bool[]> flags(new bool[count]());
  NNADAPTER_RETURN_IF_ERROR(NotDimensions(CallDriver(name(), "validate_program", [&] {
    return driver_->device().validate_program(context_, &model, flags.get());
  })));
  supported->clear();
  for (size_t i = 0; i < count; ++i) {
    uint8_t flag = 0;  // a driver's byte may be neither 0 nor 1
    std::memcpy(&flag, &flags[i], 1);
    supported->push_back(flag != 0);
  }
  return Status();
}

Status DeviceContext::CreateProgram(core::Model* model, core::Cache* cache, void** program) const {
  *program = nullptr;
  NNADAPTER_RETURN_IF_ERROR(NotDimensions(CallDriver(name(), "create_program", [&] {
    return driver_->device().create_program(context_, model, cache, program);
  })));
  return *program ? Status()
                  : DeviceInternalError("create_program of the device ", name(),
                                        " succeeded without a program");
}

void DeviceContext::DestroyProgram(void* program) const {
  CallDriverVoid(name(), "destroy_program", [&] { driver_->device().destroy_program(program); });
}

Status DeviceContext::ExecuteProgram(void* program, std::vector<core::Argument>* inputs,
                                     std::vector<core::Argument>* outputs) const {
  return CallDriver(name(), "execute_program", [&] {
    return driver_->device().execute_program(program, static_cast<uint32_t>(inputs->size()),
                                             inputs->data(), static_cast<uint32_t>(outputs->size()),
                                             outputs->data());
  });
}

Status Context::Create(const std::vector<std::shared_ptr<Driver>>& drivers, const char* properties,
                       int (*callback)(int event_id, void* user_data),
                       std::shared_ptr<Context>* context) {
  auto created = std::make_shared<Context>();
  created->properties = properties ? properties : "";
  created->callback = callback;
  try {
    GetKeyValues(created->properties.c_str());
  } catch (const std::invalid_argument& error) {
    return InvalidParameter(error.what());
  }
  for (const auto& driver : drivers) {
    for (const auto& other : created->devices) {
      if (other->name() == driver->name()) {
        return InvalidParameter("the device ", driver->name(), " is in the context twice");
      }
    }
    std::unique_ptr<DeviceContext> device;
    NNADAPTER_RETURN_IF_ERROR(
        DeviceContext::Create(driver, created->properties.c_str(), callback, &device));
    created->devices.push_back(std::move(device));
  }
  *context = std::move(created);
  return Status();
}

}  // namespace nnadapter::runtime
