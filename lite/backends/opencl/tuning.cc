// Forms of work groups, and tiles of work items, by measurement. What is measured once is kept, so
// that every later run and, with a file, every later process uses the same ones.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "lite/backends/opencl/api.h"
#include "lite/backends/opencl/device.h"
#include "lite/base/logging.h"
#include "lite/base/strings.h"

namespace paddle::lite::opencl {
namespace {

using Form = std::array<int64_t, 3>;

int64_t ItemsOf(const Form& form) { return form[0] * form[1] * form[2]; }

// The numbers of work items in the groups to measure: between these.
struct Sizes {
  int64_t least, most;
};

Sizes SizesFor(Tuning tuning) {
  switch (tuning) {
    case Tuning::kRapid:
      return {64, 64};
    case Tuning::kNormal:
      return {64, 256};
    default:
      return {32, INT32_MAX};
  }
}

// The number of groups that cover the items.
Form GroupsFor(const Form& items, const Form& form) {
  Form groups = items;
  for (size_t i = 0; i < groups.size(); ++i) groups[i] = (items[i] + form[i] - 1) / form[i];
  return groups;
}

// More than any device has, and few enough for their product.
constexpr int64_t kMaxExtent = int64_t{1} << 20;

bool ParseForm(const std::string& text, Form* form) {
  const std::vector<std::string> parts = SplitString(text, ' ');
  if (parts.size() != form->size()) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    char* end = nullptr;
    (*form)[i] = std::strtoll(parts[i].c_str(), &end, 10);
    if (parts[i].empty() || *end != '\0' || (*form)[i] < 1 || (*form)[i] > kMaxExtent) return false;
  }
  return true;
}

}  // namespace

// "rapid 4": how many forms are measured, and how often each of them.
Status ClDevice::SetTuning(const std::string& value) {
  const std::vector<std::string> parts = SplitString(value, ' ');
  static constexpr const char* kNames[] = {"none", "rapid", "normal", "exhaustive"};
  const auto* const name = std::find(std::begin(kNames), std::end(kNames), parts[0]);
  const int repeats = parts.size() > 1 ? std::atoi(parts[1].c_str()) : 4;
  if (name == std::end(kNames) || parts.size() > 2 || repeats < 1) {
    return InvalidArgument(
        "OpenCL tuning '", value,
        "', expected none, rapid, normal or exhaustive, and a number of at least "
        "1");
  }
  repeats_ = repeats;
  tuning_ = static_cast<Tuning>(name - std::begin(kNames));
  chooses_forms_ = tuning_ != Tuning::kNone || forms_.is_open();
  return OkStatus();
}

Status ClDevice::SetVariant(const std::string& value) {
  char* end = nullptr;
  const int64_t number = std::strtoll(value.c_str(), &end, 10);
  if (value.empty() || *end != '\0' || number < -1 || number > kMaxExtent) {
    return InvalidArgument("OpenCL tile '", value,
                           "', expected a number from 0 on, or -1 for the measured tiles");
  }
  variant_ = static_cast<int>(number);
  return OkStatus();
}

Status ClDevice::SetWinogradUse(const std::string& value) {
  const auto* const use = std::find(std::begin(kWinogradUses), std::end(kWinogradUses), value);
  if (use == std::end(kWinogradUses)) {
    return InvalidArgument("OpenCL winograd '", value, "', expected auto, always or never");
  }
  winograd_use_ = static_cast<WinogradUse>(use - std::begin(kWinogradUses));
  return OkStatus();
}

// Storage and arithmetic of half change the times, too.
std::string ClDevice::VariantKey(const std::string& problem) const {
  return StrCat("tile of ", problem, " with ", BuildOptions(""));
}

size_t ClDevice::VariantFor(const std::string& problem, const std::vector<std::string>& options,
                            bool* to_measure) const {
  *to_measure = false;
  if (variant_ >= 0) return std::min(static_cast<size_t>(variant_), options.size() - 1);
  if (!chooses_forms_ || options.size() < 2) return 0;
  // Only options of this library are used, whatever the file has.
  std::string kept;
  if (forms_.Find(VariantKey(problem), &kept)) {
    const auto found = std::find(options.begin(), options.end(), kept);
    if (found != options.end()) return static_cast<size_t>(found - options.begin());
  }
  *to_measure = tuning_ != Tuning::kNone;
  return 0;
}

void ClDevice::KeepVariant(const std::string& problem, const std::string& options) {
  ++measured_variants_;
  forms_.Keep(VariantKey(problem), options);
  unsaved_ = true;
}

// Powers of two that are not longer than the items along an axis.
std::vector<Form> ClDevice::FormsToTry(const Function& function, const Form& items) const {
  const Sizes sizes = SizesFor(tuning_);
  const auto fits = [&](size_t axis, int64_t extent) {
    return extent < 2 * items[axis] && extent <= static_cast<int64_t>(info_.max_work_items[axis]);
  };
  const int64_t most = std::min(sizes.most, static_cast<int64_t>(function.max_work_group()));
  std::vector<Form> forms;
  for (int64_t x = 1; x <= most && fits(0, x); x *= 2) {
    for (int64_t y = 1; x * y <= most && fits(1, y); y *= 2) {
      for (int64_t z = 1; x * y * z <= most && fits(2, z); z *= 2) {
        if (x * y * z >= sizes.least) forms.push_back({x, y, z});
      }
    }
  }
  return forms;
}

int64_t ClContext::Measure(const Function& function, const Form& items, const Form& form) {
  if (!device_->CheckUsable().ok() || !function.status_.ok() || ItemsOf(items) == 0) return -1;
  const Api& api = device_->api_;
  int64_t best = -1;
  // Drivers may compile a function anew for every form: the first run is not measured.
  for (int i = -1; i < device_->repeats_; ++i) {
    cl_event event = nullptr;
    if (Enqueue(function, GroupsFor(items, form), form, &event) != CL_SUCCESS) return -1;
    const bool ran = api.clFlush(queue_) == CL_SUCCESS && device_->WaitFor(event).ok();
    cl_ulong begin = 0, end = 0;
    const bool timed = ran &&
                       api.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(begin),
                                                   &begin, nullptr) == CL_SUCCESS &&
                       api.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end),
                                                   &end, nullptr) == CL_SUCCESS;
    if (device_->MayCallDriver()) api.clReleaseEvent(event);
    if (!timed) return -1;
    const int64_t ns = static_cast<int64_t>(end - begin);
    if (i >= 0 && (best < 0 || ns < best)) best = ns;
  }
  return best;
}

Form ClContext::FormFor(Function* function, const Form& items, const Form& form, bool may_repeat) {
  if (!device_->chooses_forms() || !device_->CheckUsable().ok() || ItemsOf(items) == 0) return form;
  const uint64_t arguments = Digest(items.data(), sizeof(items), function->arguments_);
  const auto known = function->forms_.find(arguments);
  if (known != function->forms_.end()) return known->second;
  const auto found_before = [&](const std::string& key, Form* found) {
    std::string text;
    Form kept;
    const bool usable = device_->forms_.Find(key, &text) && ParseForm(text, &kept) &&
                        ItemsOf(kept) <= static_cast<int64_t>(function->max_work_group());
    if (usable) *found = kept;
    return usable;
  };
  const std::string key = StrCat(function->program_, " ", function->name(), " ", arguments, " on ",
                                 ListToString(std::vector<int64_t>(items.begin(), items.end())));
  Form best = form;
  if (!found_before(key, &best) && device_->tuning_ != Tuning::kNone && may_repeat &&
      function->status_.ok()) {
    int64_t least = Measure(*function, items, form);
    for (const Form& other : device_->FormsToTry(*function, items)) {
      if (least < 0) break;  // the launch reports the failure
      const int64_t ns = other == form ? -1 : Measure(*function, items, other);
      if (ns < 0 || ns >= least) continue;
      least = ns;
      best = other;
    }
    ++device_->measured_;
    device_->forms_.Keep(key, StrCat(best[0], " ", best[1], " ", best[2]));
    device_->unsaved_ = true;
  }
  function->forms_[arguments] = best;
  return best;
}

}  // namespace paddle::lite::opencl
