// The rate of multiply-adds in registers with one thread, the reference for convolutions.
// Instruction-set files include this header.
#pragma once

namespace paddle::lite::x86 {

// Runs about 5 million floating-point operations per call and returns how many.
double SpinBaseline();
double SpinAvx2();
double SpinAvx512();

}  // namespace paddle::lite::x86
