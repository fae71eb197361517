// Functions of one number. They follow Paddle's formulas, including comparisons, so that NaN is
// treated as on the host.

#include "buffers.cl"

// lite/core/activation.h; types from 100 on are those of lite/kernels/opencl/activation.cc.
typedef struct {
  int type;
  float a, b, c;
} Activation;

// A NaN stays one.
float Clip(float x, float low, float high) {
  x = x < low ? low : x;
  return high < x ? high : x;
}

float Softplus(float x, float beta, float threshold) {
  return beta * x > threshold ? x : log1p(exp(beta * x)) / beta;
}

float Activate(float x, Activation f) {
  switch (f.type) {
    case 1:  // relu
      return x > 0 ? x : 0;
    case 2:  // relu6
      return Clip(x, 0, f.a);
    case 3:  // prelu, with its slope in f.a
    case 4:  // leaky_relu
      return x > 0 ? x : f.a * x;
    case 5:  // sigmoid
    case 16:
      return 1 / (1 + exp(-x));
    case 6:  // tanh
    case 17:
      return tanh(x);
    case 7:  // swish
      return x / (1 + exp(-f.a * x));
    case 8:
      return exp(x);
    case 9:
      return fabs(x);
    case 10:  // hard_swish
      return x * Clip(x + f.c, 0, f.a) / f.b;
    case 11:
      return 1 / x;
    case 12:  // thresholded_relu
      return x <= f.a ? 0 : x;
    case 13:  // elu
      return x > 0 ? x : f.a * expm1(x);
    case 14:  // hard_sigmoid
      return Clip(f.a * x + f.b, 0, 1);
    case 15:
      return log(x);
    case 18:  // gelu; 0.5 * (1 + tanh(z)) is 1 / (1 + exp(-2 * z)), exact for large z
      return f.a != 0 ? x / (1 + exp(-1.59576912160573072f * (x + 0.044715f * x * x * x)))
                      : 0.5f * x * (1 + erf(x * 0.70710678118654752f));
    case 19:
      return erf(x);
    case 20:  // sign; a NaN stays one
      return x > 0 ? 1 : x < 0 ? -1 : x;
    case 21:
      return Softplus(x, f.a, f.b);
    case 22:  // mish
      return x * tanh(Softplus(x, 1, f.a));
    case 23:  // silu
      return x / (1 + exp(-x));
    case 24:
      return log1p(x);
    case 100:  // clip
      return Clip(x, f.a, f.b);
    case 101:  // scale_b * tanh(scale_a * x)
      return f.b * tanh(f.a * x);
    case 102: {  // power
      const float base = f.a * x + f.b;
      return f.c == 1 ? base : pow(base, f.c);
    }
    case 103:  // logsigmoid
      return (0 < x ? 0 : x) - log1p(exp(-fabs(x)));
    case 104:  // softsign
      return x / (1 + fabs(x));
    case 105:
      return sqrt(x);
    case 106:
      return 1 / sqrt(x);
    case 107:
      return x * x;
    case 108:
      return -x;
    case 109:
      return floor(x);
    case 110:
      return ceil(x);
    case 111:
      return round(x);
    case 112:
      return sin(x);
    case 113:
      return cos(x);
    case 114:
      return tan(x);
    case 115:
      return asin(x);
    case 116:
      return acos(x);
    case 117:
      return atan(x);
    default:
      return x;
  }
}

float4 Activate4(float4 x, Activation f) {
  return (float4)(Activate(x.x, f), Activate(x.y, f), Activate(x.z, f), Activate(x.w, f));
}
