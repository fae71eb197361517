#!/usr/bin/env bash
# Builds the package, converts a trained network with opt, and classifies unseen handwritten digits
# with the published light library. With --ocr: gets the three networks of PP-OCRv4, converts them
# and reads the text of an image.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
tools/quickstart.sh                  builds, converts a trained network and classifies 360 images
tools/quickstart.sh --ocr [MODELS]   builds, gets the models of PP-OCRv4 (a download of 15 MB, unless the folder MODELS
                                     holds det, rec, cls and keys.txt), converts them and reads the text of an image
TEXT
}

ocr=false
models=
case ${1:-} in
  "") ;;
  --ocr)
    ocr=true
    models=${2:-}
    [ $# -le 2 ] || { usage >&2; exit 2; }
    ;;
  --help | -h)
    usage
    exit 0
    ;;
  *)
    echo "unknown option '$1'; see --help" >&2
    exit 2
    ;;
esac

if $ocr; then steps=5; else steps=4; fi
step=0
begin() {
  step=$((step + 1))
  echo "== $step/$steps $*"
}

if [ -n "${LITE_PACKAGE:-}" ]; then
  # The test of README.md has a package already.
  package=$LITE_PACKAGE
  build=$(dirname "$package")
  step=2
else
  begin packages
  if $ocr; then tools/install_packages.sh build ocr; else tools/install_packages.sh build; fi

  begin build
  # At -O1 except for instruction-set files, which takes half the time of a release. What the networks here spend their time
  # in are instruction-set files.
  cmake --preset quickstart -DCMAKE_INSTALL_MESSAGE=NEVER >/dev/null
  cmake --build --preset quickstart --target publish_inference

  build=build.quickstart
  package=$(find "$build" -maxdepth 1 -type d -name 'inference_lite_lib*' | head -n 1)
fi
work=$build/quickstart
mkdir -p "$work"
case $(uname -m) in
  x86_64) target=x86 ;;
  *) target=arm ;;
esac

# convert MODEL PARAMETERS NAME: writes $work/NAME.nb
convert() {
  "$package/bin/opt" --model_file="$1" --param_file="$2" --valid_targets=$target \
    --optimize_out_type=naive_buffer --optimize_out="$work/$3"
  ls -l "$work/$3.nb" | awk '{print $NF ": " $5 " bytes"}'
}

if $ocr; then
  begin "get the models"
  if [ -z "$models" ]; then
    models=$work/ppocr
    tools/ocr/fetch_models.py "$models"
  fi

  begin convert
  for network in det rec cls; do
    convert "$models/$network/inference.pdmodel" "$models/$network/inference.pdiparams" $network
  done
  cp "$models/keys.txt" "$work"

  begin "read an image with $package/cxx/lib/libpaddle_light_api_shared.so"
  make --no-print-directory -s -C "$package/demo/cxx/ocr"
  threads=$(nproc)
  [ "$threads" -le 4 ] || threads=4
  "$package/demo/cxx/ocr/ocr" --models "$work" --threads "$threads" --repeats 5 --output "$work/tilt.png" \
    lite/demo/cxx/ocr/images/tilt.png
  echo "the image with boxes: $work/tilt.png"
  exit 0
fi

digits=tests/models/digits
begin convert
convert $digits/fluid/__model__ $digits/fluid/__params__ digits

begin "classify with $package/cxx/lib/libpaddle_light_api_shared.so"
make --no-print-directory -s -C "$package/demo/cxx/mobile_classify"
demo=$package/demo/cxx/mobile_classify/mobile_classify
for image in "$digits"/digit_*.pgm; do
  printf '%s: ' "$(basename "$image")"
  "$demo" "$work/digits.nb" "$image" $digits/labels.txt 1 28 28
done
"$demo" "$work/digits.nb" --digits $digits/test_images.u8 $digits/test_labels.u8
