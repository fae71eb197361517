// The loop in which matrix products of the portable kernels spend their time; compiled at the level
// of instruction-set files.
#include "lite/kernels/host/gemm.h"

namespace paddle::lite::kernels::host::gemm_internal {

template <int Rows, typename T, typename Sum>
void AddRows(const MatrixView<T>& a, int64_t depth, int64_t columns, const T* panel, Sum* sums) {
  for (int64_t j = 0; j < columns; j += kGemmBlock) {
    Sum block[Rows][kGemmBlock];
    for (int r = 0; r < Rows; ++r) {
      for (int c = 0; c < kGemmBlock; ++c) block[r][c] = sums[r * kGemmColumns + j + c];
    }
    for (int64_t k = 0; k < depth; ++k) {
      const T* row = panel + k * kGemmColumns + j;
      for (int r = 0; r < Rows; ++r) {
        const Sum factor = static_cast<Sum>(a.data[r * a.row_stride + k * a.column_stride]);
        for (int c = 0; c < kGemmBlock; ++c) block[r][c] += factor * static_cast<Sum>(row[c]);
      }
    }
    for (int r = 0; r < Rows; ++r) {
      for (int c = 0; c < kGemmBlock; ++c) sums[r * kGemmColumns + j + c] = block[r][c];
    }
  }
}

#define LITE_ADD_ROWS(T)                                                     \
  template void AddRows<1>(const MatrixView<T>&, int64_t, int64_t, const T*, \
                           typename GemmSum<T>::Type*);                      \
  template void AddRows<4>(const MatrixView<T>&, int64_t, int64_t, const T*, \
                           typename GemmSum<T>::Type*)
LITE_ADD_ROWS(float);
LITE_ADD_ROWS(double);
LITE_ADD_ROWS(int8_t);
LITE_ADD_ROWS(int32_t);
LITE_ADD_ROWS(int64_t);
#undef LITE_ADD_ROWS

}  // namespace paddle::lite::kernels::host::gemm_internal
