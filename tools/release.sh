#!/usr/bin/env bash
# Builds everything that a release publishes into one folder, with checksums in SHA256SUMS:
#   full and light packages of this machine (.tar.gz, .deb), the wheel, and light packages for boards whose cross
#   compiler is installed (aarch64, armhf).
#   tools/release.sh [FOLDER]     by default build.release/archives; compiles for half an hour or more on two cores
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
  --help | -h)
    sed -n '2,5s/^# *//p' "$0"
    exit 0
    ;;
  -*)
    echo "unknown option '$1'; see --help" >&2
    exit 2
    ;;
esac
mkdir -p "${1:-build.release/archives}"
out=$(cd "${1:-build.release/archives}" && pwd)

# archive BUILD OPTION...: builds the package and its archives.
archive() {
  local build=$1
  shift
  cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release "$@" >/dev/null
  cmake --build "$build"
  (cd "$build" && cpack -B "$out" >/dev/null)
}

with_ninja=()
command -v ninja >/dev/null && with_ninja=(-G Ninja)
archive build.release "${with_ninja[@]}" -DLITE_WITH_CV=ON -DLITE_WITH_PYTHON=ON
cp build.release/python/dist/*.whl "$out"
archive build.release.light "${with_ninja[@]}" -DLITE_WITH_FULL_API=OFF -DLITE_WITH_CV=ON
for board in aarch64-linux-gnu arm-linux-gnueabihf; do
  if command -v $board-g++ >/dev/null; then
    archive build.release.$board "${with_ninja[@]}" -DLITE_WITH_FULL_API=OFF -DLITE_WITH_CV=ON \
      -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$board.cmake"
  else
    echo "no $board-g++: there is no package for $board"
  fi
done
rm -rf "$out/_CPack_Packages"
cd "$out"
sha256sum -- *.tar.gz *.deb *.whl >SHA256SUMS.part
mv SHA256SUMS.part SHA256SUMS
cat SHA256SUMS
