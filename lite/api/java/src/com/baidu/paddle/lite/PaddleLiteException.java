package com.baidu.paddle.lite;

/** A call of the library failed. The message says what was expected and what was found. */
public class PaddleLiteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PaddleLiteException(String message) {
    super(message);
  }
}
