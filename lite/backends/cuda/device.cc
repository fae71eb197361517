#include "lite/backends/cuda/device.h"

#include <unistd.h>

#include <cstdlib>
#include <map>
#include <utility>

#include "lite/backends/gpu/wait.h"
#include "lite/base/logging.h"
#include "lite/base/strings.h"
#include "lite/core/device_settings.h"

namespace paddle::lite::cuda {
namespace {

char* At(void* handle, size_t offset) { return static_cast<char*>(handle) + offset; }

// How many devices there are. A machine without a driver, or with one that is too old, has none.
int CountDevices(std::string* why_not) {
  int count = 0;
  const int code = runtime::GetDeviceCount(&count);
  runtime::TakeLastError();
  if (code == runtime::kSuccess && count > 0) return count;
  switch (code) {
    case runtime::kSuccess:
    case runtime::kNoDriver:
    case runtime::kNoDevice:
      *why_not = "the NVIDIA driver finds no device";
      break;
    case runtime::kDriverTooOld:
      *why_not = "no NVIDIA driver is installed, or one older than this library's CUDA runtime";
      break;
    default:
      *why_not = CheckCall(code, "cudaGetDeviceCount").message();
  }
  return 0;
}

// Longer than a run of most networks, so that these end without a pause. The runtime's own waits
// ask all the time as well.
constexpr std::chrono::milliseconds kEager(20);

// The settings, the environment's variables that choose them for devices that are opened from then
// on, and their values.
struct SettingNames {
  const char* name;
  const char* variable;
  const char* values[3];
};
constexpr SettingNames kSettings[] = {
    {"products", "LITE_CUDA_PRODUCTS", {"auto", "own", "cublas"}},
    {"convolutions", "LITE_CUDA_CONVOLUTIONS", {"auto", "own", "cudnn"}},
    {"arithmetic", "LITE_CUDA_ARITHMETIC", {"float", "tf32", "half"}},
    {"algorithms", "LITE_CUDA_ALGORITHMS", {"heuristic", "search", nullptr}},
    {"graphs", "LITE_CUDA_GRAPHS", {"on", "off", nullptr}},
};

// The number of the setting's value.
int ValueOf(const CudaSettings& settings, const std::string& name) {
  if (name == "products") return static_cast<int>(settings.products);
  if (name == "convolutions") return static_cast<int>(settings.convolutions);
  if (name == "arithmetic") return static_cast<int>(settings.arithmetic);
  if (name == "algorithms") return settings.search ? 1 : 0;
  return settings.graphs ? 0 : 1;
}

// "13.0"
std::string VersionText(int version) { return StrCat(version / 1000, ".", version % 1000 / 10); }

}  // namespace

Status CheckCall(int code, const char* call) {
  if (code == runtime::kSuccess) return OkStatus();
  const std::string text = StrCat(call, " failed: ", runtime::ErrorName(code), " (", code, ")");
  return code == runtime::kOutOfMemory ? ResourceExhausted(text) : Internal(text);
}

std::shared_ptr<Device> CudaDevice::Open(int index, std::string* why_not) {
  // Never closed: at the end of the process the driver may already be gone.
  struct Opened {
    std::mutex mutex;
    std::map<int, std::shared_ptr<CudaDevice>> devices;
  };
  static Opened* opened = new Opened();
  const std::lock_guard<std::mutex> lock(opened->mutex);
  const auto known = opened->devices.find(index);
  if (known != opened->devices.end()) {
    const Status entered = known->second->Enter();
    if (entered.ok()) return known->second;
    *why_not = entered.message();
    return nullptr;
  }
  const int count = CountDevices(why_not);
  if (count == 0) return nullptr;
  if (index < 0 || index >= count) {
    *why_not = StrCat("there are ", count, " CUDA devices, counted from 0");
    return nullptr;
  }
  std::shared_ptr<CudaDevice> device(new CudaDevice(index));
  const Status status = device->Start();
  if (!status.ok()) {
    *why_not = status.message();
    return nullptr;
  }
  opened->devices[index] = device;
  return device;
}

Status CudaDevice::Start() {
  process_ = getpid();
  LITE_ASSIGN_OR_RETURN(limit_, gpu::WaitLimit("LITE_CUDA_TIMEOUT"));
  LITE_RETURN_IF_ERROR(Enter());
  LITE_RETURN_IF_ERROR(
      CheckCall(runtime::GetDeviceFacts(index_, &facts_), "cudaGetDeviceProperties"));
  const int probed = runtime::ProbeKernels();
  if (probed != runtime::kSuccess) {
    runtime::TakeLastError();
    return Unsupported(facts_.name, " has compute capability ", facts_.major, ".", facts_.minor,
                       ", for which this library has no code (", runtime::ErrorName(probed),
                       "); build it with -DLITE_CUDA_ARCHITECTURES=", facts_.major, facts_.minor);
  }
  LITE_RETURN_IF_ERROR(CheckCall(runtime::CreateStream(&transfers_), "cudaStreamCreateWithFlags"));
  for (const SettingNames& setting : kSettings) {
    const char* const value = std::getenv(setting.variable);
    if (value == nullptr || *value == '\0') continue;
    LITE_RETURN_IF_ERROR(Configure(setting.name, value).WithContext(setting.variable));
  }
  return OkStatus();
}

CudaDevice::~CudaDevice() {
  if (transfers_ != nullptr && Enter().ok()) runtime::DestroyStream(transfers_);
}

Status CudaDevice::Enter() const {
  // Even freeing memory waits for a device.
  if (silent_) {
    return Internal(id().ToString(), " did not answer within ", limit_.count(),
                    " s (LITE_CUDA_TIMEOUT) and is not used any more in this process");
  }
  if (process_ != getpid()) {
    return Unsupported(id().ToString(),
                       " was opened before this process was forked; fork before the first use of "
                       "CUDA");
  }
  return CheckCall(runtime::SetDevice(index_), "cudaSetDevice");
}

template <typename Query>
Status CudaDevice::WaitFor(const Query& query, const char* call) {
  int code = runtime::kNotReady;
  const auto answered = [&] { return (code = query()) != runtime::kNotReady; };
  if (!gpu::WaitUntil(answered, limit_, kEager)) {
    silent_ = true;
    return Enter();
  }
  if (code == runtime::kSuccess) return OkStatus();
  runtime::TakeLastError();
  return CheckCall(code, call);
}

Status CudaDevice::WaitForStream(void* stream) {
  return WaitFor([=] { return runtime::QueryStream(stream); },
                 "work in the CUDA stream, reported by cudaStreamQuery,");
}

Status CudaDevice::WaitForEvent(void* event) {
  return WaitFor([=] { return runtime::QueryEvent(event); },
                 "work in the CUDA stream, reported by cudaEventQuery,");
}

void* CudaDevice::Allocate(const MemoryDesc& desc) {
  if (!Enter().ok()) return nullptr;
  void* memory = nullptr;
  // A block of no bytes has an address of its own as well.
  if (runtime::Malloc(&memory, desc.bytes == 0 ? 1 : desc.bytes) != runtime::kSuccess) {
    runtime::TakeLastError();
    return nullptr;
  }
  ++blocks_;
  return memory;
}

void CudaDevice::Free(void* handle) {
  if (handle == nullptr) return;
  --blocks_;
  if (Enter().ok()) runtime::Free(handle);
}

Status CudaDevice::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  if (bytes == 0) return OkStatus();
  const std::lock_guard<std::mutex> lock(transfer_mutex_);
  LITE_RETURN_IF_ERROR(Enter());
  work_.bytes_to_device += static_cast<int64_t>(bytes);
  LITE_RETURN_IF_ERROR(staging_.CopyFromHost(At(handle, offset), src, bytes, transfers_));
  return WaitForStream(transfers_);
}

Status CudaDevice::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  if (bytes == 0) return OkStatus();
  const std::lock_guard<std::mutex> lock(transfer_mutex_);
  LITE_RETURN_IF_ERROR(Enter());
  work_.bytes_to_host += static_cast<int64_t>(bytes);
  LITE_RETURN_IF_ERROR(staging_.CopyToHost(dst, At(handle, offset), bytes, transfers_));
  LITE_RETURN_IF_ERROR(WaitForStream(transfers_));
  staging_.Deliver(staging_.position());
  return OkStatus();
}

Result<std::unique_ptr<DeviceContext>> CudaDevice::CreateContext() {
  LITE_RETURN_IF_ERROR(Enter());
  std::unique_ptr<CudaContext> context(new CudaContext(this));
  LITE_RETURN_IF_ERROR(context->Start());
  return std::unique_ptr<DeviceContext>(std::move(context));
}

std::string CudaDevice::Property(const std::string& name) const {
  if (name == "name") return facts_.name;
  if (name == "capability") return StrCat(facts_.major, ".", facts_.minor);
  if (name == "memory") return StrCat(facts_.memory_bytes);
  if (name == "multiprocessors") return StrCat(facts_.multiprocessors);
  if (name == "driver") return VersionText(facts_.driver);
  if (name == "runtime") return VersionText(facts_.runtime);
  if (name == "launches") return StrCat(work_.launches.load());
  if (name == "library calls") return StrCat(work_.library_calls.load());
  if (name == "graph launches") return StrCat(work_.graph_launches.load());
  if (name == "bytes to device") return StrCat(work_.bytes_to_device.load());
  if (name == "bytes to host") return StrCat(work_.bytes_to_host.load());
  for (const SettingNames& setting : kSettings) {
    if (name == setting.name) return setting.values[ValueOf(settings(), name)];
  }
  return "";
}

CudaSettings CudaDevice::settings() const {
  const std::lock_guard<std::mutex> lock(settings_mutex_);
  return settings_;
}

void CudaDevice::ReportOnce(const Status& why_not) {
  const std::lock_guard<std::mutex> lock(settings_mutex_);
  if (!reported_.insert(why_not.message()).second) return;
  LITE_LOG_WARNING(id().ToString(), " uses its own kernels: ", why_not.message());
}

Status CudaDevice::Configure(const std::string& name, const std::string& value) {
  for (const SettingNames& setting : kSettings) {
    if (name != setting.name) continue;
    std::string expected;
    for (int i = 0; i < 3 && setting.values[i] != nullptr; ++i) {
      if (value == setting.values[i]) return Choose(name, i);
      expected += StrCat(i == 0 ? "" : ", ", setting.values[i]);
    }
    return InvalidArgument("CUDA ", name, " '", value, "', expected one of ", expected);
  }
  return Unsupported(id().ToString(), " has no setting '", name, "'");
}

Status CudaDevice::Choose(const std::string& name, int value) {
  CudaSettings chosen = settings();
  LITE_RETURN_IF_ERROR(Enter());
  if (name == "products") {
    chosen.products = static_cast<Provider>(value);
    if (chosen.products == Provider::kLibrary) {
      LITE_RETURN_IF_ERROR(CublasLtHandle::Create(CublasLtLibrary::Get()).status());
    }
  } else if (name == "convolutions") {
    chosen.convolutions = static_cast<Provider>(value);
    if (chosen.convolutions == Provider::kLibrary) {
      LITE_RETURN_IF_ERROR(CudnnHandle::Create(CudnnLibrary::Get(), transfers_).status());
    }
  } else if (name == "arithmetic") {
    chosen.arithmetic = static_cast<Arithmetic>(value);
  } else if (name == "algorithms") {
    chosen.search = value == 1;
  } else {
    chosen.graphs = value == 0;
  }
  const std::lock_guard<std::mutex> lock(settings_mutex_);
  settings_ = chosen;
  return OkStatus();
}

Result<std::string> Property(int index, const std::string& name) {
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<Device> device,
                        lite::OpenDevice({TargetType::kCUDA, index}));
  return static_cast<const CudaDevice*>(device.get())->Property(name);
}

Status Configure(int index, const std::string& name, const std::string& value) {
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<Device> device,
                        lite::OpenDevice({TargetType::kCUDA, index}));
  return static_cast<CudaDevice*>(device.get())->Configure(name, value);
}

}  // namespace paddle::lite::cuda

LITE_DEVICE(kCUDA, paddle::lite::cuda::CudaDevice::Open);
LITE_DEVICE_SETTINGS(kCUDA, paddle::lite::cuda::Property, paddle::lite::cuda::Configure,
                     &paddle::lite::cuda::kRecorder);
