#include "lite/runtime/precision_observer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "lite/base/strings.h"
#include "lite/core/element.h"
#include "lite/core/memory_order.h"
#include "lite/model/file.h"
#include "lite/runtime/op_shapes.h"

namespace paddle::lite {
namespace {

std::string PlaceText(TargetType target, PrecisionType precision, DataLayoutType layout) {
  return StrCat(TargetToStr(target), "/", PrecisionToStr(precision), "/", DataLayoutToStr(layout));
}

// A file name that stays inside the folder for any variable name.
std::string FileName(OpPosition at, const std::string& op, const std::string& variable) {
  std::string name = StrCat(at.index, "_", op, "_", variable);
  if (at.block != 0) name = StrCat("block", at.block, "_", name);
  for (char& c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       c == '.' || c == '_' || c == '-';
    if (!plain) c = '_';
  }
  constexpr size_t kMaxLength = 200;
  name.resize(std::min(name.size(), kMaxLength));
  return name + ".txt";
}

Status Dump(const Tensor& tensor, const std::string& path) {
  LITE_RETURN_IF_ERROR(CheckMemoryOrder(tensor));
  std::string text;
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    char line[32];
    std::snprintf(line, sizeof(line), "%.9g\n",
                  ElementAt(tensor.raw_data(), tensor.precision(), PositionInMemory(tensor, i)));
    text += line;
  }
  return model::WriteFileAtomically(path, text);
}

void Measure(const Tensor& tensor, PrecisionObserver::TensorRecord* record) {
  const int64_t count = tensor.raw_data() == nullptr ? 0 : tensor.numel();
  if (count == 0 || PrecisionTypeLength(tensor.precision()) == 0) return;
  if (!CheckMemoryOrder(tensor).ok()) return;
  const auto at = [&](int64_t i) {
    return ElementAt(tensor.raw_data(), tensor.precision(), PositionInMemory(tensor, i));
  };
  constexpr double kNotZero = 1e-5;  // keeps the change from an element of zero finite
  double sum = 0, growth = 0, previous = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double value = at(i);
    sum += value;
    if (i > 0) growth += (value - previous) / (previous + kNotZero);
    previous = value;
  }
  const double mean = sum / static_cast<double>(count);
  double squares = 0;
  for (int64_t i = 0; i < count; ++i) squares += (at(i) - mean) * (at(i) - mean);
  record->computable = true;
  record->mean = mean;
  record->deviation = std::sqrt(squares / static_cast<double>(count));
  record->growth = growth / static_cast<double>(count);
}

std::string Number(bool computable, double value) {
  if (!computable) return "unused";
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

}  // namespace

PrecisionObserver::PrecisionObserver(const model::Program& program, std::string dump_folder)
    : outputs_(program), dump_folder_(std::move(dump_folder)) {}

void PrecisionObserver::BeginRun() { records_.clear(); }

void PrecisionObserver::Record(OpPosition at, const Op& op, const KernelDef& kernel,
                               const Tensor& tensor, const std::string& name) {
  TensorRecord record;
  record.op = op.type();
  record.op_place = PlaceText(kernel.target, kernel.precision, kernel.layout);
  record.name = name;
  record.place = PlaceText(kernel.target, tensor.precision(), tensor.layout());
  record.dims = DimsText(tensor.dims());
  Measure(tensor, &record);
  if (!dump_folder_.empty() && record.computable) {
    const Status status = Dump(tensor, StrCat(dump_folder_, "/", FileName(at, op.type(), name)));
    if (dump_status_.ok()) dump_status_ = status;
  }
  records_.push_back(std::move(record));
}

void PrecisionObserver::AfterOp(OpPosition at, const Op& op, const KernelDef& kernel, int64_t) {
  outputs_.Visit(at, op, [&](const std::string& name, const Tensor& tensor) {
    Record(at, op, kernel, tensor, name);
  });
}

std::string PrecisionObserver::Report() const {
  std::string out =
      "========================================= Detailed Precision Profiler Summary "
      "=========================================\n";
  const auto line = [&](const std::string& op, const std::string& tensor, const std::string& dims,
                        const std::string& mean, const std::string& deviation,
                        const std::string& growth) {
    out += ReportCell(op, 46) + ReportCell(tensor, 71) + ReportCell(dims, 16) +
           ReportCell(mean, 16) + ReportCell(deviation, 16) + growth + "\n";
  };
  line("operator:(kernel_info)", "output_tensor_name:(tensor_info)", "dims", "mean",
       "std_deviation", "ave_grow_rate*");
  for (const TensorRecord& record : records_) {
    line(StrCat(record.op, ":(", record.op_place, ")"),
         StrCat(record.name, ":(", record.place, ")"), record.dims,
         Number(record.computable, record.mean), Number(record.computable, record.deviation),
         Number(record.computable, record.growth));
  }
  return out;
}

}  // namespace paddle::lite
