#include "lite/runtime/given_out.h"

#include <algorithm>

#include "lite/core/targets.h"

namespace paddle::lite {

void GivenOutTensors::Record::Remember() {
  dims = tensor->dims();
  precision = tensor->precision();
  lod = tensor->lod();
  memory = tensor->raw_data();
  capacity = tensor->capacity();
}

const GivenOutTensors::Record* GivenOutTensors::Find(const Tensor* tensor) const {
  const auto found = std::find_if(records_.begin(), records_.end(),
                                  [&](const Record& record) { return record.tensor == tensor; });
  return found != records_.end() ? &*found : nullptr;
}

bool GivenOutTensors::Add(Tensor* tensor, const std::string& name) {
  if (Has(tensor)) return false;
  Record record;
  record.tensor = tensor;
  record.name = name;
  record.Remember();
  records_.push_back(std::move(record));
  return true;
}

std::string GivenOutTensors::NameOf(const Tensor* tensor) const {
  const Record* record = Find(tensor);
  return record != nullptr ? record->name : std::string();
}

bool GivenOutTensors::Changed() {
  for (Record& record : records_) {
    if (record.dynamic) continue;
    const Tensor& tensor = *record.tensor;
    if (tensor.dims() != record.dims || tensor.precision() != record.precision ||
        tensor.lod() != record.lod) {
      return true;
    }
    if (tensor.raw_data() == record.memory && tensor.capacity() == record.capacity) continue;
    const bool fits = tensor.IsInitialized() && IsHostMemory(tensor.target()) &&
                      tensor.capacity() >= tensor.memory_size();
    if (!record.own_memory || !fits) return true;
    record.Remember();
  }
  return false;
}

void GivenOutTensors::Restore() {
  for (const Record& record : records_) {
    if (record.dynamic) continue;
    record.tensor->Resize(record.dims);
    record.tensor->set_precision(record.precision);
    record.tensor->set_lod(record.lod);
  }
}

void GivenOutTensors::Planned(const std::set<const Tensor*>& dynamic,
                              const std::set<const Tensor*>& own_memory) {
  for (Record& record : records_) {
    record.dynamic = dynamic.count(record.tensor) != 0;
    record.own_memory = own_memory.count(record.tensor) != 0 || record.tensor->settled();
    record.Remember();
  }
}

}  // namespace paddle::lite
