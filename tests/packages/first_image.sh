#!/bin/bash
# first_image.sh LANGUAGE ARCHIVE: what a user of a new system types, by the guides, until the first image of their own is
# classified: own.png, a white digit on black. Prints each command with its time, then their number and sum.
# The programs of the guides are in the working folder. Runs as root in a system that tools/try_package.sh makes.
set -euo pipefail
language=$1
archive=$2
begin=$EPOCHREALTIME
count=0

# Times are whole milliseconds: a minimal system has no calculator.
since() {
  local ms=$(((${EPOCHREALTIME/./} - ${1/./}) / 1000))
  printf '%d.%d' $((ms / 1000)) $((ms % 1000 / 100))
}
type_in() {
  local start=$EPOCHREALTIME
  eval "$1" >out.txt 2>&1 || { cat out.txt >&2; exit 1; }
  count=$((count + 1))
  printf '%7s s  %s\n' "$(since "$start")" "$1"
}

declare -A compiler=([cxx]=g++ [c]="gcc libc6-dev" [java]=default-jdk-headless [python]="python3-numpy python3-pil")
type_in "apt-get update"
type_in "apt-get install -y --no-install-recommends ${compiler[$language]} $archive"
[ "$language" = python ] || type_in "apt-get install -y --no-install-recommends imagemagick"
type_in 'export PACKAGE=/opt/paddle-lite'
type_in 'export PATH=$PACKAGE/bin:$PATH PYTHONPATH=$PACKAGE/python/install'
type_in 'lite_samples samples'
type_in 'opt --model_file=samples/digits/fluid/__model__ --param_file=samples/digits/fluid/__params__ --valid_targets=x86 --optimize_out_type=naive_buffer --optimize_out=digits'
[ "$language" = python ] || type_in "convert own.png -colorspace Gray -resize '28x28!' -depth 8 own.pgm"
link='-I$PACKAGE/cxx/include -L$PACKAGE/cxx/lib -lpaddle_light_api_shared -Wl,-rpath,$PACKAGE/cxx/lib'
case $language in
  cxx)
    type_in "g++ -std=c++11 -O2 -Wall app.cc -o app $link"
    type_in './app digits.nb own.pgm'
    ;;
  c)
    type_in "gcc -std=c99 -Wall digit.c -o digit $link"
    type_in './digit digits.nb own.pgm'
    ;;
  java)
    type_in 'javac -cp $PACKAGE/java/jar/PaddlePredictor.jar Digit.java'
    type_in 'java -cp $PACKAGE/java/jar/PaddlePredictor.jar:. -Djava.library.path=$PACKAGE/java/so Digit digits.nb own.pgm'
    ;;
  python) type_in 'python3 own.py own.png' ;;
esac
echo "$language: $count commands, $(since "$begin") s; the last one prints: $(cat out.txt)"
