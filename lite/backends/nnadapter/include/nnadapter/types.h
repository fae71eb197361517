/* Codes and types of the NNAdapter interface. Valid as C11 and as C++17. */
#ifndef NNADAPTER_TYPES_H_
#define NNADAPTER_TYPES_H_

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the interface, of the operation codes and of the HAL. */
#define NNADAPTER_VERSION 1
/* An unknown extent in a dimension array; also "no such code". */
#define NNADAPTER_UNKNOWN (-65535)
/* Highest rank of an operand. */
#define NNADAPTER_MAX_SIZE_OF_DIMENSIONS 8
/* Highest number of concrete shapes of a dynamic operand. */
#define NNADAPTER_MAX_SIZE_OF_DYNAMIC_DIMENSIONS 8
/* Slots of an internal operand for notes of the runtime and of drivers. */
#define NNADAPTER_MAX_SIZE_OF_HINTS 8

typedef enum {
  NNADAPTER_NO_ERROR = 0,
  NNADAPTER_OUT_OF_MEMORY = 1,
  /* This program cannot take these input shapes; another program may. */
  NNADAPTER_INVALID_DIMENSIONS = 2,
  NNADAPTER_INVALID_PARAMETER = 3,
  NNADAPTER_DEVICE_NOT_FOUND = 4,
  NNADAPTER_DEVICE_INTERNAL_ERROR = 5,
  NNADAPTER_FEATURE_NOT_SUPPORTED = 6,
} NNAdapterResultCode;

/* Precisions. A quantised integer q is the real number q * scale (symmetric) or
 * (q - zero_point) * scale (asymmetric). */
typedef enum {
  NNADAPTER_BOOL8 = 0,
  NNADAPTER_INT8 = 1,
  NNADAPTER_UINT8 = 2,
  NNADAPTER_INT16 = 3,
  NNADAPTER_UINT16 = 4,
  NNADAPTER_INT32 = 5,
  NNADAPTER_UINT32 = 6,
  NNADAPTER_INT64 = 7,
  NNADAPTER_UINT64 = 8,
  NNADAPTER_FLOAT16 = 9,
  NNADAPTER_FLOAT32 = 10,
  NNADAPTER_FLOAT64 = 11,
  NNADAPTER_QUANT_INT8_SYMM_PER_LAYER = 24,
  NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL = 25,
  NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER = 26,
  NNADAPTER_QUANT_INT16_SYMM_PER_LAYER = 27,
  NNADAPTER_QUANT_INT16_SYMM_PER_CHANNEL = 28,
  NNADAPTER_QUANT_UINT16_ASYMM_PER_LAYER = 29,
  NNADAPTER_QUANT_INT32_SYMM_PER_LAYER = 30,
  NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL = 31,
  NNADAPTER_QUANT_UINT32_ASYMM_PER_LAYER = 32,

  /* Earlier names, when tensors had codes of their own. */
  NNADAPTER_TENSOR_BOOL8 = NNADAPTER_BOOL8,
  NNADAPTER_TENSOR_INT8 = NNADAPTER_INT8,
  NNADAPTER_TENSOR_UINT8 = NNADAPTER_UINT8,
  NNADAPTER_TENSOR_INT16 = NNADAPTER_INT16,
  NNADAPTER_TENSOR_UINT16 = NNADAPTER_UINT16,
  NNADAPTER_TENSOR_INT32 = NNADAPTER_INT32,
  NNADAPTER_TENSOR_UINT32 = NNADAPTER_UINT32,
  NNADAPTER_TENSOR_INT64 = NNADAPTER_INT64,
  NNADAPTER_TENSOR_UINT64 = NNADAPTER_UINT64,
  NNADAPTER_TENSOR_FLOAT16 = NNADAPTER_FLOAT16,
  NNADAPTER_TENSOR_FLOAT32 = NNADAPTER_FLOAT32,
  NNADAPTER_TENSOR_FLOAT64 = NNADAPTER_FLOAT64,
  NNADAPTER_TENSOR_QUANT_INT8_SYMM_PER_LAYER = NNADAPTER_QUANT_INT8_SYMM_PER_LAYER,
  NNADAPTER_TENSOR_QUANT_INT8_SYMM_PER_CHANNEL = NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL,
  NNADAPTER_TENSOR_QUANT_UINT8_ASYMM_PER_LAYER = NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER,
  NNADAPTER_TENSOR_QUANT_INT16_SYMM_PER_LAYER = NNADAPTER_QUANT_INT16_SYMM_PER_LAYER,
  NNADAPTER_TENSOR_QUANT_INT16_SYMM_PER_CHANNEL = NNADAPTER_QUANT_INT16_SYMM_PER_CHANNEL,
  NNADAPTER_TENSOR_QUANT_UINT16_ASYMM_PER_LAYER = NNADAPTER_QUANT_UINT16_ASYMM_PER_LAYER,
  NNADAPTER_TENSOR_QUANT_INT32_SYMM_PER_LAYER = NNADAPTER_QUANT_INT32_SYMM_PER_LAYER,
  NNADAPTER_TENSOR_QUANT_INT32_SYMM_PER_CHANNEL = NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL,
  NNADAPTER_TENSOR_QUANT_UINT32_ASYMM_PER_LAYER = NNADAPTER_QUANT_UINT32_ASYMM_PER_LAYER,
} NNAdapterOperandPrecisionCode;
typedef int32_t NNAdapterOperandPrecisionType;

typedef enum {
  NNADAPTER_NCHW = 0,
  NNADAPTER_NHWC = 1,
  NNADAPTER_HWCN = 2,
  NNADAPTER_HWNC = 3,
} NNAdapterOperandLayoutCode;
typedef int32_t NNAdapterOperandLayoutType;

/* Set by the runtime, never by the caller. */
typedef enum {
  NNADAPTER_TEMPORARY_VARIABLE = 0,
  /* The value is a shape that is known when the model is built, although not constant. */
  NNADAPTER_TEMPORARY_SHAPE = 1,
  NNADAPTER_CONSTANT_COPY = 2,
  NNADAPTER_CONSTANT_REFERENCE = 3,
  NNADAPTER_MODEL_INPUT = 4,
  NNADAPTER_MODEL_OUTPUT = 5,
} NNAdapterOperandLifetimeCode;
typedef int32_t NNAdapterOperandLifetimeType;

/* Activation that ends an operation. */
typedef enum {
  NNADAPTER_FUSED_NONE = 0,
  NNADAPTER_FUSED_RELU = 1,
  NNADAPTER_FUSED_RELU1 = 2, /* clamps to -1 .. 1 */
  NNADAPTER_FUSED_RELU6 = 3,
} NNAdapterFuseCode;

typedef enum {
  NNADAPTER_AUTO_PAD_NONE = 0, /* the operand `pads` holds the padding */
  NNADAPTER_AUTO_PAD_SAME = 1,
  NNADAPTER_AUTO_PAD_VALID = 2,
} NNAdapterAutoPadCode;

typedef enum {
  NNADAPTER_PAD_MODE_NONE = 0,
  NNADAPTER_PAD_MODE_CONSTANT = 1,
  NNADAPTER_PAD_MODE_REFLECT = 2,
  NNADAPTER_PAD_MODE_REPLICATE = 3,
  NNADAPTER_PAD_MODE_EDGE = 4,
} NNAdapterPadModeCode;

typedef enum {
  NNADAPTER_INTERPOLATE_MODE_NONE = 0,
  NNADAPTER_INTERPOLATE_MODE_BILINEAR = 1,
  NNADAPTER_INTERPOLATE_MODE_NEAREST = 2,
} NNAdapterInterpolateModeCode;

typedef enum {
  NNADAPTER_CPU = 0,
  NNADAPTER_GPU = 1,
  NNADAPTER_ACCELERATOR = 2,
} NNAdapterDeviceCode;
typedef int32_t NNAdapterDeviceType;

/* Operations: inputs -> outputs, and what is computed. `?` marks an operand that may be null.
 * Values are only ever appended: caches store them.
 *
 * Parameters (axis, pads, strides, fuse ...) are constant NNADAPTER_INT32 operands, booleans
 * NNADAPTER_BOOL8, epsilons and the like NNADAPTER_FLOAT32; a scalar has the dimensions [1] or
 * none. A negative axis counts from the end. Pads are {top, bottom, left, right}; kernels, strides
 * and dilations {height, width}. The output has the precision of the first input unless the row
 * says otherwise; quantisation parameters of outputs are set by the caller. Broadcasting is
 * NumPy's. */
typedef enum {
  /**
   * Performs element-wise binary addition (with NumPy-style broadcasting,
   * https://numpy.org/doc/stable/user/basics.broadcasting.html).
   *
   * Inputs:
   * * 0: input0, a NNADAPTER_TENSOR_FLOAT32, NNADAPTER_TENSOR_QUANT_INT8_SYMM_PER_LAYER tensor.
   * * 1: input1, a tensor with the same type as input0.
   * * 2: fuse_code, a NNADAPTER_INT32 scalar, the activation of the result: one of the
   *      NNAdapterFuseCode values.
   *
   * Outputs:
   * * 0: output, the result with the same type as the two inputs.
   *
   * Available since version 1.
   */
  NNADAPTER_ADD = 0,
  // x, auto_pad, pads[4]?, kernel[2], strides[2], ceil_mode, count_include_pad, fuse -> y.
  NNADAPTER_AVERAGE_POOL_2D = 1,
  // x0..x(n-1), axis (last operand) -> y: sum on axis, others equal; unknown if any unknown.
  NNADAPTER_CONCAT = 2,
  // x, filter[O,I/g,kh,kw], bias[O], auto_pad, pads[4]?, strides[2], group, dilations[2], fuse ->
  // y.
  NNADAPTER_CONV_2D = 3,
  // a, b, fuse -> y: broadcast of a,b; a/b then fuse.
  NNADAPTER_DIV = 4,
  // x(rank>=2), weight[units,in], bias[units], fuse -> y: [prod(x dims)/in, units] (rank is always
  // 2).
  NNADAPTER_FULLY_CONNECTED = 5,
  // x, alpha, beta -> y: the shape of x; clamp(alpha*x+beta,0,1).
  NNADAPTER_HARD_SIGMOID = 6,
  // x, alpha, beta -> y: the shape of x; x*clamp(alpha*x+beta,0,1).
  NNADAPTER_HARD_SWISH = 7,
  // x, auto_pad, pads[4]?, kernel[2], strides[2], ceil_mode, return_indices, indices_dtype, fuse
  // -> y, indices?.
  NNADAPTER_MAX_POOL_2D = 8,
  // a, b, fuse -> y: broadcast of a,b; a*b then fuse.
  NNADAPTER_MUL = 9,
  // x -> y: the shape of x; max(0,x).
  NNADAPTER_RELU = 10,
  // x -> y: the shape of x; min(6,max(0,x)).
  NNADAPTER_RELU6 = 11,
  // x, shape(1-D i32 or i64) -> y: 0 copies the input dim of that index, one -1 is inferred.
  NNADAPTER_RESHAPE = 12,
  // x -> y: the shape of x; 1/(1+e^-x).
  NNADAPTER_SIGMOID = 13,
  // x, axis -> y: the shape of x.
  NNADAPTER_SOFTMAX = 14,
  // a, b, fuse -> y: broadcast of a,b; a-b then fuse.
  NNADAPTER_SUB = 15,
  // x -> y: the shape of x; tanh.
  NNADAPTER_TANH = 16,
  // x, perm? -> y: permuted dims; absent perm reverses.
  NNADAPTER_TRANSPOSE = 17,
  // x -> y: the shape of x; abs.
  NNADAPTER_ABS = 18,
  // x[N,C,H,W], out_hw(i32 or i64 [2]) -> y: [N,C,out_h,out_w].
  NNADAPTER_ADAPTIVE_AVERAGE_POOL_2D = 19,
  // x, out_hw, return_indices(bool), indices_dtype(i32: INT32 or INT64) -> y, indices?:
  // [N,C,out_h,out_w].
  NNADAPTER_ADAPTIVE_MAX_POOL_2D = 20,
  // a(bool), b(bool) -> y(bool): broadcast.
  NNADAPTER_AND = 21,
  // x, axis, keepdim(bool), dtype(INT32 or INT64) -> y: axis becomes 1 or vanishes; precision
  // dtype.
  NNADAPTER_ARG_MAX = 22,
  // x, axis, keepdim(bool), dtype(INT32 or INT64) -> y: axis becomes 1 or vanishes; precision
  // dtype.
  NNADAPTER_ARG_MIN = 23,
  // x -> y: the shape of x; copy.
  NNADAPTER_ASSIGN = 24,
  // x[N,C,...], scale[C], bias[C], mean[C], variance[C], epsilon -> y: the shape of x.
  NNADAPTER_BATCH_NORMALIZATION = 25,
  // x, dtype(i32 holding a precision code) -> y: the shape of x; precision dtype.
  NNADAPTER_CAST = 26,
  // x[N,C,H,W], group -> y: the shape of x; out channel k*group+g takes in channel g*(C/group)+k.
  NNADAPTER_CHANNEL_SHUFFLE = 27,
  // x, min[1], max[1] (same precision as x) -> y: the shape of x.
  NNADAPTER_CLIP = 28,
  // x, filter[I,O/g,kh,kw], bias[O], auto_pad, pads[4]?, strides[2], group, dilations[2],
  // output_padding[2]?, output_shape[2]?, fuse -> y.
  NNADAPTER_CONV_2D_TRANSPOSE = 29,
  // x -> y: the shape of x; cos.
  NNADAPTER_COS = 30,
  // x, axis(-1), exclusive(bool), reverse(bool) -> y: the shape of x.
  NNADAPTER_CUM_SUM = 31,
  // x, offset[N,2*dg*kh*kw,H,W], mask[N,dg*kh*kw,H,W], filter, bias, pads[4]?, strides[2], group,
  // deformable_group, dilations[2], fuse -> y: as conv, no auto_pad operand.
  NNADAPTER_DEFORMABLE_CONV_2D = 32,
  // x(quant) -> y(f32): the shape of x; (x-zp)*scale.
  NNADAPTER_DEQUANTIZE = 33,
  // a, b (f32, bool, i32, i64, q8) -> y(bool8): broadcast; a == b.
  NNADAPTER_EQUAL = 34,
  // x -> y: the shape of x; e^x.
  NNADAPTER_EXP = 35,
  // x, shape(1-D i32 or i64) -> y: shape (broadcast).
  NNADAPTER_EXPAND = 36,
  // shape(i32 or i64), value[1] -> y: shape; precision of value.
  NNADAPTER_FILL = 37,
  // x, value[1] -> y: the shape of x.
  NNADAPTER_FILL_LIKE = 38,
  // x, start_axis, end_axis -> y: dims start..end multiplied into one.
  NNADAPTER_FLATTEN = 39,
  // x -> y: the shape of x; floor.
  NNADAPTER_FLOOR = 40,
  // a, b, fuse -> y: broadcast of a,b; floor(a/b) then fuse.
  NNADAPTER_FLOOR_DIV = 41,
  // x, indices, axis -> y: x dims with axis replaced by indices dims.
  NNADAPTER_GATHER = 42,
  // x, approximate(bool) -> y: the shape of x.
  NNADAPTER_GELU = 43,
  // a, b (f32, bool, i32, i64, q8) -> y(bool8): broadcast; a > b.
  NNADAPTER_GREATER = 44,
  // a, b (f32, bool, i32, i64, q8) -> y(bool8): broadcast; a >= b.
  NNADAPTER_GREATER_EQUAL = 45,
  // x[N,C,H,W], grid[N,Ho,Wo,2], align_corners, mode, pad_mode -> y: [N,C,Ho,Wo].
  NNADAPTER_GRID_SAMPLE = 46,
  // x[N,C,...], scale[C], bias[C], epsilon, groups -> y: the shape of x.
  NNADAPTER_GROUP_NORMALIZATION = 47,
  // x, scale[C], bias[C], epsilon -> y: the shape of x.
  NNADAPTER_INSTANCE_NORMALIZATION = 48,
  // x, scale, bias (both cover dims from begin_axis on), begin_norm_axis(default 1), epsilon -> y:
  // the shape of x.
  NNADAPTER_LAYER_NORMALIZATION = 49,
  // x, alpha -> y: the shape of x.
  NNADAPTER_LEAKY_RELU = 50,
  // a, b (f32, bool, i32, i64, q8) -> y(bool8): broadcast; a < b.
  NNADAPTER_LESS = 51,
  // a, b (f32, bool, i32, i64, q8) -> y(bool8): broadcast; a <= b.
  NNADAPTER_LESS_EQUAL = 52,
  // x -> y: the shape of x; natural log.
  NNADAPTER_LOG = 53,
  // x, axis -> y: the shape of x.
  NNADAPTER_LOG_SOFTMAX = 54,
  // x, axis(default 1), p(1 or 2, default 2), epsilon -> y: the shape of x; divides by (norm +
  // eps).
  NNADAPTER_LP_NORMALIZATION = 55,
  // x, size, bias(1.0), alpha(1e-4), beta(0.75) -> y: the shape of x.
  NNADAPTER_LRN = 56,
  // x, y, transpose_x(bool), transpose_y(bool) -> z: numpy.matmul incl. rank-1 rules; all-squeezed
  // result is [1].
  NNADAPTER_MAT_MUL = 57,
  // a, b, fuse -> y: broadcast of a,b; max(a,b) then fuse.
  NNADAPTER_MAX = 58,
  // x0..x(n-1), each 1-D -> y0..y(n-1): every output [d0,...,d(n-1)].
  NNADAPTER_MESHGRID = 59,
  // a, b, fuse -> y: broadcast of a,b; min(a,b) then fuse.
  NNADAPTER_MIN = 60,
  // x(bool) -> y: the shape of x.
  NNADAPTER_NOT = 61,
  // a, b (f32, bool, i32, i64, q8) -> y(bool8): broadcast; a != b.
  NNADAPTER_NOT_EQUAL = 62,
  // a(bool), b(bool) -> y(bool): broadcast.
  NNADAPTER_OR = 63,
  // x, pads[2*rank] = begin,end per axis, mode, value[1] -> y: d + begin + end per axis.
  NNADAPTER_PAD = 64,
  // a, b, fuse -> y: broadcast of a,b; a^b then fuse.
  NNADAPTER_POW = 65,
  // x[N,C,H,W], image, min_sizes, max_sizes, aspect_ratios, variances, flip, clip, step_w, step_h,
  // offset, min_max_order -> boxes, variances: [H,W,P,4] both; P = count(expanded
  // ratios)*count(min_sizes) + count(max_sizes).
  NNADAPTER_PRIOR_BOX = 66,
  // x[N,C,...], slope[1] or [C] -> y: the shape of x.
  NNADAPTER_PRELU = 67,
  // x(f32 or i32), axis(1), scale[1] or [C], zero_point[1] or [C] -> y: the shape of x; precision
  // from axis and zero_point; y = round(x/scale)+zp.
  NNADAPTER_QUANTIZE = 68,
  // start[1], end[1], step[1] -> y: [ceil(abs(end-start)/abs(step))].
  NNADAPTER_RANGE = 69,
  // x, axes(1-D i32), keepdim(bool, default true) -> y: axes become 1 or vanish; all reduced gives
  // [1].
  NNADAPTER_REDUCE_MEAN = 70,
  // x, axes(1-D i32), keepdim(bool, default true) -> y: axes become 1 or vanish; all reduced gives
  // [1].
  NNADAPTER_REDUCE_MAX = 71,
  // x, axes(1-D i32), keepdim(bool, default true) -> y: axes become 1 or vanish; all reduced gives
  // [1].
  NNADAPTER_REDUCE_SUM = 72,
  // x[N,C,H,W], shape[2]?, scales[2]?, align_corners -> y.
  NNADAPTER_RESIZE_NEAREST = 73,
  // x, shape[2]?, scales[2]?, align_corners, align_mode? -> y.
  NNADAPTER_RESIZE_LINEAR = 74,
  // x[N,C,H,W], rois[R,4], batch_indices[R], out_h, out_w, sampling_ratio, spatial_scale, aligned
  // -> y: [R,C,out_h,out_w].
  NNADAPTER_ROI_ALIGN = 75,
  // x, shifts, axes -> y: the shape of x.
  NNADAPTER_ROLL = 76,
  // x -> y: the shape of x; 1/sqrt(x).
  NNADAPTER_RSQRT = 77,
  // x, dtype(INT32 or INT64) -> y: [rank(x)].
  NNADAPTER_SHAPE = 78,
  // x -> y: the shape of x; sin.
  NNADAPTER_SIN = 79,
  // x, axes?, starts, ends, steps (1-D i32) -> y: per axis ceil((end-start)/step) after clamping.
  NNADAPTER_SLICE = 80,
  // x, beta, threshold -> y: the shape of x; linear above threshold.
  NNADAPTER_SOFTPLUS = 81,
  // x, axis, split(1-D i32) -> y0..y(n-1): axis takes split[i].
  NNADAPTER_SPLIT = 82,
  // x -> y: the shape of x; x*x.
  NNADAPTER_SQUARE = 83,
  // x, axes? -> y: drop the size-1 axes named (all size-1 axes when absent); empty gives [1].
  NNADAPTER_SQUEEZE = 84,
  // x0..x(n-1), axis (last operand) -> y: new axis of length n.
  NNADAPTER_STACK = 85,
  // x0..x(n-1) -> y: broadcast of all.
  NNADAPTER_SUM = 86,
  // x -> y: the shape of x; x*sigmoid(x).
  NNADAPTER_SWISH = 87,
  // x, repeats -> y: missing leading dims are 1; d*repeat.
  NNADAPTER_TILE = 88,
  // x, k, axis, largest, sorted, indices_dtype -> y, indices: axis becomes k.
  NNADAPTER_TOP_K = 89,
  // x, axes -> y: insert 1 at each axis, in the order given.
  NNADAPTER_UNSQUEEZE = 90,
  // x, axis, num -> y0..y(num-1): axis removed.
  NNADAPTER_UNSTACK = 91,
  // cond(bool), a, b -> y: broadcast.
  NNADAPTER_WHERE = 92,
  // a(bool), b(bool) -> y(bool): broadcast.
  NNADAPTER_XOR = 93,
  // boxes, scores, rois_num?, background_label, score_threshold, nms_top_k, nms_threshold,
  // nms_eta, keep_top_k, normalized, return_index -> out[No,6], out_rois_num, index: No is unknown
  // until run.
  NNADAPTER_NON_MAX_SUPPRESSION = 94,
  // x[N,C,H,W], imgsize[N,2], anchors, class_num, conf_thresh, downsample_ratio, clip_bbox,
  // scale_x_y, iou_aware, iou_aware_factor -> boxes, scores: [N,M,4] and [N,M,class_num]; M =
  // count(anchors)/2*H*W.
  NNADAPTER_YOLO_BOX = 95,
} NNAdapterOperationCode;
typedef int32_t NNAdapterOperationType;

/* Extents. A static shape has dynamic_count 0. In a dynamic one, `data` holds NNADAPTER_UNKNOWN
 * at the axes that vary, and each of the dynamic_count rows of dynamic_data is a complete shape
 * that the program must accept; row i of all operands belongs together. Unknown extents with
 * dynamic_count 0 may have any value. */
typedef struct NNAdapterOperandDimensionType {
  uint32_t count;
  int32_t data[NNADAPTER_MAX_SIZE_OF_DIMENSIONS];
  uint32_t dynamic_count;
  int32_t dynamic_data[NNADAPTER_MAX_SIZE_OF_DYNAMIC_DIMENSIONS][NNADAPTER_MAX_SIZE_OF_DIMENSIONS];
} NNAdapterOperandDimensionType;

typedef struct NNAdapterSymmPerLayerQuantParams {
  float scale;
} NNAdapterSymmPerLayerQuantParams;

typedef struct NNAdapterSymmPerChannelQuantParams {
  uint32_t channel_dim;
  uint32_t scale_count; /* the extent of channel_dim */
  float* scales;
} NNAdapterSymmPerChannelQuantParams;

typedef struct NNAdapterAsymmPerLayerQuantParams {
  float scale;
  int32_t zero_point;
} NNAdapterAsymmPerLayerQuantParams;

typedef struct NNAdapterOperandType {
  NNAdapterOperandPrecisionType precision;
  NNAdapterOperandLayoutType layout;
  NNAdapterOperandLifetimeType lifetime;
  NNAdapterOperandDimensionType dimensions;
  union {
    NNAdapterSymmPerLayerQuantParams symm_per_layer_params;
    NNAdapterSymmPerChannelQuantParams symm_per_channel_params;
    NNAdapterAsymmPerLayerQuantParams asymm_per_layer_params;
  };
} NNAdapterOperandType;

typedef struct NNAdapterDevice NNAdapterDevice;
typedef struct NNAdapterContext NNAdapterContext;
typedef struct NNAdapterModel NNAdapterModel;
typedef struct NNAdapterOperand NNAdapterOperand;
typedef struct NNAdapterOperation NNAdapterOperation;
typedef struct NNAdapterCompilation NNAdapterCompilation;
typedef struct NNAdapterExecution NNAdapterExecution;

#ifdef __cplusplus
}
#endif

#endif /* NNADAPTER_TYPES_H_ */
