// Environment variables of the process.
#pragma once

#include <cstdlib>

namespace paddle::lite::test {

#if defined(_WIN32)
inline void SetVariable(const char* name, const char* value) { _putenv_s(name, value); }
inline void RemoveVariable(const char* name) { _putenv_s(name, ""); }
#else
inline void SetVariable(const char* name, const char* value) { setenv(name, value, 1); }
inline void RemoveVariable(const char* name) { unsetenv(name); }
#endif

}  // namespace paddle::lite::test
