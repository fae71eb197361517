#include "lite/runtime/weight_store.h"

#include <algorithm>

#include "lite/base/half.h"
#include "lite/model/checks.h"

namespace paddle::lite {
class WeightStore::MomentaryUse {
 public:
  MomentaryUse(const WeightStore* store, State* state) : store_(store), state_(state) {}
  ~MomentaryUse() {
    if (state_ != nullptr && state_->reread) store_->Unload(state_);
  }
  MomentaryUse(const MomentaryUse&) = delete;
  MomentaryUse& operator=(const MomentaryUse&) = delete;

 private:
  const WeightStore* const store_;
  State* const state_;
};

WeightStore::WeightStore(model::Params params, model::StoredParams stored)
    : stored_(std::move(stored)) {
  for (auto& [name, value] : params) {
    auto state = std::make_unique<State>();
    state->tensor = std::move(value);
    state->tensor.set_persistable(true);
    const auto place = stored_.places.find(name);
    if (place != stored_.places.end() && model::CanReadFrom(place->second, state->tensor)) {
      state->place = &place->second;
    }
    state->released = !state->tensor.IsInitialized() && state->place != nullptr;
    state->has_value = state->tensor.IsInitialized() || state->released;
    if (state->place != nullptr) {
      staging_.largest = std::max(staging_.largest, state->tensor.memory_size());
    }
    state_of_[&state->tensor] = state.get();
    states_[name] = std::move(state);
  }
}

Result<std::shared_ptr<WeightStore>> WeightStore::WithCopies(
    std::shared_ptr<WeightStore> original, const std::vector<std::string>& names) {
  model::Params copies;
  for (const std::string& name : names) {
    const WeightStore* owner = original.get();
    while (owner != nullptr && owner->states_.count(name) == 0) owner = owner->original_.get();
    if (owner == nullptr) return NotFound("the program has no parameter '", name, "'");
    State* state = owner->states_.at(name).get();
    const std::lock_guard<std::mutex> lock(owner->mutex_);
    const MomentaryUse use(owner, state);
    LITE_RETURN_IF_ERROR(owner->Load(state));
    LITE_RETURN_IF_ERROR(copies[name].CopyFrom(state->tensor));
  }
  auto store = std::make_shared<WeightStore>(std::move(copies), model::StoredParams());
  store->original_ = std::move(original);
  return store;
}

std::vector<std::string> WeightStore::Names() const {
  std::set<std::string> names;
  for (const WeightStore* store = this; store != nullptr; store = store->original_.get()) {
    for (const auto& entry : store->states_) names.insert(entry.first);
  }
  return std::vector<std::string>(names.begin(), names.end());
}

const Tensor* WeightStore::Find(const std::string& name) const {
  const auto it = states_.find(name);
  if (it != states_.end()) return it->second->has_value ? &it->second->tensor : nullptr;
  return original_ != nullptr ? original_->Find(name) : nullptr;
}

const WeightStore* WeightStore::OwnerOf(const Tensor* tensor) const {
  const WeightStore* store = this;
  while (store != nullptr && store->state_of_.count(tensor) == 0) store = store->original_.get();
  return store;
}

Status WeightStore::Load(State* state, bool for_good) const {
  if (!state->released) return OkStatus();
  LITE_RETURN_IF_ERROR(stored_.file->CheckUnchanged().WithContext("a weight is read"));
  LITE_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> memory, GiveMemory(*state, for_good));
  LITE_RETURN_IF_ERROR(
      model::ReadStored(stored_, *state->place, state->tensor.memory_size(), memory->data()));
  // Only the memory changes: clones look at shape and type at any time.
  state->staged = memory->borrowed();
  if (state->staged) staging_.in_use = true;
  state->tensor.SetBuffer(std::move(memory));
  state->released = false;
  state->reread = true;
  return OkStatus();
}

Result<std::shared_ptr<Buffer>> WeightStore::GiveMemory(const State& state, bool for_good) const {
  const bool share = staging_.planning > 0 && !staging_.in_use && !for_good;
  if (share && staging_.memory == nullptr) {
    staging_.memory = model::PieceMemory::Reserve(staging_.largest);
  }
  if (share && staging_.memory != nullptr) {
    return Buffer::Borrow(TargetType::kHost, staging_.memory->data(), staging_.memory->size());
  }
  return Buffer::Allocate(TargetType::kHost, state.tensor.memory_size());
}

Status WeightStore::LoadForGood(State* state) const {
  LITE_RETURN_IF_ERROR(Load(state, /*for_good=*/true));
  if (state->staged) {
    Tensor own;
    LITE_RETURN_IF_ERROR(own.CopyFrom(state->tensor));
    staging_.memory->Forget(state->tensor.memory_size(), staging_.kept);
    staging_.in_use = false;
    state->staged = false;
    state->tensor.SetBuffer(own.buffer());
  }
  state->kept = true;
  return OkStatus();
}

void WeightStore::CountPlanning(int change, size_t kept) {
  for (WeightStore* store = this; store != nullptr; store = store->original_.get()) {
    const std::lock_guard<std::mutex> lock(store->mutex_);
    store->staging_.planning += change;
    store->staging_.kept = std::max(kept, store->staging_.planning > 1 ? store->staging_.kept : 0);
    if (store->staging_.planning == 0 && !store->staging_.in_use) store->staging_.memory.reset();
  }
}

void WeightStore::Unload(State* state) const {
  const bool needed = state->kept || state->preparing != 0;
  if (needed || state->released || state->place == nullptr) return;
  state->tensor.ReleaseBuffer();
  if (state->staged) staging_.memory->Forget(state->tensor.memory_size(), staging_.kept);
  if (state->staged) staging_.in_use = false;
  state->staged = false;
  state->released = true;
  state->reread = false;
}

Status WeightStore::WidenHalves() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [name, state] : states_) {
    if (!state->has_value || state->tensor.precision() != PrecisionType::kFP16) continue;
    LITE_RETURN_IF_ERROR(LoadForGood(state.get()).WithContext(name));
    Tensor wide;
    wide.Resize(state->tensor.dims());
    LITE_RETURN_IF_ERROR(wide.Allocate(PrecisionType::kFloat).WithContext(name));
    const Half* halves = state->tensor.data<Half>();
    std::copy(halves, halves + wide.numel(), wide.mutable_data<float>());
    wide.set_lod(state->tensor.lod());
    wide.set_persistable(true);
    state->tensor = std::move(wide);
    state->place = nullptr;  // the file has other bytes
  }
  return OkStatus();
}

Status WeightStore::Keep(const Tensor* weight) {
  WeightStore* owner = OwnerOf(weight);
  if (owner == nullptr) return OkStatus();
  const std::lock_guard<std::mutex> lock(owner->mutex_);
  return owner->LoadForGood(owner->state_of_.at(weight));
}

Status WeightStore::BeginPrepare(const KernelDef* kernel, const Tensor* weight) {
  WeightStore* owner = OwnerOf(weight);
  if (owner == nullptr) return OkStatus();
  const std::lock_guard<std::mutex> lock(owner->mutex_);
  State* state = owner->state_of_.at(weight);
  if (state->packed_by.count(kernel) == 0) LITE_RETURN_IF_ERROR(owner->Load(state));
  ++state->preparing;
  return OkStatus();
}

Status WeightStore::EndPrepare(const KernelDef* kernel, const Tensor* weight, bool packed) {
  WeightStore* owner = OwnerOf(weight);
  if (owner == nullptr) return OkStatus();
  const std::lock_guard<std::mutex> lock(owner->mutex_);
  State* state = owner->state_of_.at(weight);
  if (packed) {
    state->packed_by.insert(kernel);
  } else {
    LITE_RETURN_IF_ERROR(owner->LoadForGood(state));
  }
  --state->preparing;
  if (state->reread) owner->Unload(state);
  return OkStatus();
}

void WeightStore::AbandonPrepare(const Tensor* weight) {
  WeightStore* owner = OwnerOf(weight);
  if (owner == nullptr) return;
  const std::lock_guard<std::mutex> lock(owner->mutex_);
  State* state = owner->state_of_.at(weight);
  --state->preparing;
  if (state->reread) owner->Unload(state);
}

void WeightStore::Release(const Tensor* weight) {
  WeightStore* owner = OwnerOf(weight);
  if (owner == nullptr) return;
  const std::lock_guard<std::mutex> lock(owner->mutex_);
  owner->Unload(owner->state_of_.at(weight));
}

Result<const void*> WeightStore::Get(const Tensor& weight, const std::string& form, size_t bytes,
                                     const std::function<void(void*)>& pack) {
  const auto make = [&]() -> Result<std::shared_ptr<Buffer>> {
    if (!weight.IsInitialized()) return Internal("packing a weight without data");
    LITE_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> packed,
                          Buffer::Allocate(TargetType::kHost, bytes));
    pack(packed->data());
    return packed;
  };
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<Buffer> packed, GetBlock(weight, form, make));
  if (packed->size() != bytes) {
    return Internal("packed form '", form, "' requested with ", bytes, " and with ", packed->size(),
                    " bytes");
  }
  return static_cast<const void*>(packed->data());
}

Result<std::shared_ptr<Buffer>> WeightStore::GetBlock(const Tensor& weight, const std::string& form,
                                                      const MakeBlock& make) {
  WeightStore* owner = OwnerOf(&weight);
  if (owner != nullptr && owner != this) return owner->GetBlock(weight, form, make);
  const std::lock_guard<std::mutex> lock(mutex_);
  std::pair<const Tensor*, std::string> key(&weight, form);
  const auto found = packed_.find(key);
  if (found != packed_.end() && found->second->valid()) return found->second;
  State* const state = owner != nullptr ? state_of_.at(&weight) : nullptr;
  const MomentaryUse use(this, state);
  if (state != nullptr) LITE_RETURN_IF_ERROR(Load(state));
  LITE_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> block, make());
  // Last: what is in the map is complete, whatever failed on the way.
  packed_[std::move(key)] = block;
  return block;
}

size_t WeightStore::total_bytes() const {
  size_t total = original_ != nullptr ? original_->total_bytes() : 0;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& entry : states_) {
    if (entry.second->tensor.IsInitialized()) total += entry.second->tensor.memory_size();
  }
  for (const auto& entry : packed_) {
    total += entry.second->size();
  }
  return total;
}

}  // namespace paddle::lite
