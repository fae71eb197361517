#include "tests/support/operator_templates.h"

#include <cstdlib>

#include "lite/base/strings.h"

namespace paddle::lite::test {
namespace {

// Operators, then Slot=sizes and attribute:=values. A size is a product of letters and numbers.
// Tensors of a list have one shape, or shapes of their own between bars. Flags after sizes: i
// int64, j int32, b bool, q int8, f fp64, l with a level of detail, w usually a parameter, p
// positive integers, ? sometimes absent, a digit the number of tensors.
struct Entry {
  const char* operators;
  const char* form;
};
constexpr Entry kEntries[] = {
    {"conv2d depthwise_conv2d",
     "Input=N,C,H*3,W*3 Filter=O,C,K,K:w Bias=O:w? paddings:=1,1 act_type:=\"relu\"/\"relu6\""},
    {"conv2d", "Input=N,C*4,H*4,W*4 Filter=O*8,C*4,3,3:w Bias=O*8:w? paddings:=1,1"},
    {"conv2d", "Input=N,2*C,H*4,W*4 Filter=2*O,C,K,K:w groups:=2 paddings:=1,2,1,2"},
    {"conv2d", "Input=N,H*3,W*3,C Filter=O,C,K,K:w data_format:=\"NHWC\""},
    {"conv2d", "Input=N,C,H*3,W*3:q Filter=O,C,K,K:qw Input0_scale:=1 Filter0_scale:=1"},
    {"depthwise_conv2d",
     "Input=N,C,H*3,W*3 Filter=C,1,K,K:w Bias=C:w? groups:=C paddings:=1,1 strides:=S,S"},
    {"conv2d_transpose depthwise_conv2d_transpose",
     "Input=N,C,H,W Filter=C,O,K,K:w Bias=O:w? strides:=2,2"},
    {"depthwise_conv2d_transpose conv2d_transpose",
     "Input=N,C,H,W Filter=C,1,K,K:w Bias=C:w? groups:=C strides:=2,2 paddings:=1,1"},
    {"conv3d", "Input=N,C,H*2,W*2,H*2 Filter=O,C,K,K,K:w Bias=O:w? paddings:=1,1,1"},
    {"conv3d_transpose", "Input=N,C,H,W,H Filter=C,O,K,K,K:w strides:=S,S,S"},
    {"sparse_conv2d", "Input=N,C,H,W NonZeroWeights=1:w OcNonZeros=1:jw Diffs=1:jw first_ic:=0"},
    {"deformable_conv",
     "Input=N,C,H,W Offset=N,18,H,W Mask=N,9,H,W Filter=O,C,3,3:w Bias=O:w? paddings:=1,1"},
    {"deformable_conv_v1", "Input=N,C,H,W Offset=N,18,H,W Filter=O,C,3,3:w paddings:=1,1"},
    {"pool2d", "X=N,C,H*4,W*4 ksize:=K,K strides:=S,S pooling_type:=\"max\"/\"avg\""},
    {"pool2d", "X=N,C,H,W ksize:=A,B pooling_type:=\"max\"/\"avg\" adaptive:=1"},
    {"pool2d", "X=N,C,H,W:q ksize:=1,1 pooling_type:=\"max\"/\"avg\" global_pooling:=1"},
    {"pool3d", "X=N,C,H*3,W*3,D*3 ksize:=K,K,K pooling_type:=\"max\"/\"avg\""},
    {"pool2d",
     "X=N,C,H*4,W*4:q ksize:=K,K pooling_type:=\"max\"/\"avg\" X0_scale:=1 Out0_scale:=2"},
    {"max_pool2d_with_index", "X=N,C,H*3,W*3 ksize:=K,K strides:=S,S"},
    {"elementwise_add elementwise_sub elementwise_mul",
     "X=N,C,H,W:q Y=N,C,H,W:q X0_scale:=1 Y0_scale:=2 Out0_scale:=3"},
    {"relu relu6 leaky_relu sigmoid tanh silu swish hard_swish hard_sigmoid gelu elu mish",
     "X=N,C,H,W"},
    {"relu relu6 leaky_relu sigmoid tanh silu swish hard_swish hard_sigmoid gelu elu mish",
     "X=N,C,H:q X0_scale:=1 Out0_scale:=2"},
    {"batch_norm sync_batch_norm",
     "X=N,C,H,W Scale=C:w? Bias=C:w? Mean=C:w Variance=C:w is_test:=1"},
    {"batch_norm", "X=N,C,H,W Scale=C:w Bias=C:w Mean=C:w Variance=C:w"},
    {"instance_norm", "X=N,C,H,W Scale=C:w? Bias=C:w?"},
    {"layer_norm", "X=N,C,H,W Scale=C*H*W:w? Bias=C*H*W:w? begin_norm_axis:=1"},
    {"skip_layernorm", "X=N,C,H,W Y=N,C,H,W Scale=C*H*W:w Bias=C*H*W:w begin_norm_axis:=1"},
    {"group_norm", "X=N,4*C,H,W Scale=4*C:w? Bias=4*C:w? groups:=2"},
    {"affine_channel", "X=N,C,H,W Scale=C:w Bias=C:w data_layout:=\"NCHW\"/\"NHWC\""},
    {"lrn", "X=N,C,H,W n:=A"},
    {"norm", "X=N,C,H,W axis:=1"},
    {"softmax log_softmax", "X=N,C,H,W"},
    {"prelu", "X=N,C,H,W Alpha=C:w mode:=\"channel\""},
    {"prelu", "X=N,C,H,W Alpha=C*H*W:w mode:=\"element\""},
    {"fc", "Input=M,C Bias=N:w? W=C,N:w activation_type:=\"relu\"/\"\"/\"relu6\""},
    {"fc", "Input=M,C,H W=C*H,N:w Bias=N:w?"},
    {"fc", "Input=M*7,C*9 W=C*9,N*8:w Bias=N*8:w?"},
    {"mul", "X=M,C Y=C,N:w"},
    {"matmul matmul_v2", "X=B,M,C Y=B,C,N"},
    {"matmul matmul_v2", "X=M,C Y=C,N:w"},
    {"matmul matmul_v2", "X=A,B,M,C Y=1,B,C,N"},
    {"matmul matmul_v2", "X=C Y=C"},
    {"matmul", "X=B,M,2*C Y=B,2*C,N head_number:=2"},
    {"matmul", "X=B,M,2*C Y=C,2*N head_number:=2"},
    {"elementwise_add elementwise_sub elementwise_mul elementwise_div elementwise_max "
     "elementwise_min elementwise_pow fusion_elementwise_add_activation",
     "X=N,C,H,W Y=N,C,H,W act_type:=\"relu\"/\"\""},
    {"elementwise_add elementwise_sub elementwise_mul elementwise_div elementwise_max "
     "elementwise_min elementwise_pow fusion_elementwise_mul_activation",
     "X=N,C,H,W Y=C axis:=1"},
    {"elementwise_add elementwise_mul elementwise_div elementwise_max", "X=N,1,H,W Y=N,C,1,W"},
    {"elementwise_add elementwise_sub elementwise_mul elementwise_div elementwise_max "
     "elementwise_min elementwise_pow elementwise_mod elementwise_floordiv",
     "X=N,C,H:i Y=H:ip"},
    {"equal not_equal less_than less_equal greater_than greater_equal", "X=N,C,H Y=N,C,H"},
    {"logical_and logical_or logical_xor", "X=N,C,H:b Y=C,H:b"},
    {"logical_not", "X=N,C:b"},
    {"concat", "X=N,C,H,W axis:=1"},
    {"concat", "X=N,C:l AxisTensor=1:i?"},
    {"stack", "X=N,C,H axis:=1"},
    {"sum", "X=N,C,H"},
    {"meshgrid", "X=N:3 Out=:3"},
    {"split", "X=N,C*3,H Out=:3 num:=3 axis:=1"},
    {"split", "X=N,C*3,H Out=:2 sections:=C,-1 axis:=1"},
    {"split", "X=N,C*2,H Out=:2 num:=2 AxisTensor=1:iw"},
    {"select_input", "X=N,C:2 Mask=1:i"},
    {"split_lod_tensor", "X=N,C Mask=N,1:b"},
    {"split_lod_tensor", "X=N*2,C:l Mask=2,1:b"},
    {"merge_lod_tensor merge_lod_tensor_infer", "X=2,C Mask=2:b InTrue=1,C InFalse=1,C"},
    {"write_to_array", "X=N,C I=1:i"},
    {"read_from_array", "I=1:i"},
    {"reduce_sum reduce_mean reduce_max reduce_min reduce_prod", "X=N,C,H,W dim:=A"},
    {"reduce_sum reduce_mean reduce_max reduce_min reduce_prod", "X=N,C,H,W dim:=2,3"},
    {"reduce_sum reduce_max reduce_min reduce_prod", "X=N,C,H:i dim:=1"},
    {"reduce_all reduce_any", "X=N,C,H:b dim:=1"},
    {"mean", "X=N,C,H"},
    {"arg_max arg_min", "X=N,C,H,W axis:=1"},
    {"top_k", "X=N,C*8 k:=C"},
    {"top_k_v2", "X=N,C*8,H k:=C axis:=1"},
    {"top_k_v2", "X=N,C*8:i K=1:i?"},
    {"gather", "X=4,C,H Index=M:i"},
    {"gather", "X=8,C Index=M,1:j Axis=1:iw?"},
    {"index_select", "X=4,C,H Index=M:i dim:=0"},
    {"gather_nd", "X=4,4,H Index=M,2:i"},
    {"take_along_axis", "Input=4,C,H Index=M,C,H:i Axis:=0"},
    {"index_sample", "X=B,4 Index=B,M:i"},
    {"multiplex", "X=N,C,H:2 Ids=N,1:j"},
    {"scatter", "X=4,C Ids=M:i Updates=M,C overwrite:=1"},
    {"scatter", "X=4,C Ids=M,1:j Updates=M,C overwrite:=0"},
    {"scatter_nd_add", "X=4,4,H Index=M,2:i Updates=M,H"},
    {"where", "Condition=N,C,H:b X=N,C,H Y=N,C,H"},
    {"where_index", "Condition=N,C,H:b"},
    {"tile", "X=N,C,H repeat_times:=A,B"},
    {"expand_as", "X=N,1,H target_tensor=2*N,C,H"},
    {"expand_as_v2", "X=1,H Y=N,C,H"},
    {"set_value",
     "Input=4*N,C*3 ValueTensor=C*3? axes:=0 starts:=B ends:=4 steps:=1 values:=1 shape:=1"},
    {"strided_slice", "Input=4*N,C*3 axes:=0,1 starts:=0,1 ends:=4,C strides:=A,1"},
    {"one_hot", "X=N,C,1:i depth:=9"},
    {"one_hot_v2", "X=N,C:i depth:=9"},
    {"unstack", "X=3,C Y=:3 num:=3"},
    {"unbind", "X=3,C Out=:3"},
    {"tril_triu", "X=N,C,H diagonal:=A"},
    {"eye", "num_rows:=N num_columns:=C"},
    {"diag_v2", "X=N offset:=A padding_value:=1"},
    {"diag_v2", "X=N,C offset:=A"},
    {"diagonal trace", "Input=N,C,H offset:=A axis1:=1 axis2:=2"},
    {"diag_embed", "Input=N,C offset:=A dim1:=0 dim2:=2"},
    {"fill_diagonal", "X=N,C offset:=A wrap:=B value:=1"},
    {"tril_indices", "rows:=N cols:=C offset:=A"},
    {"triu_indices", "row:=N col:=C offset:=A"},
    {"size", "Input=N,C,H"},
    {"masked_select", "X=N,C,H Mask=C,1:b"},
    {"put_along_axis", "Input=4,C,H Index=M,C,H:i Value=M,C,H Axis:=0 Reduce:=\"add\"/\"mean\""},
    {"index_add", "X=4,C,H Index=M:i AddValue=M,C,H axis:=0"},
    {"repeat_interleave", "X=N,C,H Repeats:=A dim:=1"},
    {"repeat_interleave", "X=N,C RepeatsTensor=C:ip dim:=1"},
    {"searchsorted", "SortedSequence=N,C Values=N,H"},
    {"bincount", "X=N:ip Weights=N? minlength:=A"},
    {"unique_consecutive", "X=N,C:i dtype:=3 return_inverse:=1 return_counts:=1"},
    {"unique_consecutive", "X=N,C axis:=1 dtype:=3"},
    {"shard_index", "X=N,1:i index_num:=64 nshards:=2 shard_id:=1"},
    {"broadcast_tensors", "X=N,C|1,C:2 Out=:2"},
    {"linspace", "Start=1 Stop=1 Num=1:ip dtype:=5"},
    {"empty uniform_random gaussian_random", "ShapeTensor=2:ip? shape:=N,C"},
    {"argsort cumsum p_norm logcumsumexp mode", "X=N,C,H axis:=1"},
    {"cumprod", "X=N,C,H dim:=1"},
    {"cummax cummin", "x=N,C,H axis:=1 dtype:=2"},
    {"kthvalue", "X=N,C,H k:=1 axis:=1"},
    {"maxout", "X=N,2*C,H,W groups:=2"},
    {"clip_by_norm", "X=N,C,H max_norm:=1"},
    {"dist", "X=N,C,H Y=C,1 p:=A"},
    {"lerp", "X=N,C,H Y=C,1 Weight=H"},
    {"isclose allclose", "Input=N,C,H Other=N,C,H Rtol=1:f? Atol=1:f?"},
    {"equal_all", "X=N,C,H Y=N,C,H"},
    {"elementwise_fmax elementwise_fmin elementwise_heaviside", "X=N,C,H,W Y=C,H,1"},
    {"reduce_amax reduce_amin frobenius_norm", "X=N,C,H,W dim:=A"},
    {"logsumexp", "X=N,C,H,W axis:=A"},
    {"atan2", "X1=N,C X2=N,C"},
    {"bitwise_and bitwise_or bitwise_xor", "X=N,C,H:i Y=C,H:i"},
    {"bitwise_not", "X=N,C:i"},
    {"bmm", "X=B,M,C Y=B,C,N"},
    {"dot", "X=N,C Y=N,C"},
    {"mv", "X=N,C Vec=C"},
    {"addmm", "Input=N X=M,C Y=C,N"},
    {"kron", "X=N,C,H Y=B,C"},
    {"cross", "X=N,3,H Y=N,3,H"},
    {"inverse", "Input=N,C,C"},
    {"max", "X=N,C,H dim:=1"},
    {"axpy", "Scale=N,C X=N,C,H,W Bias=N,C,H,W"},
    {"unique", "X=N,C:i is_sorted:=1 return_index:=1"},
    {"unique unique_with_counts", "X=N:i dtype:=3"},
    {"lookup_table", "W=8,C:w Ids=N,M,1:i"},
    {"lookup_table_v2", "W=8,C:w Ids=N,M:i"},
    {"cast", "X=N,C,H"},
    {"cast", "X=N,C,H:i"},
    {"transpose transpose2", "X=N,C,H,W axis:=0,2,3,1"},
    {"transpose transpose2", "X=N,C,H,W axis:=0,3,1,2"},
    {"reshape reshape2", "X=N,C,H,W shape:=0,-1"},
    {"reshape reshape2", "X=N,C,H,W shape:=N,C*H,W"},
    {"reshape2", "X=N,C Shape=3:i? shape:=-1,N"},
    {"flatten flatten2", "X=N,C,H,W axis:=1"},
    {"flatten_contiguous_range", "X=N,C,H,W start_axis:=1 stop_axis:=3"},
    {"squeeze squeeze2", "X=N,1,H,1 axes:=1"},
    {"unsqueeze unsqueeze2", "X=N,C,H axes:=1,2"},
    {"unsqueeze2", "X=N,C AxesTensor=1:iw"},
    {"slice", "Input=N,C,H*3,W axes:=2,3 starts:=1,0 ends:=H,W"},
    {"slice_array", "starts:=0 ends:=A"},
    {"slice_array_dense", "starts:=0 ends:=1 decrease_axis:=0"},
    {"slice", "Input=N,C,H axes:=0,1 StartsTensor=2:iw EndsTensor=2:i"},
    {"flip", "X=N,C,H axis:=1,2"},
    {"roll", "X=N,C,H shifts:=A,B axis:=0,1"},
    {"expand", "X=N,C,H expand_times:=1,A,2"},
    {"expand", "X=N,C ExpandTimes=2:i"},
    {"expand_v2", "X=N,1,H shape:=B,N,C,H"},
    {"expand_v2", "X=1 Shape=2:i"},
    {"pad", "X=N,C,H paddings:=0,1,1,A,0,0"},
    {"pad2d", "X=N,C,H*2,W*2 paddings:=1,1,0,1 mode:=\"constant\"/\"reflect\"/\"edge\""},
    {"pad2d", "X=N,C,H,W Paddings=4:j"},
    {"pad3d",
     "X=N,C,H*2,W*2,D*2 paddings:=1,1,0,1,1,0 "
     "mode:=\"constant\"/\"reflect\"/\"replicate\"/\"circular\""},
    {"pad_constant_like", "X=N*2,C*2,H Y=N,C,H"},
    {"fill_constant", "shape:=N,C,H ValueTensor=1?"},
    {"fill_constant", "ShapeTensor=3:i"},
    {"fill_constant", "ShapeTensorList=1:i3"},
    {"fill_constant_batch_size_like", "Input=N,C shape:=1,H"},
    {"assign_value", "shape:=2,2 fp32_values:=1,2,3,4"},
    {"assign_value", "shape:=2,2 dtype:=3 int64_values:=1,2,3,4"},
    {"range", "Start=1 End=1 Step=1"},
    {"range", "Start=1:i End=1:i Step=1:i"},
    {"increment", "X=1:i"},
    {"shape", "Input=N,C,H"},
    {"clip", "X=N,C,H Min=1? Max=1? min:=-1 max:=1"},
    {"scale", "X=N,C,H,W ScaleTensor=1? activation_type:=\"relu\"/\"relu6\"/\"\""},
    {"pow", "X=N,C,H FactorTensor=1?"},
    {"dropout", "X=N,C,H"},
    {"linear_interp linear_interp_v2", "X=N,C,W out_w:=A interp_method:=\"linear\""},
    {"nearest_interp nearest_interp_v2 bilinear_interp bilinear_interp_v2 bicubic_interp "
     "bicubic_interp_v2",
     "X=N,C,H,W out_h:=A out_w:=B align_mode:=0 "
     "interp_method:=\"nearest\"/\"bilinear\"/\"bicubic\""},
    {"nearest_interp_v2 bilinear_interp_v2 bicubic_interp_v2",
     "X=N,C,H,W scale:=2,2 interp_method:=\"nearest\"/\"bilinear\"/\"bicubic\""},
    {"nearest_interp bilinear_interp bilinear_interp_v2 bicubic_interp",
     "X=N,C,H,W OutSize=2:j? SizeTensor=1:j2? Scale=1? scale:=2 "
     "interp_method:=\"nearest\"/\"bilinear\""},
    {"trilinear_interp", "X=N,C,D,H,W out_d:=A out_h:=B out_w:=A interp_method:=\"trilinear\""},
    {"trilinear_interp_v2",
     "X=N,C,D,H,W out_d:=A out_h:=B out_w:=A interp_method:=\"trilinear\"/\"nearest\""},
    {"pixel_shuffle", "X=N,C*4,H,W upscale_factor:=2"},
    {"shuffle_channel", "X=N,C*4,H,W group:=4"},
    {"channel_shuffle", "X=N,C*4,H,W groups:=4"},
    {"channel_shuffle", "X=N,H,W,C*4 groups:=2 data_format:=\"NHWC\""},
    {"pixel_unshuffle", "X=N,C,H*2,W*2 downscale_factor:=2"},
    {"pixel_unshuffle", "X=N,H*2,W*2,C downscale_factor:=2 data_format:=\"NHWC\""},
    {"temporal_shift", "X=N*4,C*4,H,W seg_num:=4"},
    {"unfold", "X=N,C,H*3,W*3 kernel_sizes:=K,K strides:=1,1 paddings:=1,1,1,1 dilations:=1,1"},
    {"affine_grid", "Theta=N,2,3 output_shape:=N,C,H,W"},
    {"affine_grid", "Theta=N,2,3 OutputShape=4:j"},
    {"affine_grid", "Theta=N,3,4 output_shape:=N,C,D,H,W"},
    {"grid_sampler",
     "X=N,C,H,W Grid=N,A,B,2 mode:=\"bilinear\"/\"nearest\" "
     "padding_mode:=\"zeros\"/\"border\"/\"reflection\""},
    {"grid_sampler",
     "X=N,C,D,H,W Grid=N,A,B,D,3 mode:=\"bilinear\"/\"nearest\" "
     "padding_mode:=\"zeros\"/\"border\"/\"reflection\""},
    {"roi_align", "X=1,C,H*2,W*2 ROIs=R,4 pooled_height:=2 pooled_width:=2 sampling_ratio:=2"},
    {"roi_align", "X=N,C,H*2,W*2 ROIs=R,4:l RoisNum=N:j? pooled_height:=A"},
    {"prior_box",
     "Input=N,C,H,W Image=N,3,H*8,W*8 min_sizes:=4,8 max_sizes:=8,16 aspect_ratios:=1,2 "
     "variances:=1,1,2,2"},
    {"density_prior_box",
     "Input=N,C,H,W Image=N,3,H*8,W*8 fixed_sizes:=4,8 fixed_ratios:=1,2 densities:=2,3 "
     "variances:=1,1,2,2"},
    {"anchor_generator", "Input=N,C,H,W anchor_sizes:=32,64 aspect_ratios:=1,2 variances:=1,1,2,2"},
    {"box_coder", "PriorBox=M,4 PriorBoxVar=M,4? TargetBox=N,4"},
    {"box_coder", "PriorBox=M,4 TargetBox=N,M,4 code_type:=\"decode_center_size\""},
    {"fake_quantize_abs_max fake_quantize_dequantize_abs_max", "X=N,C,H bit_length:=8"},
    {"fake_channel_wise_quantize_abs_max fake_channel_wise_quantize_dequantize_abs_max",
     "X=N,C,H quant_axis:=1"},
    {"fake_quantize_moving_average_abs_max fake_quantize_dequantize_moving_average_abs_max "
     "fake_quantize_range_abs_max",
     "X=N,C InScale=1:w is_test:=1"},
    {"fake_quantize_moving_average_abs_max", "X=N,C InScale=1:w InAccum=1 InState=1"},
    {"quantize_linear dequantize_linear", "X=N,C,H Scale=C:w quant_axis:=1"},
    {"dequantize_linear", "X=N,C,H:q Scale=N:w quant_axis:=0"},
    {"fake_dequantize_max_abs", "X=N,C Scale=1:w max_range:=127"},
    {"fake_channel_wise_dequantize_max_abs", "X=N,C,H Scales=N:w quant_bits:=8"},
    {"dequantize_log", "X=N,C:q Dict=128:w"},
    {"__xpu__conv2d",
     "Input=N,C*4,H*4,W*4 Filter=O*8,C*4,3,3:w Bias=O*8:w? paddings:=1,1 act_type:=1"},
    {"__xpu__multi_encoder",
     "Input=N,M,8 Mask=N,1,1,M FCWeight=24,8|24,8|24,8|8,8|C,8|8,C:w FCBias=24|24|24|8|C|8:w "
     "LNScale=8|8:w LNBias=8|8:w n_layers:=1 head_num:=2 size_per_head:=4 precision:=\"int31\""},
    {"__xpu__embedding_with_eltwise_add", "Tables=8,C:w2 Ids=N,M,1:i2"},
    {"lookup_table_dequant", "W=8,C*2:w Ids=N,M,1:i"},
    {"crop", "X=4*N,C*3,H shape:=N,C,H offsets:=1,1,0"},
    {"crop_tensor", "X=4*N,C*3 shape:=N,C offsets:=1,1"},
    {"max_pool3d_with_index", "X=N,C,H*3,W*3,D*3 ksize:=K,K,K"},
    {"correlation",
     "Input1=N,C,H*2,W*2 Input2=N,C,H*2,W*2 pad_size:=4 kernel_size:=1 max_displacement:=4 "
     "stride1:=1 stride2:=1"},
    {"decode_bboxes", "Loc=N,4*P Prior=1,2,4*P num_priors:=P"},
    {"roi_perspective_transform",
     "X=1,C,H*3,W*3 ROIs=M,8 transformed_height:=H transformed_width:=W"},
    {"match_matrix_tensor", "X=1,C:l Y=1,D:l W=C,2,D:w dim_t:=2"},
    {"var_conv_2d", "X=1,1:l ROW=1,1:l COLUMN=1,1:l W=1,9:w KernelH:=3 KernelW:=3"},
    {"cos_sim", "X=N,C Y=N,C"},
    {"sequence_arithmetic search_seq_arithmetic", "X=1,C:l Y=1,C:l op_type:=1"},
    {"search_fc", "X=M,C W=N,C:w b=N:w out_size:=N"},
    {"search_seq_fc", "X=M,C:l W=N,C:w b=N:w? out_size:=N has_bias:=1"},
    {"search_group_padding", "X=M*2,C:l pad_id:=3"},
    {"search_seq_depadding", "Pad=1,C:l Src=1,1:l"},
    {"search_aligned_mat_mul", "X=1,C:l Y=1,C:l transpose_Y:=1"},
    {"attention_padding_mask search_attention_padding_mask", "X=1,1:l Y=1,1:l"},
    {"search_seq_softmax", "X=N,C:l"},
    {"search_grnn", "X=M,C:l Wi=3,H,C:w Wh=3,H,H:w num_input:=C num_hidden:=H"},
    {"fused_attention",
     "Input=N,M,8 W=8,24:w Bias=24:w? Residual=N,2,M,M in_num_col_dims:=2 "
     "reshape_shape:=0,0,2,4"},
    {"box_clip", "Input=N,M,4 ImInfo=N,3"},
    {"box_clip", "Input=M,4:l ImInfo=1,3"},
    {"yolo_box", "X=N,14,H,W ImgSize=N,2:j anchors:=10,13,16,30 class_num:=2"},
    {"polygon_box_transform", "Input=N,8,H,W"},
    {"multiclass_nms multiclass_nms2 multiclass_nms3",
     "BBoxes=N,M,4 Scores=N,C,M nms_top_k:=A keep_top_k:=B"},
    {"multiclass_nms multiclass_nms2", "BBoxes=N,M,8 Scores=N,C,M"},
    {"multiclass_nms2 multiclass_nms3", "BBoxes=M,C,4:l Scores=M,C:l RoisNum=1:j?"},
    {"matrix_nms", "BBoxes=N,M,4 Scores=N,C,M nms_top_k:=A keep_top_k:=B"},
    {"generate_proposals",
     "Scores=N,A,H,W BboxDeltas=N,4*A,H,W ImInfo=N,3 Anchors=H,W,A,4 Variances=H,W,A,4"},
    {"generate_proposals_v2",
     "Scores=N,A,H,W BboxDeltas=N,4*A,H,W ImShape=N,2 Anchors=H,W,A,4 Variances=H,W,A,4"},
    {"collect_fpn_proposals",
     "MultiLevelRois=M,4:2 MultiLevelScores=M,1:2 MultiLevelRoIsNum=1:j2? post_nms_topN:=A"},
    {"distribute_fpn_proposals", "FpnRois=M,4:l MultiFpnRois=:4 MultiLevelRoIsNum=:4"},
    {"retinanet_detection_output", "BBoxes=N,M,4:2 Scores=N,M,C:2 Anchors=M,4:2 ImInfo=N,3"},
    {"sequence_pool",
     "X=N*2,C:l pooltype:=\"AVERAGE\"/\"SUM\"/\"SQRT\"/\"MAX\"/\"MIN\"/\"FIRST\"/\"LAST\""},
    {"sequence_expand", "X=N,C Y=N*2,C:l"},
    {"sequence_concat", "X=N,C:l1"},
    {"sequence_concat", "X=N,C:l2"},
    {"sequence_conv", "X=N,C:l Filter=3*C,O:w contextLength:=3 contextStart:=-1"},
    {"sequence_pad", "X=N,C:l PadValue=1"},
    {"sequence_unpad", "X=N,H,C Length=N:i"},
    {"sequence_unpad", "X=1,8,C Length=1:ip"},
    {"sequence_reshape", "X=N,C:l new_dim:=C"},
    {"sequence_reverse", "X=N,C:l"},
    {"sequence_expand_as", "X=N,C Y=N,C:l"},
    {"sequence_softmax", "X=N,1:l"},
    {"im2sequence", "X=N,C,H*3,W*3 Y=N,2? kernels:=2,2"},
    {"gru", "Input=M,3*C:l Weight=C,3*C:w Bias=3*C:w?"},
    {"gru_unit", "Input=M,3*C HiddenPrev=M,C Weight=C,3*C:w Bias=3*C:w?"},
    {"lstm", "Input=M,4*C:l Weight=C,4*C:w Bias=7*C:w use_peepholes:=1"},
    {"lstm", "Input=M,4*C:l Weight=C,4*C:w Bias=4*C:w use_peepholes:=0"},
    {"rnn",
     "Input=M,B,1 PreState=1,B,1:1 WeightList=1,1:w4 SequenceLength=B:j? State=:1 hidden_size:=1 "
     "num_layers:=1 is_bidirec:=0 mode:=\"RNN_TANH\"/\"RNN_RELU\""},
    {"beam_search", "pre_ids=N,1:i pre_scores=N,1 ids=N,C:i? scores=N,C:l level:=0 beam_size:=A"},
    {"gather_tree", "Ids=1,B,C:i Parents=1,B,C:i"},
    {"gather_tree", "Ids=M,B,C:i Parents=M,B,C:i"},
    {"sampling_id", "X=N,C min:=0 max:=1"},
    {"ctc_align", "Input=N,1:jl"},
    {"ctc_align", "Input=N,C:j InputLength=N,1:j"},
    {"crf_decoding", "Emission=N,3:l Transition=5,3:w"},
    {"crf_decoding", "Emission=N,C,3 Transition=5,3:w Length=N:i"},
    {"viterbi_decode", "Input=B,M,C Transition=C,C Length=B:i include_bos_eos_tag:=0"},
    {"viterbi_decode", "Input=1,8,C Transition=C,C Length=1:ip include_bos_eos_tag:=0"},
    {"sequence_topk_avg_pooling", "X=0,1:l ROW=0,1:l COLUMN=0,1:l channel_num:=1 topks:=1"},
    {"sequence_topk_avg_pooling", "X=1,1:l ROW=1,1:l COLUMN=1,1:l channel_num:=1 topks:=1"},
    {"topk_pooling", "X=1,C,1,1:l Y=1,1:l top_k:=A feat_map_num:=0"},
    {"sequence_pool_concat", "X=N,C:l1 pooltype:=\"MAX\"/\"SUM\""},
    {"sequence_reverse_embedding", "W=8,C:w Ids=N,1:il"},
    {"lod_reset", "X=N,C:l Y=N,C:l"},
    {"lod_reset", "X=N,C target_lod:=0,N"},
    {"lod_reset", "X=N,C Y=3:j"},
    {"io_copy io_copy_once calib calib_once", "Input=N,C,H,W"},
    {"calib calib_once", "Input=N,C,H,W:q"},
    {"fill_any_like fill_zeros_like assign share_data", "X=N,C,H:i"},
    {"abs square", "X=N,C:i"},
    {"memcpy", "X=N,C,H:i"},
    {"roi_pool", "X=N,C,H*2,W*2 ROIs=R,4:l RoisNum=N:j? pooled_height:=A pooled_width:=2"},
    {"psroi_pool",
     "X=N,C*4,H*2,W*2 ROIs=R,4:l RoisNum=N:j? pooled_height:=2 pooled_width:=2 "
     "output_channels:=C"},
    {"unpool", "X=N,C,H,W Indices=N,C,H,W:j ksize:=2,2 strides:=2,2 output_size:=8,8"},
    {"unpool", "X=N,C,H,W Indices=N,C,H,W:j ksize:=A,B strides:=S,S"},
    {"unpool3d", "X=N,C,H,W,D Indices=N,C,H,W,D:j ksize:=2,2,2 strides:=2,2,2 output_size:=8,8,8"},
    {"iou_similarity", "X=N,4:l Y=M,4"},
    {"nms", "Boxes=N*8,4"},
    {"bipartite_match", "DistMat=N*2,C:l match_type:=\"bipartite\"/\"per_prediction\""},
    {"spp", "X=N,C,H*2,W*2 pyramid_height:=A pooling_type:=\"max\"/\"avg\""},
    {"row_conv", "X=M*2,C:l Filter=A,C:w"},
    {"row_conv", "X=N,M,C Filter=A,C:w"},
    {"softmax_with_cross_entropy", "Logits=N,C*4 Label=N,1:i"},
    {"softmax_with_cross_entropy", "Logits=N,C,H Label=N,C,H soft_label:=1 axis:=1"},
    {"sigmoid_cross_entropy_with_logits", "X=N,C Label=N,C pos_weight=N,C?"},
    {"label_smooth", "X=N,C PriorDist=1,C?"},
    {"segment_pool", "X=1,C SegmentIds=1:i pooltype:=\"SUM\"/\"MEAN\"/\"MAX\"/\"MIN\""},
    {"edit_distance", "Hyps=N*2,1:il Refs=N*2,1:il"},
    {"edit_distance", "Hyps=B,M Refs=B,N HypsLength=B:i RefsLength=B:i"},
    {"sequence_erase", "X=N,1:il tokens:=A,B"},
    {"sequence_enumerate", "X=N,1:il win_size:=3 pad_value:=A"},
    {"sequence_slice", "X=1,C:l Offset=1,1:i Length=1,1:i"},
    {"sequence_scatter", "X=1,C*4 Ids=M,1:il Updates=M,1:l"},
    {"add_position_encoding", "X=N*2,C*2:l"},
    {"add_position_encoding", "X=B,M,C*2"},
    {"fused_softmax_mask", "X=N,C,H,W Mask=N,1,H,W"},
    {"fused_softmax_mask_upper_triangle", "X=N,C,H,H"},
};

SizeTerm ParseTerm(std::string_view text) {
  SizeTerm term;
  for (const std::string& factor : SplitString(text, '*')) {
    if (factor.size() == 1 && factor[0] >= 'A' && factor[0] <= 'Z') {
      term.factors += factor;
    } else {
      term.factor *= std::atoll(factor.c_str());
    }
  }
  return term;
}

std::vector<SizeTerm> ParseTerms(std::string_view text) {
  std::vector<SizeTerm> terms;
  if (text.empty()) return terms;
  for (const std::string& part : SplitString(text, ',')) terms.push_back(ParseTerm(part));
  return terms;
}

void AddSlot(const std::string& name, std::string_view form, OperatorTemplate* out) {
  SlotTemplate slot;
  slot.name = name;
  std::string_view flags;
  if (const size_t colon = form.find(':'); colon != std::string_view::npos) {
    flags = form.substr(colon + 1);
    form = form.substr(0, colon);
  } else if (!form.empty() && form.back() == '?') {
    flags = "?";
    form.remove_suffix(1);
  }
  for (const std::string& shape : SplitString(form, '|')) slot.shapes.push_back(ParseTerms(shape));
  if (slot.shapes.size() > 1) slot.count = static_cast<int>(slot.shapes.size());
  for (const char flag : flags) {
    if (flag == '?') slot.optional = true;
    if (flag == 'w') slot.parameter = true;
    if (flag == 'l') slot.lod = true;
    if (flag == 'p') slot.positive = true;
    if (flag == 'i') slot.type = PrecisionType::kInt64;
    if (flag == 'j') slot.type = PrecisionType::kInt32;
    if (flag == 'b') slot.type = PrecisionType::kBool;
    if (flag == 'q') slot.type = PrecisionType::kInt8;
    if (flag >= '1' && flag <= '9') slot.count = flag - '0';
  }
  out->slots.push_back(std::move(slot));
}

OperatorTemplate Parse(const char* form) {
  OperatorTemplate result;
  for (const std::string& token : SplitString(form, ' ')) {
    if (token.empty()) continue;
    const size_t attr = token.find(":=");
    if (attr == std::string::npos) {
      const size_t equals = token.find('=');
      AddSlot(token.substr(0, equals), std::string_view(token).substr(equals + 1), &result);
      continue;
    }
    AttrTemplate attribute;
    attribute.name = token.substr(0, attr);
    const std::string values = token.substr(attr + 2);
    if (values[0] == '"') {
      for (const std::string& text : SplitString(values, '/'))
        attribute.texts.push_back(text.substr(1, text.size() - 2));
    } else {
      attribute.values = ParseTerms(values);
    }
    result.attrs.push_back(std::move(attribute));
  }
  return result;
}

}  // namespace

const SlotTemplate* OperatorTemplate::slot(const std::string& name) const {
  for (const SlotTemplate& slot : slots) {
    if (slot.name == name) return &slot;
  }
  return nullptr;
}

const AttrTemplate* OperatorTemplate::attr(const std::string& name) const {
  for (const AttrTemplate& attr : attrs) {
    if (attr.name == name) return &attr;
  }
  return nullptr;
}

char OperatorTemplate::any_letter(int choice) const {
  std::string letters;
  for (const SlotTemplate& slot : slots) {
    for (const auto& shape : slot.shapes) {
      for (const SizeTerm& term : shape) letters += term.factors;
    }
  }
  return letters.empty() ? 'N' : letters[static_cast<size_t>(choice) % letters.size()];
}

OperatorTemplate FindOperatorTemplate(const std::string& op_type, int choice) {
  std::vector<const char*> forms;
  for (const Entry& entry : kEntries) {
    for (const std::string& type : SplitString(entry.operators, ' ')) {
      if (type == op_type) forms.push_back(entry.form);
    }
  }
  if (forms.empty()) return OperatorTemplate();
  return Parse(forms[static_cast<size_t>(choice) % forms.size()]);
}

}  // namespace paddle::lite::test
