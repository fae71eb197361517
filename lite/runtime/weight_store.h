#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/kernels/kernel.h"
#include "lite/model/file.h"
#include "lite/model/program.h"

namespace paddle::lite {

// The parameters of a program and their packed forms, shared by an executable and its clones, which
// may run at the same time.
//
// A kernel that takes a packed form does not read the weight directly. If all users of a parameter
// take packed forms, and the model's file can be read again, the elements are released; if they are
// needed later (for another packed form, a kernel that reads them directly, a caller), they are
// read from the file. Elements that are read directly are kept permanently.
class WeightStore final : public PackedWeights {
 public:
  // Without parameters: packs tensors owned by others, which it never releases.
  WeightStore() = default;
  WeightStore(model::Params params, model::StoredParams stored);
  // The parameters of `original`, with copies of those in `names`.
  static Result<std::shared_ptr<WeightStore>> WithCopies(std::shared_ptr<WeightStore> original,
                                                         const std::vector<std::string>& names);

  std::vector<std::string> Names() const;
  // Null if there is no such parameter, or if it has no value (as in some files for accelerators).
  // Its elements may have been released.
  const Tensor* Find(const std::string& name) const;
  bool Owns(const Tensor* tensor) const { return OwnerOf(tensor) != nullptr; }

  // While alive, weights read for packing share one staging buffer; at most `kept` bytes stay
  // resident between weights, because the run needs that memory anyway.
  class Planning {
   public:
    Planning(WeightStore* store, size_t kept) : store_(store) { store_->CountPlanning(1, kept); }
    ~Planning() { store_->CountPlanning(-1, 0); }
    Planning(const Planning&) = delete;
    Planning& operator=(const Planning&) = delete;

   private:
    WeightStore* const store_;
  };

  // Makes float32 of all float16 parameters: before any operator is bound, because types change.
  Status WidenHalves();
  // Ensures that the elements are in memory from now on.
  Status Keep(const Tensor* weight);
  // Called before and after every Prepare of a kernel that reads the weight. The elements are
  // available in between, unless the kernel is known to take packed forms, and afterwards if it did
  // not take one.
  Status BeginPrepare(const KernelDef* kernel, const Tensor* weight);
  Status EndPrepare(const KernelDef* kernel, const Tensor* weight, bool packed);
  // Instead of EndPrepare, when the Prepare or EndPrepare itself failed.
  void AbandonPrepare(const Tensor* weight);
  // Frees the elements unless they are still needed or cannot be read again.
  void Release(const Tensor* weight);

  Result<const void*> Get(const Tensor& weight, const std::string& form, size_t bytes,
                          const std::function<void(void*)>& pack) override;
  // Made again if its device has lost it. The weight has its elements during `make`, which must not
  // use the store.
  Result<std::shared_ptr<Buffer>> GetBlock(const Tensor& weight, const std::string& form,
                                           const MakeBlock& make) override;

  // Memory of the elements and of the packed forms.
  size_t total_bytes() const;

 private:
  struct State {
    Tensor tensor;
    bool has_value = false;
    const model::StoredParams::Place* place = nullptr;  // null if it cannot be read again
    bool kept = false;                                  // permanently
    bool released = false;                              // only in the file
    bool reread = false;  // temporarily: to be released again after use
    bool staged = false;  // in the staging buffer
    int preparing = 0;    // kernels that are being prepared
    std::set<const KernelDef*> packed_by;
  };
  // This store or the one that it copies from; null for tensors owned by others.
  const WeightStore* OwnerOf(const Tensor* tensor) const;
  WeightStore* OwnerOf(const Tensor* tensor) {
    return const_cast<WeightStore*>(static_cast<const WeightStore*>(this)->OwnerOf(tensor));
  }
  // The mutex is held in these. One that fails leaves the state as it was.
  Status Load(State* state, bool for_good = false) const;
  void Unload(State* state) const;
  // Loads elements that are kept, into separate memory.
  Status LoadForGood(State* state) const;
  // Memory for the elements: its own, or the place that weights share, which is borrowed.
  Result<std::shared_ptr<Buffer>> GiveMemory(const State& state, bool for_good) const;
  // Unloads on the way out what was read for a moment.
  class MomentaryUse;
  void CountPlanning(int change, size_t kept);

  // The buffer that weights share while they are packed.
  struct Staging {
    size_t largest = 0;  // largest weight that may be staged
    size_t kept = 0;
    int planning = 0;
    bool in_use = false;
    std::unique_ptr<model::PieceMemory> memory;
  };

  std::shared_ptr<WeightStore> original_;  // owns the parameters that are not copied; may be null
  model::StoredParams stored_;
  std::map<std::string, std::unique_ptr<State>> states_;
  std::map<const Tensor*, State*> state_of_;
  mutable std::mutex mutex_;  // guards the contents of states, the packed forms and the staging
  mutable Staging staging_;
  std::map<std::pair<const Tensor*, std::string>, std::shared_ptr<Buffer>> packed_;
};

// What an operator that runs once made of a parameter.
struct WeightForm {
  const Tensor* weight = nullptr;
  std::string form;
};
using WeightForms = std::map<const Tensor*, WeightForm>;

// The view of a store during one Prepare, which records the weights that the kernel takes in packed
// form. Packed forms of a form belong to its weight, because the tensors of clones differ.
class PreparedWeights final : public PackedWeights {
 public:
  // `bound`: the tensors of the operator, one for each slot.
  PreparedWeights(WeightStore* store, const WeightForms* forms, const BoundTensors* bound)
      : store_(store), forms_(forms), bound_(bound) {}
  Result<const void*> Get(const Tensor& weight, const std::string& form, size_t bytes,
                          const std::function<void(void*)>& pack) override {
    packed_.insert(&weight);
    const auto made = forms_->find(&weight);
    if (made == forms_->end()) return store_->Get(weight, form, bytes, pack);
    return store_->Get(*made->second.weight, StrCat(made->second.form, " ", form), bytes, pack);
  }
  Result<std::shared_ptr<Buffer>> GetBlock(const Tensor& weight, const std::string& form,
                                           const MakeBlock& make) override {
    packed_.insert(&weight);
    const auto made = forms_->find(&weight);
    if (made == forms_->end()) return store_->GetBlock(weight, form, make);
    return store_->GetBlock(*made->second.weight, StrCat(made->second.form, " ", form), make);
  }
  // The kernel does not read the weight after its Prepare.
  void SetPacked(const Tensor* weight) { packed_.insert(weight); }
  // What a kernel has packed for one slot, it may read as it is for another one.
  bool IsPacked(const Tensor* weight) const {
    const auto& inputs = bound_->inputs;
    return packed_.count(weight) != 0 &&
           std::count_if(inputs.begin(), inputs.end(),
                         [weight](const auto& input) { return input.tensor == weight; }) == 1;
  }

 private:
  WeightStore* const store_;
  const WeightForms* const forms_;
  const BoundTensors* const bound_;
  std::set<const Tensor*> packed_;
};

}  // namespace paddle::lite
