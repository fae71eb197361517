#include "lite/mir/text_cursor.h"

#include <algorithm>

#include "lite/mir/text_vocabulary.h"

namespace paddle::lite::mir {

void TextCursor::Fail(const std::string& what) {
  if (status_.ok()) {
    int line = 1;
    size_t start = 0;
    for (size_t i = 0; i < pos_ && i < text_.size(); ++i) {
      if (text_[i] == '\n') {
        ++line;
        start = i + 1;
      }
    }
    status_ = InvalidArgument("text, line ", line, ", column ", pos_ - start + 1, ": ", what);
  }
  pos_ = text_.size();
}

int TextCursor::LineNumber() {
  const std::string_view passed = text_.substr(counted_, pos_ - counted_);
  line_ += static_cast<int>(std::count(passed.begin(), passed.end(), '\n'));
  counted_ = pos_;
  return line_;
}

void TextCursor::SkipSpace() {
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (c == '#') {
      while (pos_ < text_.size() && text_[pos_] != '\n') ++pos_;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++pos_;
    } else {
      return;
    }
  }
}

std::string_view TextCursor::PeekWord() const {
  size_t end = pos_;
  if (end >= text_.size() || !IsWordStart(text_[end])) return {};
  while (end < text_.size() && IsWordChar(text_[end])) {
    if (text_.substr(end, 2) == "..") break;
    ++end;
  }
  return text_.substr(pos_, end - pos_);
}

char TextCursor::PeekBehindWord() const {
  const size_t behind = text_.find_first_not_of(" \t", pos_ + PeekWord().size());
  return behind == std::string_view::npos ? '\0' : text_[behind];
}

bool TextCursor::Take(std::string_view symbol) {
  if (text_.substr(pos_, symbol.size()) != symbol) return false;
  pos_ += symbol.size();
  SkipSpace();
  return true;
}

bool TextCursor::TakeWord(std::string_view word) {
  if (PeekWord() != word) return false;
  pos_ += word.size();
  SkipSpace();
  return true;
}

void TextCursor::Expect(std::string_view symbol) {
  if (!Take(symbol)) Fail(StrCat("expected '", symbol, "'"));
}

bool TextCursor::TakePercent() {
  if (Peek() != '%') return false;
  ++pos_;
  return true;
}

std::string TextCursor::Name() {
  if (Peek() == '"') return String();
  const std::string word(PeekWord());
  if (word.empty()) Fail("expected a name");
  pos_ += word.size();
  SkipSpace();
  return word;
}

std::string TextCursor::String() {
  ++pos_;
  std::string out;
  while (pos_ < text_.size() && text_[pos_] != '"') {
    char c = text_[pos_++];
    if (c == '\\') {
      const char escape = Peek();
      ++pos_;
      if (escape == 'n') {
        c = '\n';
      } else if (escape == 'x') {
        int value = 0;
        for (int i = 0; i < 2; ++i) {
          const char h = Peek();
          const int digit = h >= '0' && h <= '9'   ? h - '0'
                            : h >= 'a' && h <= 'f' ? h - 'a' + 10
                                                   : -1;
          if (digit < 0) Fail("expected two hexadecimal digits after \\x");
          value = value * 16 + std::max(digit, 0);
          ++pos_;
        }
        c = static_cast<char>(value);
      } else if (escape == '"' || escape == '\\') {
        c = escape;
      } else {
        Fail("unknown escape in a string");
      }
    }
    out += c;
  }
  if (pos_ >= text_.size()) {
    Fail("the string does not end");
    return out;
  }
  ++pos_;
  SkipSpace();
  return out;
}

std::string TextCursor::NumberText() {
  const size_t start = pos_;
  if (Peek() == '-' || Peek() == '+') ++pos_;
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    const bool exponent_sign = (c == '-' || c == '+') && text_[pos_ - 1] == 'e';
    if (!IsWordStart(c) && c != '.' && !exponent_sign) break;
    ++pos_;
  }
  std::string number(text_.substr(start, pos_ - start));
  SkipSpace();
  return number;
}

int64_t TextCursor::Integer() {
  int64_t value = 0;
  if (!Convert(NumberText(), &value)) Fail("expected an integer");
  return value;
}

int TextCursor::SmallInteger() {
  const int64_t value = Integer();
  if (value < INT32_MIN || value > INT32_MAX) Fail("the number is too large");
  return static_cast<int>(value);
}

}  // namespace paddle::lite::mir
