#!/usr/bin/env bash
# The same script under the other name of the documents.
exec "$(dirname "${BASH_SOURCE[0]}")/build_FPGA.sh" "$@"
