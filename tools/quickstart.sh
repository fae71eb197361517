#!/usr/bin/env bash
# From nothing to a result: builds the release, converts a trained network with opt, and classifies handwritten digits
# that the network has never seen with the published light library.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
  "") ;;
  --help | -h)
    echo "tools/quickstart.sh: builds, converts a trained network and classifies 360 pictures; takes no options"
    exit 0
    ;;
  *)
    echo "unknown option '$1'; see --help" >&2
    exit 2
    ;;
esac

if [ -n "${LITE_PACKAGE:-}" ]; then
  # The test of README.md has a package already.
  package=$LITE_PACKAGE
  build=$(dirname "$package")
else
  echo "== 1/4 packages"
  tools/install_packages.sh build

  echo "== 2/4 build (release)"
  cmake --preset release -DCMAKE_INSTALL_MESSAGE=NEVER >/dev/null
  cmake --build --preset release --target publish_inference

  build=build.release
  package=$(find "$build" -maxdepth 1 -type d -name 'inference_lite_lib*' | head -n 1)
fi
digits=tests/models/digits
work=$build/quickstart
mkdir -p "$work"
case $(uname -m) in
  x86_64) target=x86 ;;
  *) target=arm ;;
esac

echo "== 3/4 convert"
"$package/bin/opt" --model_file=$digits/fluid/__model__ --param_file=$digits/fluid/__params__ --valid_targets=$target \
  --optimize_out_type=naive_buffer --optimize_out="$work/digits"
ls -l "$work/digits.nb" | awk '{print $NF ": " $5 " bytes"}'

echo "== 4/4 classify with $package/cxx/lib/libpaddle_light_api_shared.so"
make --no-print-directory -s -C "$package/demo/cxx/mobile_classify"
demo=$package/demo/cxx/mobile_classify/mobile_classify
for picture in "$digits"/digit_*.pgm; do
  printf '%s: ' "$(basename "$picture")"
  "$demo" "$work/digits.nb" "$picture" $digits/labels.txt 1 28 28
done
"$demo" "$work/digits.nb" --digits $digits/test_images.u8 $digits/test_labels.u8
