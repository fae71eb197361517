#include "geometry.h"

#include <math.h>
#include <string.h>

#include <algorithm>
#include <utility>

namespace ocr {
namespace {

const int kResizeBits = 11;  // of a weight of Resize
const int kWarpBits = 15;    // of a weight of the bicubic warp
const int kPhaseBits = 5;    // positions between two pixels: 32
const int kPhases = 1 << kPhaseBits;
const int kWarpBlock = 32;

int Clamp(int value, int low, int high) { return std::max(low, std::min(value, high)); }

unsigned char ToByte(int value) { return static_cast<unsigned char>(Clamp(value, 0, 255)); }

// Rounds to nearest, halves to even.
int Round(double value) { return static_cast<int>(lrint(value)); }

struct Tap {
  int first;  // first of the two neighbours; the other is the next one, or the same at the border
  int second;
  int weight[2];
};

// The source pixels and weights of each pixel of a row or column of `target`. Columns beyond the
// border only take the border's pixel; rows keep their weights and read the border's row twice,
// which rounds differently.
std::vector<Tap> Taps(int source, int target, bool columns) {
  const double scale = 1.0 / (static_cast<double>(target) / static_cast<double>(source));
  std::vector<Tap> taps(static_cast<size_t>(target));
  for (int i = 0; i < target; ++i) {
    float part = static_cast<float>((i + 0.5) * scale - 0.5);
    int at = static_cast<int>(floorf(part));
    part -= static_cast<float>(at);
    if (columns && (at < 0 || at >= source - 1)) {
      at = Clamp(at, 0, source - 1);
      part = 0;
    }
    Tap& tap = taps[static_cast<size_t>(i)];
    tap.first = Clamp(at, 0, source - 1);
    tap.second = Clamp(at + 1, 0, source - 1);
    tap.weight[0] = Round(static_cast<double>((1.0f - part) * (1 << kResizeBits)));
    tap.weight[1] = Round(static_cast<double>(part * (1 << kResizeBits)));
  }
  return taps;
}

// Exactly half of both sides: the mean of four pixels.
Image Halve(const Image& source) {
  Image result(source.width / 2, source.height / 2);
  for (int y = 0; y < result.height; ++y) {
    for (int x = 0; x < result.width; ++x) {
      const unsigned char* upper = source.At(2 * x, 2 * y);
      const unsigned char* lower = source.At(2 * x, 2 * y + 1);
      for (int c = 0; c < 3; ++c) {
        const int sum = upper[c] + upper[c + 3] + lower[c] + lower[c + 3];
        result.At(x, y)[c] = static_cast<unsigned char>((sum + 2) >> 2);
      }
    }
  }
  return result;
}

// One row, resized, in units of 2^-11.
void ResizeRow(const Image& source, int y, const std::vector<Tap>& columns, std::vector<int>* row) {
  const unsigned char* from = source.At(0, y);
  int* to = row->data();
  for (size_t x = 0; x < columns.size(); ++x) {
    const Tap& tap = columns[x];
    const unsigned char* left = from + static_cast<size_t>(tap.first) * 3;
    const unsigned char* right = from + static_cast<size_t>(tap.second) * 3;
    for (int c = 0; c < 3; ++c) *to++ = left[c] * tap.weight[0] + right[c] * tap.weight[1];
  }
}

// The four weights of a cubic spline (a = -0.75) at a position between two pixels.
void CubicWeights(float x, float weights[4]) {
  const float a = -0.75f;
  weights[0] = ((a * (x + 1) - 5 * a) * (x + 1) + 8 * a) * (x + 1) - 4 * a;
  weights[1] = ((a + 2) * x - (a + 3)) * x * x + 1;
  weights[2] = ((a + 2) * (1 - x) - (a + 3)) * (1 - x) * (1 - x) + 1;
  weights[3] = 1.0f - weights[0] - weights[1] - weights[2];
}

// Sixteen weights in units of 2^-15 for each of 32 x 32 positions. The rounding error is added to
// the largest or the smallest of four weights, so that each set adds up to one.
std::vector<short> WarpWeights() {
  std::vector<short> table(static_cast<size_t>(kPhases) * kPhases * 16);
  float line[kPhases][4];
  for (int i = 0; i < kPhases; ++i) CubicWeights(static_cast<float>(i) / kPhases, line[i]);
  for (int i = 0; i < kPhases * kPhases; ++i) {
    short* weights = table.data() + static_cast<size_t>(i) * 16;
    int sum = 0;
    for (int k = 0; k < 16; ++k) {
      const float product = line[i / kPhases][k / 4] * line[i % kPhases][k % 4];
      weights[k] = static_cast<short>(
          Clamp(Round(static_cast<double>(product * (1 << kWarpBits))), -32768, 32767));
      sum += weights[k];
    }
    const int missing = (1 << kWarpBits) - sum;
    if (missing == 0) continue;
    const int candidates[4] = {10, 11, 14, 15};
    int least = candidates[0], most = candidates[0];
    for (int k = 1; k < 4; ++k) {
      if (weights[candidates[k]] < weights[least]) least = candidates[k];
      if (weights[candidates[k]] > weights[most]) most = candidates[k];
    }
    short& corrected = weights[missing > 0 ? most : least];
    corrected = static_cast<short>(corrected + missing);
  }
  return table;
}

// Solves `count` equations in place by elimination with the largest pivots.
bool Solve(double matrix[8][8], double right[8]) {
  for (int i = 0; i < 8; ++i) {
    int pivot = i;
    for (int j = i + 1; j < 8; ++j) {
      if (fabs(matrix[j][i]) > fabs(matrix[pivot][i])) pivot = j;
    }
    if (fabs(matrix[pivot][i]) < 1e-14) return false;
    if (pivot != i) {
      for (int k = i; k < 8; ++k) std::swap(matrix[i][k], matrix[pivot][k]);
      std::swap(right[i], right[pivot]);
    }
    const double inverse = -1 / matrix[i][i];
    for (int j = i + 1; j < 8; ++j) {
      const double factor = matrix[j][i] * inverse;
      for (int k = i + 1; k < 8; ++k) matrix[j][k] += factor * matrix[i][k];
      right[j] += factor * right[i];
    }
  }
  for (int i = 7; i >= 0; --i) {
    for (int k = i + 1; k < 8; ++k) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  return true;
}

bool Invert(const double m[9], double inverse[9]) {
  const double determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) -
                             m[1] * (m[3] * m[8] - m[5] * m[6]) +
                             m[2] * (m[3] * m[7] - m[4] * m[6]);
  if (determinant == 0) return false;
  const double d = 1 / determinant;
  inverse[0] = (m[4] * m[8] - m[5] * m[7]) * d;
  inverse[1] = (m[2] * m[7] - m[1] * m[8]) * d;
  inverse[2] = (m[1] * m[5] - m[2] * m[4]) * d;
  inverse[3] = (m[5] * m[6] - m[3] * m[8]) * d;
  inverse[4] = (m[0] * m[8] - m[2] * m[6]) * d;
  inverse[5] = (m[2] * m[3] - m[0] * m[5]) * d;
  inverse[6] = (m[3] * m[7] - m[4] * m[6]) * d;
  inverse[7] = (m[1] * m[6] - m[0] * m[7]) * d;
  inverse[8] = (m[0] * m[4] - m[1] * m[3]) * d;
  return true;
}

// A coordinate in 1/32 pixels, limited to the range of the arithmetic below.
int Phase(double value) { return Round(std::max(-2147483648.0, std::min(2147483647.0, value))); }

// Takes each pixel of `target` from its position in `source` according to `back`.
void Warp(const Image& source, const double back[9], Image* target) {
  static const std::vector<short> table = WarpWeights();
  // Sums restart with each block of columns: for a position exactly between two phases, the order
  // of the additions determines the result.
  const int block_height = std::min(kWarpBlock / 2, target->height);
  const int block = std::min(kWarpBlock * kWarpBlock / block_height, target->width);
  for (int y = 0; y < target->height; ++y) {
    unsigned char* to = target->At(0, y);
    for (int x = 0; x < target->width; ++x, to += 3) {
      const int begin = x - x % block, step = x - begin;
      const double depth = back[6] * begin + back[7] * y + back[8] + back[6] * step;
      const double scale = depth != 0 ? kPhases / depth : 0;
      const int px = Phase((back[0] * begin + back[1] * y + back[2] + back[0] * step) * scale);
      const int py = Phase((back[3] * begin + back[4] * y + back[5] + back[3] * step) * scale);
      const int left = Clamp(px >> kPhaseBits, -32768, 32767) - 1;
      const int top = Clamp(py >> kPhaseBits, -32768, 32767) - 1;
      const short* weights =
          table.data() +
          static_cast<size_t>((py & (kPhases - 1)) * kPhases + (px & (kPhases - 1))) * 16;
      int sum[3] = {0, 0, 0};
      for (int row = 0; row < 4; ++row) {
        const int from_y = Clamp(top + row, 0, source.height - 1);
        for (int column = 0; column < 4; ++column) {
          const int from_x = Clamp(left + column, 0, source.width - 1);
          const unsigned char* from = source.At(from_x, from_y);
          const int weight = weights[row * 4 + column];
          for (int c = 0; c < 3; ++c) sum[c] += from[c] * weight;
        }
      }
      for (int c = 0; c < 3; ++c) {
        to[c] = ToByte((sum[c] + (1 << (kWarpBits - 1))) >> kWarpBits);
      }
    }
  }
}

float Distance(const Point& a, const Point& b) {
  return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

}  // namespace

Image Resize(const Image& source, int width, int height) {
  if (width == source.width && height == source.height) return source;
  if (source.width == 2 * width && source.height == 2 * height) return Halve(source);
  const std::vector<Tap> columns = Taps(source.width, width, true);
  const std::vector<Tap> rows = Taps(source.height, height, false);
  Image result(width, height);
  // The two current rows, and their indices in the source.
  std::vector<int> upper(columns.size() * 3), lower(columns.size() * 3);
  int upper_y = -1, lower_y = -1;
  for (int y = 0; y < height; ++y) {
    const Tap& tap = rows[static_cast<size_t>(y)];
    if (tap.first != upper_y && tap.first == lower_y) {
      std::swap(upper, lower);
      std::swap(upper_y, lower_y);
    }
    if (tap.first != upper_y) ResizeRow(source, tap.first, columns, &upper);
    upper_y = tap.first;
    if (tap.second != lower_y) ResizeRow(source, tap.second, columns, &lower);
    lower_y = tap.second;
    unsigned char* to = result.At(0, y);
    for (size_t i = 0; i < upper.size(); ++i) {
      const int first = (tap.weight[0] * (upper[i] >> 4)) >> 16;
      const int second = (tap.weight[1] * (lower[i] >> 4)) >> 16;
      to[i] = ToByte((first + second + 2) >> 2);
    }
  }
  return result;
}

Image TurnAround(const Image& source) {
  Image result(source.width, source.height);
  for (int y = 0; y < source.height; ++y) {
    for (int x = 0; x < source.width; ++x) {
      memcpy(result.At(source.width - 1 - x, source.height - 1 - y), source.At(x, y), 3);
    }
  }
  return result;
}

Image TurnLeft(const Image& source) {
  Image result(source.height, source.width);
  for (int y = 0; y < source.height; ++y) {
    for (int x = 0; x < source.width; ++x) {
      memcpy(result.At(y, source.width - 1 - x), source.At(x, y), 3);
    }
  }
  return result;
}

bool PerspectiveTransform(const Point from[4], const Point to[4], double transform[9]) {
  double matrix[8][8] = {};
  for (int i = 0; i < 4; ++i) {
    const double x = from[i].x, y = from[i].y, u = to[i].x, v = to[i].y;
    const double upper[8] = {x, y, 1, 0, 0, 0, -x * u, -y * u};
    const double lower[8] = {0, 0, 0, x, y, 1, -x * v, -y * v};
    memcpy(matrix[i], upper, sizeof(upper));
    memcpy(matrix[i + 4], lower, sizeof(lower));
    transform[i] = u;
    transform[i + 4] = v;
  }
  transform[8] = 1;
  return Solve(matrix, transform);
}

bool CropQuadrangle(const Image& source, const Point corners[4], Image* result) {
  const int width = static_cast<int>(
      std::max(Distance(corners[0], corners[1]), Distance(corners[2], corners[3])));
  const int height = static_cast<int>(
      std::max(Distance(corners[0], corners[3]), Distance(corners[1], corners[2])));
  if (width < 1 || height < 1) return false;
  const Point upright[4] = {Point(0, 0), Point(static_cast<float>(width), 0),
                            Point(static_cast<float>(width), static_cast<float>(height)),
                            Point(0, static_cast<float>(height))};
  double there[9], back[9];
  if (!PerspectiveTransform(corners, upright, there) || !Invert(there, back)) return false;
  Image warped(width, height);
  Warp(source, back, &warped);
  *result = height >= 1.5 * width ? TurnLeft(warped) : warped;
  return true;
}

}  // namespace ocr
