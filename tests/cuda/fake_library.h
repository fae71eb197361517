// What the imitations of cuDNN and cuBLASLt share. Each is a shared library of its own, so that the
// code that opens libraries is tested; the test controls it through the functions below, which it
// looks up by name. They compute, in the queue of the emulation, exactly what the documentation of
// the functions says, and refuse what it does not allow.
#pragma once

#include <functional>
#include <string>

#define LITE_FAKE extern "C" __attribute__((visibility("default")))

namespace paddle::lite::cuda::fake {

// Runs work when the stream gets there. Returns a code of the runtime.
using Queue = int (*)(void* stream, std::function<void()> work);

struct State {
  Queue queue = nullptr;
  std::string calls;         // names of the functions that do something, in order
  std::string failing;       // a function that fails,
  int failing_status = 0;    // with this status
  size_t version = 0;        // 0: the right one
  int live = 0;              // handles and descriptors
  std::string last_options;  // of the last description
};

inline State& The() {
  static State* state = new State();
  return *state;
}

// The status of a call that was made.
inline int Called(const char* name) {
  The().calls += The().calls.empty() ? "" : " ";
  The().calls += name;
  return The().failing == name ? The().failing_status : 0;
}

}  // namespace paddle::lite::cuda::fake

// The imitation's own state; each defines it once.
#define LITE_FAKE_STATE                                    \
  LITE_FAKE paddle::lite::cuda::fake::State* FakeState() { \
    return &paddle::lite::cuda::fake::The();               \
  }
