// A block that an operator runs, and how values get into it and out of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lite/operators/sub_block.h"
#include "lite/runtime/executable_impl.h"

namespace paddle::lite {

// The block has tensors, a plan and memory of its own. Its inputs are the variables that it reads
// before it writes them, which begin as in the outer block (and as in the last iteration, in a
// loop); its outputs are the last writes of the variables that the outer block or the next
// iteration sees. A name means the same variable in all blocks. See docs/design/runtime.md.
class Executable::Impl::InnerBlock final : public operators::SubBlock {
 public:
  InnerBlock(Impl* outer, int block);

  // Binds the block's operators. The outer block has bound all operators before the one that runs
  // this block, and `out_names` are the results of that operator.
  Status Bind(const std::vector<std::string>& out_names);
  // The results are bound to tensors of the outer block now; those without a slot are created.
  // Appends what is read and written to the tensors of the operator.
  void BindResults(const std::vector<std::string>& out_names, BoundTensors* bound);

  Status RunOnce() override;
  Status RunWhile(const char* slot, const Tensor& condition) override;
  Status Skip() override;

  std::vector<const Op*> Ops() const override;
  bool HasFixedShapes() const override;
  Status InferShapes() override;
  Status InferShapesOf(const std::vector<DDim>& inputs) override;
  std::vector<Value> Inputs() const override;
  std::vector<Value> Results() const override;
  Status WithWeights(const std::function<Status()>& f) override;
  Status SetCompiled(const Status& compiled) override;
  const operators::SubgraphSettings& settings() const override;

  // Whether a kernel compiled the block for the shapes of the last plan.
  bool compiled() const { return compiled_; }
  // Why it did not; empty if none tried.
  const std::string& not_compiled() const { return not_compiled_; }

  Impl body;

 private:
  struct Variable {
    std::string name;
    const Tensor* before = nullptr;  // in the outer block; null without a value there
    Tensor* entry = nullptr;         // null if the block does not read it first
    Tensor* last = nullptr;          // the block's last write of it; null if there is none
    Tensor* result = nullptr;        // in the outer block; null if it sees no change

    bool carried() const { return entry != nullptr && last != nullptr; }
    // After at least one run of the block.
    const Tensor* after() const {
      if (last == nullptr) return before;
      return entry != nullptr ? entry : last;
    }
  };
  // Releases the memory that the block shares with the outer one.
  class SharedMemory;

  Status Enter();
  Status InferInstructions();
  Status RunBody();
  Status Leave(bool ran);

  std::vector<Variable> variables_;
  bool compiled_ = false;
  std::string not_compiled_;
};

template <typename F>
void Executable::Impl::ForEachBlock(const F& f) {
  f(*this);
  for (const auto& inner : inner_blocks) inner->body.ForEachBlock(f);
}

}  // namespace paddle::lite
