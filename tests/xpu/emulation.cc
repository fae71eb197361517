#include "tests/xpu/emulation.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

#include "lite/backends/xpu/library.h"
#include "lite/kernels/host/number_conversion.h"

namespace paddle::lite::xpu {

struct RawContext {
  std::thread::id owner = std::this_thread::get_id();
  std::vector<std::function<bool()>> queue;
};

namespace emulation {
namespace {

struct Machine {
  std::mutex mutex;
  int devices = 1;
  std::string fails;
  std::map<const char*, size_t> blocks;  // by address
  size_t workspace_bytes = 0;
  std::map<std::string, int> calls;
};
Machine* TheMachine() {
  static Machine* machine = new Machine();
  return machine;
}

// Counts the call; whether it is to fail.
bool Fails(const std::string& function) {
  Machine* const m = TheMachine();
  const std::lock_guard<std::mutex> lock(m->mutex);
  ++m->calls[function];
  if (m->fails != function) return false;
  m->fails.clear();
  return true;
}

// Whether the bytes are in a block of the device.
bool Inside(const void* memory, size_t bytes) {
  Machine* const m = TheMachine();
  const std::lock_guard<std::mutex> lock(m->mutex);
  const auto* const at = static_cast<const char*>(memory);
  auto block = m->blocks.upper_bound(at);
  if (block == m->blocks.begin()) return false;
  --block;
  return at + bytes <= block->first + block->second;
}

using Dims = std::vector<int>;
int64_t Count(const Dims& dims) {
  int64_t count = 1;
  for (const int d : dims) count *= d;
  return count;
}

// A value that a call reads or writes. Optional ones may be null.
struct Operand {
  const void* memory;
  int64_t count;
  size_t size = sizeof(float);
  bool optional = false;

  bool valid() const {
    if (memory == nullptr) return optional;
    return count > 0 && Inside(memory, static_cast<size_t>(count) * size);
  }
};

int Queue(RawContext* context, const char* function, std::vector<Operand> operands,
          std::function<void()> work, std::function<bool()> check = nullptr) {
  if (Fails(function) || context->owner != std::this_thread::get_id()) return kFailure;
  for (const Operand& operand : operands) {
    if (!operand.valid()) return kFailure;
  }
  context->queue.push_back(
      [operands = std::move(operands), work = std::move(work), check = std::move(check)] {
        // Blocks may have been freed, and values changed, since the call.
        for (const Operand& operand : operands) {
          if (!operand.valid()) return false;
        }
        if (check != nullptr && !check()) return false;
        work();
        return true;
      });
  return library::kSuccess;
}

constexpr int kMaxCount = 6;

// Whether `max` is the largest absolute value, as often as the library stores it.
bool IsMax(const float* max, const float* values, int64_t count) {
  if (max == nullptr) return true;
  float largest = 0;
  for (int64_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(values[i]));
  for (int i = 0; i < kMaxCount; ++i) {
    if (max[i] != largest) return false;
  }
  return true;
}

double Activate(const LibraryActivation& activation, double x) {
  switch (activation.code) {
    case 1:
      return x > 0 ? x : 0;  // as Paddle has it for what is not a number
    case 2:
      return 1 / (1 + std::exp(-x));
    case 3:
      return std::tanh(x);
    case 4:
      return x * 0.5 * std::erfc(-x / std::sqrt(2.0));
    case 5:
      return x > 0 ? x : x * activation.param;
    case 14:
      return x * std::clamp(x + 3, 0.0, 6.0) / 6;
    case 15:
      return std::clamp(x * activation.param + 0.5, 0.0, 1.0);
    case 17:
      return std::clamp(x, 0.0, 6.0);
    default:
      return x;
  }
}

// y = act(alpha * x * w + bias) for one pair of matrices.
void Multiply(const LibraryProduct& p) {
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      double sum = 0;
      for (int64_t l = 0; l < p.k; ++l) {
        sum += static_cast<double>(p.x[p.transpose_x ? l * p.m + i : i * p.k + l]) *
               p.w[p.transpose_w ? j * p.k + l : l * p.n + j];
      }
      sum = sum * p.alpha + (p.bias == nullptr ? 0 : p.bias[j]);
      p.y[i * p.n + j] = static_cast<float>(Activate(p.activation, sum));
    }
  }
}

// Visits the elements of `dims` with their offset in a value of the shape `own`, whose dimensions
// of 1 are repeated.
int64_t OffsetIn(const Dims& own, const Dims& dims, int64_t index) {
  int64_t offset = 0, step = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    if (own[i] != 1) offset += index % dims[i] * step;
    step *= own[i];
    index /= dims[i];
  }
  return offset;
}

template <typename From, typename To>
void CastAll(const void* x, void* y, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const From value = static_cast<const From*>(x)[i];
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
      static_cast<To*>(y)[i] = kernels::host::RealToInteger<To>(value);
    } else {
      static_cast<To*>(y)[i] = static_cast<To>(value);
    }
  }
}
template <typename From>
void CastTo(PrecisionType to, const void* x, void* y, int64_t count) {
  if (to == PrecisionType::kInt32) return CastAll<From, int32_t>(x, y, count);
  if (to == PrecisionType::kInt64) return CastAll<From, int64_t>(x, y, count);
  CastAll<From, float>(x, y, count);
}
size_t SizeOf(PrecisionType type) { return type == PrecisionType::kInt64 ? 8 : 4; }

int Windows(int in, int pads, int reach, int stride) { return (in + pads - reach) / stride + 1; }

}  // namespace

void SetDevices(int count) { TheMachine()->devices = count; }
void FailNext(const std::string& function) { TheMachine()->fails = function; }
size_t Blocks() {
  const std::lock_guard<std::mutex> lock(TheMachine()->mutex);
  return TheMachine()->blocks.size();
}
size_t WorkspaceBytes() { return TheMachine()->workspace_bytes; }
int Calls(const std::string& function) {
  const std::lock_guard<std::mutex> lock(TheMachine()->mutex);
  return TheMachine()->calls[function];
}

}  // namespace emulation

namespace library {

using namespace emulation;  // NOLINT: one file

int CountDevices(int* count) {
  *count = TheMachine()->devices;
  return Fails("CountDevices") ? kFailure : kSuccess;
}
int SetDevice(int index) {
  if (Fails("SetDevice") || index < 0 || index >= TheMachine()->devices) return kFailure;
  return kSuccess;
}
int Malloc(void** memory, size_t bytes) {
  if (Fails("Malloc")) return kFailure;
  *memory = std::malloc(bytes);
  std::memset(*memory, 0xff, bytes);  // not a number
  const std::lock_guard<std::mutex> lock(TheMachine()->mutex);
  TheMachine()->blocks[static_cast<const char*>(*memory)] = bytes;
  return kSuccess;
}
int Free(void* memory) {
  {
    const std::lock_guard<std::mutex> lock(TheMachine()->mutex);
    if (TheMachine()->blocks.erase(static_cast<const char*>(memory)) == 0) return kFailure;
  }
  std::free(memory);
  return kSuccess;
}
int CopyToDevice(void* to, const void* from, size_t bytes) {
  if (Fails("CopyToDevice") || !Inside(to, bytes)) return kFailure;
  std::memcpy(to, from, bytes);
  return kSuccess;
}
int CopyToHost(void* to, const void* from, size_t bytes) {
  if (Fails("CopyToHost") || !Inside(from, bytes)) return kFailure;
  std::memcpy(to, from, bytes);
  return kSuccess;
}
std::string ErrorText(int) { return "a failure of the emulation"; }

RawContext* CreateContext(size_t l3_bytes) {
  if (Fails("CreateContext")) return nullptr;
  TheMachine()->workspace_bytes = l3_bytes;
  return new RawContext();
}
void DestroyContext(RawContext* context) { delete context; }
int Wait(RawContext* context) {
  bool good = !Fails("Wait") && context->owner == std::this_thread::get_id();
  for (const auto& work : context->queue) good = work() && good;
  context->queue.clear();
  return good ? kSuccess : kFailure;
}
int MaxCount(RawContext*) { return kMaxCount; }

int Unary(RawContext* context, UnaryFunction function, const float* x, float* y, int64_t count) {
  const int code = function == UnaryFunction::kRelu      ? 1
                   : function == UnaryFunction::kSigmoid ? 2
                                                         : 3;
  return Queue(context, "Unary", {{x, count}, {y, count}}, [=] {
    for (int64_t i = 0; i < count; ++i) y[i] = static_cast<float>(Activate({code, 0}, x[i]));
  });
}

int Scale(RawContext* context, const float* x, float* y, int64_t count, bool bias_after_scale,
          float scale, float bias) {
  return Queue(context, "Scale", {{x, count}, {y, count}}, [=] {
    for (int64_t i = 0; i < count; ++i) {
      y[i] = bias_after_scale ? x[i] * scale + bias : (x[i] + bias) * scale;
    }
  });
}

int Cast(RawContext* context, PrecisionType from, const void* x, PrecisionType to, void* y,
         int64_t count) {
  return Queue(context, "Cast", {{x, count, SizeOf(from)}, {y, count, SizeOf(to)}}, [=] {
    if (from == PrecisionType::kInt32) return CastTo<int32_t>(to, x, y, count);
    if (from == PrecisionType::kInt64) return CastTo<int64_t>(to, x, y, count);
    CastTo<float>(to, x, y, count);
  });
}

int Binary(RawContext* context, BinaryFunction function, const float* x, const float* y, float* out,
           const Dims& x_dims, const Dims& y_dims) {
  if (x_dims.size() != y_dims.size() || x_dims.empty()) return kFailure;
  Dims dims = x_dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (x_dims[i] != y_dims[i] && x_dims[i] != 1 && y_dims[i] != 1) return kFailure;
    dims[i] = std::max(x_dims[i], y_dims[i]);
  }
  return Queue(context, "Binary", {{x, Count(x_dims)}, {y, Count(y_dims)}, {out, Count(dims)}},
               [=] {
                 const int64_t count = Count(dims);
                 for (int64_t i = 0; i < count; ++i) {
                   const float a = x[OffsetIn(x_dims, dims, i)], b = y[OffsetIn(y_dims, dims, i)];
                   out[i] = function == BinaryFunction::kAdd ? a + b : a - b;
                 }
               });
}

int BatchNorm(RawContext* context, const float* x, float* y, const Dims& dims, float epsilon,
              const float* scale, const float* bias, const float* mean, const float* variance) {
  const int64_t channels = dims[1], area = int64_t{dims[2]} * dims[3];
  return Queue(
      context, "BatchNorm",
      {{x, Count(dims)},
       {y, Count(dims)},
       {scale, channels},
       {bias, channels},
       {mean, channels},
       {variance, channels}},
      [=] {
        for (int64_t i = 0; i < Count(dims); ++i) {
          const int64_t c = i / area % channels;
          y[i] = static_cast<float>(
              (x[i] - mean[c]) / std::sqrt(double{variance[c]} + epsilon) * scale[c] + bias[c]);
        }
      });
}

int LayerNorm(RawContext* context, const float* x, float* y, int rows, int columns, float epsilon,
              const float* scale, const float* bias) {
  const int64_t count = int64_t{rows} * columns;
  return Queue(
      context, "LayerNorm", {{x, count}, {y, count}, {scale, columns}, {bias, columns}}, [=] {
        for (int64_t r = 0; r < rows; ++r) {
          const float* const in = x + r * columns;
          double mean = 0, variance = 0;
          for (int i = 0; i < columns; ++i) mean += in[i];
          mean /= columns;
          for (int i = 0; i < columns; ++i) variance += (in[i] - mean) * (in[i] - mean);
          const double factor = 1 / std::sqrt(variance / columns + epsilon);
          for (int i = 0; i < columns; ++i) {
            y[r * columns + i] = static_cast<float>((in[i] - mean) * factor * scale[i] + bias[i]);
          }
        }
      });
}

int Softmax(RawContext* context, const float* x, float* y, const Dims& dims, int axis) {
  const int64_t extent = dims[static_cast<size_t>(axis)];
  const int64_t inner = Count(Dims(dims.begin() + axis + 1, dims.end()));
  // Paddle's lower bound of an exponent.
  const auto term = [](double value, double of) { return std::exp(std::max(value - of, -64.0)); };
  return Queue(context, "Softmax", {{x, Count(dims)}, {y, Count(dims)}}, [=] {
    for (int64_t row = 0; row < Count(dims) / extent; ++row) {
      const int64_t first = row / inner * extent * inner + row % inner;
      double largest = -std::numeric_limits<double>::infinity(), sum = 0;
      for (int64_t i = 0; i < extent; ++i) {
        largest = std::max(largest, double{x[first + i * inner]});
      }
      for (int64_t i = 0; i < extent; ++i) sum += term(x[first + i * inner], largest);
      for (int64_t i = 0; i < extent; ++i) {
        const int64_t at = first + i * inner;
        y[at] = static_cast<float>(term(x[at], largest) / sum);
      }
    }
  });
}

int Slice(RawContext* context, const float* x, float* y, const Dims& dims, const Dims& begins,
          const Dims& ends) {
  Dims sizes = dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (begins[i] < 0 || begins[i] >= ends[i] || ends[i] > dims[i]) return kFailure;
    sizes[i] = ends[i] - begins[i];
  }
  return Queue(context, "Slice", {{x, Count(dims)}, {y, Count(sizes)}}, [=] {
    for (int64_t i = 0; i < Count(sizes); ++i) {
      int64_t rest = i, step = 1, at = 0;
      for (size_t d = dims.size(); d-- > 0;) {
        at += (rest % sizes[d] + begins[d]) * step;
        rest /= sizes[d];
        step *= dims[d];
      }
      y[i] = x[at];
    }
  });
}

int Concat(RawContext* context, const std::vector<const float*>& x, float* y, const Dims& dims,
           int axis) {
  std::vector<Operand> operands = {{y, Count(dims) * static_cast<int64_t>(x.size())}};
  for (const float* each : x) operands.push_back({each, Count(dims)});
  const int64_t run = Count(Dims(dims.begin() + axis, dims.end()));
  return Queue(context, "Concat", std::move(operands), [=] {
    float* to = y;
    for (int64_t at = 0; at < Count(dims); at += run) {
      for (const float* each : x) to = std::copy_n(each + at, run, to);
    }
  });
}

int Transpose(RawContext* context, const float* x, float* y, const Dims& dims, const Dims& order) {
  Dims to(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) to[i] = dims[static_cast<size_t>(order[i])];
  return Queue(context, "Transpose", {{x, Count(dims)}, {y, Count(dims)}}, [=] {
    for (int64_t i = 0; i < Count(dims); ++i) {
      Dims at(dims.size());
      int64_t rest = i;
      for (size_t d = to.size(); d-- > 0; rest /= to[d]) {
        at[static_cast<size_t>(order[d])] = static_cast<int>(rest % to[d]);
      }
      int64_t from = 0;
      for (size_t d = 0; d < dims.size(); ++d) from = from * dims[d] + at[d];
      y[i] = x[from];
    }
  });
}

int Embedding(RawContext* context, const float* table, const int64_t* ids, float* y, int rows,
              int columns, int count, int64_t padding_id) {
  return Queue(
      context, "Embedding",
      {{table, int64_t{rows} * columns}, {ids, count, 8}, {y, int64_t{count} * columns}},
      [=] {
        for (int64_t i = 0; i < count; ++i) {
          for (int64_t j = 0; j < columns; ++j) {
            y[i * columns + j] = ids[i] == padding_id ? 0 : table[ids[i] * columns + j];
          }
        }
      },
      [=] {
        return std::all_of(ids, ids + count,
                           [=](int64_t id) { return id == padding_id || (id >= 0 && id < rows); });
      });
}

int Pool(RawContext* context, const LibraryPool& p) {
  const Dims &k = p.kernel, &s = p.strides, &pads = p.paddings;
  if (k.size() != 2 || s.size() != 2 || pads.size() != 4) return kFailure;
  const int out_h = Windows(p.height, pads[0] + pads[1], k[0], s[0]);
  const int out_w = Windows(p.width, pads[2] + pads[3], k[1], s[1]);
  const int64_t images = int64_t{p.batch} * p.channels;
  const int64_t area = int64_t{p.height} * p.width;
  return Queue(context, "Pool", {{p.x, images * area}, {p.y, images * out_h * out_w}}, [=] {
    float* y = p.y;
    for (int64_t image = 0; image < images; ++image) {
      for (int i = 0; i < out_h; ++i) {
        for (int j = 0; j < out_w; ++j) {
          double sum = 0;
          float largest = std::numeric_limits<float>::lowest();  // as Paddle begins
          int count = 0;
          for (int a = i * p.strides[0] - p.paddings[0], end = a + p.kernel[0]; a < end; ++a) {
            for (int b = j * p.strides[1] - p.paddings[2], last = b + p.kernel[1]; b < last; ++b) {
              if (a < 0 || b < 0 || a >= p.height || b >= p.width) continue;
              const float value = p.x[image * area + int64_t{a} * p.width + b];
              if (!(value <= largest) && !std::isnan(largest)) largest = value;
              sum += value;
              ++count;
            }
          }
          if (p.counts_padding) count = p.kernel[0] * p.kernel[1];
          *y++ = p.is_max ? largest : static_cast<float>(sum / count);
        }
      }
    }
  });
}

int Product(RawContext* context, const LibraryProduct& p) {
  const int64_t weights = int64_t{p.k} * p.n;
  return Queue(
      context, "Product",
      {{p.x, int64_t{p.m} * p.k},
       {p.w, weights},
       {p.y, int64_t{p.m} * p.n},
       {p.w_max, kMaxCount, sizeof(float), true},
       {p.bias, p.n, sizeof(float), true}},
      [p] { Multiply(p); }, [p, weights] { return IsMax(p.w_max, p.w, weights); });
}

int Products(RawContext* context, const LibraryBatch& b) {
  const int64_t x = int64_t{b.m} * b.k, w = int64_t{b.k} * b.n, y = int64_t{b.m} * b.n;
  return Queue(context, "Products", {{b.x, x * b.count}, {b.w, w * b.count}, {b.y, y * b.count}},
               [=] {
                 for (int64_t i = 0; i < b.count; ++i) {
                   LibraryProduct p;
                   p.x = b.x + i * x;
                   p.w = b.w + i * w;
                   p.y = b.y + i * y;
                   p.m = b.m;
                   p.n = b.n;
                   p.k = b.k;
                   p.transpose_x = b.transpose_x;
                   p.transpose_w = b.transpose_w;
                   p.alpha = b.alpha;
                   Multiply(p);
                 }
               });
}

int Convolution(RawContext* context, const LibraryConvolution& c) {
  const Dims &k = c.kernel, &s = c.strides, &d = c.dilations, &pads = c.paddings;
  if (k.size() != 2 || s.size() != 2 || d.size() != 2 || pads.size() != 4) return kFailure;
  const int out_h = Windows(c.height, pads[0] + pads[1], d[0] * (k[0] - 1) + 1, s[0]);
  const int out_w = Windows(c.width, pads[2] + pads[3], d[1] * (k[1] - 1) + 1, s[1]);
  const int64_t area = int64_t{c.height} * c.width, out_area = int64_t{out_h} * out_w;
  const int64_t in_of_group = c.in_channels / c.groups, out_of_group = c.out_channels / c.groups;
  const int64_t weights = c.out_channels * in_of_group * k[0] * k[1];
  const int64_t out = c.batch * c.out_channels * out_area;
  return Queue(
      context, "Convolution",
      {{c.x, c.batch * c.in_channels * area},
       {c.filter, weights},
       {c.filter_max, kMaxCount, sizeof(float), true},
       {c.bias, c.out_channels, sizeof(float), true},
       {c.branch, out, sizeof(float), true},
       {c.y, out}},
      [=] {
        for (int64_t at = 0; at < out; ++at) {
          const int64_t o = at / out_area % c.out_channels, n = at / out_area / c.out_channels;
          const int i = static_cast<int>(at % out_area / out_w), j = static_cast<int>(at % out_w);
          double sum = c.bias == nullptr ? 0 : c.bias[o];
          const float* filter = c.filter + o * in_of_group * c.kernel[0] * c.kernel[1];
          const int64_t first = n * c.in_channels + o / out_of_group * in_of_group;
          for (int64_t channel = first; channel < first + in_of_group; ++channel) {
            for (int a = 0; a < c.kernel[0]; ++a) {
              const int row = i * c.strides[0] - c.paddings[0] + a * c.dilations[0];
              for (int b = 0; b < c.kernel[1]; ++b, ++filter) {
                const int column = j * c.strides[1] - c.paddings[2] + b * c.dilations[1];
                if (row < 0 || column < 0 || row >= c.height || column >= c.width) continue;
                sum += static_cast<double>(c.x[channel * area + int64_t{row} * c.width + column]) *
                       *filter;
              }
            }
          }
          if (c.branch != nullptr) sum += c.branch[at];
          c.y[at] = static_cast<float>(Activate(c.activation, sum));
        }
      },
      [c, weights] { return IsMax(c.filter_max, c.filter, weights); });
}

}  // namespace library
}  // namespace paddle::lite::xpu
