#include "lite/runtime/profile_observer.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "lite/base/json.h"
#include "lite/base/strings.h"
#include "lite/runtime/op_shapes.h"

namespace paddle::lite {
namespace {

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void Append(std::string* out, const char* format, ...) {
  char line[512];
  va_list args;
  va_start(args, format);
  const int length = std::vsnprintf(line, sizeof(line), format, args);
  va_end(args);
  if (length > 0)
    out->append(line, std::min<size_t>(static_cast<size_t>(length), sizeof(line) - 1));
}

std::string PlaceOf(const KernelDef& kernel) {
  return StrCat(TargetToStr(kernel.target), "/", PrecisionToStr(kernel.precision), "/",
                DataLayoutToStr(kernel.layout));
}

// "3", or "1:3" in block 1.
std::string IndexText(const ProfileObserver::OpRecord& record) {
  return record.block == 0 ? StrCat(record.index) : StrCat(record.block, ":", record.index);
}

void Merge(const ProfileObserver::OpRecord& from, ProfileObserver::OpRecord* into) {
  if (from.count == 0) return;
  into->min_ns = into->count == 0 ? from.min_ns : std::min(into->min_ns, from.min_ns);
  into->max_ns = std::max(into->max_ns, from.max_ns);
  into->total_ns += from.total_ns;
  into->count += from.count;
  into->flops += from.flops * static_cast<double>(from.count);  // a sum here, not per execution
}

constexpr double kNsPerMs = 1e6;
constexpr double kNsPerUs = 1e3;

}  // namespace

std::optional<ProfileFormat> ParseProfileFormat(std::string_view name) {
  if (name == "basic") return ProfileFormat::kBasic;
  if (name == "detailed") return ProfileFormat::kDetailed;
  if (name == "concise") return ProfileFormat::kConcise;
  if (name == "json") return ProfileFormat::kJson;
  return std::nullopt;
}

ProfileObserver::ProfileObserver(int warmup_runs, const model::Program* program)
    : warmup_runs_(warmup_runs) {
  if (program != nullptr) outputs_.emplace(*program);
}

void ProfileObserver::BeginRun() { inside_ns_.clear(); }

void ProfileObserver::EndRun() {
  if (++finished_runs_ > warmup_runs_) ++counted_runs_;
}

void ProfileObserver::DeviceTime(OpPosition, const Op&, int64_t nanoseconds) {
  device_ns_ = nanoseconds;
}

void ProfileObserver::BeforeOp(OpPosition, const Op&, const KernelDef&) { inside_ns_.push_back(0); }

void ProfileObserver::AfterOp(OpPosition at, const Op& op, const KernelDef& kernel,
                              int64_t nanoseconds) {
  if (!inside_ns_.empty()) {
    const int64_t inside = inside_ns_.back();
    inside_ns_.pop_back();
    if (!inside_ns_.empty()) inside_ns_.back() += nanoseconds;
    nanoseconds = std::max<int64_t>(nanoseconds - inside, 0);
  }
  const int64_t device_ns = std::exchange(device_ns_, -1);
  const auto inserted = position_.emplace(&op, records_.size());
  if (inserted.second) records_.emplace_back();
  if (finished_runs_ < warmup_runs_) return;

  OpRecord& record = records_[inserted.first->second];
  if (record.count == 0) {
    record.type = op.type();
    record.alias = kernel.alias;
    record.key = kernel.Key();
    record.place = PlaceOf(kernel);
    record.block = at.block;
    record.index = at.index;
    if (outputs_.has_value()) {
      outputs_->Visit(at, op, [&record](const std::string& name, const Tensor&) {
        if (record.name.empty()) record.name = name;
      });
    }
  }
  OpShapes shapes = DescribeShapes(op);
  record.input = std::move(shapes.input);
  record.filter = std::move(shapes.filter);
  record.output = std::move(shapes.output);
  const Cost cost = op.Estimate();
  record.flops = cost.flops;
  record.bytes = cost.bytes;
  record.min_ns = record.count == 0 ? nanoseconds : std::min(record.min_ns, nanoseconds);
  record.max_ns = std::max(record.max_ns, nanoseconds);
  record.last_ns = nanoseconds;
  record.total_ns += nanoseconds;
  ++record.count;
  if (device_ns < 0) return;
  record.device_total_ns += device_ns;
  ++record.device_count;
}

int64_t ProfileObserver::total_ns() const {
  int64_t total = 0;
  for (const OpRecord& record : records_) total += record.total_ns;
  return total;
}

std::string ProfileObserver::Report(ProfileFormat format) const {
  switch (format) {
    case ProfileFormat::kBasic:
      return Basic();
    case ProfileFormat::kDetailed:
      return Detailed();
    case ProfileFormat::kConcise:
      return Concise();
    case ProfileFormat::kJson:
      break;
  }
  return Json();
}

std::string ProfileObserver::Basic() const {
  std::string out;
  Append(&out, "%30s%10s%10s%10s%10s\n", "kernel", "average", "min", "max", "count");
  for (const OpRecord& record : records_) {
    if (record.count == 0) continue;
    Append(&out, "%30s%10.0f%10.0f%10.0f%10lld\n", record.key.c_str(),
           record.average_ns() / kNsPerUs, static_cast<double>(record.min_ns) / kNsPerUs,
           static_cast<double>(record.max_ns) / kNsPerUs, static_cast<long long>(record.count));
  }
  return out;
}

std::string ProfileObserver::Detailed() const {
  const double total = static_cast<double>(std::max<int64_t>(total_ns(), 1));
  std::string out = StrCat("===== Detailed Dispatch Profiler Summary: N/A, Exclude ", warmup_runs_,
                           " warm-ups =====\n");
  Append(&out, "%-25s%-40s%-12s%-16s%-16s%-16s%-12s%-12s%-12s%-12s%-8s%-10s%-9s%-12s%-7s%s\n",
         "Operator Type", "Kernel Name", "Remark", "InDim", "FilterDim", "OutDim", "Avg (ms)",
         "Min (ms)", "Max (ms)", "Last (ms)", "Per(%)", "MFLOPs", "GOPS", "Total (ms)", "Index",
         "Output");
  for (const OpRecord& record : records_) {
    if (record.count == 0) continue;
    std::string remark = record.count == counted_runs_ ? "" : StrCat("x", record.count);
    if (record.device_count != 0) {
      Append(&remark, "%sdevice %.4f", remark.empty() ? "" : " ",
             static_cast<double>(record.device_total_ns) /
                 static_cast<double>(record.device_count) / kNsPerMs);
    }
    out += ReportCell(record.type, 25) + ReportCell(StrCat(record.place, "/", record.alias), 40) +
           ReportCell(remark, 12) + ReportCell(record.input, 16) + ReportCell(record.filter, 16) +
           ReportCell(record.output, 16);
    Append(&out, "%-12.4f%-12.4f%-12.4f%-12.4f%-8.2f%-10.3f%-8.2f %-12.4f%-7s%s\n",
           record.average_ns() / kNsPerMs, static_cast<double>(record.min_ns) / kNsPerMs,
           static_cast<double>(record.max_ns) / kNsPerMs,
           static_cast<double>(record.last_ns) / kNsPerMs,
           100.0 * static_cast<double>(record.total_ns) / total, record.flops / 1e6,
           record.flops / std::max(record.average_ns(), 1.0),
           static_cast<double>(record.total_ns) / kNsPerMs, IndexText(record).c_str(),
           record.name.c_str());
  }
  const int runs = std::max(counted_runs_, 1);
  Append(&out, "Sum of all operators: %.4f ms per run, %.4f ms in %d runs\n",
         static_cast<double>(total_ns()) / kNsPerMs / runs,
         static_cast<double>(total_ns()) / kNsPerMs, counted_runs_);
  return out;
}

std::string ProfileObserver::Concise() const {
  std::map<std::string, OpRecord> by_key;
  for (const OpRecord& record : records_) {
    OpRecord& kernel = by_key[record.key];
    kernel.type = record.type;
    kernel.place = record.place;
    kernel.alias = record.alias;
    Merge(record, &kernel);
  }
  std::vector<OpRecord> kernels;
  for (auto& entry : by_key) {
    if (entry.second.count != 0) kernels.push_back(std::move(entry.second));
  }
  std::stable_sort(kernels.begin(), kernels.end(),
                   [](const OpRecord& a, const OpRecord& b) { return a.total_ns > b.total_ns; });
  const double total = static_cast<double>(std::max<int64_t>(total_ns(), 1));
  std::string out = StrCat("Timing cycle = ", counted_runs_,
                           "\n===== Concise Dispatch Profiler Summary: N/A, Exclude ", warmup_runs_,
                           " warm-ups =====\n");
  Append(&out, "%-30s%-20s%-30s%-10s%-10s%-10s%-8s%-7s%-11s\n", "OperatorType", "KernelAttr(Place)",
         "KernelName", "Avg(ms)", "Min(ms)", "Max(ms)", "Per(%)", "GOPS", "CalledTimes");
  for (const OpRecord& record : kernels) {
    out +=
        ReportCell(record.type, 30) + ReportCell(record.place, 20) + ReportCell(record.alias, 30);
    Append(&out, "%-10.4f%-10.4f%-10.4f%-8.2f%-7.2f%-11lld\n", record.average_ns() / kNsPerMs,
           static_cast<double>(record.min_ns) / kNsPerMs,
           static_cast<double>(record.max_ns) / kNsPerMs,
           100.0 * static_cast<double>(record.total_ns) / total,
           record.flops / static_cast<double>(std::max<int64_t>(record.total_ns, 1)),
           static_cast<long long>(record.count));
  }
  return out;
}

std::string ProfileObserver::Json() const {
  const double total = static_cast<double>(std::max<int64_t>(total_ns(), 1));
  std::string out = StrCat("{\"warmup_runs\": ", warmup_runs_, ", \"runs\": ", counted_runs_,
                           ", \"total_ns\": ", total_ns(), ", \"ops\": [");
  bool first = true;
  for (const OpRecord& record : records_) {
    if (record.count == 0) continue;
    out += first ? "\n" : ",\n";
    first = false;
    out +=
        StrCat("  {\"block\": ", record.block, ", \"index\": ", record.index,
               ", \"type\": ", JsonQuote(record.type), ", \"name\": ", JsonQuote(record.name),
               ", \"kernel\": ", JsonQuote(record.key), ", \"place\": ", JsonQuote(record.place),
               ", \"input\": ", JsonQuote(record.input), ", \"filter\": ", JsonQuote(record.filter),
               ", \"output\": ", JsonQuote(record.output), ", \"count\": ", record.count,
               ", \"average_ns\": ");
    Append(&out,
           "%.1f, \"total_ns\": %lld, \"min_ns\": %lld, \"max_ns\": %lld, \"last_ns\": %lld, "
           "\"percent\": %.3f",
           record.average_ns(), static_cast<long long>(record.total_ns),
           static_cast<long long>(record.min_ns), static_cast<long long>(record.max_ns),
           static_cast<long long>(record.last_ns),
           100.0 * static_cast<double>(record.total_ns) / total);
    if (record.device_count != 0) {
      Append(
          &out, ", \"device_average_ns\": %.1f",
          static_cast<double>(record.device_total_ns) / static_cast<double>(record.device_count));
    }
    Append(&out, ", \"flops\": %.0f, \"bytes\": %.0f}", record.flops, record.bytes);
  }
  out += "\n]}\n";
  return out;
}

}  // namespace paddle::lite
