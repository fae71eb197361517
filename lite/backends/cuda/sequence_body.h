// Sequences and maps of varying size that are stored one after another. Their positions are tables
// that the host makes of the levels of detail.
#pragma once

#include <math.h>  // NOLINT: the functions that device code may call

#include <cstdint>

#include "lite/backends/cuda/function.h"
#include "lite/backends/cuda/rows_body.h"

namespace paddle::lite::cuda {

// The last of `count` parts that begins at or before i. `begin_of(0)` is at most i. Of parts with
// one begin, all but the last are empty.
template <typename BeginOf>
LITE_CUDA_FUNCTION int32_t PartOf(int32_t i, int32_t count, const BeginOf& begin_of) {
  int32_t low = 0, high = count;
  while (high - low > 1) {
    const int32_t middle = low + (high - low) / 2;
    if (begin_of(middle) <= i) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// Row r of the result is row rows[r] of `from`, or zeros for -1.
template <typename Element>
struct SelectRowsBody {
  const Element* from;
  Element* to;
  const int32_t* rows;
  int32_t width;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t row = rows[i / width];
    to[i] = row < 0 ? Element(0) : from[row * width + i % width];
  }
};

// As SelectRowsBody, with a value or a row in place of zeros.
template <typename Element>
struct PadRowsBody {
  const Element* from;
  const Element* pad;
  Element* to;
  const int32_t* rows;
  int32_t width, pad_width;  // 1 or `width`

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t row = rows[i / width], column = i % width;
    to[i] = row < 0 ? pad[pad_width == 1 ? 0 : column] : from[row * width + column];
  }
};

// The lengths of sequences.
struct LengthsBody {
  const int32_t* offsets;
  int64_t* out;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { out[i] = offsets[i + 1] - offsets[i]; }
};

// Whether a column is one of the first x[row].
template <typename Length, typename T>
struct LengthMaskBody {
  const Length* lengths;
  T* out;
  int32_t width;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    out[i] = static_cast<T>(static_cast<Length>(i % width) < lengths[i / width]);
  }
};

// Row r of the result is the row of the table that id rows[r] selects; zeros for `padding`, NaN for
// an id outside of the table.
template <typename Id>
struct LookupRowsBody {
  const float* table;
  const Id* ids;
  float* out;
  const int32_t* rows;
  int32_t table_rows, width;
  int64_t padding;  // -1: none

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const auto id = static_cast<int64_t>(ids[rows[i / width]]);
    if (padding != -1 && id == padding) {
      out[i] = 0;
    } else if (id < 0 || id >= table_rows) {
      out[i] = NAN;
    } else {
      out[i] = table[id * width + i % width];
    }
  }
};

// The reverse: row r of `from` is row rows[r] of the result.
template <typename Element>
struct PlaceRowsBody {
  const Element* from;
  Element* to;
  const int32_t* rows;
  int32_t width;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    to[rows[i / width] * width + i % width] = from[i];
  }
};

// Which rows are zeros in SelectRowsBody.
struct MarkRowsBody {
  const int32_t* rows;
  float* to;
  float mark;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { to[i] = rows[i] < 0 ? mark : 0; }
};

// Rows of x with rows of y, which -1 lacks.
struct CombineRowsBody {
  enum Operation : int32_t { kAdd, kSubtract, kMultiply };

  const float* x;
  const float* y;
  float* out;
  const int32_t* rows;
  int32_t width;
  Operation operation;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t row = rows[i / width];
    float value = x[i];
    if (row >= 0) {
      const float second = y[row * width + i % width];
      value = operation == kAdd        ? value + second
              : operation == kSubtract ? value - second
                                       : value * second;
    }
    out[i] = value;
  }
};

// One column of a sequence's rows. Rows of the result are `stride` elements apart.
struct PoolRowsBody {
  enum Manner : int32_t { kSum, kMean, kRoot, kLargest, kSmallest, kFirst, kLast };

  const float* x;
  float* out;
  const int32_t* offsets;
  int32_t width, stride;
  Manner manner;
  float empty;  // the row of a sequence without rows

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t sequence = i / width, column = i % width;
    const int32_t begin = offsets[sequence], end = offsets[sequence + 1];
    float value = empty;
    if (begin < end) value = x[(manner == kLast ? end - 1 : begin) * width + column];
    if (begin < end && manner != kFirst && manner != kLast) {
      const Reduction kind = manner == kLargest    ? Reduction::kLargest
                             : manner == kSmallest ? Reduction::kSmallest
                                                   : Reduction::kSum;
      for (int32_t row = begin + 1; row < end; ++row) {
        value = Join(kind, value, x[row * width + column]);
      }
      const auto count = static_cast<float>(end - begin);
      if (manner == kMean) value /= count;
      if (manner == kRoot) value /= sqrtf(count);
    }
    out[sequence * stride + column] = value;
  }
};

// Where the padding of a sequence of `length` ids begins.
struct FindPaddingBody {
  const float* ids;
  int32_t* begin;
  int32_t length, pad;

  LITE_CUDA_FUNCTION void operator()(int32_t sequence) const {
    int32_t position = length;
    // A float has fewer digits than the id.
    while (position > 0 &&
           static_cast<double>(truncf(ids[sequence * length + position - 1])) == pad) {
      --position;
    }
    begin[sequence] = position;
  }
};

// Scores whose columns after the begin of the padding are replaced.
struct MaskPaddingBody {
  const float* x;
  const int32_t* begin;
  float* out;
  int32_t columns, rows, sequences;  // rows of a sequence of scores; sequences of ids
  float mask;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t sequence = i / columns / rows % sequences;
    out[i] = i % columns < begin[sequence] ? x[i] : mask;
  }
};

// The similarity of rows: sample b is `forms` maps of rows_b x columns_b elements from `begin` on.
struct MatchRowsBody {
  struct Sample {
    int32_t begin, first_row, first_column, columns, area;
  };

  const float* projected;  // [row, form, depth]
  const float* y;          // [column, depth]
  float* out;
  const Sample* samples;
  int32_t count, forms, depth;
  bool relu;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const Sample sample = samples[PartOf(i, count, [&](int32_t at) { return samples[at].begin; })];
    const int32_t rest = i - sample.begin;
    const int32_t form = rest / sample.area, at = rest % sample.area;
    const float* const a =
        projected + ((sample.first_row + at / sample.columns) * forms + form) * depth;
    const float* const b = y + (sample.first_column + at % sample.columns) * depth;
    float sum = 0;
    for (int32_t d = 0; d < depth; ++d) sum += a[d] * b[d];
    out[i] = relu && sum < 0 ? 0 : sum;
  }
};

// Convolutions of maps of different sizes, with centred windows.
struct ConvMapsBody {
  struct Map {
    int32_t begin, in_begin, height, width, out_height, out_width;
  };

  const float* x;
  const float* filter;
  float* out;
  const Map* maps;
  int32_t count, channels, kernel_height, kernel_width, stride_y, stride_x;
  bool relu;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const Map map = maps[PartOf(i, count, [&](int32_t at) { return maps[at].begin; })];
    const int32_t rest = i - map.begin;
    const int32_t column = rest % map.out_width;
    const int32_t row = rest / map.out_width % map.out_height;
    const int32_t channel = rest / map.out_width / map.out_height;
    const int32_t top = row * stride_y - kernel_height / 2;
    const int32_t left = column * stride_x - kernel_width / 2;
    const float* weight = filter + channel * channels * kernel_height * kernel_width;
    const float* plane = x + map.in_begin;
    float sum = 0;
    for (int32_t c = 0; c < channels; ++c, plane += map.height * map.width) {
      for (int32_t ky = 0; ky < kernel_height; ++ky) {
        const int32_t y = top + ky;
        for (int32_t kx = 0; kx < kernel_width; ++kx, ++weight) {
          const int32_t at = left + kx;
          if (y < 0 || y >= map.height || at < 0 || at >= map.width) continue;
          sum += plane[y * map.width + at] * *weight;
        }
      }
    }
    out[i] = relu && sum < 0 ? 0 : sum;
  }
};

// The sums of the k largest of a row of a map, for several k, divided by k. Item i is channel
// i % channels of row i / channels. Equal numbers keep their order, and NaN comes last.
struct TopkMeansBody {
  struct Row {
    int32_t begin, area, width;  // of channel 0, and of a map
  };

  const float* x;
  float* out;
  int32_t* positions;  // null if not needed
  const Row* rows;
  const int32_t* ks;  // none larger than the last one
  int32_t channels, k_count;

  LITE_CUDA_FUNCTION static bool IsBefore(float a, int32_t a_at, float b, int32_t b_at) {
    const bool a_nan = !(a == a), b_nan = !(b == b);
    if (a_nan != b_nan) return b_nan;
    return a_nan || a == b ? a_at < b_at : a > b;
  }
  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const Row row = rows[i / channels];
    const float* const values = x + row.begin + i % channels * row.area;
    const int32_t most = ks[k_count - 1];
    int32_t last = -1;
    float sum = 0;
    for (int32_t n = 0; n < most; ++n) {
      int32_t best = -1;
      // All were taken if there are fewer.
      for (int32_t at = 0; n < row.width && at < row.width; ++at) {
        if (last >= 0 && !IsBefore(values[last], last, values[at], at)) continue;
        if (best < 0 || IsBefore(values[at], at, values[best], best)) best = at;
      }
      if (best >= 0) sum += values[best];
      last = best;
      if (positions != nullptr) positions[i * most + n] = best;
      for (int32_t k = 0; k < k_count; ++k) {
        if (ks[k] == n + 1) out[i * k_count + k] = sum / static_cast<float>(n + 1);
      }
    }
  }
};

// The k largest numbers of the first rows and columns of a map, in descending order; zeros if there
// are fewer, and NaN last.
struct TopkValuesBody {
  struct Part {
    int32_t height, width;  // of an image that is used
  };

  const float* x;
  float* out;
  const Part* parts;
  int32_t channels, height, width, k;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const Part part = parts[i / channels];
    const float* const map = x + i * height * width;
    float* const to = out + i * k;
    const int32_t count = part.height * part.width;
    int32_t last = -1;
    float largest = 0;
    for (int32_t n = 0; n < k; ++n) {
      int32_t best = -1;
      float value = 0;
      for (int32_t at = 0; n < count && at < count; ++at) {
        const float other = map[at / part.width * width + at % part.width];
        if (last >= 0 && !TopkMeansBody::IsBefore(largest, last, other, at)) continue;
        if (best >= 0 && !TopkMeansBody::IsBefore(other, at, value, best)) continue;
        best = at;
        value = other;
      }
      to[n] = value;
      last = best;
      largest = value;
    }
  }
};

// The recurrence of search_grnn, one sequence per group. `inputs` are the products of the rows and
// the weights of candidate, reset gate and update gate. Neighbouring threads compute neighbouring
// units, which are next to each other in the weights.
struct GatedStepsBody {
  static constexpr int kThreads = 256;
  struct Shared {};
  struct State {};

  const float* inputs;   // [row, 3, hidden]
  const float* weights;  // [3, hidden, unit]
  float* out;            // [row, hidden]
  const int32_t* offsets;
  int32_t hidden, longest;

  LITE_CUDA_FUNCTION int32_t steps() const { return longest; }
  LITE_CUDA_FUNCTION static float Logistic(float x) { return 1 / (1 + expf(-x)); }
  LITE_CUDA_FUNCTION void Step(int32_t step, int32_t sequence, int thread, Shared*, State*) const {
    const int32_t row = offsets[sequence] + step;
    if (row >= offsets[sequence + 1]) return;
    const float* const before = step == 0 ? nullptr : out + (row - 1) * hidden;
    for (int32_t unit = thread; unit < hidden; unit += kThreads) {
      float sums[3] = {0, 0, 0};
      for (int32_t k = 0; before != nullptr && k < hidden; ++k) {
        for (int32_t gate = 0; gate < 3; ++gate) {
          sums[gate] += before[k] * weights[(gate * hidden + k) * hidden + unit];
        }
      }
      const float* const input = inputs + row * 3 * hidden + unit;
      const float reset = Logistic(input[hidden] + sums[1]);
      const float update = Logistic(input[2 * hidden] + sums[2]);
      const float candidate = tanhf(input[0] + reset * sums[0]);
      const float last = before == nullptr ? 0 : before[unit];
      out[row * hidden + unit] = update * last + (1 - update) * candidate;
    }
  }
};

}  // namespace paddle::lite::cuda
