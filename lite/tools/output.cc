#include "lite/tools/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <streambuf>

namespace paddle::lite::tools {
namespace {

class StandardOutput final : public Output {
 public:
  bool Write(Stream stream, const std::string& text) override {
    std::FILE* file = stream == Stream::kOut ? stdout : stderr;
    return std::fwrite(text.data(), 1, text.size(), file) == text.size();
  }
  bool IsTerminal(Stream stream) override {
    return isatty(stream == Stream::kOut ? STDOUT_FILENO : STDERR_FILENO) != 0;
  }
};

thread_local Output* redirected = nullptr;

Output& Current() {
  static StandardOutput* const standard = new StandardOutput;
  return redirected != nullptr ? *redirected : *standard;
}

class PrintBuffer final : public std::streambuf {
 public:
  explicit PrintBuffer(Stream stream) : stream_(stream) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    return Current().Write(stream_, std::string(text, static_cast<size_t>(count))) ? count : 0;
  }
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const bool written = Current().Write(stream_, std::string(1, traits_type::to_char_type(c)));
    return written ? c : traits_type::eof();
  }

 private:
  Stream stream_;
};

}  // namespace

RedirectOutput::RedirectOutput(Output* output) : outer_(redirected) { redirected = output; }
RedirectOutput::~RedirectOutput() { redirected = outer_; }

// Failures remain in the error state of stdout, which FlushOutput reports.
void Print(const std::string& text) { (void)Current().Write(Stream::kOut, text); }
void PrintError(const std::string& text) { (void)Current().Write(Stream::kError, text); }
bool IsTerminal(Stream stream) { return Current().IsTerminal(stream); }

Status FlushOutput() {
  if (redirected != nullptr || (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)) {
    return OkStatus();
  }
  return IoError("standard output: ", std::strerror(errno));
}

std::ostream& OutStream() {
  static std::ostream* const stream = new std::ostream(new PrintBuffer(Stream::kOut));
  stream->clear();
  return *stream;
}

std::ostream& ErrorStream() {
  static std::ostream* const stream = new std::ostream(new PrintBuffer(Stream::kError));
  stream->clear();
  return *stream;
}

}  // namespace paddle::lite::tools
