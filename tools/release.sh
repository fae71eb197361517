#!/usr/bin/env bash
# Builds what a release publishes, part by part, into one folder, with checksums of all of its files in SHA256SUMS.
#   tools/release.sh [--output=FOLDER] [--dry_run] [PART...]
#   tools/release.sh --list        the parts, what each needs, and whether this machine has it
# FOLDER is build.release/archives by default. Without PART, all parts that this machine can build: each compiles for ten
# minutes or more on two cores. A part that is built again replaces its archives; those of other parts stay.
# LITE_RELEASE_OPTIONS has further options of CMake for every part.
set -euo pipefail
cd "$(dirname "$0")/.."
out=build.release/archives
dry_run=OFF
list=OFF
parts=()
for argument in "$@"; do
  case $argument in
    --help | -h)
      sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0"
      exit 0
      ;;
    --list) list=ON ;;
    --dry_run) dry_run=ON ;;
    --output=*) out=${argument#*=} ;;
    -*)
      echo "unknown option '$argument'; see --help" >&2
      exit 2
      ;;
    *) parts+=("$argument") ;;
  esac
done

# --- the parts: about_PART says what it is, needs_PART what is missing on this machine, part_PART builds. A new part needs no
# edit elsewhere.
needs_full() { :; }
about_full() { echo "full package of this machine: .tar.gz, .deb"; }
part_full() { archive build.release -DLITE_WITH_CV=ON -DLITE_WITH_PYTHON=ON $(java_option); }

needs_light() { :; }
about_light() { echo "light package of this machine: .tar.gz, .deb"; }
part_light() { archive build.release.light -DLITE_WITH_FULL_API=OFF -DLITE_WITH_CV=ON; }

needs_aarch64() { command -v aarch64-linux-gnu-g++ >/dev/null || echo "aarch64-linux-gnu-g++"; }
about_aarch64() { echo "light package for aarch64 Linux: .tar.gz, .deb"; }
part_aarch64() { board aarch64-linux-gnu; }

needs_aarch64_full() { needs_target aarch64-linux-gnu; }
about_aarch64_full() { echo "full package for aarch64 Linux: .tar.gz, .deb"; }
part_aarch64_full() { full_board aarch64-linux-gnu arm64; }

needs_armhf() { command -v arm-linux-gnueabihf-g++ >/dev/null || echo "arm-linux-gnueabihf-g++"; }
about_armhf() { echo "light package for armv7 Linux, hard float: .tar.gz, .deb"; }
part_armhf() { board arm-linux-gnueabihf; }

needs_armhf_full() { needs_target arm-linux-gnueabihf; }
about_armhf_full() { echo "full package for armv7 Linux, hard float: .tar.gz, .deb"; }
part_armhf_full() { full_board arm-linux-gnueabihf armhf; }

needs_wheel_x86_64() { has_zig; }
about_wheel_x86_64() { echo "wheel for x86-64 Linux with a C library from 2.17 on"; }
part_wheel_x86_64() { wheel x86_64; }

needs_wheel_aarch64() { has_zig; }
about_wheel_aarch64() { echo "wheel for aarch64 Linux with a C library from 2.17 on"; }
part_wheel_aarch64() { wheel aarch64; }

needs_windows() { has_zig; }
about_windows() { echo "light package for Windows on x86-64: .zip"; }
part_windows() { with_zig x86_64-windows-gnu; }

needs_macos() { has_zig; }
about_macos() { echo "light package for macOS on arm64: .tar.gz"; }
part_macos() { with_zig aarch64-macos -DLITE_WITH_X86=OFF -DLITE_WITH_ARM=ON; }

# --- how they build
has_zig() { python3 -c 'import ziglang' 2>/dev/null || echo "the Python package ziglang (python3 -m pip install ziglang)"; }
java_option() { if command -v javac >/dev/null; then echo -DLITE_WITH_JAVA=ON; fi; }

run() {
  if [ $dry_run = ON ]; then
    echo "$*"
  else
    "$@"
  fi
}

# archive BUILD OPTION...: builds the package and its archives.
archive() {
  local build=$1 generator=()
  shift
  if command -v ninja >/dev/null; then generator=(-G Ninja); fi
  # shellcheck disable=SC2086
  run cmake -S . -B "$build" "${generator[@]}" -DCMAKE_BUILD_TYPE=Release "$@" ${LITE_RELEASE_OPTIONS:-} --no-warn-unused-cli -Wno-dev
  run cmake --build "$build"
  run cpack --config "$build/CPackConfig.cmake" -B "$out"
}
board() {
  archive "build.release.$1" -DLITE_WITH_FULL_API=OFF -DLITE_WITH_CV=ON -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$1.cmake"
}
# full_board TRIPLET ARCHITECTURE: protobuf, gflags and glog are Debian's for that processor; the compiler of .proto files is this
# machine's.
full_board() {
  local packages=$PWD/build.packages/$2
  [ -e "$packages/root" ] || run tools/target_packages.sh "$2" "$packages"
  archive "build.release.$1.full" -DLITE_WITH_CV=ON -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$1.cmake" \
    -DCMAKE_FIND_ROOT_PATH="$packages/root"
}
needs_target() {
  local tool
  for tool in "$1-g++" protoc apt-get; do
    command -v "$tool" >/dev/null || { echo "$tool"; return; }
  done
}
with_zig() {
  archive "build.release.$1" -DLITE_WITH_FULL_API=OFF -DLITE_WITH_CV=ON -DLITE_WITH_PCH=OFF \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/zig.cmake" -DLITE_ZIG_TARGET="$1" "${@:2}"
}
wheel() {
  LITE_WHEEL_OPTIONS=${LITE_RELEASE_OPTIONS:-} run tools/build_wheel.sh --portable="$1"
  run cp "build.wheel.$1/python/dist/"*.whl "$out"
}

all=$(declare -F | sed -n 's/^declare -f part_//p')
if [ $list = ON ]; then
  for part in $all; do
    missing=$(needs_"$part")
    printf '%-14s %-56s %s\n' "$part" "$(about_"$part")" "${missing:+needs $missing}"
  done
  exit 0
fi
for part in ${parts[@]+"${parts[@]}"}; do
  grep -qx -- "$part" <<<"$all" || { echo "there is no part '$part'; expected $(tr '\n' ' ' <<<"$all")" >&2; exit 2; }
  missing=$(needs_"$part")
  [ -z "$missing" ] || { echo "$part needs $missing" >&2; exit 1; }
done
if [ ${#parts[@]} -eq 0 ]; then
  for part in $all; do
    missing=$(needs_"$part")
    if [ -n "$missing" ]; then
      echo "left out: $part needs $missing"
    else
      parts+=("$part")
    fi
  done
fi
run mkdir -p "$out"
[ $dry_run = ON ] || out=$(cd "$out" && pwd)
for part in "${parts[@]}"; do
  echo "=== $part"
  part_"$part"
done
[ $dry_run = OFF ] || exit 0
rm -rf "$out/_CPack_Packages"
cd "$out"
find . -maxdepth 1 -type f \( -name '*.tar.gz' -o -name '*.zip' -o -name '*.deb' -o -name '*.whl' \) -printf '%P\0' | LC_ALL=C sort -z |
  xargs -0 sha256sum -- >SHA256SUMS.part
mv SHA256SUMS.part SHA256SUMS
cat SHA256SUMS
