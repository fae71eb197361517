#include "lite/backends/nnadapter/runtime/partition.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <map>
#include <set>
#include <utility>

namespace nnadapter::runtime {
namespace {

using Order = std::vector<const core::Operation*>;

int32_t WholeIndex(size_t index) { return -static_cast<int32_t>(index) - 1; }

// Clusters of operations, with edges by the operands between them.
class Clusters {
 public:
  Clusters(const Order& order, const std::vector<size_t>& device_of) {
    std::map<const core::Operand*, size_t> writer_of;
    for (size_t i = 0; i < order.size(); ++i) {
      members_.push_back({i});
      devices_.push_back(device_of[i]);
      successors_.emplace_back();
      for (const core::Operand* input : order[i]->input_operands) {
        const auto writer = writer_of.find(input);
        if (input && writer != writer_of.end()) successors_[writer->second].insert(i);
      }
      for (const core::Operand* output : order[i]->output_operands) {
        if (output) writer_of[output] = i;
      }
    }
    MergeAll();
  }

  // Members and devices of the clusters, each after those from which it reads.
  std::vector<std::pair<size_t, std::vector<size_t>>> Sorted() const {
    std::vector<size_t> waiting(members_.size(), 0);
    for (const auto& successors : successors_) {
      for (size_t successor : successors) ++waiting[successor];
    }
    std::set<size_t> ready;  // ordered, so that the result does not depend on addresses
    for (size_t i = 0; i < members_.size(); ++i) {
      if (!members_[i].empty() && !waiting[i]) ready.insert(i);
    }
    std::vector<std::pair<size_t, std::vector<size_t>>> sorted;
    while (!ready.empty()) {
      const size_t cluster = *ready.begin();
      ready.erase(ready.begin());
      sorted.emplace_back(devices_[cluster], members_[cluster]);
      for (size_t successor : successors_[cluster]) {
        if (--waiting[successor] == 0) ready.insert(successor);
      }
    }
    return sorted;
  }

 private:
  // Whether there is a path from a successor of `from`, other than `to`, to `to`.
  bool HasDetour(size_t from, size_t to) const {
    std::vector<size_t> stack;
    std::set<size_t> seen;
    for (size_t successor : successors_[from]) {
      if (successor != to) stack.push_back(successor);
    }
    while (!stack.empty()) {
      const size_t cluster = stack.back();
      stack.pop_back();
      if (cluster == to) return true;
      if (!seen.insert(cluster).second) continue;
      stack.insert(stack.end(), successors_[cluster].begin(), successors_[cluster].end());
    }
    return false;
  }

  bool MergeSuccessor(size_t cluster) {
    for (size_t successor : successors_[cluster]) {
      if (devices_[successor] != devices_[cluster] || HasDetour(cluster, successor)) continue;
      auto& members = members_[cluster];
      members.insert(members.end(), members_[successor].begin(), members_[successor].end());
      std::sort(members.begin(), members.end());
      members_[successor].clear();
      const std::set<size_t> taken = std::move(successors_[successor]);
      successors_[successor].clear();
      successors_[cluster].erase(successor);
      successors_[cluster].insert(taken.begin(), taken.end());
      for (auto& others : successors_) {
        if (others.erase(successor)) others.insert(cluster);
      }
      return true;
    }
    return false;
  }

  void MergeAll() {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < members_.size(); ++i) {
        while (!members_[i].empty() && MergeSuccessor(i)) changed = true;
      }
    }
  }

  std::vector<std::vector<size_t>> members_;  // operations, by their position in the order
  std::vector<size_t> devices_;
  std::vector<std::set<size_t>> successors_;
};

// One cluster as a model of its own.
class PartBuilder {
 public:
  PartBuilder(const core::Model& whole, const Order& order) : order_(order) {
    for (size_t i = 0; i < whole.input_operands.size(); ++i) {
      inputs_[whole.input_operands[i]] = WholeIndex(i);
    }
    for (size_t i = 0; i < whole.output_operands.size(); ++i) {
      outputs_[whole.output_operands[i]] = WholeIndex(i);
    }
  }

  void AssignSlots(const std::vector<std::pair<size_t, std::vector<size_t>>>& clusters) {
    std::map<const core::Operand*, size_t> cluster_of;
    for (size_t i = 0; i < clusters.size(); ++i) {
      for (size_t member : clusters[i].second) {
        for (const core::Operand* output : order_[member]->output_operands) {
          if (output) cluster_of[output] = i;
        }
      }
    }
    for (size_t i = 0; i < clusters.size(); ++i) {
      for (size_t member : clusters[i].second) {
        for (const core::Operand* input : order_[member]->input_operands) {
          const auto writer = cluster_of.find(input);
          if (!input || writer == cluster_of.end() || writer->second == i) continue;
          slots_.emplace(input, static_cast<int32_t>(slots_.size()));
        }
      }
    }
  }

  Status Build(const std::vector<size_t>& members, Part* part) const {
    core::Model view;  // shares the operands' contents for the time of the copy
    std::map<const core::Operand*, core::Operand*> copies;
    std::set<const core::Operand*> written;
    Order order;
    std::list<core::Operation> operations;
    const auto map = [&](const std::vector<core::Operand*>& operands) {
      std::vector<core::Operand*> mapped;
      for (const core::Operand* operand : operands) {
        if (operand && !copies.count(operand)) {
          view.operands.push_back(*operand);
          copies[operand] = &view.operands.back();
        }
        mapped.push_back(operand ? copies[operand] : nullptr);
      }
      return mapped;
    };
    for (size_t member : members) {
      const core::Operation& operation = *order_[member];
      operations.push_back(
          {operation.type, map(operation.input_operands), map(operation.output_operands)});
      order.push_back(&operations.back());
      written.insert(operation.output_operands.begin(), operation.output_operands.end());
    }
    std::set<const core::Operand*> bound;
    for (size_t member : members) {
      for (const core::Operand* input : order_[member]->input_operands) {
        if (!input || input->buffer || written.count(input) || !bound.insert(input).second) {
          continue;
        }
        const auto whole = inputs_.find(input);
        part->input_indexes.push_back(whole != inputs_.end() ? whole->second : slots_.at(input));
        view.input_operands.push_back(copies[input]);
        copies[input]->type.lifetime = NNADAPTER_MODEL_INPUT;
      }
      for (const core::Operand* output : order_[member]->output_operands) {
        const auto whole = outputs_.find(output);
        const auto slot = slots_.find(output);
        if (whole != outputs_.end()) {
          part->output_indexes.push_back(whole->second);
          view.output_operands.push_back(copies[output]);
        }
        if (slot != slots_.end()) {
          part->output_indexes.push_back(slot->second);
          view.output_operands.push_back(copies[output]);
        }
        if (whole != outputs_.end() || slot != slots_.end()) {
          copies[output]->type.lifetime = NNADAPTER_MODEL_OUTPUT;
        }
      }
    }
    return CloneModel(view, order, false, &part->model);
  }

 private:
  const Order& order_;
  std::map<const core::Operand*, int32_t> inputs_, outputs_, slots_;
};

}  // namespace

Status WholeModel(const core::Model& model, const Order& order, Part* part) {
  NNADAPTER_RETURN_IF_ERROR(CloneModel(model, order, false, &part->model));
  for (size_t i = 0; i < model.input_operands.size(); ++i) {
    part->input_indexes.push_back(WholeIndex(i));
  }
  for (size_t i = 0; i < model.output_operands.size(); ++i) {
    part->output_indexes.push_back(WholeIndex(i));
  }
  return Status();
}

Status Partition(const core::Model& model, const Order& order, const std::vector<size_t>& device_of,
                 std::vector<Part>* parts) {
  const auto clusters = Clusters(order, device_of).Sorted();
  PartBuilder builder(model, order);
  builder.AssignSlots(clusters);
  for (const auto& [device, members] : clusters) {
    Part part;
    part.device = device;
    NNADAPTER_RETURN_IF_ERROR(builder.Build(members, &part));
    parts->push_back(std::move(part));
  }
  return Status();
}

}  // namespace nnadapter::runtime
