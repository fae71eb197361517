// What every kernel of the build does with the cases of the suites, as committed text: one file per
// suite, tests/<folder>/support/<suite>.txt for tests/<folder>/<suite>_test.cc, with a section per
// test. At the end of each test its section is compared with what the kernels did, so that a kernel
// that begins to refuse cases, or to take more of them, fails the test until the table also says
// so.
//
//   LITE_UPDATE_SUPPORT=1 build.dev/tests/test_ops --gtest_filter='Softmax.*'
//
// rewrites the sections of the tests that ran. Tables depend neither on the instruction set nor on
// the number of threads. Kernels of targets that a build lacks keep their entries. The kernels of
// lite/kernels/cpu are the same on every CPU target, and so are their entries.
//
//   LITE_WRITE_ERRORS=errors.txt build.dev/tests/test_ops && tools/operator_errors.py errors.txt
//
// writes the number of cases and the largest error of every kernel of the tests that ran, which do
// depend on the instruction set, and makes the table of docs/measurements/operators.md of them.
#pragma once

#include <map>
#include <string>

#include "lite/kernels/kernel.h"
#include "tests/support/op_case.h"

namespace paddle::lite::test {

// Why a kernel is not meant for a case: it takes or writes other element types.
inline constexpr char kOtherType[] = "made for other element types";

// What one kernel did with one case.
struct CaseOutcome {
  enum class Result { kRan, kRefused, kFailed };

  Result result = Result::kFailed;
  std::string reason;     // of a refusal
  bool resized = false;   // also ran with other shapes
  bool in_place = false;  // also ran in place
  Deviation deviation;    // of the first run

  static CaseOutcome Refused(std::string reason) {
    CaseOutcome outcome;
    outcome.result = Result::kRefused;
    outcome.reason = std::move(reason);
    return outcome;
  }
};

// Whether this machine can run kernels of the target. The reason why not is printed once; such
// kernels are skipped, and keep their entries.
bool HasDevice(TargetType target);

// The name of a kernel in tables: its key, with the target cpu for one of lite/kernels/cpu.
std::string SupportKey(const KernelDef& kernel);

// Counts a case for the table of the running test. `channels_last` is the outcome of the run with
// channels-last memory in slots of any layout; null where there is none.
void RecordCase(const std::string& support_key, const CaseOutcome& outcome,
                const CaseOutcome* channels_last);

// Whether LITE_TEST_KERNEL in the environment lets this kernel run. A program in which it lets none
// run fails at its end.
bool PassesFilter(const std::string& support_key);

// A table: test -> kernel key -> what follows the key, lines with their ends.
using SupportSection = std::map<std::string, std::string>;
using SupportTable = std::map<std::string, SupportSection>;

std::string FormatSupport(const SupportTable& table);
// Of text that FormatSupport wrote; lines before the first section are comments.
SupportTable ParseSupport(const std::string& text);
// Entries that differ, "-" in the table and "+" found; "" when there are none.
std::string DiffSupport(const SupportSection& table, const SupportSection& found);
// The file with the table of a test whose source is `source`.
std::string SupportPath(const std::string& source);
std::string ReadText(const std::string& path);

}  // namespace paddle::lite::test
