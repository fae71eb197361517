#!/usr/bin/env bash
# Runs the model tests of build.dev and writes what they measured to docs/model_accuracy.md.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --build --preset dev --target test_models
LITE_MODEL_REPORT=$PWD/docs/model_accuracy.md build.dev/tests/test_models --gtest_brief=1
