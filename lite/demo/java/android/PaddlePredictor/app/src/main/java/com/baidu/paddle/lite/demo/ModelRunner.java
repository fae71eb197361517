package com.baidu.paddle.lite.demo;

import com.baidu.paddle.lite.MobileConfig;
import com.baidu.paddle.lite.PaddlePredictor;
import com.baidu.paddle.lite.PowerMode;
import com.baidu.paddle.lite.Tensor;
import java.util.Arrays;
import java.util.Locale;

/** Runs a model on an input of ones. Plain Java: it also runs on a desktop. */
public final class ModelRunner {
  private static final int IMAGE_SIDE = 224;

  private ModelRunner() {}

  /** The declared shape, with 1 for an open batch or channel and 224 for an open side. */
  static long[] completeShape(long[] declared) {
    long[] shape = declared.clone();
    for (int i = 0; i < shape.length; ++i) {
      if (shape[i] < 0) {
        shape[i] = i < 2 ? 1 : IMAGE_SIDE;
      }
    }
    return shape;
  }

  /** Two lines: the first results, and the time of the second run. */
  public static String run(String name, byte[] model, int threads) {
    MobileConfig config = new MobileConfig();
    config.setModelFromBuffer(model);
    config.setThreads(threads);
    config.setPowerMode(PowerMode.LITE_POWER_HIGH);
    try (PaddlePredictor predictor = PaddlePredictor.open(config)) {
      Tensor input = predictor.getInput(0);
      long[] shape = completeShape(input.shape());
      int count = 1;
      for (long dim : shape) {
        count *= (int) dim;
      }
      float[] ones = new float[count];
      Arrays.fill(ones, 1f);
      input.resize(shape);
      input.setData(ones);
      predictor.execute();
      long begin = System.nanoTime();
      predictor.execute();
      double milliseconds = (System.nanoTime() - begin) * 1e-6;
      float[] results = predictor.getOutput(0).getFloatData();
      StringBuilder text = new StringBuilder(name).append(" output:");
      for (int i = 0; i < Math.min(2, results.length); ++i) {
        text.append(String.format(Locale.ROOT, i == 0 ? " %.6f" : ", %.6f", results[i]));
      }
      return text.append(String.format(Locale.ROOT, "%ntime: %.1f ms", milliseconds)).toString();
    }
  }
}
