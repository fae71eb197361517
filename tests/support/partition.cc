#include "tests/support/partition.h"

#include <algorithm>
#include <set>

#include "lite/core/targets.h"
#include "lite/model/op_fields.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite::test {
namespace {

class AnyTensors final : public model::SlotBinder {
 public:
  const Tensor* InputTensor(const std::string& name) override { return &tensors_[name]; }
  Tensor* OutputTensor(const std::string& name) override { return &tensors_[name]; }
  const TensorArray* InputArray(const std::string&) override { return &array_; }
  TensorArray* OutputArray(const std::string&) override { return &array_; }

 private:
  std::map<std::string, Tensor> tensors_;
  TensorArray array_;
};

class Partitioner {
 public:
  Partitioner(const model::Model& model, const std::vector<const KernelDef*>& kernels,
              uint64_t seed, double share)
      : model_(model), random_(seed), share_(share), kernels_(kernels) {
    for (const KernelDef* kernel : kernels) {
      if (std::find(targets_.begin(), targets_.end(), kernel->target) == targets_.end()) {
        targets_.push_back(kernel->target);
      }
    }
  }

  Result<model::Model> Run() {
    // Blocks of the program find their variables on the host.
    std::set<std::string> of_blocks;
    for (size_t b = 1; b < model_.program.blocks.size(); ++b) {
      for (const model::OpDesc& op : model_.program.blocks[b].ops) {
        for (const model::SlotMap* slots : {&op.inputs, &op.outputs}) {
          for (const auto& slot : *slots) of_blocks.insert(slot.second.begin(), slot.second.end());
        }
      }
    }
    const auto is_seen_in_blocks = [&](const model::OpDesc& op) {
      return std::any_of(op.outputs.begin(), op.outputs.end(), [&](const auto& slot) {
        return std::any_of(slot.second.begin(), slot.second.end(),
                           [&](const std::string& name) { return of_blocks.count(name) != 0; });
      });
    };
    std::vector<model::OpDesc> ops = std::move(model_.program.blocks[0].ops);
    for (model::OpDesc& op : ops) {
      const KernelDef* kernel = nullptr;
      if (op.type != "feed" && !is_seen_in_blocks(op) &&
          std::uniform_real_distribution<double>(0, 1)(random_) < share_) {
        LITE_ASSIGN_OR_RETURN(kernel, KernelOnDevice(op));
      }
      const TargetType where = kernel == nullptr ? TargetType::kHost : kernel->target;
      for (auto& [slot, names] : op.inputs) {
        const bool on_host =
            kernel == nullptr || IsHostMemory(kernel->InputType(slot.c_str()).target);
        for (std::string& name : names) name = Moved(name, on_host ? TargetType::kHost : where);
      }
      for (auto& [slot, names] : op.outputs) {
        for (std::string& name : names) {
          home_[name] = where;
          for (const TargetType target : targets_) copies_.erase({name, target});
          copies_.erase({name, TargetType::kHost});
        }
      }
      if (kernel != nullptr) op.attrs[model::kKernelTypeAttr] = kernel->Key();
      done_.push_back(std::move(op));
    }
    model_.program.blocks[0].ops = std::move(done_);
    return std::move(model_);
  }

 private:
  // The kernel of a random device that is the operator's kernel of the host; null if there is none.
  Result<const KernelDef*> KernelOnDevice(const model::OpDesc& desc) {
    const TargetType target = targets_[random_() % targets_.size()];
    const auto stored = desc.attrs.find(model::kKernelTypeAttr);
    KernelKey key;
    if (stored != desc.attrs.end()) {
      LITE_ASSIGN_OR_RETURN(key, ParseKernelKey(std::get<std::string>(stored->second)));
    }
    for (const KernelDef* kernel : kernels_) {
      if (desc.type != kernel->op_type || kernel->target != target) continue;
      const bool plain =
          kernel->layout == DataLayoutType::kNCHW || kernel->layout == DataLayoutType::kAny;
      const bool fits = stored == desc.attrs.end()
                            ? plain && (kernel->precision == PrecisionType::kFloat ||
                                        kernel->precision == PrecisionType::kAny)
                            : key.alias == kernel->alias && key.place.layout == kernel->layout &&
                                  key.place.precision == kernel->precision;
      if (!fits) continue;
      const std::unique_ptr<Op> op = CreateOp(desc.type);
      AnyTensors tensors;
      const Status loaded = model::LoadOp(desc, &tensors, op.get());
      if (!loaded.ok()) return loaded;
      if (kernel->supports == nullptr || kernel->supports(*op).ok()) return kernel;
    }
    return static_cast<const KernelDef*>(nullptr);
  }

  // The name of the value in the memory of `where`.
  std::string Moved(const std::string& name, TargetType where) {
    const bool is_param = model_.params.count(name) != 0;
    if (home_.count(name) == 0 && !is_param) return name;  // "feed", "fetch"
    const TargetType home = is_param ? TargetType::kHost : home_.at(name);
    if (home == where) return name;
    const auto found = copies_.find({name, where});
    if (found != copies_.end()) return found->second;
    const bool there = where == TargetType::kHost || home == TargetType::kHost;
    const std::string from = there ? name : Moved(name, TargetType::kHost);
    const std::string to = StrCat(name, "/copy", ++copies_made_);
    model::OpDesc copy;
    copy.type = is_param ? "io_copy_once" : "io_copy";
    copy.inputs["Input"] = {from};
    copy.outputs["Out"] = {to};
    const TargetType device = where == TargetType::kHost ? home : where;
    copy.attrs[model::kKernelTypeAttr] =
        StrCat(copy.type, where == TargetType::kHost ? "/device_to_host/" : "/host_to_device/",
               static_cast<int>(device), "/", static_cast<int>(PrecisionType::kAny), "/",
               static_cast<int>(DataLayoutType::kAny));
    done_.push_back(std::move(copy));
    return copies_[{name, where}] = to;
  }

  model::Model model_;
  std::vector<TargetType> targets_;
  std::mt19937_64 random_;
  const double share_;
  const std::vector<const KernelDef*> kernels_;
  std::vector<model::OpDesc> done_;
  std::map<std::string, TargetType> home_;
  std::map<std::pair<std::string, TargetType>, std::string> copies_;
  int copies_made_ = 0;
};

}  // namespace

Result<model::Model> Partition(const model::Model& model, const std::vector<TargetType>& targets,
                               uint64_t seed, double share) {
  std::vector<const KernelDef*> kernels;
  for (const TargetType target : targets) {
    for (const KernelDef* kernel : TestDeviceKernels(target)) kernels.push_back(kernel);
  }
  return Partition(model, kernels, seed, share);
}

Result<model::Model> Partition(const model::Model& model,
                               const std::vector<const KernelDef*>& kernels, uint64_t seed,
                               double share) {
  return Partitioner(model, kernels, seed, share).Run();
}

ExecutableOptions OptionsFor(const std::vector<std::shared_ptr<TestDevice>>& devices,
                             RaceChecker* races) {
  ExecutableOptions options;
  options.targets = {TargetType::kHost};
  options.leave_devices = false;  // failures of devices are what is tested
  if (races != nullptr) options.more_kernels = CheckedHostKernels(races);
  for (const auto& device : devices) {
    options.devices.push_back(device);
    const auto kernels = TestDeviceKernels(device->id().target);
    options.more_kernels.insert(options.more_kernels.end(), kernels.begin(), kernels.end());
  }
  return options;
}

}  // namespace paddle::lite::test
