// The part of gflags that opt uses. A Python process may contain a copy of gflags with its own
// flags, and a flag that is defined twice terminates the process; the module therefore uses this
// instead of the library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gflags {

struct CommandLineFlagInfo {
  std::string name;
  std::string type;
  bool is_default = true;
};

// Registers a variable that holds a flag and its default value.
void Register(const char* name, const char* type, void* variable);
bool GetCommandLineFlagInfo(const char* name, CommandLineFlagInfo* info);
void GetAllFlags(std::vector<CommandLineFlagInfo>* infos);
// Empty if there is no such flag or the value does not fit.
std::string SetCommandLineOption(const char* name, const char* value);

// Restores the values of all flags.
class FlagSaver {
 public:
  FlagSaver();
  ~FlagSaver();
  FlagSaver(const FlagSaver&) = delete;
  FlagSaver& operator=(const FlagSaver&) = delete;

 private:
  struct Values;
  Values* values_;
};

struct Registration {
  Registration(const char* name, const char* type, void* variable) {
    Register(name, type, variable);
  }
};

}  // namespace gflags

#define LITE_DEFINE_FLAG(cpp_type, type, name, value) \
  static cpp_type FLAGS_##name = value;               \
  static const gflags::Registration registration_of_##name(#name, #type, &FLAGS_##name)
#define DEFINE_string(name, value, help) LITE_DEFINE_FLAG(std::string, string, name, value)
#define DEFINE_bool(name, value, help) LITE_DEFINE_FLAG(bool, bool, name, value)
#define DEFINE_double(name, value, help) LITE_DEFINE_FLAG(double, double, name, value)
#define DEFINE_int32(name, value, help) LITE_DEFINE_FLAG(int32_t, int32, name, value)
