// Numbers of attribute types in all model files. An AttrValue's index() is its number.
#pragma once

namespace paddle::lite::model {

enum class AttrType : int {
  kInt = 0,
  kFloat = 1,
  kString = 2,
  kInts = 3,
  kFloats = 4,
  kStrings = 5,
  kBoolean = 6,
  kBooleans = 7,
  kBlock = 8,
  kLong = 9,
  kBlocks = 10,
  kLongs = 11,
  kFloat64s = 12,
  kVar = 13,
  kVars = 14,
  kFloat64 = 15,
  kScalar = 16,  // this and the next: only in Paddle programs; read as plain values
  kScalars = 17,
};

// Kinds of a SCALAR.
enum class ScalarType : int { kBoolean = 1, kLong = 2, kFloat64 = 3, kComplex128 = 4 };

}  // namespace paddle::lite::model
