// Python's stable interface of version 3.8, so that one module serves every later interpreter.
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03080000
#include <Python.h>
#include <structmember.h>
#include <unistd.h>

#include <utility>

namespace paddle::lite::python {

// The buffer protocol. Every interpreter since 3.0 exports it with this layout, but the stable
// interface names it from 3.11 on only, which also froze it.
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

// Lets other Python threads run while it exists. Nothing of Python may be touched meanwhile.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  // When the interpreter ends meanwhile, versions before 3.14 end this thread by unwinding its
  // stack: destructors would touch objects without the right to, and C++ ends the process at the
  // first function that does not throw. The thread stays here instead, as in later versions.
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

// Whether the interpreter ends: threads that wait for it never go on.
bool InterpreterEnds();
// Whether this is the interpreter that the process began with.
bool InMainInterpreter();

}  // namespace paddle::lite::python
