package com.baidu.paddle.lite;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An input, output or variable of a predictor. Outputs are read only. {@code resize} comes before
 * {@code setData}, whose arrays have as many elements as the shape.
 */
public class Tensor implements AutoCloseable {
  static {
    PaddleLiteInitializer.init();
  }

  private long cppTensorPointer; // read by the native library
  private boolean readOnly; // read by the native library
  private final PaddlePredictor predictor; // outlives its tensors
  private final int input; // position among the inputs, if it is one

  Tensor(long address, boolean readOnly, PaddlePredictor predictor, int input) {
    this.cppTensorPointer = address;
    this.readOnly = readOnly;
    this.predictor = predictor;
    this.input = input;
  }

  /** Whether the data cannot be set. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /** Sets the shape: at most 9 dimensions, each at least 0. */
  public boolean resize(long[] dims) {
    return !readOnly && nativeResize(dims);
  }

  /** The shape; an open dimension of an input that was not resized is -1. */
  public native long[] shape();

  /** Copies the elements. False if the tensor is read only or the shape has another size. */
  public boolean setData(float[] buf) {
    return !readOnly && nativeSetData(buf);
  }

  public boolean setData(byte[] buf) {
    return !readOnly && nativeSetData(buf);
  }

  public boolean setData(int[] buf) {
    return !readOnly && nativeSetData(buf);
  }

  public boolean setData(long[] buf) {
    return !readOnly && nativeSetData(buf);
  }

  /**
   * Uses the memory of a direct buffer, without a copy. It has the byte order of the machine and as
   * many bytes as the shape has with elements of this type, from its start to its capacity.
   */
  public boolean shareData(ByteBuffer direct, Place.PrecisionType type) {
    if (readOnly || direct == null || type == null || !nativeShareData(direct, type.value)) {
      return false;
    }
    predictor.keep(input, direct);
    return true;
  }

  /**
   * The elements without a copy, until the tensor is resized, its predictor runs or is closed; null
   * if there are none.
   */
  public ByteBuffer buffer() {
    ByteBuffer data = nativeBuffer();
    return data == null ? null : data.order(ByteOrder.nativeOrder());
  }

  /**
   * A copy of the elements; empty if there are none.
   *
   * @throws IllegalStateException if they are of another type
   */
  public native float[] getFloatData();

  public native byte[] getByteData();

  public native int[] getIntData();

  public native long[] getLongData();

  /** Frees the handle; the data belongs to the predictor. Later calls fail. */
  @Override
  public synchronized void close() {
    if (cppTensorPointer != 0L) {
      deleteCppTensor(cppTensorPointer);
      cppTensorPointer = 0L;
    }
  }

  @Override
  @SuppressWarnings({"deprecation", "removal"})
  protected void finalize() throws Throwable {
    close();
    super.finalize();
  }

  private native boolean nativeResize(long[] dims);

  private native boolean nativeSetData(float[] buf);

  private native boolean nativeSetData(byte[] buf);

  private native boolean nativeSetData(int[] buf);

  private native boolean nativeSetData(long[] buf);

  private native boolean nativeShareData(ByteBuffer direct, int type);

  private native ByteBuffer nativeBuffer();

  private native boolean deleteCppTensor(long address);
}
