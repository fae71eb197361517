// Products by tiles of this library: the shape of the tiles, and how operands are loaded.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>

#include "lite/backends/cuda/product_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::LoadOrder;
using lite::cuda::MatrixSource;
using lite::cuda::RowsSource;
using lite::cuda::TileProduct;

// Whether loads can be quads.
inline bool TakesQuads(const void* address) {
  return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}

// Times of tiles, fitted to 140 products of networks on an H200, with an error of 13 %; the fastest
// shape of each is the one that this estimate chooses.
struct TileTimes {
  double start, round;  // microseconds of one group, and of each of its rounds
  double share;         // n groups of a multiprocessor take round * n ^ share each
  int resident;         // groups that a multiprocessor has at a time
};
template <typename Shape>
constexpr TileTimes kTimes = {};
template <>
inline constexpr TileTimes kTimes<lite::cuda::TinyTile> = {2.21, 0.86, 0.5, 1};
template <>
inline constexpr TileTimes kTimes<lite::cuda::ShortTile> = {3.89, 0.72, 0.71, 2};
template <>
inline constexpr TileTimes kTimes<lite::cuda::SmallTile> = {2.60, 1.34, 0.5, 1};
template <>
inline constexpr TileTimes kTimes<lite::cuda::MediumTile> = {7.01, 0.88, 0.81, 2};
template <>
inline constexpr TileTimes kTimes<lite::cuda::LargeTile> = {15.21, 1.49, 0.5, 1};

// Estimated microseconds of a product by tiles of a shape, infinite if the device cannot launch it.
template <typename Source, typename Shape>
double MicrosecondsOf(const TileProduct<Source, Shape>& product,
                      const lite::cuda::runtime::DeviceFacts& device) {
  if (sizeof(typename TileProduct<Source, Shape>::Shared) > device.shared_bytes) {
    return std::numeric_limits<double>::infinity();
  }
  constexpr TileTimes times = kTimes<Shape>;
  const int64_t multiprocessors = std::max(1, device.multiprocessors);
  const int64_t groups = (product.groups() + multiprocessors - 1) / multiprocessors;
  const auto take = [&](int64_t together) {
    return times.start +
           product.rounds() * times.round * std::pow(static_cast<double>(together), times.share);
  };
  const int64_t rest = groups % times.resident;
  return static_cast<double>(groups / times.resident) * take(times.resident) +
         (rest == 0 ? 0 : take(rest));
}

// Whether the device's setting asks for the precision of float, see TileProduct.
inline bool IsExact(const PrepareContext& context) {
  return static_cast<CudaContext*>(context.device)->device()->settings().arithmetic ==
         lite::cuda::Arithmetic::kFloat;
}

// Launches the product with the fastest of the shapes; `exact` as in TileProduct.
template <typename... Shapes, typename Source>
Status LaunchShapes(const char* name, const Source& source, bool exact, const RunContext& context) {
  CudaContext* const queue = QueueOf(context);
  const auto& device = queue->device()->facts();
  const double times[] = {MicrosecondsOf(TileProduct<Source, Shapes>{source, exact}, device)...};
  const double* const least = std::min_element(std::begin(times), std::end(times));
  if (std::isinf(*least)) {
    return Unsupported("the device has too little shared memory for a product");
  }
  Status status;
  const double* time = times;
  const auto launch_fastest = [&](const auto& product) {
    if (time++ == least) status = queue->LaunchInGroups(name, product, product.groups());
  };
  (launch_fastest(TileProduct<Source, Shapes>{source, exact}), ...);
  return status;
}

template <typename Source>
Status LaunchWalk(const char* name, const Source& source, bool exact, const RunContext& context) {
  return LaunchShapes<lite::cuda::TinyTile, lite::cuda::ShortTile, lite::cuda::SmallTile,
                      lite::cuda::MediumTile, lite::cuda::LargeTile>(name, source, exact, context);
}

// A product of matrices whose addresses are known.
template <typename T>
Status LaunchProduct(const char* name, MatrixSource<T> source, bool exact,
                     const RunContext& context) {
  if constexpr (std::is_same_v<T, float>) {
    const auto takes_quads = [&source](int operand) {
      for (int d = 0; d < source.batch.rank; ++d) {
        if (source.batch.step[operand][d] % 4 != 0) return false;
      }
      return TakesQuads(operand == 0 ? source.a : source.b);
    };
    if (source.a_column == 1 && source.b_column == 1 && source.a_row % 4 == 0 &&
        source.depth % 4 == 0 && takes_quads(0)) {
      if (source.b_row % 4 == 0 && source.columns % 4 == 0 && takes_quads(1)) {
        return LaunchWalk(name, RowsSource<LoadOrder::kExtentQuads>{source}, exact, context);
      }
      return LaunchWalk(name, RowsSource<LoadOrder::kExtent>{source}, exact, context);
    }
  }
  source.order_of_a = source.a_column == 1 ? LoadOrder::kDepth : LoadOrder::kExtent;
  source.order_of_b = source.b_row == 1 ? LoadOrder::kDepth : LoadOrder::kExtent;
  return LaunchShapes<lite::cuda::ShortTile, lite::cuda::MediumTile>(name, source, exact, context);
}

}  // namespace paddle::lite::kernels::cuda
