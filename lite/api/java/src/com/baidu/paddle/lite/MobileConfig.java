package com.baidu.paddle.lite;

/**
 * Configuration of the light predictor, which runs models converted by {@code opt} (.nb). If more
 * than one source of the model is set, a buffer is used before a file, and a file before a folder.
 */
public class MobileConfig extends ConfigBase {
  private PowerMode powerMode = PowerMode.LITE_POWER_HIGH;
  private int threads = 1;
  private String liteModelFile;
  private String liteModelBuffer;
  private byte[] liteModelBytes;

  /** The cores on which the predictor runs. */
  public PowerMode getPowerMode() {
    return powerMode;
  }

  /** Sets the cores on which the predictor runs; the default is the fast ones. */
  public void setPowerMode(PowerMode powerMode) {
    this.powerMode = powerMode;
  }

  /** The number of the power mode in C++. */
  public int getPowerModeInt() {
    return powerMode.value();
  }

  /** The threads of one predictor. */
  public int getThreads() {
    return threads;
  }

  /** Sets the threads of one predictor, the calling one included; the default is 1. */
  public void setThreads(int threads) {
    this.threads = threads;
  }

  /** The path of the model; null if it was not set. */
  public String getModelFromFile() {
    return liteModelFile;
  }

  /** Sets the path of a .nb file. */
  public void setModelFromFile(String modelFile) {
    this.liteModelFile = modelFile;
  }

  /** The text set by {@link #setModelFromBuffer(String)}. */
  public String getModelFromBuffer() {
    return liteModelBuffer;
  }

  /**
   * Sets the bytes of a .nb file as a text: its UTF-8 form, or a text with one byte per character
   * (ISO-8859-1). Prefer {@link #setModelFromBuffer(byte[])}.
   */
  public void setModelFromBuffer(String modelBuffer) {
    this.liteModelBuffer = modelBuffer;
  }

  /** The bytes set by {@link #setModelFromBuffer(byte[])}. */
  public byte[] getModelBytes() {
    return liteModelBytes;
  }

  /** Sets the bytes of a .nb file. The array is not copied until the predictor is created. */
  public void setModelFromBuffer(byte[] modelBuffer) {
    this.liteModelBytes = modelBuffer;
  }
}
