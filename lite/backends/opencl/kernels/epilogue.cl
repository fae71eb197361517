// What is fused after a product: bias, residual, activation, a second operand.

#include "functions.cl"

typedef struct {
  Activation activation;
  // The slope of output element i for a fused prelu is (i % slope_period) / slope_step.
  int slope_period, slope_step;
  // The activation's result is multiplied by `scale`, then `shift` is added.
  float scale, shift;
  int relu_after_second;
} Epilogue;

#define EPILOGUE_ARGUMENTS \
  BUFFER_IN(residual), BUFFER_IN(slopes), BUFFER_IN(second), const Epilogue epilogue

// The operands of the epilogue of one kernel.
typedef struct {
  __global const float *residual, *slopes, *second;
} EpilogueOperands;

#define EPILOGUE_OPERANDS                                                              \
  {HAS(residual) ? DATA(residual) : 0, HAS(slopes) ? DATA(slopes) : 0,                 \
   HAS(second) ? DATA(second) : 0}

// Output element `i`, whose sum with the bias is `value`.
float Finish(float value, int i, const EpilogueOperands *operands, const Epilogue *epilogue) {
  if (operands->residual) value += operands->residual[i];
  Activation activation = epilogue->activation;
  if (operands->slopes) {
    activation.a = operands->slopes[i % epilogue->slope_period / epilogue->slope_step];
  }
  value = Activate(value, activation) * epilogue->scale + epilogue->shift;
  if (operands->second) {
    value += operands->second[i];
    if (epilogue->relu_after_second) value = value > 0 ? value : 0;
  }
  return value;
}
