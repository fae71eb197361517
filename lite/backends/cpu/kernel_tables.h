// The micro-kernels of a CPU target by instruction-set level. A build has one CPU target; its
// folder defines the tables and the functions. Instruction-set files include this header.
#pragma once

#include <cstddef>

#include "lite/backends/cpu/bf16_casts.h"
#include "lite/backends/cpu/depthwise_f32.h"
#include "lite/backends/cpu/depthwise_s8.h"
#include "lite/backends/cpu/gemm_f32.h"
#include "lite/backends/cpu/gemm_s8.h"
#include "lite/backends/cpu/gemm_w8.h"
#include "lite/backends/cpu/grouped_f32.h"
#include "lite/backends/cpu/half_casts.h"
#include "lite/backends/cpu/matrix_tiles.h"
#include "lite/backends/cpu/pool_f32.h"
#include "lite/backends/cpu/sparse_f32.h"
#include "lite/backends/cpu/vector_f32.h"
#include "lite/backends/cpu/vector_s8.h"
#include "lite/backends/cpu/winograd_f32.h"
#include "lite/backends/cpu/winograd_s8.h"

namespace paddle::lite::cpu {

// Element types of plans, see conv_plan.h.
struct TypesF32;
struct TypesF16;
struct TypesBf16;
struct TypesW8;
struct TypesW16;

struct KernelTables {
  using Types = TypesF32;
  const char* level;
  const DepthwiseF32Kernels& depthwise;
  const GemmF32Kernels& gemm;
  const GemmW8Kernels& gemm_w8;
  const PoolF32Kernels& pool;
  const VectorF32Kernels& vector;
  const GroupedF32Kernels* grouped;    // null: the tile kernel is as fast
  const WinogradF32Kernels* winograd;  // null: too few registers to benefit
};

// The levels of the build, each a superset of the previous one; the machine has the first
// `available`.
struct KernelLevels {
  const KernelTables* tables;
  int count;
  int available;
};
KernelLevels AllLevels();

// The level to use from now on. Kernels ask when they are created.
const KernelTables& ActiveTables();
// Apart from the others, so that a library without sparse convolutions does not contain it.
const SparseF32Kernels& ActiveSparseKernels();

// The micro-kernels for tensors in float16 of one instruction set. Their sums are float16 on
// processors with such arithmetic, otherwise float32.
struct HalfTables {
  using Types = TypesF16;
  const char* level;
  const DepthwiseF16Kernels& depthwise;
  const GemmF16Kernels& gemm;
  const PoolF16Kernels& pool;
  const VectorF16Kernels& vector;
  const HalfCastKernels& casts;
  const GroupedF16Kernels* grouped;    // null: the tile kernel is as fast
  const WinogradF16Kernels* winograd;  // null: not made for speed
  const HalfTables* wide = nullptr;    // those with sums in float32; null: these have them
};

constexpr int kMaxHalfLevels = 4;
// The float16 tables of the build, and which of them the machine can run.
struct HalfLevels {
  const HalfTables* tables[kMaxHalfLevels];
  bool available[kMaxHalfLevels];
  int count;
};
HalfLevels AllHalfLevels();

// Those to use from now on, as ActiveTables.
const HalfTables& ActiveHalfTables();

// The micro-kernels for products of bfloat16 numbers, whose tensors and sums are float32.
struct BFloat16Tables {
  using Types = TypesBf16;
  const char* level;
  const GemmBf16Kernels& gemm;
  const BFloat16CastKernels& casts;
  const VectorF32Kernels& vector;
  const MatrixBf16Kernels* matrix = nullptr;  // null: no matrix registers
};

constexpr int kMaxBFloat16Levels = 4;
// The bfloat16 tables of the build, the best first, and which of them the machine can run.
struct BFloat16Levels {
  const BFloat16Tables* tables[kMaxBFloat16Levels];
  bool available[kMaxBFloat16Levels];
  int count;
};
BFloat16Levels AllBFloat16Levels();

// Those to use from now on, as ActiveTables. Every machine has some, for the results; whether they
// save time is another question.
const BFloat16Tables& ActiveBFloat16Tables();
bool BFloat16IsFaster();

// How an int8 plan by Winograd's algorithm is made (conv_s8_parts.h). Only tables refer to it: a
// library without such kernels does not contain the plan.
struct WinogradPlannerS8;
extern const WinogradPlannerS8 kWinogradPlannerS8;

// The int8 micro-kernels of one instruction set. They are chosen separately: processors have dot
// products of bytes at several levels.
struct Int8Tables {
  const char* level;
  const DepthwiseS8Kernels& depthwise;
  const GemmS8Kernels& gemm;
  const VectorS8Kernels& vector;
  const MatrixS8Kernels* matrix = nullptr;      // null: no matrix registers
  const WinogradS8Kernels* winograd = nullptr;  // null: a matrix product is faster
  // Lines of an input without negative values, which gemm.any_negative finds. Null: `depthwise` has
  // the lines of every input, or there are none.
  const DepthwiseS8Kernels* positive_lines = nullptr;
  const WinogradPlannerS8* winograd_planner = nullptr;  // for `winograd`
};

constexpr int kMaxInt8Levels = 8;
// The int8 tables of the build, and which of them the machine can run.
struct Int8Levels {
  const Int8Tables* tables[kMaxInt8Levels];
  bool available[kMaxInt8Levels];
  int count;
};
Int8Levels AllInt8Levels();

// Those to use from now on, as ActiveTables.
const Int8Tables& ActiveInt8Tables();

// Bytes of the second-level cache of one core.
size_t L2CacheBytes();

}  // namespace paddle::lite::cpu
