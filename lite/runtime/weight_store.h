#pragma once

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
// A kernel that takes a packed form reads its weight in no other way. Where all users of a
// parameter do so, and the model's file can be read again, the elements are released; whoever needs
// them later (another packed form, a kernel that reads them directly, a caller) gets them from the
// file. Elements that somebody reads directly are kept for good.
class WeightStore final : public PackedWeights {
 public:
  // Without parameters: packs tensors of somebody else, which it never releases.
  WeightStore() = default;
  WeightStore(model::Params params, model::StoredParams stored);
  // The parameters of `original` with copies of `names` in their places.
  static Result<std::shared_ptr<WeightStore>> WithCopies(std::shared_ptr<WeightStore> original,
                                                         const std::vector<std::string>& names);

  std::vector<std::string> Names() const;
  // Null when there is no such parameter, or none with a value (some files of accelerators have
  // them). Its elements may be released.
  const Tensor* Find(const std::string& name) const;
  bool Owns(const Tensor* tensor) const { return OwnerOf(tensor) != nullptr; }

  // While one exists, weights that come from the file to be packed share one place in memory, which
  // keeps at most `kept` bytes between them: what a run will need anyway costs nothing now.
  class Planning {
   public:
    Planning(WeightStore* store, size_t kept) : store_(store) { store_->CountPlanning(1, kept); }
    ~Planning() { store_->CountPlanning(-1, 0); }
    Planning(const Planning&) = delete;
    Planning& operator=(const Planning&) = delete;

   private:
    WeightStore* const store_;
  };

  // Makes sure that the elements are in memory from now on.
  Status Keep(const Tensor* weight);
  // Around every Prepare of a kernel that reads the weight. The elements are there in between,
  // unless the kernel is known to take packed forms, and afterwards if it did not take one.
  Status BeginPrepare(const KernelDef* kernel, const Tensor* weight);
  Status EndPrepare(const KernelDef* kernel, const Tensor* weight, bool packed);
  // Frees the elements unless somebody needs them or they could not be read again.
  void Release(const Tensor* weight);

  Result<const void*> Get(const Tensor& weight, const std::string& form, size_t bytes,
                          const std::function<void(void*)>& pack) override;

  // Memory of the elements and of the packed forms.
  size_t total_bytes() const;

 private:
  struct State {
    Tensor tensor;
    bool has_value = false;
    const model::StoredParams::Place* place = nullptr;  // null when it cannot be read again
    bool kept = false;                                  // for good
    bool released = false;                              // in the file alone
    bool reread = false;  // for a moment: to be released again after use
    bool staged = false;  // in the place that weights share
    int preparing = 0;    // kernels that are being prepared
    std::set<const KernelDef*> packed_by;
  };
  // This store or the one that it copies from; null for the tensors of others.
  const WeightStore* OwnerOf(const Tensor* tensor) const;
  WeightStore* OwnerOf(const Tensor* tensor) {
    return const_cast<WeightStore*>(static_cast<const WeightStore*>(this)->OwnerOf(tensor));
  }
  // These want the mutex to be held.
  Status Load(State* state) const;
  void Unload(State* state) const;
  // Loads what shall stay: in memory of its own.
  Status LoadForGood(State* state) const;
  Status GiveMemory(State* state) const;
  void CountPlanning(int change, size_t kept);

  // The place that weights share while they are packed.
  struct Staging {
    size_t largest = 0;  // of the weights that may come here
    size_t kept = 0;
    int planning = 0;
    bool in_use = false;
    std::unique_ptr<model::PieceMemory> memory;
  };

  std::shared_ptr<WeightStore> original_;  // holds what is not copied; may be null
  model::StoredParams stored_;
  std::map<std::string, std::unique_ptr<State>> states_;
  std::map<const Tensor*, State*> state_of_;
  mutable std::mutex mutex_;  // guards the contents of states, the packed forms and the staging
  mutable Staging staging_;
  std::map<std::pair<const Tensor*, std::string>, std::shared_ptr<Buffer>> packed_;
};

// What one Prepare sees of a store: notes which weights the kernel takes in packed form.
class PreparedWeights final : public PackedWeights {
 public:
  explicit PreparedWeights(WeightStore* store) : store_(store) {}
  Result<const void*> Get(const Tensor& weight, const std::string& form, size_t bytes,
                          const std::function<void(void*)>& pack) override {
    packed_.insert(&weight);
    return store_->Get(weight, form, bytes, pack);
  }
  bool IsPacked(const Tensor* weight) const { return packed_.count(weight) != 0; }

 private:
  WeightStore* const store_;
  std::set<const Tensor*> packed_;
};

}  // namespace paddle::lite
