// A team of threads owned by one predictor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lite/base/simd.h"

namespace paddle::lite {

// ParallelFor gives every thread a contiguous part of [0, count), in proportion to its speed if the
// speeds are known, which it processes in a few pieces; a thread that finishes takes over pieces of
// slower threads. The number of pieces, their bounds and the threads that run them vary, so a body
// must compute each index independently of the piece that contains it; results are then
// bit-identical for any number of threads.
//
// One thread drives a pool at a time (the predictor's contract). Workers sleep between calls and
// spin only for a short while after one, so an idle predictor costs nothing.
class ThreadPool {
 public:
  enum class Waiting : int {
    kSpin,   // for a short while, to begin the next call at once
    kSleep,  // at once, workers as well as the caller: less energy, and more time per call
  };

  // `threads` counts the calling thread; values below 1 mean 1. The workers start on first use.
  explicit ThreadPool(int threads, Waiting waiting = Waiting::kSpin);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }
  Waiting waiting() const { return waiting_; }

  // Relative speeds of the threads, the calling one first, from the next call on. Empty, or a
  // number of values other than threads(): all are alike.
  void set_speeds(std::vector<double> speeds) { speeds_ = std::move(speeds); }

  // A non-owning reference to a callable, so that a call allocates nothing.
  class Body {
   public:
    template <typename F>
    Body(const F& f)  // NOLINT: implicit by design
        : object_(&f), call_([](const void* object, int64_t begin, int64_t end, int thread) {
            (*static_cast<const F*>(object))(begin, end, thread);
          }) {}
    void operator()(int64_t begin, int64_t end, int thread) const {
      call_(object_, begin, end, thread);
    }

   private:
    const void* object_;
    void (*call_)(const void*, int64_t, int64_t, int);
  };

  // Calls body(begin, end, thread) with 0 <= thread < threads() until [0, count) is covered, and
  // returns when all are done. Each thread may make several calls, one after another; use `thread`
  // to find per-thread data such as scratch. Pieces have at least `grain` indices, except the last
  // piece of a part; if there is too little work for two threads, the calling thread does
  // everything in one call. Nested calls run serially.
  void ParallelFor(int64_t count, int64_t grain, Body body);

  // Calls body(thread, thread + 1, thread) in each thread exactly once, and returns when all are
  // done: for settings of threads, such as the cores they run on. Not inside a body.
  void OnEachThread(Body body);

  // The same as ParallelFor for a body of one index that does much.
  template <typename F>
  void ForEach(int64_t count, int64_t grain, const F& body) {
    ParallelFor(count, grain, [&body](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) body(i);
    });
  }

  // The same for a body of a few instructions without branches or calls, of which none uses what
  // another index writes: in vectors.
  template <typename F>
  void ForEachElement(int64_t count, int64_t grain, const F& body) {
    ParallelFor(count, grain,
                [&body](int64_t begin, int64_t end, int) { VectorLoop(begin, end, body); });
  }

 private:
  struct Team;
  // Calls run(body) with a body that keeps what the given one throws, and throws it again.
  template <typename Run>
  static void Guarded(const Body& body, const Run& run);

  int threads_;
  const Waiting waiting_;
  std::vector<double> speeds_;
  std::unique_ptr<Team> team_;
};

}  // namespace paddle::lite
