#include "lite/tools/valid_targets.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "lite/core/targets.h"
#include "lite/mir/declared_kernels.h"
#include "lite/tools/command_line.h"

namespace paddle::lite::tools {
namespace {

struct Word {
  const char* word;
  std::vector<TargetType> targets;
  const char* device = "";  // NNAdapter device
};

// Meaning of each word, in order of preference. Words for single NPUs from before NNAdapter mean
// the device that replaced them.
const std::vector<Word>& Words() {
  using T = TargetType;
  static const std::vector<Word> words = {
      {"arm", {T::kARM}},
      {"x86", {T::kX86}},
      {"host", {T::kHost}},
      {"opencl", {T::kOpenCL, T::kARM}},
      {"opencl_buffer", {T::kOpenCL, T::kARM}},
      {"x86_opencl", {T::kOpenCL, T::kX86}},
      {"metal", {T::kMetal, T::kARM}},
      {"arm_metal", {T::kMetal, T::kARM}},
      {"x86_metal", {T::kMetal, T::kX86}},
      {"cuda", {T::kCUDA}},
      {"fpga", {T::kFPGA}},
      {"xpu", {T::kXPU}},
      {"npu", {T::kNNAdapter}, "huawei_kirin_npu"},
      {"rknpu", {T::kNNAdapter}, "rockchip_npu"},
      {"apu", {T::kNNAdapter}, "mediatek_apu"},
      {"mlu", {T::kNNAdapter}, "cambricon_mlu"},
      {"huawei_kirin_npu", {T::kNNAdapter}, "huawei_kirin_npu"},
      {"huawei_ascend_npu", {T::kNNAdapter}, "huawei_ascend_npu"},
      {"rockchip_npu", {T::kNNAdapter}, "rockchip_npu"},
      {"mediatek_apu", {T::kNNAdapter}, "mediatek_apu"},
      {"imagination_nna", {T::kNNAdapter}, "imagination_nna"},
      {"amlogic_npu", {T::kNNAdapter}, "amlogic_npu"},
      {"verisilicon_timvx", {T::kNNAdapter}, "verisilicon_timvx"},
      {"eeasytech_npu", {T::kNNAdapter}, "eeasytech_npu"},
      {"android_nnapi", {T::kNNAdapter}, "android_nnapi"},
      {"cambricon_mlu", {T::kNNAdapter}, "cambricon_mlu"},
      {"qualcomm_qnn", {T::kNNAdapter}, "qualcomm_qnn"},
      {"kunlunxin_xtcl", {T::kNNAdapter}, "kunlunxin_xtcl"},
      {"intel_openvino", {T::kNNAdapter}, "intel_openvino"},
      {"google_xnnpack", {T::kNNAdapter}, "google_xnnpack"},
      {"nvidia_tensorrt", {T::kNNAdapter}, "nvidia_tensorrt"},
      {"builtin_device", {T::kNNAdapter}, "builtin_device"},
      {"fake_device", {T::kNNAdapter}, "fake_device"},
  };
  return words;
}

// The places of one target, most specific first. Image layouts do not fit in buffers.
std::vector<Place> PlacesOf(TargetType target, const std::string& word) {
  using L = DataLayoutType;
  if (word == "opencl_buffer" && target == TargetType::kOpenCL) {
    return {{target, PrecisionType::kFP16, L::kNCHW}, {target, PrecisionType::kAny, L::kNCHW}};
  }
  std::vector<Place> places;
  for (const PlaceType& type : InfoOf(target).default_places()) {
    places.emplace_back(target, type.precision, type.layout);
  }
  return places;
}

// What people call a target elsewhere; empty when this is no such name.
std::string OtherNameOf(const std::string& name) {
  static const std::map<std::string, std::string> names = {
      {"gpu", "opencl"},  {"cpu", "x86, arm or host"},
      {"x86_64", "x86"},  {"amd64", "x86"},
      {"intel", "x86"},   {"arm64", "arm"},
      {"armv7", "arm"},   {"armv8", "arm"},
      {"aarch64", "arm"}, {"nnapi", "android_nnapi"}};
  const auto found = names.find(name);
  return found == names.end() ? "" : found->second;
}

}  // namespace

std::vector<std::string> ValidTargetWords() {
  std::vector<std::string> words;
  for (const Word& word : Words()) words.emplace_back(word.word);
  return words;
}

Result<ValidTargets> ParseValidTargets(const std::string& text, const char* flag) {
  std::vector<std::string> given(1);
  for (const char c : text) {
    if (c == ',' || c == '|' || std::isspace(static_cast<unsigned char>(c))) {
      given.emplace_back();
    } else {
      given.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  given.erase(std::remove(given.begin(), given.end(), std::string()), given.end());

  ValidTargets valid;
  for (const std::string& name : given) {
    const auto found = std::find_if(Words().begin(), Words().end(),
                                    [&](const Word& word) { return name == word.word; });
    if (found == Words().end()) {
      const std::string other = OtherNameOf(name);
      return InvalidArgument("Wrong target '", name, "' found, please check the command flag '",
                             flag, "'",
                             other.empty() ? DidYouMean(name, ValidTargetWords())
                                           : StrCat(" (did you mean ", other, "?)"));
    }
    valid.named.push_back(found->targets.front());
    for (const TargetType target : found->targets) {
      for (const Place& place : PlacesOf(target, name)) {
        if (std::find(valid.places.begin(), valid.places.end(), place) == valid.places.end()) {
          valid.places.push_back(place);
        }
      }
    }
    const std::string device = found->device;
    if (!device.empty() &&
        std::find(valid.devices.begin(), valid.devices.end(), device) == valid.devices.end()) {
      valid.devices.push_back(device);
    }
  }
  if (valid.places.empty()) {
    return InvalidArgument("valid_targets is empty (expected a list such as arm, or x86,host)");
  }
  return valid;
}

void PreferHalf(std::vector<Place>* places) {
  for (const TargetType target : {TargetType::kARM, TargetType::kCUDA}) {
    const auto first = std::find_if(places->begin(), places->end(),
                                    [target](const Place& p) { return p.target == target; });
    if (first == places->end()) continue;
    places->insert(first, Place(target, PrecisionType::kFP16, DataLayoutType::kNCHW));
  }
}

bool RequestsHalfOnProcessor(const std::vector<Place>& places) {
  return std::any_of(places.begin(), places.end(), [](const Place& place) {
    return place.precision == PrecisionType::kFP16 && InfoOf(place.target).is_cpu;
  });
}

std::vector<TargetType> TargetsOf(const std::vector<Place>& places) {
  std::vector<TargetType> targets;
  for (const Place& place : places) {
    if (std::find(targets.begin(), targets.end(), place.target) == targets.end()) {
      targets.push_back(place.target);
    }
  }
  return targets;
}

Status CheckAnyTargetExists(const ValidTargets& valid) {
  for (const TargetType target : valid.named) {
    if (InfoOf(target).is_cpu || RegistryKnowsTarget(target)) return OkStatus();
  }
  std::string names;
  for (const TargetType target : TargetsOf(valid.places)) {
    if (std::find(valid.named.begin(), valid.named.end(), target) == valid.named.end()) continue;
    names += StrCat(names.empty() ? "" : ", ", TargetToStr(target));
  }
  return Unsupported("--valid_targets: this version has no kernels for ", names,
                     "; add the processor that will run the model, such as arm or x86, or host");
}

bool RegistryKnowsTarget(TargetType target) {
  for (const KernelDef* kernel : KernelsOnAllTargets()) {
    if (kernel->target == target) return true;
  }
  return false;
}

}  // namespace paddle::lite::tools
