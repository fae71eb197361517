#!/bin/sh
# Converts a TensorFlow, Caffe or ONNX model for this library with x2paddle and opt. Plain POSIX sh.
set -e

usage() {
  cat <<END
Usage: sh auto_transform.sh --framework=(tensorflow|caffe|onnx) MODEL [OPTIONS]

Converts a model of another framework with x2paddle and the result with opt, into <optimize_out>.nb.

Model
  --framework=tensorflow --model=FILE.pb
  --framework=onnx --model=FILE.onnx
  --framework=caffe --prototxt=FILE --weight=FILE.caffemodel    (caffe is the default)

Options                                                     default
  --valid_targets=WORDS        targets of the result        arm
  --fluid_save_dir=DIR         what x2paddle writes         saved_fluid
  --optimize_out=NAME          the result                   lite_opt_dir

x2paddle has to be installed, with the package of the framework. opt, or paddle_lite_opt of the Python package, is
looked for in the current folder, beside this script and on the PATH. Nothing is downloaded.

Example
  sh auto_transform.sh --framework=onnx --model=model.onnx --valid_targets=arm --optimize_out=model
END
}

fail() {
  echo "auto_transform.sh: error: $*" >&2
  exit 1
}

usage_error() {
  echo "auto_transform.sh: error: $*" >&2
  usage >&2
  exit 1
}

if [ $# -eq 0 ]; then
  usage
  exit 1
fi

framework=caffe
model=
prototxt=
weight=
fluid=saved_fluid
targets=arm
out=lite_opt_dir
for argument in "$@"; do
  value=${argument#*=}
  case $argument in
    --framework=*) framework=$value ;;
    --model=*) model=$value ;;
    --prototxt=*) prototxt=$value ;;
    --weight=*) weight=$value ;;
    --fluid_save_dir=*) fluid=${value%/} ;;
    --valid_targets=*) targets=$value ;;
    --optimize_out=*) out=$value ;;
    -h | --help | help)
      usage
      exit 0
      ;;
    *) usage_error "unknown option '$argument'" ;;
  esac
done

need_file() { # need_file OPTION VALUE
  [ -n "$2" ] || usage_error "--framework=$framework needs $1"
  [ -f "$2" ] || fail "$1: $2: there is no such file"
}

case $framework in
  tensorflow | onnx) need_file --model "$model" ;;
  caffe)
    need_file --prototxt "$prototxt"
    need_file --weight "$weight"
    ;;
  *) usage_error "--framework is '$framework' (expected tensorflow, caffe or onnx)" ;;
esac
[ -n "$fluid" ] || usage_error "--fluid_save_dir is empty"
[ -n "$out" ] || usage_error "--optimize_out is empty"

# Both programs are looked up before the work starts.
command -v x2paddle >/dev/null ||
  fail "x2paddle is not on the PATH: 'pip install x2paddle', and the Python package of $framework"
name=opt
if [ "$(uname -s)" = Darwin ]; then name=opt_mac; fi
here=$(dirname "$0")
opt=
for candidate in "./$name" "$here/$name" ./opt "$here/opt"; do
  if [ -z "$opt" ] && [ -f "$candidate" ] && [ -x "$candidate" ]; then opt=$candidate; fi
done
# LLVM also has a program of that name.
if [ -z "$opt" ] && opt --version 2>/dev/null | grep -q '^opt version:'; then opt=opt; fi
[ -n "$opt" ] || opt=$(command -v paddle_lite_opt) ||
  fail "opt is neither here, nor next to this script, nor on the PATH: build it with build.sh build_optimize_tool"

echo "1. x2paddle: $framework to $fluid"
if [ "$framework" = caffe ]; then
  x2paddle --framework=caffe --prototxt="$prototxt" --weight="$weight" --save_dir="$fluid" || fail "x2paddle failed"
else
  x2paddle --framework="$framework" --model="$model" --save_dir="$fluid" || fail "x2paddle failed"
fi
# It also exits with 0 after giving up.
[ -d "$fluid/inference_model" ] || fail "x2paddle wrote no $fluid/inference_model"

echo "2. opt: $fluid/inference_model to $out"
"$opt" --model_dir="$fluid/inference_model" --valid_targets="$targets" --optimize_out_type=naive_buffer \
  --optimize_out="$out" || fail "opt failed"
