#!/bin/sh
# Runs one model with every library of the package, and compares what they print.
#
#   run.sh MODEL [IMAGE [TOPK]]
#
# MODEL is a folder as Paddle saves it (a full package) or a .nb file (the light libraries only).
set -e
cd "$(dirname "$0")"
if [ $# -lt 1 ] || [ $# -gt 3 ]; then
  echo "usage: run.sh MODEL [IMAGE [TOPK]]" >&2
  exit 1
fi
model=$1 image=${2:--} topk=${3:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make -s all
first=
check() { # check PROGRAM ARGUMENTS...
  program=$1
  shift
  [ -x "$program" ] || return 0
  "./$program" "$@" >"$work/$program.txt"
  if [ -z "$first" ]; then
    first=$program
    cat "$work/$program.txt"
  elif ! cmp -s "$work/$first.txt" "$work/$program.txt"; then
    echo "$program prints other results than $first:" >&2
    diff "$work/$first.txt" "$work/$program.txt" >&2 || true
    exit 1
  fi
  echo "$program: ok"
}
if [ -d "$model" ]; then
  if [ ! -x classification_full_shared ]; then
    echo "the folder $model needs a full package: give a .nb file" >&2
    exit 1
  fi
  check classification_full_shared "$model" "$image" "$topk" "$work/optimised"
  check classification_full "$model" "$image" "$topk"
  model=$work/optimised.nb
fi
check classification_light_shared "$model" "$image" "$topk"
check classification_light "$model" "$image" "$topk"
