#!/bin/sh
# The benchmark of ./benchmark_models with the programs benchmark_bin_android_armv7_cpu and ..._armv8_cpu. What the
# name promises is up to the reader: nothing is downloaded.
exec sh "$(dirname "$0")/run_benchmark.sh" --android_names "$@"
