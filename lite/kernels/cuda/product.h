// Products by tiles of this library: the shape of the tiles, and how operands are loaded.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "lite/backends/cuda/product_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::LoadOrder;
using lite::cuda::MatrixSource;
using lite::cuda::TileProduct;

// Whether loads can be quads.
inline bool TakesQuads(const void* address) {
  return reinterpret_cast<uintptr_t>(address) % 16 == 0;
}
template <typename... Sizes>
bool AreFours(Sizes... sizes) {
  return ((sizes % 4 == 0) && ...);
}

// The order for an operand whose element (x, k) is at x * extent_step + k * depth_step.
inline LoadOrder OrderOf(int32_t extent, int32_t extent_step, int32_t depth, int32_t depth_step,
                         bool takes_quads) {
  if (depth_step == 1) {
    return takes_quads && AreFours(extent_step, depth) ? LoadOrder::kDepthQuads : LoadOrder::kDepth;
  }
  const bool quads = takes_quads && extent_step == 1 && AreFours(depth_step, extent);
  return quads ? LoadOrder::kExtentQuads : LoadOrder::kExtent;
}

// Sets the orders of a source whose operands are known.
inline void SetOrders(MatrixSource* source) {
  bool fours[2] = {TakesQuads(source->a), TakesQuads(source->b)};
  for (int operand = 0; operand < 2; ++operand) {
    for (int d = 0; d < source->batch.rank; ++d) {
      fours[operand] = fours[operand] && AreFours(source->batch.step[operand][d]);
    }
  }
  source->order_of_a =
      OrderOf(source->rows, source->a_row, source->depth, source->a_column, fours[0]);
  source->order_of_b =
      OrderOf(source->columns, source->b_column, source->depth, source->b_row, fours[1]);
}

// Estimated cycles of a product by tiles of a shape. Measured on an H100: a load from the L2 cache
// takes about 800 cycles, and a multiprocessor receives 48 bytes from there in a cycle.
template <typename Source, typename Shape>
double CyclesOf(const TileProduct<Source, Shape>& product, int multiprocessors, double efficiency) {
  constexpr double kLatency = 800, kBytes = 48, kProducts = 128, kStart = 1500;
  constexpr double kTile = double{Shape::kRows} * Shape::kColumns;
  const double groups = std::ceil(static_cast<double>(product.groups()) / multiprocessors);
  const double passes = std::ceil(groups / Shape::kResident);
  const double rounds = product.rounds();
  const double depth = rounds * Shape::kDepth * Shape::kSlices;
  const double multiply = kTile * depth / kProducts / efficiency;
  const double load = (Shape::kRows + Shape::kColumns) * depth * sizeof(float) / kBytes;
  return kStart + std::max(passes * rounds * kLatency, groups * std::max(multiply, load));
}

template <typename Source>
Status LaunchProduct(const char* name, const Source& source, const RunContext& context) {
  CudaContext* const queue = QueueOf(context);
  const int multiprocessors = std::max(1, queue->device()->facts().multiprocessors);
  const TileProduct<Source, lite::cuda::SmallTile> small = {source};
  const TileProduct<Source, lite::cuda::MediumTile> medium = {source};
  const TileProduct<Source, lite::cuda::LargeTile> large = {source};
  const double cycles[] = {CyclesOf(small, multiprocessors, 0.5),
                           CyclesOf(medium, multiprocessors, 0.65),
                           CyclesOf(large, multiprocessors, 0.8)};
  if (cycles[0] <= std::min(cycles[1], cycles[2])) {
    return queue->LaunchInGroups(name, small, small.groups());
  }
  if (cycles[1] <= cycles[2]) return queue->LaunchInGroups(name, medium, medium.groups());
  return queue->LaunchInGroups(name, large, large.groups());
}

}  // namespace paddle::lite::kernels::cuda
