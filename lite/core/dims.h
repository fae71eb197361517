#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "lite/base/status.h"

namespace paddle::lite {

// The shape of a tensor, always in the program's own (logical) order: a 4-D image tensor is
// [N, C, H, W] whatever its DataLayoutType. Rank 0 is a scalar with one element; a dimension of 0
// makes an empty tensor; -1 means "not known yet" and never reaches a kernel.
// Stored inline, so copying a shape allocates nothing.
class DDim {
 public:
  static constexpr int kMaxRank = 9;

  using value_type = int64_t;

  DDim() = default;
  DDim(std::initializer_list<int64_t> dims) {
    for (const int64_t d : dims) push_back(d);
  }
  // For shapes built by the library itself (rank <= kMaxRank); use FromVector for shapes from files
  // or callers.
  explicit DDim(const std::vector<int64_t>& dims) {
    for (const int64_t d : dims) push_back(d);
  }
  // Refuses rank > kMaxRank.
  static Result<DDim> FromVector(const std::vector<int64_t>& dims);

  int rank() const { return rank_; }
  size_t size() const { return static_cast<size_t>(rank_); }
  bool empty() const { return rank_ == 0; }
  int64_t operator[](int i) const { return dims_[i]; }
  int64_t& operator[](int i) { return dims_[i]; }
  // Dimension i, where a negative i counts from the end.
  int64_t at(int i) const { return dims_[i < 0 ? i + rank_ : i]; }
  const int64_t* begin() const { return dims_.data(); }
  const int64_t* end() const { return dims_.data() + rank_; }
  void push_back(int64_t d) {
    if (rank_ < kMaxRank) dims_[rank_++] = d;
  }

  // Product of all dimensions; 1 for rank 0. Sizes are validated by Tensor::Resize.
  int64_t production() const { return Count(0, rank_); }
  // Product of dimensions [begin, end).
  int64_t Count(int begin, int end) const {
    int64_t product = 1;
    for (int i = begin; i < end; ++i) product *= dims_[i];
    return product;
  }
  bool HasUnknown() const {
    for (const int64_t d : *this) {
      if (d < 0) return true;
    }
    return false;
  }
  std::vector<int64_t> Vectorize() const { return std::vector<int64_t>(begin(), end()); }
  std::string ToString() const { return ListToString(*this); }

  bool operator==(const DDim& other) const {
    if (rank_ != other.rank_) return false;
    for (int i = 0; i < rank_; ++i) {
      if (dims_[i] != other.dims_[i]) return false;
    }
    return true;
  }
  bool operator!=(const DDim& other) const { return !(*this == other); }

 private:
  std::array<int64_t, kMaxRank> dims_{};
  int rank_ = 0;
};

inline void AppendTo(std::string* out, const DDim& dims) { out->append(dims.ToString()); }

// Number of elements, or an error for a negative dimension or a size in bytes that overflows:
// Tensor::memory_size() never wraps for a shape accepted here.
Result<int64_t> CheckedElementCount(const DDim& dims);

}  // namespace paddle::lite
