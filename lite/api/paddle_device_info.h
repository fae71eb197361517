// The processor, and the cores that the calling thread uses. Public header; parses as C++11.
//
// A predictor applies the power mode of its configuration during its runs only. DeviceInfo is for
// programs that bind their own threads by the same rules, or that choose by cores and caches.
#pragma once

#include <cstddef>

#include "paddle_place.h"

namespace paddle {
namespace lite {

/// Kinds of ARM cores, as Linux reports them in "CPU part".
enum ARMArch : int {
  kARMArch_UNKOWN = -1,  // the spelling that programs use
  kAPPLE = 0,
  kX1 = 1,
  kX2 = 2,
  kX3 = 3,
  kX4 = 4,
  kA7 = 7,
  kA15 = 15,
  kA17 = 17,
  kA35 = 35,
  kA53 = 53,
  kA55 = 55,
  kA57 = 57,
  kA72 = 72,
  kA73 = 73,
  kA75 = 75,
  kA76 = 76,
  kA77 = 77,
  kA78 = 78,
  kA510 = 510,
  kA520 = 520,
  kA710 = 710,
  kA715 = 715,
  kA720 = 720,
};

/// One object for the process. The mode, its threads, the kind of core and the workspace belong to
/// the calling thread; the caches to the process.
class LITE_API DeviceInfo {
 public:
  static DeviceInfo& Global();
  /// The first call reads what the system reports, unless Global() has done so. Returns 0.
  static int Init();

  DeviceInfo(const DeviceInfo&) = delete;
  DeviceInfo& operator=(const DeviceInfo&) = delete;

  /// Resets the caches to what the system reports, and the calling thread to LITE_POWER_NO_BIND
  /// with one thread. Returns 0.
  int Setup();

  /// Binds the calling thread to the cores of the mode (docs/design/api.md), or releases it with
  /// LITE_POWER_NO_BIND. The RAND modes change cores every ten calls. Fewer cores than
  /// requested may be in use: see mode() and threads(). An unknown mode is an error.
  void SetRunMode(lite_api::PowerMode mode, int thread_num);
  lite_api::PowerMode mode() const;
  /// The number of cores in use.
  int threads() const;

  /// Bytes of the caches of one core. Describes the machine; kernels choose their blocks by what
  /// the system reports.
  void SetCache(int l1size, int l2size, int l3size);
  /// Level 3 becomes what the system reports of level 3 or level 2, or `absolute_val` bytes.
  void SetArmL3CacheSize(lite_api::L3CacheSetMethod method, int absolute_val = -1);
  int l1_cache_size() const;
  int l2_cache_size() const;
  int l3_cache_size() const;
  /// The size of the last level: L3, else L2, else 512 KiB.
  int llc_size() const;

  /// The kind of the core that the thread uses first, unless SetArch named another.
  ARMArch arch() const;
  void SetArch(ARMArch arch);

  /// Whether all cores that the process may use have the dot-product instructions of ARMv8.2. False
  /// on other processors, as are the following.
  bool has_dot() const;
  /// Whether a core has half-precision arithmetic.
  bool has_fp16() const;
  bool has_sve2() const;

  /// Memory of the calling thread: valid until the next ExtendWorkspace or the thread's end. Null
  /// before the first.
  template <typename T>
  T* workspace_data() {
    return static_cast<T*>(Workspace());
  }
  /// Grows it to at least `size` bytes, 64-byte aligned. Returns false and keeps the old memory if
  /// none can be allocated.
  bool ExtendWorkspace(size_t size);

 private:
  DeviceInfo();
  void* Workspace() const;
};

}  // namespace lite
}  // namespace paddle
