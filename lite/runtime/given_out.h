// Tensors that callers have handles of: they may have resized, retyped or moved them since the plan
// was made.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lite/core/tensor.h"

namespace paddle::lite {

// Neither inputs, which are checked before every run anyway, nor parameters, which callers cannot
// change.
class GivenOutTensors {
 public:
  // `tensor` is as the plan, or binding, has left it. False when it was there already.
  bool Add(Tensor* tensor, const std::string& name);
  bool Has(const Tensor* tensor) const { return Find(tensor) != nullptr; }
  // For messages; empty when the tensor is not one of these.
  std::string NameOf(const Tensor* tensor) const;

  // Whether the plan no longer fits what callers made of the tensors. New memory that is large
  // enough is taken over where the plan leaves the tensor memory of its own.
  bool Changed();
  // Gives the tensors back the shapes and types that they had, for a new plan to begin from.
  void Restore();
  // The plan is made. Tensors of `dynamic` are decided in every run; those of `own_memory` and
  // those with settled values may lie anywhere.
  void Planned(const std::set<const Tensor*>& dynamic, const std::set<const Tensor*>& own_memory);

 private:
  struct Record {
    Tensor* tensor;
    std::string name;
    bool dynamic = false;
    bool own_memory = false;
    DDim dims;
    PrecisionType precision = PrecisionType::kUnk;
    LoD lod;
    const void* memory = nullptr;
    size_t capacity = 0;

    void Remember();
  };
  const Record* Find(const Tensor* tensor) const;

  std::vector<Record> records_;
};

}  // namespace paddle::lite
