#!/usr/bin/env bash
# third_party.sh BUILD_DIR: third-party/packages.txt is complete and well formed, and the scripts and CMake read it.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
manifest=$root/third-party/packages.txt
checks=0
pass() { checks=$((checks + 1)); }
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

wrong=$(awk -F'|' '!/^#/ && (NF != 7 || $4 !~ /[A-Z]/ || $7 !~ /[a-z]/)' "$manifest")
[ -z "$wrong" ] || fail "these lines lack a field: $wrong"
pass
# Every package that CMake looks for has a line; what comes with CMake or is ours needs none.
for name in $(grep -rhoE --include=CMakeLists.txt --include='*.cmake' '^[^#]*find_package\([A-Za-z0-9_]+' \
  "$root/cmake" "$root/lite" "$root/tests" | grep -v "#" | sed "s/.*(//" | sort -u); do
  case $name in Threads | Git | PaddleLite) continue ;; esac
  grep -qE "^$name *[|]" "$manifest" || fail "find_package($name) has no line in third-party/packages.txt"
  pass
done
# Every group that a script asks for exists.
for group in light build ocr python java test sanitize arm64 armv7 windows format peers opencl container; do
  [ -n "$("$root/tools/install_packages.sh" --print $group)" ] || fail "the group $group is empty"
  pass
done
if "$root/tools/install_packages.sh" --print no_such_group 2>/dev/null; then
  fail "an unknown group is accepted"
fi
pass
echo "[  PASSED  ] $checks tests."
