#include "tests/support/support_table.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "lite/base/strings.h"
#include "lite/core/targets.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::test {
namespace {

constexpr char kHeader[] =
    "# Cases that each kernel runs and refuses, by test. A run with LITE_UPDATE_SUPPORT=1 writes "
    "this file.\n";

// One kernel in one test. A case counts once, whatever the number of threads.
struct Tally {
  int ran = 0;
  int resized = 0;
  int in_place = 0;
  int channels_last = 0;
  std::map<std::string, int> refused;  // reason -> cases
  std::map<std::string, int> refused_channels_last;
};

std::map<std::string, Tally>& Tallies() {
  static std::map<std::string, Tally> tallies;  // of the running test, by kernel key
  return tallies;
}

// Cases of the program with results of Paddle, or from the definition of the operator.
struct Errors {
  int cases = 0;
  Deviation deviation;
};
std::map<std::pair<std::string, std::string>, Errors>& ErrorsOfKernels() {
  static std::map<std::pair<std::string, std::string>, Errors> errors;  // by key and origin
  return errors;
}

std::string OriginOfCases() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::filesystem::path table = SupportPath(test->file());
  return table.stem() == "golden" ? "golden" : "definition";
}

// To the file that LITE_WRITE_ERRORS in the environment names.
void WriteErrors() {
  const char* path = std::getenv("LITE_WRITE_ERRORS");
  if (path == nullptr) return;
  std::ofstream file(path);
  for (const auto& [of, errors] : ErrorsOfKernels()) {
    file << of.first << ' ' << of.second << ' ' << errors.cases << ' ' << errors.deviation.of_max
         << ' ' << errors.deviation.of_tolerance << '\n';
  }
  file.flush();
  EXPECT_TRUE(file.good()) << "cannot write " << path;
}

std::string KernelFilter() {
  const char* filter = std::getenv("LITE_TEST_KERNEL");
  return filter == nullptr ? "" : filter;
}

bool Updating() {
  const char* value = std::getenv("LITE_UPDATE_SUPPORT");
  return value != nullptr && std::string(value) == "1";
}

// Reasons that differ only in numbers share a line: "rank 3" is "rank #", "[2, 3]" is "[#]".
std::string WithoutNumbers(const std::string& reason) {
  const auto is = [&](int (*kind)(int), size_t at) {
    return at < reason.size() && kind(static_cast<unsigned char>(reason[at])) != 0;
  };
  std::string text;
  for (size_t i = 0; i < reason.size(); ++i) {
    const size_t end = reason[i] == '[' ? reason.find(']', i) : std::string::npos;
    if (end != std::string::npos) {
      text += "[#]";
      i = end;
    } else if (is(std::isdigit, i) && (i == 0 || !is(std::isalpha, i - 1))) {
      text += '#';
      while (is(std::isdigit, i + 1)) ++i;
    } else {
      text += reason[i];
    }
  }
  return text;
}

std::string FormatTally(const Tally& tally) {
  std::string also;
  for (const auto& [count, name] :
       {std::pair(tally.resized, "resized"), std::pair(tally.in_place, "in place"),
        std::pair(tally.channels_last, "channels last")}) {
    if (count != 0) also += StrCat(also.empty() ? " (" : ", ", count, " ", name);
  }
  std::string text = StrCat("ran ", tally.ran, also, also.empty() ? "\n" : ")\n");
  for (const auto& [reason, count] : tally.refused) {
    text += StrCat("  refused ", count, ": ", reason, "\n");
  }
  for (const auto& [reason, count] : tally.refused_channels_last) {
    text += StrCat("  refused channels last ", count, ": ", reason, "\n");
  }
  return text;
}

// What the running test found. Kernels made for other cases only are left out.
SupportSection Found() {
  SupportSection found;
  for (const auto& [key, tally] : Tallies()) {
    const bool other =
        tally.ran == 0 && tally.refused.size() == 1 && tally.refused.begin()->first == kOtherType;
    if (!other) found[key] = FormatTally(tally);
  }
  return found;
}

}  // namespace

bool HasDevice(TargetType target) {
  if (IsHostMemory(target)) return true;
  static std::map<TargetType, bool> known;
  const auto [it, is_new] = known.try_emplace(target);
  if (!is_new) return it->second;
  const Result<std::shared_ptr<Device>> device = OpenDevice({target, 0});
  it->second = device.ok();
  if (!device.ok()) {
    std::printf("[  SKIPPED ] kernels of %s: %s\n", TargetToStr(target).c_str(),
                device.status().message().c_str());
  }
  return it->second;
}

std::string SupportKey(const KernelDef& kernel) {
  const std::string key = kernel.Key();
  if (std::filesystem::path(kernel.file).parent_path().filename() != "cpu") return key;
  const size_t target = key.find('/', key.find('/') + 1) + 1;
  return StrCat(key.substr(0, target), "cpu", key.substr(key.find('/', target)));
}

namespace {

// The third part of op/alias/target/precision/layout.
std::string TargetOf(const std::string& key) {
  const std::vector<std::string> parts = SplitString(key, '/');
  return parts.size() == 5 ? parts[2] : "";
}

// Whether this run says anything about that kernel: its target is in the build, and it may run.
bool IsCompared(const std::string& key) {
  static const std::set<std::string> targets = [] {
    std::set<std::string> found;
    for (const KernelDef* def : KernelTable()) {
      if (HasDevice(def->target)) found.insert(TargetOf(SupportKey(*def)));
    }
    return found;
  }();
  return targets.count(TargetOf(key)) != 0 && key.find(KernelFilter()) != std::string::npos;
}

std::set<std::string> TestsOfProgram() {
  std::set<std::string> tests;
  const ::testing::UnitTest& program = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < program.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *program.GetTestSuite(i);
    for (int n = 0; n < suite.total_test_count(); ++n) {
      tests.insert(StrCat(suite.name(), ".", suite.GetTestInfo(n)->name()));
    }
  }
  return tests;
}

// Compares the section of every test when it ends, or rewrites it.
class Comparison final : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo&) override { Tallies().clear(); }

  void OnTestEnd(const ::testing::TestInfo& test) override {
    // A test that failed says why itself.
    if (test.result()->Failed() || test.result()->Skipped()) return;
    if (std::getenv("LITE_TEST_MAX_BYTES") != nullptr) return;  // not all cases ran
    const std::string path = SupportPath(test.file());
    if (path != path_) {
      path_ = path;
      table_ = ParseSupport(ReadText(path));
    }
    const std::string name = StrCat(test.test_suite_name(), ".", test.name());
    const SupportSection found = Found();
    SupportSection section, others;  // what is compared, and what this run knows nothing about
    if (const auto it = table_.find(name); it != table_.end()) {
      for (const auto& entry : it->second) {
        (IsCompared(entry.first) ? section : others).insert(entry);
      }
    }
    const std::string difference = DiffSupport(section, found);
    if (Updating()) {
      others.insert(found.begin(), found.end());
      Rewrite(name, std::move(others));
    } else if (!difference.empty()) {
      ADD_FAILURE() << path << " says something else of " << name
                    << " than the kernels did (-: table, +: kernels):\n"
                    << difference
                    << "Where the kernels are right, run this test with LITE_UPDATE_SUPPORT=1, "
                       "which rewrites the table, and commit it with the change.";
    }
  }

  void Rewrite(const std::string& name, SupportSection section) {
    table_[name] = std::move(section);
    const std::set<std::string> tests = TestsOfProgram();
    for (auto it = table_.begin(); it != table_.end();) {
      const bool gone = tests.count(it->first) == 0 || it->second.empty();
      it = gone ? table_.erase(it) : std::next(it);
    }
    const std::string text = table_.empty() ? "" : kHeader + FormatSupport(table_);
    if (text == ReadText(path_)) return;
    std::error_code ignored;  // the file itself tells whether there is a folder
    std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);
    if (text.empty()) {
      std::filesystem::remove(path_, ignored);
      return;
    }
    std::ofstream file(path_);
    file << text;
    file.flush();
    EXPECT_TRUE(file.good()) << "cannot write " << path_;
  }

  std::string path_;
  SupportTable table_;  // of path_
};

// A filter that no kernel passes would make every suite green.
class FilterCheck final : public ::testing::Environment {
 public:
  void TearDown() override {
    WriteErrors();
    EXPECT_TRUE(!asked_ || passed_)
        << "LITE_TEST_KERNEL=" << KernelFilter()
        << " is part of no key of a kernel for the tests that ran, so nothing was tested; a key "
           "looks like softmax/def/1/1/1";
  }
  bool Passes(const std::string& key) {
    const bool passes = key.find(KernelFilter()) != std::string::npos;
    asked_ = true;
    passed_ = passed_ || passes;
    return passes;
  }

 private:
  bool asked_ = false;
  bool passed_ = false;
};

// Every program with operator suites has both; gtest owns them.
FilterCheck* const filter_check = [] {
  ::testing::UnitTest::GetInstance()->listeners().Append(new Comparison);
  auto* check = new FilterCheck;
  ::testing::AddGlobalTestEnvironment(check);
  return check;
}();

}  // namespace

void RecordCase(const std::string& kernel_key, const CaseOutcome& outcome,
                const CaseOutcome* channels_last) {
  if (outcome.result == CaseOutcome::Result::kFailed) return;  // and so does the test
  Tally& tally = Tallies()[kernel_key];
  if (outcome.result == CaseOutcome::Result::kRefused) {
    ++tally.refused[WithoutNumbers(outcome.reason)];
    return;
  }
  Errors& errors = ErrorsOfKernels()[{kernel_key, OriginOfCases()}];
  ++errors.cases;
  errors.deviation.Include(outcome.deviation);
  if (channels_last != nullptr) errors.deviation.Include(channels_last->deviation);
  ++tally.ran;
  tally.resized += outcome.resized ? 1 : 0;
  tally.in_place += outcome.in_place ? 1 : 0;
  if (channels_last == nullptr) return;
  if (channels_last->result == CaseOutcome::Result::kRefused) {
    ++tally.refused_channels_last[WithoutNumbers(channels_last->reason)];
  } else {
    ++tally.channels_last;
  }
}

bool PassesFilter(const std::string& kernel_key) { return filter_check->Passes(kernel_key); }

std::string FormatSupport(const SupportTable& table) {
  std::string text;
  for (const auto& [test, section] : table) {
    text += StrCat("\n[", test, "]\n");
    for (const auto& [key, lines] : section) text += StrCat(key, ": ", lines);
  }
  return text;
}

SupportTable ParseSupport(const std::string& text) {
  SupportTable table;
  SupportSection* section = nullptr;
  std::string* entry = nullptr;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const size_t colon = line.find(": ");
    if (line.front() == '[' && line.back() == ']') {
      section = &table[line.substr(1, line.size() - 2)];
      entry = nullptr;
    } else if (line.front() == ' ' && entry != nullptr) {
      *entry += line + "\n";
    } else if (section != nullptr && colon != std::string::npos) {
      entry = &(*section)[line.substr(0, colon)];
      *entry = line.substr(colon + 2) + "\n";
    }
  }
  return table;
}

std::string DiffSupport(const SupportSection& table, const SupportSection& found) {
  std::string text;
  const auto add = [&](char sign, const std::string& key, const std::string& lines) {
    std::istringstream in(StrCat(key, ": ", lines));
    for (std::string line; std::getline(in, line);) text += StrCat(sign, " ", line, "\n");
  };
  for (const auto& [key, lines] : table) {
    const auto it = found.find(key);
    if (it != found.end() && it->second == lines) continue;
    add('-', key, lines);
    if (it != found.end()) add('+', key, it->second);
  }
  for (const auto& [key, lines] : found) {
    if (table.count(key) == 0) add('+', key, lines);
  }
  return text;
}

std::string SupportPath(const std::string& source) {
  const std::filesystem::path path = source;
  std::string suite = path.stem().string();
  const std::string ending = "_test";
  if (suite.size() > ending.size() && suite.substr(suite.size() - ending.size()) == ending) {
    suite.resize(suite.size() - ending.size());
  }
  return StrCat(LITE_TEST_DATA_DIR, "/", path.parent_path().filename().string(), "/support/", suite,
                ".txt");
}

std::string ReadText(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  return text.str();
}

}  // namespace paddle::lite::test
