#include "lite/mir/kernel_query.h"

#include <algorithm>

#include "lite/core/image_layout.h"
#include "lite/core/targets.h"
#include "lite/kernels/binding.h"
#include "lite/mir/bind.h"
#include "lite/mir/cost.h"
#include "lite/mir/declared_kernels.h"
#include "lite/mir/scales.h"

namespace paddle::lite::mir {

namespace {

// The casts that the optimiser inserts. Weights are not quantised here.
class Casts final : public InputConversions {
 public:
  Casts(const KernelQuery& query, const OpNode& node) : query_(query), node_(node) {}

  Status CanCast(const BoundTensors::InputSlot& input, PrecisionType wanted) const override {
    const PrecisionType found = input.tensor->precision();
    if (IsCalib(node_.type()) || !IsReal(found)) return Unsupported("");
    const bool weight = input.tensor->persistable();
    if (wanted == PrecisionType::kInt8) {
      if (weight || !IsQuantised(node_)) return Unsupported("");
      if (ScaleOf(node_, input.slot) == 0) return Unsupported("its scale is unknown");
    } else if (!IsReal(wanted)) {
      return Unsupported("");
    }
    if (weight) return OkStatus();  // stored in the other type
    const PrecisionType from = IsReal(wanted) ? found : PrecisionType::kFloat;
    if (query_.FindCast("calib", TargetType::kHost, from, wanted) != nullptr) return OkStatus();
    return Unsupported("there is no kernel of calib between them");
  }

 private:
  const KernelQuery& query_;
  const OpNode& node_;
};

// The fastest of the allowed kernels of `type` that `fits` accepts.
template <typename Fits>
const KernelDef* Fastest(const OptimizeOptions& options, const std::string& type,
                         const Fits& fits) {
  const KernelDef* found = nullptr;
  for (const KernelDef* kernel : DeclaredKernels(options, type)) {
    if (!TargetAllowed(options, kernel->target) || !fits(*kernel)) continue;
    if (found == nullptr || FlopsPerNs(*kernel) > FlopsPerNs(*found)) found = kernel;
  }
  return found;
}

}  // namespace

std::vector<const KernelDef*> DeclaredKernels(const OptimizeOptions& options,
                                              const std::string& op_type) {
  std::vector<const KernelDef*> kernels;
  for (const KernelDef* kernel : options.more_kernels) {
    if (op_type == kernel->op_type) kernels.push_back(kernel);
  }
  const std::vector<const KernelDef*> declared = KernelsOnAllTargets(op_type);
  kernels.insert(kernels.end(), declared.begin(), declared.end());
  return kernels;
}

bool TargetAllowed(const OptimizeOptions& options, TargetType target) {
  if (target == TargetType::kHost) return true;
  return std::any_of(options.valid_places.begin(), options.valid_places.end(),
                     [&](const auto& place) { return place.target == target; });
}

KernelQuery::KernelQuery(const OptimizeOptions& options) : options_(options) {
  for (const Place& place : options.valid_places) {
    const TargetType target = place.target;
    prefers_targets_ |= target != TargetType::kHost;
    if (IsHostMemory(target) || FindCopy("io_copy", TargetType::kHost, target) == nullptr ||
        FindCopy("io_copy", target, TargetType::kHost) == nullptr) {
      continue;
    }
    if (std::find(devices_.begin(), devices_.end(), target) == devices_.end()) {
      devices_.push_back(target);
    }
  }
}

// Empty if the places allow the kernel, otherwise the reason. Reduced precision must be requested,
// also for the host; conversions follow from the request.
std::string KernelQuery::NotAllowed(const KernelDef& kernel) const {
  if (!TargetAllowed(options_, kernel.target)) {
    return StrCat("target ", TargetToStr(kernel.target), " not requested");
  }
  if (!IsHostMemory(kernel.target) &&
      std::find(devices_.begin(), devices_.end(), kernel.target) == devices_.end()) {
    return StrCat("no kernels of io_copy for ", TargetToStr(kernel.target));
  }
  const auto has_layout = [&](const Place& place) {
    return place.target == kernel.target && place.layout == kernel.layout;
  };
  if (IsImageLayout(kernel.layout) &&
      std::none_of(options_.valid_places.begin(), options_.valid_places.end(), has_layout)) {
    return StrCat("layout ", DataLayoutToStr(kernel.layout), " not requested");
  }
  const bool reduced =
      kernel.precision == PrecisionType::kFP16 || kernel.precision == PrecisionType::kInt8;
  const auto requests = [&](const Place& place) {
    return place.precision == kernel.precision &&
           (place.target == kernel.target || kernel.target == TargetType::kHost);
  };
  if (reduced && !IsCalib(kernel.op_type) &&
      std::none_of(options_.valid_places.begin(), options_.valid_places.end(), requests)) {
    return StrCat("precision ", PrecisionToStr(kernel.precision), " not requested");
  }
  return "";
}

bool KernelQuery::CanStore(DataLayoutType layout, const std::optional<DDim>& dims) const {
  if (!IsImageLayout(layout) || !dims.has_value()) return true;
  std::vector<int64_t> known(dims->begin(), dims->end());
  std::replace_if(
      known.begin(), known.end(), [](int64_t d) { return d < 0; }, 1);
  const Result<ImagePacking> packing = ImagePacking::Make(layout, DDim(known));
  return packing.ok() && packing->width() <= options_.max_image_width &&
         packing->height() <= options_.max_image_height;
}

const KernelQuery::OfType& KernelQuery::KernelsOf(const std::string& op_type) {
  const auto [it, is_new] = of_type_.try_emplace(op_type);
  if (!is_new) return it->second;
  for (const KernelDef* kernel : DeclaredKernels(options_, op_type)) {
    std::string refusal = NotAllowed(*kernel);
    if (refusal.empty()) {
      it->second.allowed.push_back(kernel);
    } else {
      it->second.refused.emplace_back(kernel, std::move(refusal));
    }
  }
  return it->second;
}

Status KernelQuery::Accepts(const KernelDef& kernel, const OpNode& node, const MetaOp& meta) const {
  const Casts casts(*this, node);
  return lite::Accepts(kernel, meta.op(), meta.bound(), &casts);
}

KernelQuery::Promise KernelQuery::PromiseFor(const OpNode& node) {
  Promise promise;
  promise.refusal = NotFound("there is no kernel for ", node.type());
  Result<MetaOp> meta = MetaOp::Make(node);
  if (!meta.ok()) {
    promise.ns = kMaxNs;
    promise.refusal = meta.status();
    return promise;
  }
  const Cost cost = meta->op().Estimate();
  double least = kMaxNs;
  for (const KernelDef* kernel : KernelsOf(node.type()).allowed) {
    const bool host = kernel->target == TargetType::kHost;
    const Status accepted = Accepts(*kernel, node, *meta);
    if (accepted.ok()) {
      least = std::min(least, KernelTimeNs(*kernel, cost));
      promise.preferred |= !host;
    } else if (!host) {
      promise.refusal = accepted;
    }
  }
  promise.ns = least;
  return promise;
}

const KernelDef* KernelQuery::FindCopy(const std::string& type, TargetType from,
                                       TargetType to) const {
  return Fastest(options_, type, [&](const KernelDef& kernel) {
    return MemoryOf(kernel.InputType("Input").target) == from &&
           MemoryOf(kernel.OutputType("Out").target) == to;
  });
}

const KernelDef* KernelQuery::FindCast(const std::string& type, TargetType memory,
                                       PrecisionType from, PrecisionType to) const {
  return Fastest(options_, type, [&](const KernelDef& kernel) {
    return MemoryOf(kernel.target) == memory && kernel.InputType("Input").precision == from &&
           kernel.InputType("Input").layout == DataLayoutType::kAny &&
           kernel.OutputType("Out").precision == to;
  });
}

const KernelDef* KernelQuery::FindLayout(const std::string& type, TargetType memory,
                                         PrecisionType precision, DataLayoutType from,
                                         DataLayoutType to) const {
  return Fastest(options_, type, [&](const KernelDef& kernel) {
    const LiteType input = kernel.InputType("Input");
    return MemoryOf(kernel.target) == memory && input.layout == from &&
           kernel.OutputType("Out").layout == to &&
           (input.precision == PrecisionType::kAny || input.precision == precision);
  });
}

const KernelQuery::LayoutPath& KernelQuery::FindLayoutPath(const std::string& type,
                                                           TargetType memory,
                                                           PrecisionType precision,
                                                           DataLayoutType from,
                                                           DataLayoutType to) const {
  const auto [known, is_new] = paths_.try_emplace({type, memory, precision, from, to});
  if (!is_new) return known->second;
  // Every conversion reads and writes all elements once, so the fewest steps cost least.
  std::vector<std::vector<DataLayoutType>> open = {{}};
  std::vector<bool> seen(static_cast<size_t>(DataLayoutType::NUM));
  seen[static_cast<size_t>(from)] = true;
  for (size_t i = 0; i < open.size(); ++i) {
    const DataLayoutType here = open[i].empty() ? from : open[i].back();
    if (here == to) {
      known->second = open[i];
      break;
    }
    for (int l = 0; l < static_cast<int>(DataLayoutType::NUM); ++l) {
      const auto next = static_cast<DataLayoutType>(l);
      if (seen[static_cast<size_t>(l)] || next == DataLayoutType::kAny ||
          FindLayout(type, memory, precision, here, next) == nullptr) {
        continue;
      }
      seen[static_cast<size_t>(l)] = true;
      open.push_back(open[i]);
      open.back().push_back(next);
    }
  }
  return known->second;
}

}  // namespace paddle::lite::mir
