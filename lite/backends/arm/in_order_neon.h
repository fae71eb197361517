// The inner loop of tiles for cores that execute in order (Cortex-A53, A55). Included only by
// *_inorder_*.cc.
//
// Such a core issues instructions as they come. It loads 64 bits in a cycle, and issues no other
// instruction while it loads 128. Each vector is hence loaded as two halves, the second one through
// a general register: `ldr d` is issued with the `ins` of an earlier vector, `ldr x` with a
// multiply-add. The rules and latencies are those of tests/perf/arm_cycles.py.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace paddle::lite::arm {
namespace {

#define LITE_IN_ORDER_INLINE inline __attribute__((always_inline))
#define LITE_IN_ORDER_UNROLL _Pragma("GCC unroll 8")

enum class TileOp : int {
  kMultiply,  // row `a` by vector `b` of the panel at step `c`
  kRowLow,    // the low half of the next vector of row `a`
  kRowHigh,   // the high half, into general register `b`
  kRowInsert,
  kWeightLow,  // the same for register `a` of the weights: vector `c` of those of the round
  kWeightHigh,
  kWeightInsert,
  kAdvance,  // the weights (a = 0), or the bytes to the low (1) or high (2) half of the next
             // vectors
};

struct TileInstruction {
  TileOp op = TileOp::kMultiply;
  int a = 0, b = 0, c = 0;
};

// A round of the loop in the order of its instructions: the steps that multiply by the lanes of one
// vector of each row, in a panel of two vectors. The weights of a step are loaded two steps
// earlier. The rows are free after the last step and needed by the first one; to have the
// multiplications of two steps to arrive in, a round begins with the second step and ends with the
// first one of the next round.
template <int kRows, int kSteps>
class InOrderRound {
 public:
  static constexpr int kLoads = kRows + 2 * kSteps;
  static constexpr int kCount = kSteps * kRows * 2 + 3 * kLoads + 3;

  constexpr InOrderRound() {
    for (int step = 1; step < kSteps - 1; ++step) {
      Queue queue;
      for (int j = 0; j < 2; ++j) LoadWeights(&queue, j * kRows + 1, 2 * (step + 2) + j);
      Weave(step, 1, &queue);
    }
    Queue last;
    for (int m = 0; m < kRows; ++m) Load(&last, 2 * m + 2, TileOp::kRowLow, m, 0);
    for (int j = 0; j < 4; ++j) LoadWeights(&last, 2 * kRows + 2, 2 * (kSteps + 1) + j);
    for (int a = 0; a < 3; ++a) last.Put(2 * kRows + 2, {TileOp::kAdvance, a});
    for (const TileInstruction& one : owed_) last.Put(2 * kRows + 2, one);
    Weave(kSteps - 1, 2, &last);
  }

  TileInstruction instruction[kCount] = {};

 private:
  // Instructions without a multiplication between them.
  struct Group {
    TileInstruction instruction[2] = {};
    int count = 0;
    int earliest = 0;  // after this number of multiplications
  };
  struct Queue {
    Group group[2 * (kRows + 4) + 5] = {};
    int count = 0;

    constexpr void Put(int earliest, TileInstruction first) {
      group[count].instruction[0] = first;
      group[count].count = 1;
      group[count].earliest = earliest;
      ++count;
    }
  };

  // An insertion follows two loads later, because it would wait for its own.
  constexpr void Load(Queue* queue, int earliest, TileOp low, int a, int c) {
    const auto after_low = [&](int n) { return static_cast<TileOp>(static_cast<int>(low) + n); };
    const int general = loads_++ % 2;
    queue->Put(earliest, {low, a, general, c});
    TileInstruction& owed = owed_[general];
    if (loads_ > 2) {
      Group& group = queue->group[queue->count - 1];
      group.instruction[group.count++] = owed;
    }
    owed = {after_low(2), a, general, c};
    queue->Put(earliest, {after_low(1), a, general, c});
  }

  // Vector `c` of the weights; there are registers for four steps.
  constexpr void LoadWeights(Queue* queue, int earliest, int c) {
    Load(queue, earliest, TileOp::kWeightLow, c % 8, c);
  }

  // `steps` steps, and a group of the queue after each multiplication.
  constexpr void Weave(int first_step, int steps, Queue* queue) {
    int multiplications = 0, next = 0;
    const auto append = [&](const Group& group) {
      for (int i = 0; i < group.count; ++i) instruction[count_++] = group.instruction[i];
    };
    for (int step = first_step; step < first_step + steps; ++step) {
      for (int i = 0; i < 2 * kRows; ++i) {
        instruction[count_++] = {TileOp::kMultiply, i / 2, i % 2, step % kSteps};
        ++multiplications;
        if (next < queue->count && queue->group[next].earliest <= multiplications) {
          append(queue->group[next++]);
        }
      }
    }
    while (next < queue->count) append(queue->group[next++]);
  }

  TileInstruction owed_[2] = {};  // by general register
  int loads_ = 0;
  int count_ = 0;
};

template <int kRows, int kSteps>
constexpr InOrderRound<kRows, kSteps> kInOrderRound{};

template <typename M, int kRows>
struct InOrderRegisters {
  typename M::T sum[kRows][2];
  typename M::T x[kRows];  // a vector of each row
  typename M::T w[8];      // the weights of four steps
  uint64_t high[2];
  const char* weights;                // of the round
  int64_t low_at = 16, high_at = 24;  // bytes from a row's pointer to the halves of its next vector
};

// Instruction number kAt of a round. The order of volatile statements is kept.
template <int kAt, typename M, int kRows, typename Element>
LITE_IN_ORDER_INLINE void IssueInOrder(InOrderRegisters<M, kRows>& r,
                                       const Element* const (&row)[kRows]) {
  constexpr TileInstruction i = kInOrderRound<kRows, M::kSteps>.instruction[kAt];
  constexpr int kWeight = 16 * i.c;
  if constexpr (i.op == TileOp::kMultiply) {
    r.sum[i.a][i.b] =
        M::template Multiply<i.c>(r.w[(2 * i.c + i.b) % 8], r.x[i.a], r.sum[i.a][i.b]);
  } else if constexpr (i.op == TileOp::kRowLow) {
    __asm__ __volatile__("ldr %d0, [%1, %2]" : "=x"(r.x[i.a]) : "r"(row[i.a]), "r"(r.low_at));
  } else if constexpr (i.op == TileOp::kRowHigh) {
    __asm__ __volatile__("ldr %0, [%1, %2]" : "=r"(r.high[i.b]) : "r"(row[i.a]), "r"(r.high_at));
  } else if constexpr (i.op == TileOp::kRowInsert) {
    __asm__ __volatile__("ins %0.d[1], %1" : "+x"(r.x[i.a]) : "r"(r.high[i.b]));
  } else if constexpr (i.op == TileOp::kWeightLow) {
    __asm__ __volatile__("ldr %d0, [%1, %2]" : "=w"(r.w[i.a]) : "r"(r.weights), "i"(kWeight));
  } else if constexpr (i.op == TileOp::kWeightHigh) {
    __asm__ __volatile__("ldr %0, [%1, %2]" : "=r"(r.high[i.b]) : "r"(r.weights), "i"(kWeight + 8));
  } else if constexpr (i.op == TileOp::kWeightInsert) {
    __asm__ __volatile__("ins %0.d[1], %1" : "+w"(r.w[i.a]) : "r"(r.high[i.b]));
  } else if constexpr (i.a == 0) {
    __asm__ __volatile__("add %0, %0, %1" : "+r"(r.weights) : "i"(32 * M::kSteps));
  } else if constexpr (i.a == 1) {
    __asm__ __volatile__("add %0, %0, 16" : "+r"(r.low_at));
  } else {
    __asm__ __volatile__("add %0, %0, 16" : "+r"(r.high_at));
  }
}

template <typename M, int kRows, typename Element, int... kAt>
LITE_IN_ORDER_INLINE void RoundInOrder(InOrderRegisters<M, kRows>& r,
                                       const Element* const (&row)[kRows],
                                       std::integer_sequence<int, kAt...>) {
  (IssueInOrder<kAt>(r, row), ...);
}

template <int kStep, typename M, int kRows>
LITE_IN_ORDER_INLINE void StepInOrder(InOrderRegisters<M, kRows>& r) {
  LITE_IN_ORDER_UNROLL for (int m = 0; m < kRows; ++m) {
    LITE_IN_ORDER_UNROLL for (int j = 0; j < 2; ++j) {
      r.sum[m][j] = M::template Multiply<kStep>(r.w[(2 * kStep + j) % 8], r.x[m], r.sum[m][j]);
    }
  }
}

// The steps of the last round from kStep on, whose weights are loaded when they are needed.
template <int kStep, typename M, int kRows, typename Element>
LITE_IN_ORDER_INLINE void EndInOrder(InOrderRegisters<M, kRows>& r, const Element* weights) {
  if constexpr (kStep < M::kSteps) {
    constexpr int kLanes = 16 / sizeof(Element);
    if constexpr (kStep >= 3) {
      LITE_IN_ORDER_UNROLL for (int j = 0; j < 2; ++j) {
        r.w[(2 * kStep + j) % 8] = M::Load(weights + (2 * kStep + j) * kLanes);
      }
    }
    StepInOrder<kStep>(r);
    EndInOrder<kStep + 1>(r, weights);
  }
}

// sum += `rounds` vectors of each row times their weights, [rounds][kSteps][2 vectors]; moves the
// pointers after them. M has kSteps, the number of lanes of a vector, its type T, Load, and
// Multiply<kLane>(w, x, sum), a volatile statement: sum plus the products of w and a lane of x.
template <typename M, int kRows, typename Element>
LITE_IN_ORDER_INLINE void AddInOrder(typename M::T (&sum)[kRows][2], const Element* (&row)[kRows],
                                     const Element** weights, int64_t rounds) {
  constexpr int kLanes = 16 / sizeof(Element);
  if (rounds == 0) return;
  InOrderRegisters<M, kRows> r;
  LITE_IN_ORDER_UNROLL for (int m = 0; m < kRows; ++m) {
    LITE_IN_ORDER_UNROLL for (int j = 0; j < 2; ++j) r.sum[m][j] = sum[m][j];
  }
  __asm__ __volatile__("" : : : "memory");  // the statements of a round do not say what they read
  LITE_IN_ORDER_UNROLL for (int m = 0; m < kRows; ++m) r.x[m] = M::Load(row[m]);
  LITE_IN_ORDER_UNROLL for (int j = 0; j < 6; ++j) r.w[j] = M::Load(*weights + j * kLanes);
  StepInOrder<0>(r);
  r.weights = reinterpret_cast<const char*>(*weights);
  for (int64_t i = rounds - 1; i > 0; --i) {
    RoundInOrder(r, row, std::make_integer_sequence<int, InOrderRound<kRows, M::kSteps>::kCount>());
  }
  *weights = reinterpret_cast<const Element*>(r.weights);
  EndInOrder<1>(r, *weights);
  LITE_IN_ORDER_UNROLL for (int m = 0; m < kRows; ++m) {
    LITE_IN_ORDER_UNROLL for (int j = 0; j < 2; ++j) sum[m][j] = r.sum[m][j];
    row[m] += rounds * kLanes;
  }
  *weights += 2 * M::kSteps * kLanes;
}

}  // namespace
}  // namespace paddle::lite::arm
