// The end of a convolution of images.

#include "images.cl"
#include "window.cl"

// An absent operand is represented by another image, and its flag is 0.
#define IMAGE_EPILOGUE_ARGUMENTS                                                             \
  IMAGE_IN(residual), IMAGE_IN(second), BUFFER_IN(slopes), const Epilogue epilogue,          \
      const int has_residual, const int has_second

// The sum of a texel at `column`, `row` becomes the result: `y` is the row of all images.
#define FINISH_TEXEL(sum, column)                                                            \
  {                                                                                          \
    const int at = block * w.out_width + (column);                                           \
    float4 v = (sum);                                                                        \
    if (HAS(bias)) v += ChannelValues(DATA(bias), block, w.out_channels);                    \
    if (has_residual) v += Texel(residual, at, y);                                           \
    if (HAS(slopes)) {                                                                       \
      v = Prelu(v, DATA(slopes), block, image, row * w.out_width + (column), &epilogue, &w); \
    } else {                                                                                 \
      v = Activate4(v, epilogue.activation);                                                 \
    }                                                                                        \
    v = v * epilogue.scale + epilogue.shift;                                                 \
    if (has_second) {                                                                        \
      v += Texel(second, at, y);                                                             \
      if (epilogue.relu_after_second) {                                                      \
        v = (float4)(v.x > 0 ? v.x : 0, v.y > 0 ? v.y : 0, v.z > 0 ? v.z : 0,                \
                     v.w > 0 ? v.w : 0);                                                     \
      }                                                                                      \
    }                                                                                        \
    WriteTexel(out, at, y, v, block, w.out_channels);                                        \
  }

// Slopes are in the order of the program: see Epilogue.
float4 Prelu(float4 v, __global const float *slopes, int block, int image, int pixel,
             const Epilogue *epilogue, const Window *w) {
  const int plane = w->out_height * w->out_width;
  float lanes[4] = {v.x, v.y, v.z, v.w};
  for (int k = 0; k < min(4, w->out_channels - block * 4); ++k) {
    const int i = (image * w->out_channels + block * 4 + k) * plane + pixel;
    const float slope = slopes[i % epilogue->slope_period / epilogue->slope_step];
    lanes[k] = lanes[k] > 0 ? lanes[k] : slope * lanes[k];
  }
  return (float4)(lanes[0], lanes[1], lanes[2], lanes[3]);
}
