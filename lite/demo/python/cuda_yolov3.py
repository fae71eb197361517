#!/usr/bin/env python3
"""YOLOv3 on a CUDA device: prints the shape of the result, where it is, and its first box.

    cuda_yolov3.py MODEL_FOLDER [--image IMAGE] [--side 608]

MODEL_FOLDER has __model__ and __params__. An image needs OpenCV; without one the input is grey. Without a device, the network runs
on the processor, and a line of the log says why.
"""
import argparse
import os
import sys

import numpy as np
from paddlelite.lite import CxxConfig, LiteError, Place, TargetType, create_paddle_predictor


def read_image(path, side):
    """Red, green and blue, without the mean of each and in units of its deviation."""
    pixels = np.full((side, side, 3), 128, np.float32)
    if path:
        import cv2  # pylint: disable=import-outside-toplevel
        image = cv2.imread(path)
        if image is None:
            raise ValueError("cannot read " + path)
        pixels = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2RGB).astype("float32"), (side, side), interpolation=cv2.INTER_CUBIC)
    mean = np.array([0.485, 0.456, 0.406], np.float32)
    deviation = np.array([0.229, 0.224, 0.225], np.float32)
    return ((pixels / 255 - mean) / deviation).transpose((2, 0, 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model_folder")
    parser.add_argument("--image")
    parser.add_argument("--side", type=int, default=608)
    args = parser.parse_args()

    config = CxxConfig()
    config.set_model_file(os.path.join(args.model_folder, "__model__"))
    config.set_param_file(os.path.join(args.model_folder, "__params__"))
    config.set_valid_places([Place(TargetType.CUDA), Place(TargetType.X86), Place(TargetType.Host)])
    predictor = create_paddle_predictor(config)

    image = predictor.get_input(0)
    image.resize([1, 3, args.side, args.side])
    image.set_float_data(read_image(args.image, args.side).flatten(), TargetType.CUDA)
    size = predictor.get_input(1)
    size.resize([1, 2])
    size.set_int32_data([args.side, args.side], TargetType.CUDA)
    predictor.run()

    output = predictor.get_output(0)
    print(output.shape())
    print(output.target())
    print(output.float_data()[:6])


if __name__ == "__main__":
    try:
        main()
    except (LiteError, ValueError) as error:
        sys.exit("cuda_yolov3.py: %s" % error)
