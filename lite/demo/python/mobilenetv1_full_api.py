#!/usr/bin/env python3
"""Runs a model as Paddle saves it on an input of ones; prints the shape of its first output and ten values.

    mobilenetv1_full_api.py --model_dir=FOLDER
    mobilenetv1_full_api.py --model_file=PROGRAM --param_file=PARAMETERS
"""
import argparse
import sys

import numpy as np
from paddlelite.lite import CxxConfig, LiteError, Place, PrecisionType, TargetType, create_paddle_predictor


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model_dir", default="", help="the folder of a model")
    parser.add_argument("--model_file", default="", help="the program of a model in two files")
    parser.add_argument("--param_file", default="", help="its parameters")
    parser.add_argument("--input_shape", default="1,3,224,224", help="1,3,224,224 unless told otherwise")
    args = parser.parse_args()

    config = CxxConfig()
    if args.model_file:
        config.set_model_file(args.model_file)
        config.set_param_file(args.param_file)
    else:
        config.set_model_dir(args.model_dir)
    config.set_valid_places([Place(TargetType.X86, PrecisionType.FP32), Place(TargetType.ARM, PrecisionType.FP32)])
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
        sys.exit("mobilenetv1_full_api.py: %s" % error)
