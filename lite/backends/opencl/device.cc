#include "lite/backends/opencl/device.h"

#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "lite/backends/gpu/wait.h"
#include "lite/backends/opencl/api.h"
#include "lite/base/half.h"
#include "lite/base/strings.h"
#include "lite/core/device_settings.h"

namespace paddle::lite::opencl {
namespace {

// Set in a child process, where the driver's threads do not exist.
std::atomic<bool> process_was_forked{false};

template <typename Get, typename Object>
std::string TextOf(Get get, Object object, cl_uint what) {
  size_t bytes = 0;
  if (get(object, what, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0) return "";
  std::string text(bytes, '\0');
  if (get(object, what, bytes, &text[0], nullptr) != CL_SUCCESS) return "";
  text.resize(std::strlen(text.c_str()));
  return text;
}

// 0 if the device does not know.
template <typename T>
T NumberOf(const Api& api, cl_device_id device, cl_device_info what) {
  T value = 0;
  if (api.clGetDeviceInfo(device, what, sizeof(value), &value, nullptr) != CL_SUCCESS) return 0;
  return value;
}

bool Contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// What a thread waits before it sleeps.
constexpr std::chrono::milliseconds kEager(1);

// Whether a version "OpenCL 1.2 ..." has all functions that are used.
bool IsNewEnough(const std::string& version) {
  int major = 0, minor = 0;
  if (std::sscanf(version.c_str(), "OpenCL %d.%d", &major, &minor) != 2) return false;
  return major > 1 || (major == 1 && minor >= 2);
}

// The devices that the environment allows, those of the fastest kind first.
std::vector<cl_device_id> FindDevices(const Api& api, std::string* why_not) {
  // More platforms and devices than any machine has.
  constexpr cl_uint kMaxCount = 16;
  cl_platform_id platforms[kMaxCount];
  cl_uint platform_count = 0;
  // The loader returns an error if no driver is installed.
  if (api.clGetPlatformIDs(kMaxCount, platforms, &platform_count) != CL_SUCCESS) platform_count = 0;
  if (platform_count == 0) {
    *why_not = "no OpenCL driver is installed (no platform)";
    return {};
  }
  platform_count = std::min(platform_count, kMaxCount);
  const std::string platform_part = Environment("LITE_OPENCL_PLATFORM");
  const std::string device_part = Environment("LITE_OPENCL_DEVICE");
  std::vector<cl_device_id> found;
  std::string seen;
  for (const cl_device_type type :
       {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CPU}) {
    for (cl_uint p = 0; p < platform_count; ++p) {
      const std::string platform = TextOf(api.clGetPlatformInfo, platforms[p], CL_PLATFORM_NAME);
      cl_device_id devices[kMaxCount];
      cl_uint count = 0;
      if (api.clGetDeviceIDs(platforms[p], type, kMaxCount, devices, &count) != CL_SUCCESS)
        continue;
      for (cl_uint d = 0; d < std::min(count, kMaxCount); ++d) {
        const std::string name = TextOf(api.clGetDeviceInfo, devices[d], CL_DEVICE_NAME);
        const std::string version = TextOf(api.clGetDeviceInfo, devices[d], CL_DEVICE_VERSION);
        seen += StrCat(seen.empty() ? "" : ", ", "'", name, "' of '", platform, "'");
        if (!IsNewEnough(version)) {
          // Its platform has no pointers for the newer functions: calling one would end the
          // process.
          seen += StrCat(" (", version, ", expected 1.2)");
          continue;
        }
        if (!Contains(platform, platform_part.c_str()) || !Contains(name, device_part.c_str())) {
          continue;
        }
        if (NumberOf<cl_bool>(api, devices[d], CL_DEVICE_AVAILABLE) == CL_FALSE ||
            NumberOf<cl_bool>(api, devices[d], CL_DEVICE_COMPILER_AVAILABLE) == CL_FALSE) {
          continue;
        }
        found.push_back(devices[d]);
      }
    }
  }
  if (!found.empty()) return found;
  if (seen.empty()) {
    *why_not = StrCat("the OpenCL drivers (", platform_count, " platforms) offer no device");
  } else {
    *why_not = StrCat("none of the devices ", seen, " is usable with LITE_OPENCL_PLATFORM='",
                      platform_part, "' and LITE_OPENCL_DEVICE='", device_part, "'");
  }
  return found;
}

// A block's kind and, of an image, its size in texels and whether its elements are half.
struct BlockFacts {
  bool is_image = false, is_half = false;
  size_t region[3] = {0, 0, 1};
};

Result<BlockFacts> FactsOf(const Api& api, cl_mem block) {
  BlockFacts facts;
  cl_mem_object_type type = 0;
  LITE_RETURN_IF_ERROR(
      CheckCall(api.clGetMemObjectInfo(block, CL_MEM_TYPE, sizeof(type), &type, nullptr),
                "clGetMemObjectInfo"));
  facts.is_image = type == CL_MEM_OBJECT_IMAGE2D;
  if (!facts.is_image) return facts;
  size_t texel = 0;
  for (const auto& [what, where] :
       {std::pair(CL_IMAGE_WIDTH, &facts.region[0]), std::pair(CL_IMAGE_HEIGHT, &facts.region[1]),
        std::pair(CL_IMAGE_ELEMENT_SIZE, &texel)}) {
    LITE_RETURN_IF_ERROR(CheckCall(api.clGetImageInfo(block, what, sizeof(*where), where, nullptr),
                                   "clGetImageInfo"));
  }
  facts.is_half = texel == 4 * sizeof(uint16_t);
  return facts;
}

// Also checks that a copy of an image has all of its texels.
Result<BlockFacts> FactsForCopy(const Api& api, void* handle, size_t offset, size_t bytes) {
  LITE_ASSIGN_OR_RETURN(const BlockFacts facts, FactsOf(api, static_cast<cl_mem>(handle)));
  const size_t whole = facts.region[0] * facts.region[1] * 4 * sizeof(float);
  if (!facts.is_image || (offset == 0 && bytes == whole)) return facts;
  return InvalidArgument("a copy of ", bytes, " bytes at ", offset, " of an image of ",
                         facts.region[0], " x ", facts.region[1],
                         " texels, expected all of its texels (", whole, " bytes)");
}

constexpr size_t kOrigin[3] = {0, 0, 0};

}  // namespace

std::shared_ptr<Device> ClDevice::Open(int index, std::string* why_not) {
  // Never closed: at the end of the process the driver may already be gone.
  struct Opened {
    std::mutex mutex;
    std::map<int, std::shared_ptr<ClDevice>> devices;
  };
  static Opened* opened = [] {
    pthread_atfork(nullptr, nullptr, [] { process_was_forked = true; });
    return new Opened();
  }();
  const std::lock_guard<std::mutex> lock(opened->mutex);
  if (opened->devices.empty()) process_was_forked = false;  // they will belong to this process
  if (process_was_forked) {
    *why_not = opened->devices.begin()->second->CheckUsable().message();
    return nullptr;
  }
  const auto known = opened->devices.find(index);
  if (known != opened->devices.end()) return known->second;
  const Api* api = LoadApi(why_not);
  if (api == nullptr) return nullptr;
  const std::vector<cl_device_id> found = FindDevices(*api, why_not);
  if (found.empty()) return nullptr;
  if (index < 0 || static_cast<size_t>(index) >= found.size()) {
    *why_not = StrCat("there are ", found.size(), " OpenCL devices, counted from 0");
    return nullptr;
  }
  std::shared_ptr<ClDevice> device(new ClDevice(api, index));
  const Status status = device->Start(found[static_cast<size_t>(index)]);
  if (!status.ok()) {
    *why_not = status.message();
    return nullptr;
  }
  opened->devices[index] = device;
  return device;
}

Status ClDevice::Start(cl_device_id device) {
  device_ = device;
  LITE_RETURN_IF_ERROR(ReadInfo());
  cl_int code = CL_SUCCESS;
  context_ = api_.clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code);
  LITE_RETURN_IF_ERROR(CheckCall(code, "clCreateContext"));
  transfers_ = api_.clCreateCommandQueue(context_, device_, 0, &code);
  LITE_RETURN_IF_ERROR(CheckCall(code, "clCreateCommandQueue"));
  LITE_ASSIGN_OR_RETURN(limit_, gpu::WaitLimit("LITE_OPENCL_TIMEOUT"));
  LITE_RETURN_IF_ERROR(Configure("precision", "auto"));
  constexpr std::pair<const char*, const char*> kSettings[] = {
      {"tile", "LITE_OPENCL_TILE"},
      {"winograd", "LITE_OPENCL_WINOGRAD"},
      {"precision", "LITE_OPENCL_PRECISION"},
  };
  for (const auto& [name, variable] : kSettings) {
    const std::string value = Environment(variable);
    if (value.empty()) continue;
    LITE_RETURN_IF_ERROR(Configure(name, value).WithContext(variable));
  }
  return OkStatus();
}

Status ClDevice::ReadInfo() {
  cl_platform_id platform = nullptr;
  LITE_RETURN_IF_ERROR(CheckCall(
      api_.clGetDeviceInfo(device_, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr),
      "clGetDeviceInfo"));
  const auto text = [this](cl_device_info what) {
    return TextOf(api_.clGetDeviceInfo, device_, what);
  };
  info_.platform = TextOf(api_.clGetPlatformInfo, platform, CL_PLATFORM_NAME);
  info_.name = text(CL_DEVICE_NAME);
  info_.vendor = text(CL_DEVICE_VENDOR);
  info_.version = text(CL_DEVICE_VERSION);
  info_.driver = text(CL_DRIVER_VERSION);
  info_.has_fp16 = Contains(text(CL_DEVICE_EXTENSIONS), "cl_khr_fp16");
  info_.shares_memory = NumberOf<cl_bool>(api_, device_, CL_DEVICE_HOST_UNIFIED_MEMORY) != CL_FALSE;
  info_.is_adreno = Contains(info_.name, "Adreno");
  info_.is_mali = Contains(info_.name, "Mali");
  info_.is_powervr = Contains(info_.name, "PowerVR");
  info_.is_gpu =
      (NumberOf<cl_device_type>(api_, device_, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
  info_.compute_units =
      static_cast<int>(NumberOf<cl_uint>(api_, device_, CL_DEVICE_MAX_COMPUTE_UNITS));
  info_.max_work_group = NumberOf<size_t>(api_, device_, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  size_t items[8] = {};
  if (NumberOf<cl_uint>(api_, device_, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS) <= 8 &&
      api_.clGetDeviceInfo(device_, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(items), items, nullptr) ==
          CL_SUCCESS) {
    std::copy(items, items + 3, info_.max_work_items.begin());
  }
  // Kernels count elements in int.
  constexpr size_t kMaxBytes = INT32_MAX;
  const auto bytes = NumberOf<cl_ulong>(api_, device_, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info_.max_block_bytes = static_cast<size_t>(std::min<cl_ulong>(bytes, kMaxBytes));
  if (NumberOf<cl_bool>(api_, device_, CL_DEVICE_IMAGE_SUPPORT) != CL_FALSE) {
    const auto side = [this](cl_device_info what) {
      return static_cast<int64_t>(
          std::min<size_t>(NumberOf<size_t>(api_, device_, what), INT32_MAX));
    };
    info_.max_image_width = side(CL_DEVICE_IMAGE2D_MAX_WIDTH);
    info_.max_image_height = side(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  }
  info_.max_constant_bytes =
      static_cast<size_t>(NumberOf<cl_ulong>(api_, device_, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE));
  info_.local_bytes =
      static_cast<size_t>(NumberOf<cl_ulong>(api_, device_, CL_DEVICE_LOCAL_MEM_SIZE));
  return OkStatus();
}

ClDevice::~ClDevice() {
  if (!MayCallDriver()) return;
  if (transfers_ != nullptr) api_.clReleaseCommandQueue(transfers_);
}

Status ClDevice::CheckUsable() const {
  if (silent_) {
    return Internal(id().ToString(), " did not answer within ", limit_.count(),
                    " s (LITE_OPENCL_TIMEOUT) and is not used any more in this process");
  }
  if (lost_) {
    return Internal(id().ToString(), " was lost and is not used any more in this process");
  }
  if (!process_was_forked) return OkStatus();
  return Unsupported(id().ToString(),
                     " was opened before this process was forked, and its driver's threads are in "
                     "the parent. Fork before the first use of OpenCL, or start a new program");
}

bool ClDevice::MayCallDriver() const { return !process_was_forked && !silent_; }

Status ClDevice::Check(int code, const char* call) {
  // What these objects belong to is gone.
  if (code == CL_DEVICE_NOT_AVAILABLE || code == CL_INVALID_CONTEXT ||
      code == CL_INVALID_COMMAND_QUEUE || code == CL_INVALID_DEVICE) {
    lost_ = true;
  }
  return CheckCall(code, call);
}

Status ClDevice::WaitFor(cl_event event) {
  Status asked = OkStatus();
  cl_int state = CL_COMPLETE;
  const auto answered = [&] {
    asked = Check(api_.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(state),
                                      &state, nullptr),
                  "clGetEventInfo");
    return !asked.ok() || state <= CL_COMPLETE;
  };
  if (!gpu::WaitUntil(answered, limit_, kEager)) {
    silent_ = true;
    return CheckUsable();
  }
  LITE_RETURN_IF_ERROR(asked);
  if (state < CL_COMPLETE) return Check(state, "work in the OpenCL queue");
  // Returns at once: only this call makes results visible to the host.
  return Check(api_.clWaitForEvents(1, &event), "clWaitForEvents");
}

Status ClDevice::WaitForTransfer(int code, const char* call, cl_event event) {
  LITE_RETURN_IF_ERROR(Check(code, call));
  Status status = Check(api_.clFlush(transfers_), "clFlush");
  if (status.ok()) status = WaitFor(event);
  if (MayCallDriver()) api_.clReleaseEvent(event);
  return status;
}

DeviceLimits ClDevice::limits() const {
  return {info_.max_block_bytes, info_.max_image_width, info_.max_image_height};
}

void* ClDevice::Allocate(const MemoryDesc& desc) {
  if (!CheckUsable().ok()) return nullptr;
  cl_int code = CL_SUCCESS;
  cl_mem block = nullptr;
  if (desc.kind == MemoryKind::kBuffer) {
    // Memory that the driver can map without a copy.
    const cl_mem_flags place = info_.shares_memory ? CL_MEM_ALLOC_HOST_PTR : 0;
    block = api_.clCreateBuffer(context_, CL_MEM_READ_WRITE | place,
                                std::max<size_t>(desc.bytes, 1), nullptr, &code);
  } else {
    if (desc.element != PrecisionType::kFloat) return nullptr;
    const cl_image_format format = {
        CL_RGBA, static_cast<cl_channel_type>(stores_half() ? CL_HALF_FLOAT : CL_FLOAT)};
    cl_image_desc image;
    std::memset(&image, 0, sizeof(image));
    image.image_type = CL_MEM_OBJECT_IMAGE2D;
    image.image_width = static_cast<size_t>(std::max<int64_t>(desc.width, 1));
    image.image_height = static_cast<size_t>(std::max<int64_t>(desc.height, 1));
    block = api_.clCreateImage(context_, CL_MEM_READ_WRITE, &format, &image, nullptr, &code);
  }
  if (code != CL_SUCCESS || block == nullptr) return nullptr;
  ++blocks_;
  return block;
}

void ClDevice::Free(void* handle) {
  if (handle == nullptr || process_was_forked) return;
  --blocks_;
  if (!MayCallDriver()) return;
  api_.clReleaseMemObject(static_cast<cl_mem>(handle));
}

Status ClDevice::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  LITE_RETURN_IF_ERROR(CheckUsable());
  if (bytes == 0) return OkStatus();
  const auto block = static_cast<cl_mem>(handle);
  LITE_ASSIGN_OR_RETURN(const BlockFacts facts, FactsForCopy(api_, handle, offset, bytes));
  std::vector<uint16_t> halves;
  if (facts.is_half) {
    const auto* floats = static_cast<const float*>(src);
    halves.resize(bytes / sizeof(float));
    std::transform(floats, floats + halves.size(), halves.begin(), FloatToHalfBits);
    src = halves.data();
  }
  const std::lock_guard<std::mutex> lock(transfer_mutex_);
  cl_event written = nullptr;
  if (facts.is_image) {
    const cl_int code = api_.clEnqueueWriteImage(transfers_, block, CL_FALSE, kOrigin, facts.region,
                                                 0, 0, src, 0, nullptr, &written);
    return WaitForTransfer(code, "clEnqueueWriteImage", written);
  }
  if (info_.shares_memory) return CopyMapped(handle, offset, bytes, src, nullptr);
  const cl_int code = api_.clEnqueueWriteBuffer(transfers_, block, CL_FALSE, offset, bytes, src, 0,
                                                nullptr, &written);
  return WaitForTransfer(code, "clEnqueueWriteBuffer", written);
}

Status ClDevice::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  LITE_RETURN_IF_ERROR(CheckUsable());
  if (bytes == 0) return OkStatus();
  const auto block = static_cast<cl_mem>(handle);
  LITE_ASSIGN_OR_RETURN(const BlockFacts facts, FactsForCopy(api_, handle, offset, bytes));
  std::vector<uint16_t> halves(facts.is_half ? bytes / sizeof(float) : 0);
  void* const to = facts.is_half ? static_cast<void*>(halves.data()) : dst;
  {
    const std::lock_guard<std::mutex> lock(transfer_mutex_);
    if (info_.shares_memory && !facts.is_image) {
      return CopyMapped(handle, offset, bytes, nullptr, dst);
    }
    cl_event read = nullptr;
    const cl_int code = facts.is_image
                            ? api_.clEnqueueReadImage(transfers_, block, CL_FALSE, kOrigin,
                                                      facts.region, 0, 0, to, 0, nullptr, &read)
                            : api_.clEnqueueReadBuffer(transfers_, block, CL_FALSE, offset, bytes,
                                                       to, 0, nullptr, &read);
    LITE_RETURN_IF_ERROR(
        WaitForTransfer(code, facts.is_image ? "clEnqueueReadImage" : "clEnqueueReadBuffer", read));
  }
  std::transform(halves.begin(), halves.end(), static_cast<float*>(dst), HalfBitsToFloat);
  return OkStatus();
}

Status ClDevice::CopyMapped(void* handle, size_t offset, size_t bytes, const void* from, void* to) {
  const auto block = static_cast<cl_mem>(handle);
  const cl_map_flags flags = from != nullptr ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_READ;
  cl_int code = CL_SUCCESS;
  cl_event mapped = nullptr;
  void* const memory = api_.clEnqueueMapBuffer(transfers_, block, CL_FALSE, flags, offset, bytes, 0,
                                               nullptr, &mapped, &code);
  LITE_RETURN_IF_ERROR(WaitForTransfer(code, "clEnqueueMapBuffer", mapped));
  std::memcpy(from != nullptr ? memory : to, from != nullptr ? from : memory, bytes);
  cl_event unmapped = nullptr;
  code = api_.clEnqueueUnmapMemObject(transfers_, block, memory, 0, nullptr, &unmapped);
  return WaitForTransfer(code, "clEnqueueUnmapMemObject", unmapped);
}

Result<std::unique_ptr<DeviceContext>> ClDevice::CreateContext() {
  LITE_RETURN_IF_ERROR(CheckUsable());
  cl_int code = CL_SUCCESS;
  cl_command_queue queue =
      api_.clCreateCommandQueue(context_, device_, CL_QUEUE_PROFILING_ENABLE, &code);
  LITE_RETURN_IF_ERROR(CheckCall(code, "clCreateCommandQueue"));
  return std::unique_ptr<DeviceContext>(new ClContext(this, queue));
}

std::string ClDevice::Property(const std::string& name) const {
  if (name == "name") return info_.name;
  if (name == "platform") return info_.platform;
  if (name == "version") return info_.version;
  if (name == "driver") return info_.driver;
  if (name == "gpu") return info_.is_gpu ? "1" : "0";
  if (name == "fp16") return info_.has_fp16 ? "1" : "0";
  if (name == "shared_memory") return info_.shares_memory ? "1" : "0";
  if (name == "precision") {
    return half_compute_ ? "fp16" : half_images_ ? "fp16_storage" : "fp32";
  }
  if (name == "storage") return half_images_ ? "fp16" : "fp32";
  if (name == "winograd") return kWinogradUses[static_cast<int>(winograd_use_.load())];
  // What was done since the process began.
  if (name == "programs_built") return StrCat(built_.load());
  if (name == "programs_loaded") return StrCat(loaded_.load());
  if (name == "forms_measured") return StrCat(measured_.load());
  if (name == "tiles_measured") return StrCat(measured_variants_.load());
  if (name == "type") {
    if (info_.is_adreno) return "1";
    if (info_.is_mali) return "2";
    return info_.is_powervr ? "3" : "4";
  }
  return "";
}

Status ClDevice::Configure(const std::string& name, const std::string& value) {
  if (name == "cache") {
    binaries_.Open(value, Identity());
    return OkStatus();
  }
  if (name == "tuning") return SetTuning(value);
  if (name == "tile") return SetVariant(value);
  if (name == "winograd") return SetWinogradUse(value);
  if (name == "forms") {
    forms_.Open(value, StrCat("work groups of ", Identity()));
    chooses_forms_ = tuning_ != Tuning::kNone || forms_.is_open();
    return OkStatus();
  }
  if (name != "precision") return Unsupported(id().ToString(), " has no setting '", name, "'");
  const bool automatic = value == "auto";
  if (!automatic && value != "fp32" && value != "fp16" && value != "fp16_storage") {
    return InvalidArgument("OpenCL precision '", value,
                           "', expected auto, fp32, fp16 or fp16_storage");
  }
  if (value == "fp16" && !info_.has_fp16) {
    return Unsupported("OpenCL precision fp16: ", info_.name,
                       " has no half arithmetic (cl_khr_fp16); use auto or fp32");
  }
  const bool compute = value == "fp16" || (automatic && info_.has_fp16);
  const bool images = compute || value == "fp16_storage";
  if (compute == half_compute_ && images == half_images_) return OkStatus();
  if (blocks_ != 0) {
    return Unsupported("the precision of ", id().ToString(),
                       " cannot change while predictors use it; set it before the first one");
  }
  half_compute_ = compute;
  half_images_ = images;
  return OkStatus();
}

Result<std::string> Property(int index, const std::string& name) {
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<Device> device,
                        lite::OpenDevice({TargetType::kOpenCL, index}));
  return static_cast<const ClDevice*>(device.get())->Property(name);
}

Status Configure(int index, const std::string& name, const std::string& value) {
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<Device> device,
                        lite::OpenDevice({TargetType::kOpenCL, index}));
  return static_cast<ClDevice*>(device.get())->Configure(name, value);
}

LiveObjects ClDevice::live() const { return {blocks_, functions_, events_, queues_}; }

ProgramCounts ClDevice::program_counts() const { return {built_, loaded_}; }

}  // namespace paddle::lite::opencl

LITE_DEVICE(kOpenCL, paddle::lite::opencl::ClDevice::Open);
LITE_DEVICE_SETTINGS(kOpenCL, paddle::lite::opencl::Property, paddle::lite::opencl::Configure);
