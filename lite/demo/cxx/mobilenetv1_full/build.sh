#!/bin/sh
# Builds mobilenet_full_api in this folder.
set -e
cd "$(dirname "$0")"
cmake -S . -B build
cmake --build build
cp build/mobilenet_full_api .
