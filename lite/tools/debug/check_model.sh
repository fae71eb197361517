#!/usr/bin/env bash
# Finds the first operator whose result differs from a reference: runs a model operator by operator with this library
# (debug_cpp_stage), then with the reference, and compares (debug_py_stage).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

usage() {
  cat <<'TEXT'
check_model.sh --model_dir=FOLDER --build_root_dir=FOLDER [OPTIONS] debug_cpp_stage debug_py_stage

  --model_dir=FOLDER            the model, unoptimised
  --build_root_dir=FOLDER       where lite_model_debug_tool was built
  --input_file=FILE             first line: numbers separated by blanks, inputs by commas   all ones
  --input_shape=SHAPES          "1,3,224,224", ':' between inputs                 as declared
  --cpp_topo_file=FILE                                                            topo_file.txt
  --cpp_tensor_file=FILE                                                          tensor_cpp.txt
  --cpp_output_vars=0|1, --cpp_output_weights=0|1                                 1
  --cpp_arm_thread_num=N                                                          1
  --tensor_names=NAMES          only these tensors; nothing is compared           all
  --tensor_output_length=N      leading values of each tensor                     all
  --py_threshold=T              largest absolute difference                       1e-5
  --py_tensor_file=FILE         the reference's tensors                           tensor_py.txt
  --py_output_tensor=0|1        write that file                                   1
  --py_reference_file=FILE      take the reference's tensors from this file instead of running Paddle
  --py_output_file=FILE         differences; empty when there are none            diff.txt
  --py_only_output_first_diff=0|1                                                 1

Status: 0 equal, 1 different, 2 error.
TEXT
}

fail() {
  echo "check_model.sh: error: $1" >&2
  exit 2
}

model_dir= build_root_dir= input_file= input_shape= tensor_names= tensor_output_length=-1
cpp_topo_file=topo_file.txt cpp_tensor_file=tensor_cpp.txt cpp_output_vars=1 cpp_output_weights=1 cpp_arm_thread_num=1
py_threshold=1e-5 py_tensor_file=tensor_py.txt py_output_tensor=1 py_reference_file= py_output_file=diff.txt
py_only_output_first_diff=1
stages=()
for argument in "$@"; do
  case $argument in
    --help | -h)
      usage
      exit 0
      ;;
    --model_dir=* | --build_root_dir=* | --input_file=* | --input_shape=* | --cpp_topo_file=* | --cpp_tensor_file=* | \
      --cpp_output_vars=* | --cpp_output_weights=* | --cpp_arm_thread_num=* | --tensor_names=* | \
      --tensor_output_length=* | --py_threshold=* | --py_tensor_file=* | --py_output_tensor=* | \
      --py_reference_file=* | --py_output_file=* | --py_only_output_first_diff=*)
      name=${argument%%=*}
      printf -v "${name#--}" '%s' "${argument#*=}"
      ;;
    debug_cpp_stage | debug_py_stage) stages+=("$argument") ;;
    *)
      usage >&2
      fail "unknown option or stage: $argument"
      ;;
  esac
done
[ -n "$model_dir" ] || fail "--model_dir is needed"
[ -n "$build_root_dir" ] || fail "--build_root_dir is needed"
[ ${#stages[@]} -gt 0 ] || fail "which stage? debug_cpp_stage, debug_py_stage or both"

for stage in "${stages[@]}"; do
  case $stage in
    debug_cpp_stage)
      tool=$(find -H "$build_root_dir" -name lite_model_debug_tool -type f -perm -u+x 2>/dev/null | head -n 1)
      [ -n "$tool" ] || fail "no lite_model_debug_tool under $build_root_dir: build that target"
      "$tool" --model_dir="$model_dir" --input_file="$input_file" --input_shape="$input_shape" \
        --topo_output_file="$cpp_topo_file" --tensor_output_file="$cpp_tensor_file" --output_vars="$cpp_output_vars" \
        --output_weights="$cpp_output_weights" --tensor_names="$tensor_names" \
        --tensor_output_length="$tensor_output_length" --arm_thread_num="$cpp_arm_thread_num" || exit 2
      ;;
    debug_py_stage)
      python3 "$here/analysis_tool.py" --model_dir="$model_dir" --input_file="$input_file" --input_shape="$input_shape" \
        --topo_file="$cpp_topo_file" --tensor_file="$cpp_tensor_file" --tensor_names="$tensor_names" \
        --tensor_output_length="$tensor_output_length" --threshold="$py_threshold" --reference_tensor_file="$py_tensor_file" \
        --output_tensor="$py_output_tensor" --reference_file="$py_reference_file" --output_file="$py_output_file" \
        --only_output_first_diff="$py_only_output_first_diff" || exit $?
      ;;
  esac
done
