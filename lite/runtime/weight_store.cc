#include "lite/runtime/weight_store.h"

#include <algorithm>

namespace paddle::lite {

WeightStore::WeightStore(model::Params params, model::StoredParams stored)
    : stored_(std::move(stored)) {
  for (auto& [name, value] : params) {
    auto state = std::make_unique<State>();
    state->tensor = std::move(value);
    state->tensor.set_persistable(true);
    const auto place = stored_.places.find(name);
    if (place != stored_.places.end() && place->second.bytes == state->tensor.memory_size()) {
      state->place = &place->second;
    }
    state->released = !state->tensor.IsInitialized() && state->place != nullptr;
    state->has_value = state->tensor.IsInitialized() || state->released;
    if (state->place != nullptr) {
      staging_.largest = std::max(staging_.largest, state->place->bytes);
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
    LITE_RETURN_IF_ERROR(owner->Load(state));
    LITE_RETURN_IF_ERROR(copies[name].CopyFrom(state->tensor));
    if (state->reread) owner->Unload(state);
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

Status WeightStore::Load(State* state) const {
  if (!state->released) return OkStatus();
  LITE_RETURN_IF_ERROR(stored_.file->CheckUnchanged().WithContext("a weight is read"));
  LITE_RETURN_IF_ERROR(GiveMemory(state));
  const Status status = stored_.file->ReadAt(state->place->offset, state->place->bytes,
                                             state->tensor.mutable_raw_data());
  state->released = false;
  state->reread = true;
  if (!status.ok()) Unload(state);
  return status;
}

Status WeightStore::GiveMemory(State* state) const {
  // Only the memory changes, because clones may read shape and type at any time.
  const bool free = staging_.planning > 0 && !staging_.in_use && !state->kept;
  if (free && staging_.memory == nullptr) {
    staging_.memory = model::PieceMemory::Reserve(staging_.largest);
  }
  if (!free || staging_.memory == nullptr) {
    LITE_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> elements,
                          Buffer::Allocate(TargetType::kHost, state->place->bytes));
    state->tensor.SetBuffer(std::move(elements));
    return OkStatus();
  }
  state->tensor.SetBuffer(
      Buffer::Borrow(TargetType::kHost, staging_.memory->data(), staging_.memory->size()));
  state->staged = true;
  staging_.in_use = true;
  return OkStatus();
}

Status WeightStore::LoadForGood(State* state) const {
  state->kept = true;
  LITE_RETURN_IF_ERROR(Load(state));
  if (!state->staged) return OkStatus();
  Tensor own;
  LITE_RETURN_IF_ERROR(own.CopyFrom(state->tensor));
  staging_.memory->Forget(state->place->bytes, staging_.kept);
  staging_.in_use = false;
  state->staged = false;
  state->tensor.SetBuffer(own.buffer());
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
  if (state->staged) staging_.memory->Forget(state->place->bytes, staging_.kept);
  if (state->staged) staging_.in_use = false;
  state->staged = false;
  state->released = true;
  state->reread = false;
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
  --state->preparing;
  if (packed) {
    state->packed_by.insert(kernel);
    if (state->reread) owner->Unload(state);
    return OkStatus();
  }
  return owner->LoadForGood(state);
}

void WeightStore::Release(const Tensor* weight) {
  WeightStore* owner = OwnerOf(weight);
  if (owner == nullptr) return;
  const std::lock_guard<std::mutex> lock(owner->mutex_);
  owner->Unload(owner->state_of_.at(weight));
}

Result<const void*> WeightStore::Get(const Tensor& weight, const std::string& form, size_t bytes,
                                     const std::function<void(void*)>& pack) {
  WeightStore* owner = OwnerOf(&weight);
  if (owner != nullptr && owner != this) return owner->Get(weight, form, bytes, pack);
  const std::lock_guard<std::mutex> lock(mutex_);
  auto [entry, inserted] = packed_.try_emplace({&weight, form});
  if (!inserted) {
    const Buffer& packed = *entry->second;
    if (packed.size() == bytes) return static_cast<const void*>(packed.data());
    return Internal("packed form '", form, "' asked for with ", bytes, " and with ", packed.size(),
                    " bytes");
  }
  State* const state = owner != nullptr ? state_of_.at(&weight) : nullptr;
  Status status = state != nullptr ? Load(state) : OkStatus();
  if (status.ok() && !weight.IsInitialized()) status = Internal("packing a weight without data");
  if (status.ok()) {
    auto buffer = Buffer::Allocate(TargetType::kHost, bytes);
    status = buffer.status();
    if (status.ok()) entry->second = *std::move(buffer);
  }
  if (!status.ok()) {
    packed_.erase(entry);
    return status;
  }
  pack(entry->second->data());
  if (state != nullptr && state->reread) Unload(state);
  return static_cast<const void*>(entry->second->data());
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
