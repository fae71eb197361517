#!/usr/bin/env bash
# Builds the Python wheel of this machine: build.release/python/dist/lite_for_paddle-*.whl, for every Python from 3.8 on.
#   tools/build_wheel.sh [BUILD_FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
  --help | -h)
    sed -n '2,3s/^# *//p' "$0"
    exit 0
    ;;
  -*)
    echo "unknown option '$1'; see --help" >&2
    exit 2
    ;;
esac
build=${1:-build.release}
tools/install_packages.sh build python
cmake --preset release -B "$build" -DLITE_WITH_PYTHON=ON >/dev/null
cmake --build "$build" --target paddlelite_wheel
