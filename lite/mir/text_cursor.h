#pragma once

#include <charconv>
#include <string>
#include <string_view>

#include "lite/base/status.h"

namespace paddle::lite::mir {

// The position of a parser in the text form, with characters, words, numbers and strings. Every
// Take skips the following space and comments. The first failure is kept, and the rest of the text
// is skipped, so a parser need not check the status after every step.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) { SkipSpace(); }

  bool ok() const { return status_.ok(); }
  const Status& status() const { return status_; }
  bool AtEnd() const { return pos_ >= text_.size(); }
  int LineNumber();
  // Records the line and column; later failures are ignored as consequences.
  void Fail(const std::string& what);

  char Peek(size_t ahead = 0) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
  }
  // The word that begins here; empty if there is none.
  std::string_view PeekWord() const;
  // The first character after the word that begins here.
  char PeekBehindWord() const;

  bool Take(std::string_view symbol);
  bool TakeWord(std::string_view word);
  void Expect(std::string_view symbol);
  // The `%` of a value, directly before its name.
  bool TakePercent();
  // A word or a quoted string.
  std::string Name();
  std::string String();
  int64_t Integer();
  int SmallInteger();
  // The characters of a number, e.g. "-1.5e-3d" or "inf".
  std::string NumberText();
  // Parses a number from text that was taken before.
  template <typename T>
  T NumberIn(const std::string& text) {
    T value = 0;
    if (!Convert(text, &value)) Fail("expected a number");
    return value;
  }
  template <typename T>
  static bool Convert(const std::string& text, T* value) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), *value);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
  }

 private:
  void SkipSpace();

  const std::string_view text_;
  size_t pos_ = 0;
  size_t counted_ = 0;  // position up to which lines were counted
  int line_ = 1;
  Status status_;
};

}  // namespace paddle::lite::mir
