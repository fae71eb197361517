package com.baidu.paddle.lite;

/** Loads the native library once. */
public class PaddleLiteInitializer {
  /** The name of the native library, as {@link System#loadLibrary} takes it. */
  public static final String JNI_LIB_NAME = "paddle_lite_jni";

  private PaddleLiteInitializer() {}

  static {
    System.loadLibrary(JNI_LIB_NAME);
  }

  /** Loads the native library if that has not happened yet. */
  protected static void init() {}
}
