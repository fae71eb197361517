// OpenCL devices, their queues and compiled programs. See docs/design/opencl.md. This header needs
// no header of OpenCL, so that files of kernels compile everywhere.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lite/backends/opencl/binaries.h"
#include "lite/core/device.h"

struct _cl_command_queue;
struct _cl_context;
struct _cl_device_id;
struct _cl_event;
struct _cl_kernel;
struct _cl_program;

namespace paddle::lite::opencl {

struct Api;

// Facts about a device that do not change.
struct DeviceInfo {
  std::string platform, name, vendor, version, driver;
  bool has_fp16 = false;       // half arithmetic; half images work everywhere
  bool shares_memory = false;  // with the host: buffers are mapped for blocking copies
  bool is_adreno = false, is_mali = false, is_powervr = false, is_gpu = false;
  size_t max_work_group = 1;
  std::array<size_t, 3> max_work_items = {1, 1, 1};
  size_t max_block_bytes = 0;
  int64_t max_image_width = 0, max_image_height = 0;
  size_t max_constant_bytes = 0, local_bytes = 0;
  int compute_units = 0;
};

// Objects of the driver that exist now; all 0 once nothing uses the device.
struct LiveObjects {
  int blocks = 0, functions = 0, events = 0, queues = 0;
};

class ClDevice;

// One function of a program, with its arguments. Each kernel has its own, because setting arguments
// is not safe for threads.
class Function {
 public:
  ~Function();
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  const std::string& name() const { return name_; }
  // The largest work group that the device runs this function with.
  size_t max_work_group() const { return max_work_group_; }
  // Arguments by position. The first error is returned by the launch.
  void SetBlock(int index, void* handle);
  // Where a tensor begins in the block before it.
  void SetFirst(int index, int32_t first);
  void SetBytes(int index, const void* value, size_t bytes);

 private:
  using Form = std::array<int64_t, 3>;  // of a work group

  friend class ClDevice;
  friend class ClContext;
  Function(ClDevice* device, _cl_kernel* kernel, std::string name, std::string program);
  void Set(int index, const void* value, size_t bytes);

  ClDevice* const device_;
  _cl_kernel* const kernel_;
  const std::string name_;
  const std::string program_;  // its file and options
  size_t max_work_group_ = 1;
  Status status_;
  // What measured forms depend on: a digest of the arguments that are not blocks, and the forms
  // found so far by that digest.
  uint64_t arguments_ = kDigestOfNothing;
  std::map<uint64_t, Form> forms_;
};

// Where programs come from, since the process began.
struct ProgramCounts {
  int built = 0;   // from source
  int loaded = 0;  // from the file of binaries
};

// How many forms of work groups are tried for each function and shape; whether tiles are.
enum class Tuning { kNone, kRapid, kNormal, kExhaustive };

// Which convolutions that Winograd's algorithm can compute use it: those for which an estimate
// expects less time, all, or none.
enum class WinogradUse { kAuto, kAlways, kNever };
constexpr const char* kWinogradUses[] = {"auto", "always", "never"};

class ClDevice final : public Device, public std::enable_shared_from_this<ClDevice> {
 public:
  // For LITE_DEVICE. The same index returns the same device.
  static std::shared_ptr<Device> Open(int index, std::string* why_not);
  ~ClDevice() override;

  DeviceId id() const override { return {TargetType::kOpenCL, index_}; }
  DeviceLimits limits() const override;
  void* Allocate(const MemoryDesc& desc) override;
  void Free(void* handle) override;
  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceContext>> CreateContext() override;
  // A fact about the device, or a setting of it; "" if there is none of that name.
  std::string Property(const std::string& name) const;
  // Changes a setting, for everything on the device from now on.
  Status Configure(const std::string& name, const std::string& value);

  const DeviceInfo& info() const { return info_; }
  // Whether images, and weights packed for their functions, have elements of half.
  bool stores_half() const { return half_images_; }
  LiveObjects live() const;
  ProgramCounts program_counts() const;
  // Whether forms of work groups are measured, or were by an earlier process.
  bool chooses_forms() const { return chooses_forms_; }
  WinogradUse winograd_use() const { return winograd_use_; }

  // The number of the options, among those that a function can be compiled with, to use for a
  // problem: the fastest ones, if an earlier launch found them; otherwise 0. `to_measure`: whether
  // the next launch is to find the fastest ones.
  size_t VariantFor(const std::string& problem, const std::vector<std::string>& options,
                    bool* to_measure) const;
  // Says which are the fastest ones, from now on and in later processes.
  void KeepVariant(const std::string& problem, const std::string& options);

  // A function of the file `file`.cl in lite/backends/opencl/kernels, compiled with `options`
  // ("-DNAME=value ..."). Programs are compiled once per process.
  Result<std::unique_ptr<Function>> GetFunction(const std::string& file, const std::string& name,
                                                const std::string& options);

 private:
  friend class Function;
  friend class ClContext;
  friend class ClEvent;
  struct Program;

  ClDevice(const Api* api, int index) : api_(*api), index_(index) {}
  Status Start(_cl_device_id* device);
  Status ReadInfo();
  // Fails once the device was lost, and in a process that was forked after the device was opened:
  // its threads are gone.
  Status CheckUsable() const;
  // Whether calls that release objects return.
  bool MayCallDriver() const;
  // The Status of a call. Errors that mean the loss of the device end its use.
  Status Check(int code, const char* call);
  // Waits for an event, at most as long as LITE_OPENCL_TIMEOUT says, and says whether what was
  // queued before it failed.
  Status WaitFor(_cl_event* event);
  // The same for a copy of the queue of transfers.
  Status WaitForTransfer(int code, const char* call, _cl_event* event);
  // Copies between the host's memory and a buffer that both can read.
  Status CopyMapped(void* handle, size_t offset, size_t bytes, const void* from, void* to);
  std::string BuildOptions(const std::string& options) const;
  Result<_cl_program*> GetProgram(const std::string& file, const std::string& options);
  Result<_cl_program*> Compile(const std::string& file, const std::string& options);
  std::string Identity() const;
  Status SetTuning(const std::string& value);
  Status SetVariant(const std::string& value);
  Status SetWinogradUse(const std::string& value);
  std::string VariantKey(const std::string& problem) const;
  _cl_program* LoadBinary(const std::string& key, const std::string& options);
  void KeepBinary(const std::string& key, _cl_program* program);
  // After a run.
  void SaveFiles();
  // The groups to measure for these work items.
  std::vector<std::array<int64_t, 3>> FormsToTry(const Function& function,
                                                 const std::array<int64_t, 3>& items) const;

  const Api& api_;
  const int index_;
  _cl_device_id* device_ = nullptr;
  _cl_context* context_ = nullptr;
  _cl_command_queue* transfers_ = nullptr;  // of blocking copies
  std::mutex transfer_mutex_;
  DeviceInfo info_;
  std::chrono::seconds limit_{0};  // of waits
  bool half_images_ = false;       // images of float have half elements
  bool half_compute_ = false;      // kernels of images compute in half
  mutable std::mutex programs_mutex_;
  std::map<std::string, std::shared_ptr<Program>> programs_;
  std::atomic<int> built_{0}, loaded_{0};
  KeptFile binaries_{"compiled OpenCL programs"};
  KeptFile forms_{"measured OpenCL work groups and tiles"};
  std::atomic<bool> unsaved_{false};
  std::atomic<Tuning> tuning_{Tuning::kNone};
  std::atomic<bool> chooses_forms_{false};
  std::atomic<int> repeats_{4}, measured_{0}, measured_variants_{0};
  std::atomic<int> variant_{-1};  // the number of the one that all functions use; -1: as measured
  std::atomic<WinogradUse> winograd_use_{WinogradUse::kAuto};
  std::atomic<bool> lost_{false};
  std::atomic<bool> silent_{false};  // lost, because it did not answer: neither would its driver
  std::atomic<int> blocks_{0}, functions_{0}, events_{0}, queues_{0};
};

// For LITE_DEVICE_SETTINGS.
Result<std::string> Property(int index, const std::string& name);
Status Configure(int index, const std::string& name, const std::string& value);

// A queue.
class ClContext final : public DeviceContext {
 public:
  ~ClContext() override;

  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceEvent>> CreateEvent() override;
  Status Record(DeviceEvent* event) override;
  Status Wait(DeviceEvent* event) override;
  Status Finish() override;
  int64_t TimeOf(const DeviceEvent& event) const override;

  ClDevice* device() const { return device_; }
  // The form of work groups for a function whose arguments are set: `form`, or the fastest one that
  // was found for these arguments. `may_repeat`: the function may run any number of times.
  std::array<int64_t, 3> FormFor(Function* function, const std::array<int64_t, 3>& items,
                                 const std::array<int64_t, 3>& form, bool may_repeat);
  // The device's time of a function whose arguments are set, -1 if it does not run. It may run any
  // number of times.
  int64_t Measure(const Function& function, const std::array<int64_t, 3>& items,
                  const std::array<int64_t, 3>& form);
  // Queues a function for these numbers of groups along three axes, in groups of this form.
  Status Launch(Function* function, const std::array<int64_t, 3>& groups,
                const std::array<int64_t, 3>& group);

 private:
  friend class ClDevice;
  ClContext(ClDevice* device, _cl_command_queue* queue);
  Status Queued(int code, const char* call);
  int Enqueue(const Function& function, const std::array<int64_t, 3>& groups,
              const std::array<int64_t, 3>& group, _cl_event** event);

  ClDevice* const device_;
  _cl_command_queue* const queue_;
  int unflushed_ = 0;
};

}  // namespace paddle::lite::opencl
