#include "lite/api/run_reports.h"

#ifdef LITE_WITH_RUN_REPORTS

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/logging.h"
#include "lite/model/file.h"
#include "lite/runtime/observer_list.h"
#include "lite/runtime/precision_observer.h"
#include "lite/runtime/profile_observer.h"

namespace paddle::lite {
namespace {

#ifdef LITE_WITH_PROFILE
constexpr char kProfileOfBuild[] = "basic";
#else
constexpr char kProfileOfBuild[] = "off";
#endif
#ifdef LITE_WITH_PRECISION_PROFILE
constexpr char kPrecisionOfBuild[] = "on";
#else
constexpr char kPrecisionOfBuild[] = "off";
#endif

// "<what>[:<file>]" of an environment variable.
struct Request {
  std::string what;
  std::string path;  // empty = stderr
};

Request ReadRequest(const char* variable, const char* otherwise) {
  const char* text = std::getenv(variable);
  const std::string value = text == nullptr || *text == '\0' ? otherwise : text;
  const size_t colon = value.find(':');
  if (colon == std::string::npos) return {value, ""};
  return {value.substr(0, colon), value.substr(colon + 1)};
}

void Write(const std::string& path, const std::string& text) {
  std::FILE* file = path.empty() ? stderr : std::fopen(path.c_str(), "ab");
  if (file == nullptr) {
    LITE_LOG_WARNING("cannot write ", path, ": ", std::strerror(errno));
    return;
  }
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  written &= (path.empty() ? std::fflush(file) : std::fclose(file)) == 0;
  if (!written) LITE_LOG_WARNING("cannot write ", path, ": ", std::strerror(errno));
}

class ObservedRuns final : public RunReports {
 public:
  ObservedRuns(const Request& profile, const Request& precision, Executable* executable)
      : profile_request_(profile), precision_request_(precision) {
    std::vector<Observer*> observers;
    format_ = ParseProfileFormat(profile.what);
    if (format_.has_value()) {
      profile_ = std::make_unique<ProfileObserver>(0, &executable->program());
      observers.push_back(profile_.get());
    } else if (profile.what != "off") {
      LITE_LOG_WARNING("LITE_PROFILE=", profile.what,
                       " is unknown (expected basic, detailed, concise, json or off)");
    }
    const char* folder = std::getenv("LITE_PRECISION_DUMP");
    const std::string dump = folder == nullptr ? "" : folder;
    if (precision.what == "on" || !dump.empty()) {
      if (!dump.empty()) {
        const Status made = model::MakeDirectories(dump);
        if (!made.ok()) LITE_LOG_WARNING("LITE_PRECISION_DUMP: ", made.message());
      }
      precision_ = std::make_unique<PrecisionObserver>(executable->program(), dump);
      observers.push_back(precision_.get());
    } else if (precision.what != "off") {
      LITE_LOG_WARNING("LITE_PRECISION_PROFILE=", precision.what,
                       " is unknown (expected on or off)");
    }
    all_ = std::make_unique<ObserverList>(observers);
    if (observers.empty()) return;
    executable->set_observer(observers.size() == 1 ? observers.front() : all_.get());
  }

  ~ObservedRuns() override {
    if (profile_ != nullptr && profile_->counted_runs() > 0) {
      Write(profile_request_.path, profile_->Report(*format_));
    }
    if (precision_ == nullptr) return;
    if (!precision_->records().empty()) Write(precision_request_.path, precision_->Report());
    if (!precision_->dump_status().ok()) {
      LITE_LOG_WARNING("LITE_PRECISION_DUMP: ", precision_->dump_status().message());
    }
  }

 private:
  Request profile_request_, precision_request_;
  std::optional<ProfileFormat> format_;
  std::unique_ptr<ProfileObserver> profile_;
  std::unique_ptr<PrecisionObserver> precision_;
  std::unique_ptr<ObserverList> all_;
};

}  // namespace

std::unique_ptr<RunReports> RunReports::Requested(Executable* executable) {
  const Request profile = ReadRequest("LITE_PROFILE", kProfileOfBuild);
  const Request precision = ReadRequest("LITE_PRECISION_PROFILE", kPrecisionOfBuild);
  const bool dump = std::getenv("LITE_PRECISION_DUMP") != nullptr;
  if (profile.what == "off" && precision.what == "off" && !dump) return nullptr;
  return std::make_unique<ObservedRuns>(profile, precision, executable);
}

}  // namespace paddle::lite

#else

namespace paddle::lite {

std::unique_ptr<RunReports> RunReports::Requested(Executable*) { return nullptr; }

}  // namespace paddle::lite

#endif
