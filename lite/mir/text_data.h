#pragma once

#include "lite/mir/text.h"
#include "lite/mir/text_cursor.h"

namespace paddle::lite::mir {

// The elements of the constant `value`: `[1.0, 2.0]`, or for tests `fill(v)`, `range(first, step)`,
// `random(seed, low, high)`.
void ParseData(TextCursor* cursor, const TextValue& value, Tensor* data);

}  // namespace paddle::lite::mir
