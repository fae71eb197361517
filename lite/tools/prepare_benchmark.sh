#!/bin/sh
# The benchmark of ./benchmark_models with the programs benchmark_bin_android_armv7_cpu and
# ..._armv8_cpu. Despite its name, it downloads nothing.
exec sh "$(dirname "$0")/run_benchmark.sh" --android_names "$@"
