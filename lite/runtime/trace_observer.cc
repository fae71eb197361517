#include "lite/runtime/trace_observer.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "lite/base/json.h"
#include "lite/base/strings.h"
#include "lite/runtime/op_shapes.h"

namespace paddle::lite {
namespace {

int64_t SteadyNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

constexpr int kRuns = 1;
constexpr int kOperators = 2;
constexpr int kDevices = 3;

// An event that gives process 1, or row `row` of it, its name.
std::string NameEvent(const char* what, int row, const char* name) {
  return StrCat("  {\"ph\": \"M\", \"pid\": 1, \"tid\": ", row, ", \"name\": \"", what,
                "\", \"args\": {\"name\": \"", name, "\"}}");
}

// Microseconds with three decimals, so that nanoseconds are exact.
std::string Microseconds(int64_t ns) {
  // A device may have begun, by its own clock, before the trace.
  const long long magnitude = std::abs(static_cast<long long>(ns));
  char text[32];
  std::snprintf(text, sizeof(text), "%s%lld.%03lld", ns < 0 ? "-" : "", magnitude / 1000,
                magnitude % 1000);
  return text;
}

}  // namespace

TraceObserver::TraceObserver() : origin_ns_(SteadyNanoseconds()) {}

int64_t TraceObserver::Now() const { return SteadyNanoseconds() - origin_ns_; }

void TraceObserver::BeginRun() {
  open_ns_.clear();
  run_begin_ns_ = Now();
}

void TraceObserver::EndRun() {
  events_.push_back({StrCat("run ", run_), "{}", kRuns, run_begin_ns_, Now() - run_begin_ns_});
  ++run_;
}

void TraceObserver::BeforeOp(OpPosition, const Op&, const KernelDef&) { open_ns_.push_back(Now()); }

void TraceObserver::DeviceTime(OpPosition, const Op&, int64_t nanoseconds) {
  device_ns_ = nanoseconds;
}

void TraceObserver::AfterOp(OpPosition at, const Op& op, const KernelDef& kernel,
                            int64_t nanoseconds) {
  const int64_t end_ns = Now();
  int64_t begin_ns = end_ns - nanoseconds;
  if (!open_ns_.empty()) {
    begin_ns = open_ns_.back();
    open_ns_.pop_back();
  }
  const OpShapes shapes = DescribeShapes(op);
  events_.push_back({op.type(),
                     StrCat("{\"block\": ", at.block, ", \"index\": ", at.index, ", \"kernel\": ",
                            JsonQuote(kernel.Key()), ", \"input\": ", JsonQuote(shapes.input),
                            ", \"filter\": ", JsonQuote(shapes.filter),
                            ", \"output\": ", JsonQuote(shapes.output), "}"),
                     kOperators, begin_ns, nanoseconds});
  const int64_t device_ns = std::exchange(device_ns_, -1);
  // The device has a clock of its own: its work ends when the host has waited for it.
  if (device_ns >= 0) {
    events_.push_back({op.type(), StrCat("{\"block\": ", at.block, ", \"index\": ", at.index, "}"),
                       kDevices, end_ns - device_ns, device_ns});
  }
}

std::string TraceObserver::ToJson() const {
  std::string out = StrCat("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n",
                           NameEvent("process_name", kRuns, "model"), ",\n",
                           NameEvent("thread_name", kRuns, "runs"), ",\n",
                           NameEvent("thread_name", kOperators, "operators"));
  const auto on_device = [](const Event& event) { return event.row == kDevices; };
  if (std::any_of(events_.begin(), events_.end(), on_device)) {
    out += ",\n" + NameEvent("thread_name", kDevices, "devices");
  }
  for (const Event& event : events_) {
    out += ",\n";
    out += StrCat("  {\"ph\": \"X\", \"pid\": 1, \"tid\": ", event.row,
                  ", \"name\": ", JsonQuote(event.name), ", \"ts\": ", Microseconds(event.begin_ns),
                  ", \"dur\": ", Microseconds(event.duration_ns), ", \"args\": ", event.args, "}");
  }
  out += "\n]}\n";
  return out;
}

}  // namespace paddle::lite
