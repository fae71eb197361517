"""What a user of the wheel does first: convert a network, and classify an image with it. Prints 7."""
import sys

import numpy as np
from paddlelite.lite import MobileConfig, Opt, create_paddle_predictor

digits = sys.argv[1]
opt = Opt()
opt.set_quiet(True)
opt.set_model_file(digits + "/fluid/__model__")
opt.set_param_file(digits + "/fluid/__params__")
opt.set_valid_places(sys.argv[2])
opt.set_optimize_out("digits")
opt.run()

config = MobileConfig()
config.set_model_from_file("digits.nb")
predictor = create_paddle_predictor(config)
pixels = np.fromfile(digits + "/digit_7_image_086.pgm", np.uint8)[-784:]
image = (pixels / 128 - 1).astype(np.float32).reshape(1, 1, 28, 28)
print(predictor.run({predictor.get_input_names()[0]: image})[0].argmax())
