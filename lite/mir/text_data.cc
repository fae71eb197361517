#include "lite/mir/text_data.h"

#include "lite/core/element.h"

namespace paddle::lite::mir {

namespace {

// Rounds toward zero; 0 if the value does not fit a 64-bit integer.
int64_t ToInteger(double value) {
  return value > -9e18 && value < 9e18 ? static_cast<int64_t>(value) : 0;
}

std::vector<double> Arguments(TextCursor* cursor, size_t count) {
  std::vector<double> values;
  cursor->Expect("(");
  do {
    values.push_back(cursor->NumberIn<double>(cursor->NumberText()));
  } while (cursor->Take(","));
  cursor->Expect(")");
  if (values.size() != count) cursor->Fail(StrCat("expected ", count, " arguments"));
  values.resize(count);
  return values;
}

Status Store(Tensor* tensor, int64_t i, double value, int64_t integer) {
  return VisitElementType(tensor->precision(), [&](auto type) {
    using T = StoredAs<typename decltype(type)::Type>;
    if constexpr (kIsReal<T>) {
      tensor->mutable_data<T>()[i] = static_cast<T>(value);
    } else {
      tensor->mutable_data<T>()[i] = static_cast<T>(integer);
    }
  });
}

}  // namespace

void ParseData(TextCursor* cursor, const TextValue& value, Tensor* data) {
  const model::VarDesc& desc = value.desc;
  const Result<DDim> dims = DDim::FromVector(desc.shape);
  if (!value.has_desc || !desc.has_tensor_desc || !dims.ok()) {
    return cursor->Fail("data needs a declared element type and shape");
  }
  constexpr int64_t kMaxElements = int64_t{1} << 26;
  const Result<int64_t> count = CheckedElementCount(*dims);
  const PrecisionType precision = model::PrecisionOf(desc.data_type);
  if (!count.ok() || *count > kMaxElements || precision == PrecisionType::kUnk) {
    return cursor->Fail("the data has no size");
  }
  data->Resize(*dims);
  data->set_persistable(true);
  const Status allocated = data->Allocate(precision);
  if (!allocated.ok()) return cursor->Fail(allocated.message());
  std::vector<double> values;
  std::vector<int64_t> integers;  // exact where a double is not
  if (cursor->Take("[")) {
    while (cursor->ok() && cursor->Peek() != ']') {
      const std::string number = cursor->NumberText();
      int64_t integer = 0;
      const bool whole = TextCursor::Convert(number, &integer);
      integers.push_back(whole ? integer : 0);
      values.push_back(whole ? static_cast<double>(integer) : cursor->NumberIn<double>(number));
      if (!cursor->Take(",")) break;
    }
    cursor->Expect("]");
    if (static_cast<int64_t>(values.size()) != *count) {
      return cursor->Fail(StrCat("expected ", *count, " elements, found ", values.size()));
    }
  } else if (cursor->TakeWord("fill")) {
    const std::vector<double> a = Arguments(cursor, 1);
    values.assign(static_cast<size_t>(*count), a[0]);
  } else if (cursor->TakeWord("range")) {
    const std::vector<double> a = Arguments(cursor, 2);
    for (int64_t i = 0; i < *count; ++i) values.push_back(a[0] + static_cast<double>(i) * a[1]);
  } else if (cursor->TakeWord("random")) {
    const std::vector<double> a = Arguments(cursor, 3);
    // A linear congruential generator: the same numbers everywhere.
    uint64_t state = static_cast<uint64_t>(ToInteger(a[0])) * 2862933555777941757u + 3037000493u;
    for (int64_t i = 0; i < *count; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const double unit = static_cast<double>(state >> 40) / 16777216.0;
      values.push_back(a[1] + unit * (a[2] - a[1]));
    }
  } else {
    return cursor->Fail("expected data: a list of numbers, fill, range or random");
  }
  for (int64_t i = 0; i < *count && cursor->ok(); ++i) {
    const auto n = static_cast<size_t>(i);
    const int64_t integer = integers.empty() ? ToInteger(values[n]) : integers[n];
    const Status stored = Store(data, i, values[n], integer);
    if (!stored.ok()) return cursor->Fail(stored.message());
  }
}

}  // namespace paddle::lite::mir
