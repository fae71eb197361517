// What a processor offers beyond its base architecture, as a set, and tables of micro-kernels that
// state what they need of it. Never included by instruction-set files
// (docs/design/isa-dispatch.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace paddle::lite::simd {

// A set of enumerators of `Feature`, which number fewer than 32.
template <typename Feature>
class FeatureSet {
 public:
  constexpr FeatureSet() = default;
  constexpr FeatureSet(std::initializer_list<Feature> features) {
    for (const Feature feature : features) bits_ |= uint32_t{1} << static_cast<int>(feature);
  }
  static constexpr FeatureSet FromBits(uint32_t bits) {
    FeatureSet set;
    set.bits_ = bits;
    return set;
  }
  static constexpr FeatureSet All() { return FromBits(~uint32_t{0}); }

  constexpr uint32_t bits() const { return bits_; }
  // Whether everything in `needed` is in this set. There is no order: neither of two sets may have
  // the other.
  constexpr bool Has(FeatureSet needed) const { return (bits_ & needed.bits_) == needed.bits_; }
  constexpr FeatureSet operator|(FeatureSet other) const { return FromBits(bits_ | other.bits_); }
  constexpr FeatureSet operator&(FeatureSet other) const { return FromBits(bits_ & other.bits_); }

 private:
  uint32_t bits_ = 0;
};

// A table of micro-kernels and what it needs.
template <typename Feature, typename Table>
struct Requirement {
  FeatureSet<Feature> needs;
  const Table* table;
};

// The first of `tables` that `offered` suffices for; null if there is none.
template <typename Feature, typename Table, size_t N>
const Table* FirstUsable(FeatureSet<Feature> offered,
                         const Requirement<Feature, Table> (&tables)[N]) {
  for (const auto& candidate : tables) {
    if (offered.Has(candidate.needs)) return candidate.table;
  }
  return nullptr;
}

}  // namespace paddle::lite::simd
