#include "lite/mir/conversions.h"

#include <algorithm>
#include <utility>

namespace paddle::lite::mir {

namespace {

bool IsConversion(const std::string& type) {
  return type == "layout" || type == "layout_once" || type == "io_copy" || type == "io_copy_once";
}

std::string ShapeText(const ArgNode& arg) { return arg.dims ? arg.dims->ToString() : "[?]"; }

// The slot of the producer that gives `arg`, rebound to `to`.
void Rebind(Graph* graph, const ArgNode* arg, ArgNode* to) {
  OpNode* producer = arg->producer();
  for (const auto& entry : producer->outputs()) {
    std::vector<ArgNode*> bound = entry.second;
    const auto found = std::find(bound.begin(), bound.end(), arg);
    if (found == bound.end()) continue;
    *found = to;
    graph->SetOutput(producer, std::string(entry.first), bound);
    return;
  }
}

}  // namespace

bool TargetAllowed(const OptimizeOptions& options, TargetType target) {
  if (target == TargetType::kHost) return true;
  return std::any_of(options.valid_places.begin(), options.valid_places.end(),
                     [&](const auto& place) { return place.target == target; });
}

void Conversions::StripOld() {
  for (OpNode* op : graph_->AllOps()) {
    if (!IsConversion(op->type())) continue;
    ArgNode* input = op->Input("Input");
    ArgNode* output = op->Output("Out");
    if (input == nullptr || output == nullptr || input->pinned() || output->pinned()) continue;
    if (!output->is_output()) {
      graph_->ReplaceAllUses(output, input);
      graph_->RemoveOp(op);
      continue;
    }
    // The fetched name stays: who made the input makes the result.
    const OpNode* producer = input->producer();
    if (producer == nullptr || producer->type() == "feed" || input->is_output() ||
        producer->block() != op->block()) {
      continue;
    }
    graph_->RemoveOp(op);
    Rebind(graph_, input, output);
    graph_->ReplaceAllUses(input, output);
  }
}

const KernelDef* Conversions::FindCopy(const std::string& type, TargetType from,
                                       TargetType to) const {
  for (const KernelDef* kernel : DeclaredKernels(options_, type)) {
    if (TargetAllowed(options_, kernel->target) &&
        MemoryOf(kernel->InputType("Input").target) == from &&
        MemoryOf(kernel->OutputType("Out").target) == to) {
      return kernel;
    }
  }
  return nullptr;
}

bool Conversions::CanCopy(TargetType memory) const {
  return FindCopy("io_copy", TargetType::kHost, memory) != nullptr &&
         FindCopy("io_copy", memory, TargetType::kHost) != nullptr;
}

const KernelDef* Conversions::FindLayout(const std::string& type, TargetType memory,
                                         const ArgNode& arg, DataLayoutType layout) const {
  const KernelDef* found = nullptr;
  for (const KernelDef* kernel : DeclaredKernels(options_, type)) {
    const LiteType from = kernel->InputType("Input");
    const bool fits = TargetAllowed(options_, kernel->target) &&
                      MemoryOf(kernel->target) == memory && from.layout == LayoutOf(arg) &&
                      kernel->OutputType("Out").layout == layout &&
                      (from.precision == PrecisionType::kAny || from.precision == arg.precision);
    if (fits && (found == nullptr || FlopsPerNs(*kernel) > FlopsPerNs(*found))) found = kernel;
  }
  return found;
}

const ArgNode* Conversions::Origin(const ArgNode* arg) const {
  const auto it = origin_.find(arg);
  return it == origin_.end() ? arg : it->second;
}

ArgNode* Conversions::Insert(const std::string& type, const KernelDef* kernel, ArgNode* arg,
                             OpNode* reader, const std::string& suffix, ArgNode* to) {
  OpNode* op = graph_->InsertOp(type, reader->block(), reader);
  if (to == nullptr) to = graph_->NewArg(reader->block(), StrCat(arg->name(), suffix), arg);
  graph_->SetInput(op, "Input", {arg});
  graph_->SetOutput(op, "Out", {to});
  op->kernel = kernel;
  return to;
}

Result<ArgNode*> Conversions::Copied(ArgNode* arg, OpNode* reader, TargetType memory, ArgNode* to) {
  const TargetType from = MemoryOf(arg->target);
  const std::string type = arg->is_constant() ? "io_copy_once" : "io_copy";
  const KernelDef* kernel = FindCopy(type, from, memory);
  if (kernel == nullptr) {
    return Unsupported("no kernel of ", type, " from ", TargetToStr(from), " to ",
                       TargetToStr(memory), " for '", arg->name(), "'");
  }
  const DataLayoutType layout = LayoutOf(*arg);
  to = Insert(type, kernel, arg, reader, "/target_trans", to);
  to->target = memory;
  to->layout = layout;
  copies_.push_back(StrCat(TargetToStr(from), " -> ", TargetToStr(memory), " of '", arg->name(),
                           "' ", ShapeText(*arg), " for ", reader->type()));
  to->producer()->notes.push_back(copies_.back());
  return to;
}

Result<ArgNode*> Conversions::Converted(ArgNode* arg, OpNode* reader, DataLayoutType layout,
                                        ArgNode* to) {
  const TargetType memory = MemoryOf(arg->target);
  const DataLayoutType from = LayoutOf(*arg);
  const KernelDef* kernel = FindLayout("layout", memory, *arg, layout);
  if (kernel == nullptr) {
    return Unsupported("no kernel of layout from ", DataLayoutToStr(from), " to ",
                       DataLayoutToStr(layout), " for '", arg->name(), "'");
  }
  to = Insert("layout", kernel, arg, reader, "/layout_trans", to);
  to->target = kernel->target;
  to->layout = layout;
  layouts_.push_back(StrCat(DataLayoutToStr(from), " -> ", DataLayoutToStr(layout), " of '",
                            arg->name(), "' ", ShapeText(*arg), " for ", reader->type()));
  to->producer()->notes.push_back(layouts_.back());
  return to;
}

Result<ArgNode*> Conversions::Deliver(ArgNode* arg, OpNode* reader, TargetType memory,
                                      DataLayoutType layout) {
  const ArgNode* origin = Origin(arg);
  const auto place = [&](TargetType m, DataLayoutType l) {
    return Place{origin, reader->block(), m, l};
  };
  made_.try_emplace(place(MemoryOf(arg->target), LayoutOf(*arg)), arg);
  while (MemoryOf(arg->target) != memory || LayoutOf(*arg) != layout) {
    const TargetType here = MemoryOf(arg->target);
    const DataLayoutType now = LayoutOf(*arg);
    // Between two devices values go through the host, and the layout changes where there is a
    // kernel for it: here, there, or in the host's memory.
    const auto can_convert = [&](TargetType in) {
      return FindLayout("layout", in, *arg, layout) != nullptr;
    };
    const bool convert = now != layout && (can_convert(here) || here == TargetType::kHost) &&
                         !(here != memory && !can_convert(here) && can_convert(memory));
    const TargetType next = here != TargetType::kHost ? TargetType::kHost : memory;
    const Place wanted = place(memory, layout);
    const Place step = convert ? place(here, layout) : place(next, now);
    const auto made = made_.count(wanted) != 0 ? made_.find(wanted) : made_.find(step);
    if (made != made_.end()) {
      arg = made->second;
      continue;
    }
    LITE_ASSIGN_OR_RETURN(arg,
                          convert ? Converted(arg, reader, layout) : Copied(arg, reader, next));
    origin_[arg] = origin;
    made_[step] = arg;
  }
  return arg;
}

Status Conversions::DeliverFetched(ArgNode* arg, OpNode* fetch) {
  const TargetType memory = MemoryOf(arg->target);
  const bool moves = memory != TargetType::kHost;
  const bool converts = HasLayout(*arg) && LayoutOf(*arg) != DataLayoutType::kNCHW;
  if (!moves && !converts) return OkStatus();
  ArgNode* raw = graph_->NewArg(fetch->block(), StrCat(arg->name(), "/layout_raw"), arg);
  Rebind(graph_, arg, raw);
  for (OpNode* reader : std::vector<OpNode*>(arg->consumers())) {
    if (reader->position() < fetch->position()) graph_->ReplaceUse(reader, arg, raw);
  }
  for (auto& entry : made_) {
    if (entry.second == arg) entry.second = raw;
  }
  origin_[raw] = Origin(arg);
  ArgNode*& plain = made_[{Origin(arg), fetch->block(), TargetType::kHost, DataLayoutType::kNCHW}];
  if (plain != nullptr) {
    // An earlier reader has the plain value already: it gets the fetched name.
    ArgNode* copy = std::exchange(plain, arg);
    graph_->SetOutput(copy->producer(), "Out", {arg});
    arg->target = copy->target;
    arg->layout = copy->layout;
    graph_->ReplaceAllUses(copy, arg);
    return OkStatus();
  }
  plain = arg;
  ArgNode* here = raw;
  if (moves) {
    LITE_ASSIGN_OR_RETURN(here, Copied(here, fetch, TargetType::kHost, converts ? nullptr : arg));
  }
  if (converts) {
    LITE_RETURN_IF_ERROR(Converted(here, fetch, DataLayoutType::kNCHW, arg).status());
  }
  return OkStatus();
}

}  // namespace paddle::lite::mir
