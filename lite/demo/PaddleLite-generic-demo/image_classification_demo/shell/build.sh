#!/usr/bin/env bash
# Builds the demo in build.OS.ABI: see ../../shared/build.sh.
exec "$(dirname "$0")/../../shared/build.sh" "$(cd "$(dirname "$0")" && pwd)" "$@"
