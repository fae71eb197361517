// Python's stable interface of version 3.8, so that one module works with every later interpreter.
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03080000
#include <Python.h>
#include <structmember.h>
#include <unistd.h>

#include <utility>

namespace paddle::lite::python {

// The buffer protocol. Every interpreter since 3.0 exports it with this layout, but the stable
// interface only includes it from 3.11 on, where it was also frozen.
struct BufferInfo {
  void* data;
  PyObject* owner;
  Py_ssize_t bytes;
  Py_ssize_t item_size;
  int read_only;
  int rank;
  char* format;
  Py_ssize_t* shape;
  Py_ssize_t* strides;
  Py_ssize_t* suboffsets;
  void* internal;
};

// Owns one reference.
class Ref {
 public:
  Ref() = default;
  explicit Ref(PyObject* owned) : object_(owned) {}
  ~Ref() { Py_XDECREF(object_); }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  Ref(const Ref&) = delete;
  Ref& operator=(const Ref&) = delete;

  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// Lets other Python threads run while it exists. Python objects must not be touched meanwhile.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  // If the interpreter ends meanwhile, versions before 3.14 end this thread by unwinding its stack:
  // destructors would touch objects without holding the GIL, and C++ terminates the process at the
  // first noexcept function. The thread blocks here instead, as in later versions.
  ~WithoutGil() {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      for (;;) pause();
    }
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

// Holds the interpreter's lock in a thread that may not have it.
class WithGil {
 public:
  WithGil() : state_(PyGILState_Ensure()) {}
  ~WithGil() { PyGILState_Release(state_); }
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

 private:
  PyGILState_STATE state_;
};

// Whether the interpreter is ending: threads that wait for it never continue.
bool InterpreterEnds();
// Whether this is the main interpreter of the process.
bool InMainInterpreter();

}  // namespace paddle::lite::python
