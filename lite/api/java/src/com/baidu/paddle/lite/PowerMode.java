package com.baidu.paddle.lite;

/** The cores on which a predictor runs. */
public enum PowerMode {
  LITE_POWER_HIGH(0),
  LITE_POWER_LOW(1),
  LITE_POWER_FULL(2),
  LITE_POWER_NO_BIND(3),
  LITE_POWER_RAND_HIGH(4),
  LITE_POWER_RAND_LOW(5);

  private final int value;

  PowerMode(int value) {
    this.value = value;
  }

  /** The number of the mode in C++. */
  public int value() {
    return value;
  }
}
