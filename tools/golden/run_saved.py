"""Runs a program that programs.py has saved by the library: optimised, twice, not optimised, and by the light predictor.

    python run_saved.py FOLDER PACKAGE FETCHES      writes the results, pickled, to the standard output
"""

import os
import pickle
import sys

import numpy as np


def run_saved(folder, package, fetches):
    """{way: [(array, level of detail)]}"""
    sys.path.insert(0, package)
    from paddlelite import lite

    with open(folder + "/feeds", "rb") as file:
        feeds = pickle.load(file)

    def outputs(predictor):
        for i, (array, lod) in enumerate(feeds):
            predictor.get_input(i).from_numpy(array)
            if lod:
                predictor.get_input(i).set_lod(lod)
        predictor.run()
        found = [predictor.get_output(i) for i in range(fetches)]
        return [(np.array(f.numpy()), f.lod()) for f in found]

    def full(passes):
        config = lite.CxxConfig()
        config.set_model_file(folder + "/model")
        config.set_param_file(folder + "/params")
        config.set_valid_places([lite.Place(lite.TargetType.X86, lite.PrecisionType.FP32),
                                 lite.Place(lite.TargetType.Host, lite.PrecisionType.FP32)])
        if passes:
            config.set_passes_internal(passes)
        return lite.create_paddle_predictor(config)

    found = {}
    optimised = full(None)
    found["full"] = outputs(optimised)
    found["again"] = outputs(optimised)
    found["not optimised"] = outputs(full(["import_quantisation", "legalise"]))  # one name would add to all
    optimised.save_optimized_model(folder + "/light")
    config = lite.MobileConfig()
    config.set_model_from_file(folder + "/light.nb")
    found["light"] = outputs(lite.create_paddle_predictor(config))
    return found


def main():
    answer = os.dup(1)
    os.dup2(2, 1)  # the library may print
    content = pickle.dumps(run_saved(sys.argv[1], sys.argv[2], int(sys.argv[3])), protocol=4)
    with os.fdopen(answer, "wb") as file:
        file.write(content)


if __name__ == "__main__":
    main()
