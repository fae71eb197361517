package com.baidu.paddle.lite;

/**
 * Configuration of the full predictor, which reads and optimises models as Paddle saves them. A light
 * library has no full predictor.
 */
public class CxxConfig extends ConfigBase {
  protected Place[] validPlaces;

  /** The places in order of preference; null if they were not set. */
  public Place[] getValidPlaces() {
    return validPlaces;
  }

  /** Sets the places in order of preference. The CPU of the library is the fallback. */
  public void setValidPlaces(Place[] validPlaces) {
    this.validPlaces = validPlaces.clone();
  }
}
