#!/usr/bin/env bash
# tools/check_light_build.sh BUILD_DIR: checks that a light build only used headers and libraries of
# the compiler and the C library.
set -euo pipefail
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
library=$build/lite/libpaddle_light_api_shared.so

# Headers, as the compiler reported them to ninja. The C and C++ libraries live in these folders. clang
# reports what __has_include finds: the C++ library asks for tbb.h, which would include others.
headers=$(cd "$build" && ninja -t deps | grep -E '^    ' | sed 's/^ *//' | sort -u)
foreign=$(cd "$build" && echo "$headers" | xargs realpath -m -- | sort -u |
  grep -vE "^($root/|/usr/lib/gcc/|/usr/lib/llvm-[0-9]+/lib/clang/|/usr/include/(c\\+\\+|[a-z0-9_]+-linux-gnu[a-z]*|bits|linux|asm|asm-generic|sys|gnu)/|/usr/include/[a-z0-9_-]+\\.h\$|/usr/include/tbb/tbb\\.h\$)" || true)
if [ -n "$foreign" ]; then
  printf 'headers that are not the compiler'"'"'s:\n%s\n' "$foreign" >&2
  exit 1
fi

needed=$(readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
foreign=$(echo "$needed" | grep -vE '^(libc|libm|libstdc\+\+|libgcc_s|libpthread|ld-linux[a-z0-9-]*)\.so' || true)
if [ -n "$foreign" ]; then
  printf 'libraries that are not the compiler'"'"'s:\n%s\n' "$foreign" >&2
  exit 1
fi
echo "$(basename "$library"): $(stat -c %s "$library") bytes, $(echo "$headers" | wc -l) headers, needs $(echo $needed)"
