#!/usr/bin/env python3
"""As ../../../shared/convert_to_raw_image.py."""
import os
import runpy

SHARED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../shared")
runpy.run_path(os.path.join(SHARED, "convert_to_raw_image.py"), run_name="__main__")
