package com.baidu.paddle.lite;

/** What {@link PaddlePredictor} does; programs of Paddle Lite import this name. */
public interface Predictor {
  Tensor getInput(int offset);

  Tensor getOutput(int offset);

  Tensor getTensor(String name);

  boolean run();

  String getVersion();

  boolean saveOptimizedModel(String modelDir);
}
