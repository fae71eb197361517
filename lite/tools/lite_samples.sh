#!/usr/bin/env bash
# The models and images that the pages of docs/ work with. Installed as bin/lite_samples of the package.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: lite_samples FOLDER

Creates FOLDER with the models and images of the guides. Nothing is downloaded.

  FOLDER/digits        a network trained on handwritten digits, as saved by two versions of Paddle, and images
  FOLDER/mobilenet_v1  MobileNetV1 for images of 224 x 224 with random weights: for measuring, not for classifying
  FOLDER/paddle        small programs in the forms that Paddle saves
  FOLDER/nb            small .nb files of several versions of Paddle Lite
TEXT
}

case ${1:-} in
  "" | -*)
    usage
    [ "${1:-}" = --help ] || [ "${1:-}" = -h ] || exit 2
    exit 0
    ;;
esac
[ $# -eq 1 ] || { usage >&2; exit 2; }
out=$1
bin=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
samples=$bin/../share/samples
[ -d "$samples" ] || { echo "lite_samples: error: $samples does not exist: run the copy in the folder bin of a full package" >&2; exit 1; }
mkdir -p "$out"
cp -R "$samples"/. "$out"

# Convolution, batch normalisation and relu, thirteen times a depthwise and a pointwise convolution, mean, fc, softmax. The weights'
# range keeps the values' size from layer to layer.
awk '
function constant(name, shape, data) { printf "const %%%s: float[%s] = %s\n", name, shape, data }
function layer(groups, filters, side, stride,   n, range) {
  n = ++layers
  range = sqrt(6 / (channels / groups * side * side))
  constant("w" n, filters "," channels / groups "," side "," side, "random(" n ", " (-range) ", " range ")")
  constant("scale" n, filters, "fill(1)")
  constant("bias" n, filters, "fill(0)")
  constant("mean" n, filters, "fill(0)")
  constant("variance" n, filters, "fill(1)")
  type = "conv2d"
  if (groups > 1) type = "depthwise_conv2d"
  printf "%s(Input=%%%s, Filter=%%w%d) -> (Output=%%conv%d) ", type, value, n, n
  printf "{strides=[%d, %d], paddings=[%d, %d], dilations=[1, 1], groups=%d}\n", stride, stride, (side - 1) / 2, (side - 1) / 2, groups
  printf "batch_norm(X=%%conv%d, Scale=%%scale%d, Bias=%%bias%d, Mean=%%mean%d, Variance=%%variance%d) -> (Y=%%norm%d)", n, n, n, n, n, n
  print " {epsilon=1e-5, is_test=true}"
  printf "relu(X=%%norm%d) -> (Out=%%relu%d)\n", n, n
  value = "relu" n
  channels = filters
}
BEGIN {
  print "input %image: float[-1,3,-1,-1]"
  value = "image"
  channels = 3
  layer(1, 32, 3, 2)
  count = split("64 128 128 256 256 512 512 512 512 512 512 1024 1024", filters, " ")
  for (i = 1; i <= count; ++i) {
    layer(channels, channels, 3, i == 2 || i == 4 || i == 6 || i == 12 ? 2 : 1)
    layer(1, filters[i], 1, 1)
  }
  print "pool2d(X=%" value ") -> (Out=%pooled) {pooling_type=\"avg\", ksize=[1, 1], global_pooling=true}"
  constant("w_fc", "1024,1000", "random(0, -0.05, 0.05)")
  constant("bias_fc", "1000", "fill(0)")
  print "mul(X=%pooled, Y=%w_fc) -> (Out=%product) {x_num_col_dims=1, y_num_col_dims=1}"
  print "elementwise_add(X=%product, Y=%bias_fc) -> (Out=%sum) {axis=1}"
  print "softmax(X=%sum) -> (Out=%scores) {axis=-1}"
  print "output %scores"
}' </dev/null | "$bin/text_to_model" "$out/mobilenet_v1"
# Written beside it by text_to_model, and not optimised: the guides show how opt makes it.
rm "$out/mobilenet_v1.nb"
