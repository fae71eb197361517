#include "lite/mir/conversions.h"

#include <algorithm>
#include <set>
#include <utility>

#include "lite/mir/fusion.h"
#include "lite/mir/infer.h"
#include "lite/mir/partition.h"
#include "lite/mir/scales.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::mir {

namespace {

bool IsConversion(const std::string& type) {
  return type == "layout" || type == "layout_once" || type == "io_copy" || type == "io_copy_once" ||
         IsCalib(type);
}

// Element types of an existing calib, and the real value of one step of its int8 side.
PrecisionType From(const OpNode& calib) { return calib.Input("Input")->precision; }
PrecisionType To(const OpNode& calib) { return calib.Output("Out")->precision; }
float CalibScale(const OpNode& calib) {
  const Result<float> scale = GetAttr<float>(calib, "scale");
  return scale.ok() ? *scale : 0;
}

bool IsFullRange(const OpNode& calib) { return AttrEquals(calib, "full_range", true); }

// The slot through which an operator reads or writes the value.
const std::string& SlotOf(const ArgSlots& slots, const ArgNode* arg) {
  return std::find_if(slots.begin(), slots.end(),
                      [arg](const auto& entry) {
                        return std::find(entry.second.begin(), entry.second.end(), arg) !=
                               entry.second.end();
                      })
      ->first;
}

std::string ShapeText(const ArgNode& arg) { return arg.dims ? arg.dims->ToString() : "[?]"; }

// Rebinds the producer's slot for `arg` to `to`.
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

bool Conversions::IsOurs(const OpNode& calib) {
  const ArgNode* input = calib.Input("Input");
  const ArgNode* output = calib.Output("Out");
  const PrecisionType from = From(calib);
  const PrecisionType to = To(calib);
  if (IsReal(from) && IsReal(to)) return true;
  if (IsFullRange(calib)) return false;  // the program's own rounding
  const float scale = CalibScale(calib);
  if (IsReal(from) && to == PrecisionType::kInt8) {
    return std::all_of(
        output->consumers().begin(), output->consumers().end(), [&](const OpNode* reader) {
          return IsQuantised(*reader) &&
                 SameScale(ScaleOf(*reader, SlotOf(reader->inputs(), output)), scale);
        });
  }
  const OpNode* producer = input->producer();
  return from == PrecisionType::kInt8 && IsReal(to) && producer != nullptr &&
         IsQuantised(*producer) &&
         SameScale(ScaleOf(*producer, SlotOf(producer->outputs(), input)), scale);
}

bool Conversions::Strip(OpNode* op) {
  ArgNode* input = op->Input("Input");
  ArgNode* output = op->Output("Out");
  if (!output->is_output()) {
    graph_->ReplaceAllUses(output, input);
    graph_->RemoveOp(op);
    return true;
  }
  // The fetched name is kept: the producer of the input writes the result.
  const OpNode* producer = input->producer();
  if (producer == nullptr || producer->type() == "feed" || input->is_output() ||
      producer->block() != op->block()) {
    return false;
  }
  graph_->RemoveOp(op);
  Rebind(graph_, input, output);
  graph_->ReplaceAllUses(input, output);
  return true;
}

bool Conversions::CancelPair(OpNode* calib) {
  ArgNode* middle = calib->Input("Input");
  ArgNode* output = calib->Output("Out");
  OpNode* first = middle->producer();
  if (To(*calib) != PrecisionType::kInt8 || !IsReal(From(*calib)) || first == nullptr ||
      !IsCalib(first->type()) || From(*first) != PrecisionType::kInt8 || middle->pinned() ||
      IsFullRange(*calib) || !SameScale(CalibScale(*first), CalibScale(*calib))) {
    return false;
  }
  ArgNode* source = first->Input("Input");
  if (source->pinned() || output->is_output()) return false;
  graph_->ReplaceAllUses(output, source);
  graph_->RemoveOp(calib);
  if (middle->unread()) graph_->RemoveOp(first);
  return true;
}

void Conversions::StripOld() {
  bool retyped = false;
  const std::set<int> compiled = BlocksOfSubgraphs(*graph_);
  for (OpNode* op : graph_->AllOps()) {
    if (op->removed() || !IsConversion(op->type())) continue;
    if (compiled.count(op->block()->index()) != 0) continue;
    const ArgNode* input = op->Input("Input");
    const ArgNode* output = op->Output("Out");
    if (input == nullptr || output == nullptr || input->pinned() || output->pinned()) continue;
    if (!IsCalib(op->type())) {
      Strip(op);
    } else {
      retyped |= CancelPair(op) || (IsOurs(*op) && Strip(op));
    }
  }
  if (retyped) InferShapes(graph_);
}

Form Conversions::FormOf(const ArgNode& arg) const {
  const auto scale = scales_.find(&arg);
  return {MemoryOf(arg.target), LayoutOf(arg), arg.precision,
          scale == scales_.end() ? 0 : scale->second};
}

void Conversions::SetType(ArgNode* arg, PrecisionType precision) {
  if (arg->precision == precision || precision == PrecisionType::kUnk) return;
  if (arg->precision != PrecisionType::kUnk) meant_.emplace(arg, arg->precision);
  arg->precision = precision;
}

PrecisionType Conversions::Meant(const ArgNode* arg) const {
  const auto it = meant_.find(arg);
  return it == meant_.end() ? arg->precision : it->second;
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
  to->precision = arg->precision;
  if (scales_.count(arg) != 0) scales_[to] = scales_.at(arg);
  op->kernel = kernel;
  return to;
}

Result<ArgNode*> Conversions::Copied(ArgNode* arg, OpNode* reader, TargetType memory, ArgNode* to) {
  const TargetType from = MemoryOf(arg->target);
  const std::string type = Origin(arg)->is_constant() ? "io_copy_once" : "io_copy";
  const KernelDef* kernel = kernels_.FindCopy(type, from, memory);
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
  const std::string type = LayoutType(*arg);
  const KernelDef* kernel = kernels_.FindLayout(type, memory, arg->precision, from, layout);
  if (kernel == nullptr) {
    return Unsupported("no kernel of ", type, " from ", DataLayoutToStr(from), " to ",
                       DataLayoutToStr(layout), " for '", arg->name(), "'");
  }
  to = Insert(type, kernel, arg, reader, "/layout_trans", to);
  to->target = kernel->target;
  to->layout = layout;
  const bool processors = IsProcessorLayout(from) && IsProcessorLayout(layout);
  const bool view = processors && arg->dims && operators::LayoutIsFree(*arg->dims);
  std::vector<std::string>& list = view ? layout_views_ : layouts_;
  list.push_back(StrCat(DataLayoutToStr(from), " -> ", DataLayoutToStr(layout), " of '",
                        arg->name(), "' ", ShapeText(*arg), " for ", reader->type()));
  to->producer()->notes.push_back(list.back());
  return to;
}

Result<ArgNode*> Conversions::Cast(ArgNode* arg, OpNode* reader, PrecisionType precision,
                                   float scale, ArgNode* to) {
  const Form now = FormOf(*arg);
  // A weight is stored in the type in which it is read.
  if (arg->is_constant() && IsReal(now.precision) && IsReal(precision)) {
    LITE_ASSIGN_OR_RETURN(const std::vector<double> numbers, ToDoubles(*arg->constant()));
    LITE_ASSIGN_OR_RETURN(Tensor value, FromDoubles(arg->constant()->dims(), precision, numbers));
    ArgNode* const cast =
        graph_->NewConstant(StrCat(arg->name(), "/precision_trans"), std::move(value));
    stored_.push_back(StrCat(PrecisionToStr(now.precision), " -> ", PrecisionToStr(precision),
                             " of '", arg->name(), "' ", ShapeText(*arg), " for ", reader->type()));
    return cast;
  }
  const std::string type = Origin(arg)->is_constant() ? "calib_once" : "calib";
  const KernelDef* kernel = kernels_.FindCast(type, now.memory, now.precision, precision);
  const bool to_int8 = precision == PrecisionType::kInt8;
  const float step = to_int8 ? scale : now.scale;
  const bool scaled = to_int8 || now.precision == PrecisionType::kInt8;
  if (kernel == nullptr || (scaled && !(step > 0))) {
    return Unsupported(kernel == nullptr ? "no kernel" : "no scale", " of ", type, " from ",
                       PrecisionToStr(now.precision), " to ", PrecisionToStr(precision), " for '",
                       arg->name(), "'");
  }
  to = Insert(type, kernel, arg, reader, "/precision_trans", to);
  to->target = kernel->target;
  to->layout = now.layout;
  to->precision = precision;
  scales_.erase(to);
  if (to_int8) scales_[to] = scale;
  if (scaled) to->producer()->attrs["scale"] = step;
  casts_.push_back(StrCat(PrecisionToStr(now.precision), " -> ", PrecisionToStr(precision), " of '",
                          arg->name(), "' ", ShapeText(*arg),
                          scaled ? StrCat(" in steps of ", step) : std::string(), " for ",
                          reader->type()));
  to->producer()->notes.push_back(casts_.back());
  return to;
}

Form Conversions::NextForm(const ArgNode& arg, const Form& wanted) const {
  const Form now = FormOf(arg);
  Form next = now;
  // Types are converted through float, on the host if the current memory has no kernel for it.
  if (now.precision != wanted.precision || now.scale != wanted.scale) {
    const bool from_float = now.precision == PrecisionType::kFloat;
    next.precision = from_float ? wanted.precision : PrecisionType::kFloat;
    next.scale = from_float ? wanted.scale : 0;
    const std::string type = Origin(&arg)->is_constant() ? "calib_once" : "calib";
    // A device that rounds to half also does that in less time than the host.
    if (now.memory == TargetType::kHost && wanted.memory != TargetType::kHost &&
        IsReal(now.precision) && IsReal(next.precision) &&
        kernels_.FindCast(type, wanted.memory, now.precision, next.precision) != nullptr) {
      next = now;
      next.memory = wanted.memory;
      return next;
    }
    if (now.memory != TargetType::kHost &&
        kernels_.FindCast(type, now.memory, now.precision, next.precision) == nullptr) {
      next = now;
      next.memory = TargetType::kHost;
    }
    return next;
  }
  // Values are copied between two devices through the host, and the layout is converted where there
  // are kernels for it: in the source, the destination, or the host's memory. The path is that of
  // FindLayoutPath.
  const auto path_in = [&](TargetType in) {
    return kernels_.FindLayoutPath(LayoutType(arg), in, now.precision, now.layout, wanted.layout);
  };
  const bool differs = now.layout != wanted.layout;
  const auto path = differs ? path_in(now.memory) : std::nullopt;
  const bool later = now.memory != wanted.memory && path_in(wanted.memory).has_value();
  if (path.has_value()) {
    next.layout = path->front();
  } else if (differs && now.memory == TargetType::kHost && !later) {
    next.layout = wanted.layout;  // there is no kernel: Converted says so
  } else {
    next.memory = now.memory != TargetType::kHost ? TargetType::kHost : wanted.memory;
  }
  return next;
}

Result<ArgNode*> Conversions::Step(ArgNode* arg, OpNode* reader, const Form& next, ArgNode* to) {
  const Form now = FormOf(*arg);
  if (now.memory != next.memory) return Copied(arg, reader, next.memory, to);
  if (now.layout != next.layout) return Converted(arg, reader, next.layout, to);
  return Cast(arg, reader, next.precision, next.scale, to);
}

Result<ArgNode*> Conversions::Deliver(ArgNode* arg, OpNode* reader, Form wanted) {
  const Form given = FormOf(*arg);
  const bool known = given.scale > 0 && !SameScale(given.scale, wanted.scale);
  if (given.precision == wanted.precision && !known) wanted.scale = given.scale;
  const ArgNode* origin = Origin(arg);
  const auto place = [&](const Form& form) { return Place{origin, reader->block(), form}; };
  made_.try_emplace(place(given), arg);
  while (FormOf(*arg) != wanted) {
    const Form next = NextForm(*arg, wanted);
    const auto made =
        made_.count(place(wanted)) != 0 ? made_.find(place(wanted)) : made_.find(place(next));
    if (made != made_.end()) {
      arg = made->second;
      continue;
    }
    LITE_ASSIGN_OR_RETURN(arg, Step(arg, reader, next));
    origin_[arg] = origin;
    made_[place(next)] = arg;
  }
  return arg;
}

Status Conversions::DeliverFetched(ArgNode* arg, OpNode* fetch, PrecisionType precision) {
  const Form given = FormOf(*arg);
  Form wanted{TargetType::kHost, DataLayoutType::kNCHW, precision};
  if (given.precision == precision) wanted.scale = given.scale;
  if (given == wanted) return OkStatus();
  ArgNode* raw = graph_->NewArg(fetch->block(), StrCat(arg->name(), "/layout_raw"), arg);
  if (given.scale > 0) scales_[raw] = given.scale;
  scales_.erase(arg);
  Rebind(graph_, arg, raw);
  for (OpNode* reader : std::vector<OpNode*>(arg->consumers())) {
    if (reader->RunsBefore(*fetch)) graph_->ReplaceUse(reader, arg, raw);
  }
  // All forms of a value are next to each other.
  const ArgNode* const origin = Origin(arg);
  for (auto made = made_.lower_bound(Place{origin, nullptr, Form{}});
       made != made_.end() && std::get<0>(made->first) == origin; ++made) {
    if (made->second == arg) made->second = raw;
  }
  origin_[raw] = origin;
  ArgNode*& plain = made_[{Origin(arg), fetch->block(), wanted}];
  if (plain != nullptr) {
    // An earlier reader already has the plain value: it gets the fetched name.
    ArgNode* copy = std::exchange(plain, arg);
    graph_->SetOutput(copy->producer(), "Out", {arg});
    arg->target = copy->target;
    arg->layout = copy->layout;
    arg->precision = copy->precision;
    graph_->ReplaceAllUses(copy, arg);
    return OkStatus();
  }
  plain = arg;
  for (ArgNode* here = raw; here != arg;) {
    const Form next = NextForm(*here, wanted);
    LITE_ASSIGN_OR_RETURN(here, Step(here, fetch, next, next == wanted ? arg : nullptr));
  }
  return OkStatus();
}

}  // namespace paddle::lite::mir
