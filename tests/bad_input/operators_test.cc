// Every operator under odd attributes, shapes, element types and values: a bounded, repeatable run
// of the programs that tests/fuzz/operator_fuzzer.cc searches deeper. By hand, for longer or to
// look at one program:
//
//   LITE_OPERATOR_PROGRAMS=1000000 LITE_OPERATOR_FIRST=5000 test_bad_input
//       --gtest_filter='Operators.*'
//   LITE_OPERATOR_PROGRAMS=1 LITE_OPERATOR_FIRST=1234 ... prints the program and what became of it.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <variant>
#include <vector>

#include "lite/mir/infer.h"
#include "lite/mir/optimizer.h"
#include "lite/model/op_fields.h"
#include "tests/support/emulation.h"
#include "tests/support/memory_limit.h"
#include "tests/support/random_operator.h"
#include "tests/support/sanitizer.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

uint64_t FromEnvironment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::string BytesOf(uint64_t number) {
  constexpr size_t kLength = 96;
  std::string bytes(kLength, '\0');
  for (size_t i = 0; i < kLength; ++i)
    bytes[i] = static_cast<char>(SplitMix64(number * kLength + i));
  // The first two choose the operator: each gets the same share of the programs.
  bytes[0] = static_cast<char>(number >> 8);
  bytes[1] = static_cast<char>(number);
  return bytes;
}

// Says which program was at work when the process dies or hangs: a loop that does not end would
// otherwise look like a slow machine.
class Watch {
 public:
  explicit Watch(std::chrono::seconds limit) : limit_(limit), thread_([this] { Look(); }) {
    current = &current_;
    for (const int signal : {SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL}) {
      if (!kUnderSanitizer) std::signal(signal, &Report);
    }
  }
  ~Watch() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    thread_.join();
    current = nullptr;
  }
  void Begin(uint64_t number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    current_ = number;
    ++begun_;
  }

 private:
  static void Report(int signal) {
    std::fprintf(stderr, "program %llu ended with signal %d\n",
                 static_cast<unsigned long long>(*current), signal);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  void Look() {
    std::unique_lock<std::mutex> lock(mutex_);
    uint64_t begun = 0;
    int waits = 0;
    std::clock_t start = 0;
    while (!done_) {
      if (begun != begun_) {
        begun = begun_;
        waits = 0;
        start = std::clock();
      }
      wake_.wait_for(lock, limit_);
      if (done_ || begun != begun_ || begun == 0) continue;
      // A loop uses processor time; a program that waits for a busy machine does not.
      const double used = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      if (++waits < kMaxWaits && used < static_cast<double>(limit_.count()) / 2) continue;
      std::fprintf(stderr, "program %llu takes more than %lld s:\n%s",
                   static_cast<unsigned long long>(current_),
                   static_cast<long long>(limit_.count()),
                   MakeOperatorProgram(BytesOf(current_)).ToString().c_str());
      std::abort();
    }
  }

  static constexpr int kMaxWaits = 10;  // a deadlock uses no processor time
  static inline const uint64_t* current = nullptr;
  const std::chrono::seconds limit_;
  std::mutex mutex_;
  std::condition_variable wake_;
  uint64_t current_ = 0;
  uint64_t begun_ = 0;
  bool done_ = false;
  std::thread thread_;
};

// Another shape of the same element type, of small extents, with zeros as elements.
void Reshape(uint64_t choice, FedTensor* tensor) {
  const auto pick = [&choice](uint64_t below) {
    const uint64_t picked = choice % below;
    choice /= below;
    return static_cast<int64_t>(picked);
  };
  // Often of the same rank, and with extents that agree with those of weights.
  const int64_t rank = pick(2) == 0 ? tensor->dims.rank() : pick(6);
  std::vector<int64_t> shape;
  for (int64_t axis = 0; axis < rank; ++axis) {
    const bool keep = axis < tensor->dims.rank() && pick(2) == 0;
    shape.push_back(keep ? std::min<int64_t>(tensor->dims[static_cast<int>(axis)], 16)
                         : 1 + pick(9));
  }
  tensor->dims = DDim(shape);
  tensor->lod.clear();
  const auto bytes =
      static_cast<size_t>(tensor->dims.production()) * PrecisionTypeLength(tensor->precision);
  tensor->bytes.assign(bytes, 0);
}

TEST(Operators, OddProgramsGiveResultsOrAStatus) {
  const uint64_t first = FromEnvironment("LITE_OPERATOR_FIRST", 0);
  // Sanitizers are seven times slower, and their stage also runs the fuzzer of operators.
  const uint64_t count = FromEnvironment("LITE_OPERATOR_PROGRAMS", kUnderSanitizer ? 8000 : 20000);
  Watch watch(std::chrono::seconds(kUnderSanitizer ? 120 : 60));
  std::map<std::string, uint64_t> ran;
  uint64_t ran_in_all = 0;
  // Operators without a program that ran. A new operator draws other programs for all: some may
  // need more of them.
  size_t missing = count < 20000 ? 0 : FuzzedOperators().size();
  for (uint64_t number = first;
       number < first + count || (missing > 0 && number < first + 3 * count); ++number) {
    watch.Begin(number);
    const OperatorProgram program = MakeOperatorProgram(BytesOf(number));
    if (count == 1) std::fprintf(stderr, "%s", program.ToString().c_str());
    const ScopedMemoryLimit limit(size_t{1} << 30);
    const Status status = RunOperatorProgram(program);
    if (count == 1) std::fprintf(stderr, "%s\n", status.ToString().c_str());
    // A kernel that refuses its operator leaves another one, which may not fit the conversions
    // around it.
    const bool misfit = status.message().find(" in layout ") != std::string::npos;
    ASSERT_TRUE(status.code() != StatusCode::kInternal || misfit)
        << "program " << number << ":\n"
        << program.ToString() << status.ToString();
    if (!status.ok()) continue;
    if (++ran[program.model.source] == 1 && missing > 0) --missing;
    ++ran_in_all;
  }
  RecordProperty("ran", static_cast<int>(ran_in_all));
  std::printf("%llu of %llu programs ran, of %zu operators\n",
              static_cast<unsigned long long>(ran_in_all), static_cast<unsigned long long>(count),
              ran.size());
  if (count < 20000) return;
  // The programs are odd, not absurd: else they would prove nothing.
  EXPECT_GT(ran_in_all, count / 3);
  for (const std::string& type : FuzzedOperators()) EXPECT_GT(ran[type], 0u) << type;
}

// What the optimiser calls certain for every input, the runtime refuses, whatever it is fed.
TEST(Operators, CertainRefusalsAreRefusedByEveryRun) {
  const uint64_t first = FromEnvironment("LITE_OPERATOR_FIRST", 0);
  const uint64_t count = FromEnvironment("LITE_OPERATOR_PROGRAMS", kUnderSanitizer ? 2000 : 20000);
  Watch watch(std::chrono::seconds(kUnderSanitizer ? 120 : 60));
  uint64_t refused = 0;
  for (uint64_t number = first; number < first + count; ++number) {
    watch.Begin(number);
    OperatorProgram program = MakeOperatorProgram(BytesOf(number));
    const ScopedMemoryLimit limit(size_t{1} << 30);
    const auto graph = mir::Graph::Import(program.model);
    if (!graph.ok() || mir::InferShapes(graph->get()).operators.empty()) continue;
    ++refused;
    for (uint64_t attempt = 0; attempt < 12; ++attempt) {
      const Status status = RunOperatorProgram(program);
      ASSERT_FALSE(status.ok()) << "program " << number << ":\n" << program.ToString();
      for (std::vector<FedTensor>& set : program.feeds) {
        for (size_t i = 0; i < set.size(); ++i) {
          Reshape(SplitMix64(number * 1000 + attempt * 50 + i), &set[i]);
        }
      }
    }
  }
  std::printf("%llu of %llu programs are refused for every input\n",
              static_cast<unsigned long long>(refused), static_cast<unsigned long long>(count));
  if (count >= 2000) {
    EXPECT_GT(refused, count / 200);
  }
}

// What `value` holds first, a million times; false if it is not a list. Under sanitizers a
// hundredth of that: there, accesses count.
bool MakeLong(model::AttrValue* value) {
  constexpr size_t kLength = kUnderSanitizer ? 10000 : 1000000;
  return std::visit(
      [](auto& values) {
        using Values = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Values, std::vector<int32_t>> ||
                      std::is_same_v<Values, std::vector<int64_t>> ||
                      std::is_same_v<Values, std::vector<float>> ||
                      std::is_same_v<Values, std::vector<double>> ||
                      std::is_same_v<Values, std::vector<bool>> ||
                      std::is_same_v<Values, std::vector<std::string>>) {
          using Element = typename Values::value_type;
          if (values.empty()) {
            if constexpr (std::is_arithmetic_v<Element>) {
              values.push_back(Element(1));
            } else {
              values.emplace_back();
            }
          }
          const Element first = values.front();
          values.assign(kLength, first);
          return true;
        }
        return false;
      },
      *value);
}

// An operator may refuse a list of a million values or use it, but each of conversion and run costs
// what copying the list costs, not the product of two lists or of a list and a tensor.
TEST(Operators, ListsOfAMillionValuesCostLittle) {
  const double max_seconds = IsEmulated() ? 20 : 2;
  double slowest = 0;
  std::string slowest_program;
  int lists = 0;
  for (size_t index = 0; index < FuzzedOperators().size(); ++index) {
    const std::string& type = FuzzedOperators()[index];
    const std::unique_ptr<Op> op = CreateOp(type);
    for (const auto& field : model::DescribeFields([&](FieldVisitor& v) { op->Fields(v); })) {
      if (field.kind != model::FieldKind::kAttribute) continue;
      OperatorProgram program = MakeOperatorProgram(BytesOf(index));
      for (model::OpDesc& desc : program.model.program.blocks[0].ops) {
        if (desc.type != type) continue;
        model::AttrValue& value = desc.attrs.emplace(field.name, field.default_value).first->second;
        if (MakeLong(&value)) {
          ++lists;
        } else {
          program.feeds.clear();
        }
      }
      if (program.feeds.empty()) continue;
      const std::clock_t start = std::clock();
      {
        const ScopedMemoryLimit limit(size_t{1} << 30);
        mir::OptimizeOptions options;
        options.valid_places = {Place(TargetType::kHost)};
        (void)mir::Optimize(program.model, options);
        (void)RunOperatorProgram(program);
      }
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      EXPECT_LT(seconds, max_seconds) << type << ", attribute " << field.name;
      if (seconds < slowest) continue;
      slowest = seconds;
      slowest_program = StrCat(type, ", attribute ", field.name);
    }
  }
  std::printf("%d lists, at most %.2f s: %s\n", lists, slowest, slowest_program.c_str());
  EXPECT_GT(lists, 100);
}

}  // namespace
}  // namespace paddle::lite::test
