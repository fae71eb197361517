// Which kernels may run an operator of a graph, given the places and the declared kernels of all
// targets. What a kernel itself demands is decided in lite/kernels/binding.h.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lite/kernels/kernel.h"
#include "lite/mir/meta_op.h"
#include "lite/mir/optimizer.h"

namespace paddle::lite::mir {

// The kernels of an operator that this build declares, and those that the caller adds.
std::vector<const KernelDef*> DeclaredKernels(const OptimizeOptions& options,
                                              const std::string& op_type);

// Whether the target may be used at all: the host always, others if they are requested.
bool TargetAllowed(const OptimizeOptions& options, TargetType target);

// A conversion of element types; see operators/type_conversion.h.
inline bool IsCalib(const std::string& type) { return type == "calib" || type == "calib_once"; }
// Types between which the optimiser may choose.
inline bool IsReal(PrecisionType precision) {
  return precision == PrecisionType::kFloat || precision == PrecisionType::kFP16;
}

class KernelQuery {
 public:
  explicit KernelQuery(const OptimizeOptions& options);

  // The kernels of one operator type.
  struct OfType {
    std::vector<const KernelDef*> allowed;
    // Not allowed by the places, and why.
    std::vector<std::pair<const KernelDef*, std::string>> refused;
  };
  const OfType& KernelsOf(const std::string& op_type);

  // OK if the kernel can run the operator, where conversions may be inserted before it.
  Status Accepts(const KernelDef& kernel, const OpNode& node, const MetaOp& meta) const;

  // Whether the user prefers some target to the host.
  bool prefers_targets() const { return prefers_targets_; }
  // What the allowed kernels that accept an operator promise.
  struct Promise {
    bool preferred = false;  // one of them is for a target other than the host
    double ns = 0;           // estimated time of the fastest one
    Status refusal;          // why there is none for a preferred target
  };
  Promise PromiseFor(const OpNode& node);

  // Whether a value of these dimensions, some of which may be open or all unknown, can be stored in
  // this layout.
  bool CanStore(DataLayoutType layout, const std::optional<DDim>& dims) const;

  // Targets with their own memory, in order of preference, that values can be copied to and from.
  const std::vector<TargetType>& devices() const { return devices_; }

  // The fastest kernel of io_copy, calib or layout (or their `_once` forms), by `type`, that makes
  // the change; null if there is none.
  const KernelDef* FindCopy(const std::string& type, TargetType from, TargetType to) const;
  const KernelDef* FindCast(const std::string& type, TargetType memory, PrecisionType from,
                            PrecisionType to) const;
  const KernelDef* FindLayout(const std::string& type, TargetType memory, PrecisionType precision,
                              DataLayoutType from, DataLayoutType to) const;

  // The layouts through which kernels of layout lead from one to the other within a memory, the
  // last one being `to`: the shortest way in the graph whose edges are the declared kernels.
  // Nothing if there is no way.
  using LayoutPath = std::optional<std::vector<DataLayoutType>>;
  const LayoutPath& FindLayoutPath(const std::string& type, TargetType memory,
                                   PrecisionType precision, DataLayoutType from,
                                   DataLayoutType to) const;

 private:
  std::string NotAllowed(const KernelDef& kernel) const;

  const OptimizeOptions& options_;
  bool prefers_targets_ = false;
  std::vector<TargetType> devices_;
  std::map<std::string, OfType> of_type_;
  using PathKey =
      std::tuple<std::string, TargetType, PrecisionType, DataLayoutType, DataLayoutType>;
  mutable std::map<PathKey, LayoutPath> paths_;
};

}  // namespace paddle::lite::mir
