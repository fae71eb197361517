#!/usr/bin/env bash
# Installs the missing Debian packages of the named groups; if none is missing, does nothing and
# needs no privileges.
#   tools/install_packages.sh light build ocr python test sanitize arm64 armv7 format
set -euo pipefail

missing=()
want() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
  done
}

for group in "$@"; do
  case $group in
    light) want g++ cmake ninja-build ;;
    build) want g++ cmake ninja-build make libprotobuf-dev protobuf-compiler libgflags-dev libgoogle-glog-dev ;;
    ocr) want libstb-dev python3-minimal python3-pip ;;
    test) want libgtest-dev libgmock-dev nlohmann-json3-dev python3-minimal python3-dev python3-numpy python3-venv libstb-dev ;;
    python) want python3-dev binutils ;;
    sanitize) want clang libclang-rt-14-dev llvm-14 ;;
    arm64) want g++-aarch64-linux-gnu qemu-user googletest nlohmann-json3-dev ;;
    armv7) want g++-arm-linux-gnueabihf qemu-user googletest nlohmann-json3-dev ;;
    format) want clang-format python3-minimal ;;
    *)
      echo "$0: unknown group '$group'" >&2
      exit 2
      ;;
  esac
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "These packages are missing; please run: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo -n)
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get -qq update </dev/null
"${as_root[@]}" apt-get -qq install -y --no-install-recommends "${missing[@]}" </dev/null >/dev/null
