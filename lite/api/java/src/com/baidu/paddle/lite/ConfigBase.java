package com.baidu.paddle.lite;

/** What both kinds of configuration have. */
public class ConfigBase {
  protected String modelDir;

  /** The folder of the model; null if it was not set. */
  public String getModelDir() {
    return modelDir;
  }

  /** Sets the folder of the model. */
  public void setModelDir(String modelDir) {
    this.modelDir = modelDir;
  }
}
