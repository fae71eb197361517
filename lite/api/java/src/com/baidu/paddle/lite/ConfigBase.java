package com.baidu.paddle.lite;

/** What both kinds of configuration have. */
public class ConfigBase {
  protected String modelDir;
  private long maxLoopIterations;

  /** The folder of the model; null if it was not set. */
  public String getModelDir() {
    return modelDir;
  }

  /** Sets the folder of the model. */
  public void setModelDir(String modelDir) {
    this.modelDir = modelDir;
  }

  /** The limit of iterations of all loops in one run; 0 if it was not set. */
  public long getMaxLoopIterations() {
    return maxLoopIterations;
  }

  /**
   * Sets the most iterations that all loops of the program make together in one run, at least 1; a
   * run with more fails. The default is 1,000,000, or LITE_MAX_LOOP_ITERATIONS from the environment.
   */
  public void setMaxLoopIterations(long iterations) {
    this.maxLoopIterations = iterations;
  }
}
