#!/usr/bin/env bash
# Builds the Python wheel, for every Python from 3.8 on.
#   tools/build_wheel.sh [BUILD_FOLDER]                     for this machine and its C library or newer ones;
#                                                           BUILD_FOLDER is build.release by default
#   tools/build_wheel.sh --portable[=x86_64|aarch64] [BUILD_FOLDER]
#       for Linux with a C library from 2.17 on (2012), by default for this processor, in build.wheel.PROCESSOR. Uses the
#       compiler of the Python package ziglang, and compiles protobuf from Debian's sources, or from the folder that
#       PROTOBUF_SOURCE names. LITE_WHEEL_OPTIONS has further options of CMake.
# The wheel is BUILD_FOLDER/python/dist/lite_for_paddle-*.whl.
set -euo pipefail
cd "$(dirname "$0")/.."
portable=
build=
for argument in "$@"; do
  case $argument in
    --help | -h)
      sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0"
      exit 0
      ;;
    --portable) portable=$(uname -m) ;;
    --portable=x86_64 | --portable=aarch64) portable=${argument#*=} ;;
    -*)
      echo "unknown option '$argument'; see --help" >&2
      exit 2
      ;;
    *)
      [ -z "$build" ] || { echo "expected one folder, found '$build' and '$argument'; see --help" >&2; exit 2; }
      build=$argument
      ;;
  esac
done

if [ -z "$portable" ]; then
  build=${build:-build.release}
  tools/install_packages.sh build python
  cmake --preset release -B "$build" -DLITE_WITH_PYTHON=ON >/dev/null
  cmake --build "$build" --target paddlelite_wheel
  exit 0
fi

build=${build:-build.wheel.$portable}
mkdir -p "$build"
build=$(cd "$build" && pwd)
tools/install_packages.sh build python
python=python3
if ! python3 -c 'import ziglang' 2>/dev/null; then
  python=$build/environment/bin/python3
  [ -x "$python" ] || python3 -m venv "$build/environment"
  "$python" -c 'import ziglang' 2>/dev/null || "$python" -m pip -q install "ziglang==0.17.1"
fi
export ZIG_GLOBAL_CACHE_DIR=${ZIG_GLOBAL_CACHE_DIR:-$build/zig-cache}
compiler=(-DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/zig.cmake" -DLITE_ZIG_TARGET=$portable-linux-gnu.2.17
  -DLITE_ZIG_PYTHON="$python")
generator=()
command -v ninja >/dev/null && generator=(-G Ninja)

# protobuf of the version of this machine's compiler of .proto files, linked into the module.
protobuf=$build/protobuf
if [ ! -e "$protobuf/lib/libprotobuf-lite.a" ]; then
  source=${PROTOBUF_SOURCE:-}
  if [ -z "$source" ]; then
    mkdir -p "$build/source/lists/partial"
    # A system has one of the two, or both.
    sources=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
      sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\(http[^ ]*debian\) .*/\2/p' | grep -m 1 'debian/*$') || true
    [ -n "$sources" ] || { echo "apt has no archive of Debian; set PROTOBUF_SOURCE to the sources of protobuf" >&2; exit 1; }
    . /etc/os-release
    echo "deb-src $sources $VERSION_CODENAME main" >"$build/source/sources.list"
    apt_options=(-o Dir::Etc::sourcelist="$build/source/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$build/source/lists")
    apt-get -qq update "${apt_options[@]}"
    (cd "$build/source" && apt-get -qq source --download-only "${apt_options[@]}" protobuf && tar xzf protobuf_*.orig.tar.gz)
    source=$(echo "$build"/source/protobuf-*/)
  fi
  cmake -S "$source/cmake" -B "$build/protobuf-build" "${generator[@]}" "${compiler[@]}" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -Dprotobuf_BUILD_TESTS=OFF -Dprotobuf_BUILD_PROTOC_BINARIES=OFF \
    -Dprotobuf_WITH_ZLIB=OFF >"$build/protobuf.log" 2>&1 || { tail -n 20 "$build/protobuf.log" >&2; exit 1; }
  cmake --build "$build/protobuf-build" --target libprotobuf-lite >>"$build/protobuf.log" 2>&1 ||
    { tail -n 20 "$build/protobuf.log" >&2; exit 1; }
  mkdir -p "$protobuf/lib" "$protobuf/include"
  cp "$build/protobuf-build/libprotobuf-lite.a" "$protobuf/lib/"
  cp -r "$source/src/google" "$protobuf/include/"
  cp "$source/LICENSE" "$protobuf/"
fi

# The module only uses what is equal in all versions of Python on processors with 64 bits.
headers=$build/headers
rm -rf "$headers"
cp -rL "$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"])')" "$headers"
cp "$(python3 -c 'import sysconfig; print(sysconfig.get_config_h_filename())')" "$headers/pyconfig.h"

target_options=()
[ "$portable" = x86_64 ] || target_options=(-DLITE_WITH_X86=OFF -DLITE_WITH_ARM=ON)
# shellcheck disable=SC2086
cmake -S . -B "$build" "${generator[@]}" "${compiler[@]}" -DCMAKE_BUILD_TYPE=Release -DLITE_WITH_PYTHON=ON -DLITE_WITH_TOOLS=OFF \
  -DLITE_WITH_UNITY=ON -DLITE_WITH_PCH=OFF -DLITE_PYTHON_HEADERS="$headers" -DPython3_EXECUTABLE="$(command -v python3)" \
  -DLITE_PROTOBUF_ROOT="$protobuf" -DProtobuf_INCLUDE_DIR="$protobuf/include" \
  -DProtobuf_LITE_LIBRARY="$protobuf/lib/libprotobuf-lite.a" -DProtobuf_LIBRARY="$protobuf/lib/libprotobuf-lite.a" \
  -DProtobuf_PROTOC_EXECUTABLE="$(command -v protoc)" "${target_options[@]}" ${LITE_WHEEL_OPTIONS:-} >/dev/null
cmake --build "$build" --target paddlelite_wheel
