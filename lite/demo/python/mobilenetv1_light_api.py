#!/usr/bin/env python3
"""Runs a model that opt has made on an input of ones; prints the shape of its first output and ten values.

    mobilenetv1_light_api.py --model_dir=MODEL.nb
"""
import argparse
import sys

import numpy as np
from paddlelite.lite import LiteError, MobileConfig, create_paddle_predictor


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model_dir", required=True, help="the .nb file")
    parser.add_argument("--input_shape", default="1,3,224,224", help="1,3,224,224 unless told otherwise")
    args = parser.parse_args()

    config = MobileConfig()
    config.set_model_from_file(args.model_dir)
    predictor = create_paddle_predictor(config)

    shape = [int(d) for d in args.input_shape.split(",")]
    predictor.get_input(0).from_numpy(np.ones(shape, np.float32))
    predictor.run()

    output = predictor.get_output(0)
    print(output.shape())
    print(output.float_data()[:10])


if __name__ == "__main__":
    try:
        main()
    except (LiteError, ValueError) as error:
        sys.exit("mobilenetv1_light_api.py: %s" % error)
