// Functions of lite/backends/xpu/library.h on the host, for tests. Work is queued and runs when a
// thread waits; it reads and writes the device's memory only, and contexts belong to one thread:
// everything else is an error of the call or of the wait.
#pragma once

#include <cstddef>
#include <string>

namespace paddle::lite::xpu::emulation {

constexpr int kFailure = 77;

// How many devices there are; 1 at first.
void SetDevices(int count);
// The next call of the function of library.h fails with kFailure.
void FailNext(const std::string& function);
// Blocks that are not freed.
size_t Blocks();
// The workspace of the context that was made last.
size_t WorkspaceBytes();
// Calls of a function of library.h since the process began.
int Calls(const std::string& function);

}  // namespace paddle::lite::xpu::emulation
