package com.baidu.paddle.lite;

/** Where an operator runs: target, element type and layout. The numbers are those of C++. */
public class Place {
  /** Hardware. */
  public enum TargetType {
    UNKNOWN(0),
    HOST(1),
    X86(2),
    CUDA(3),
    ARM(4),
    OPEN_CL(5),
    ANY(6),
    FPGA(7),
    NPU(8),
    XPU(9),
    BM(10),
    MLU(11),
    RKNPU(12),
    APU(13),
    HUAWEI_ASCEND_NPU(14),
    IMAGINATION_NNA(15),
    INTEL_FPGA(16),
    METAL(17),
    NNADAPTER(18);

    public final int value;

    TargetType(int value) {
      this.value = value;
    }
  }

  /** Element type. */
  public enum PrecisionType {
    UNKNOWN(0),
    FLOAT(1),
    INT8(2),
    INT32(3),
    ANY(4),
    FP16(5),
    BOOL(6),
    INT64(7),
    INT16(8),
    UINT8(9),
    FP64(10);

    public final int value;

    PrecisionType(int value) {
      this.value = value;
    }
  }

  /** Order of the elements. */
  public enum DataLayoutType {
    UNKNOWN(0),
    NCHW(1),
    ANY(2),
    NHWC(3),
    IMAGE_DEFAULT(4),
    IMAGE_FOLDER(5),
    IMAGE_NW(6);

    public final int value;

    DataLayoutType(int value) {
      this.value = value;
    }
  }

  private TargetType target;
  private PrecisionType precision;
  private DataLayoutType layout;
  private int device;

  public Place() {
    this(TargetType.UNKNOWN, PrecisionType.UNKNOWN, DataLayoutType.UNKNOWN, 0);
  }

  public Place(TargetType target) {
    this(target, PrecisionType.FLOAT);
  }

  public Place(TargetType target, PrecisionType precision) {
    this(target, precision, DataLayoutType.NCHW);
  }

  public Place(TargetType target, PrecisionType precision, DataLayoutType layout) {
    this(target, precision, layout, 0);
  }

  public Place(TargetType target, PrecisionType precision, DataLayoutType layout, int device) {
    this.target = target;
    this.precision = precision;
    this.layout = layout;
    this.device = device;
  }

  /** Whether target, element type and layout are known. */
  public boolean isValid() {
    return target != TargetType.UNKNOWN
        && precision != PrecisionType.UNKNOWN
        && layout != DataLayoutType.UNKNOWN;
  }

  public TargetType getTarget() {
    return target;
  }

  public void setTarget(TargetType target) {
    this.target = target;
  }

  public PrecisionType getPrecision() {
    return precision;
  }

  public void setPrecision(PrecisionType precision) {
    this.precision = precision;
  }

  public DataLayoutType getLayout() {
    return layout;
  }

  public void setLayout(DataLayoutType layout) {
    this.layout = layout;
  }

  public int getDevice() {
    return device;
  }

  public void setDevice(int device) {
    this.device = device;
  }

  public int getTargetInt() {
    return target.value;
  }

  public int getPrecisionInt() {
    return precision.value;
  }

  public int getDataLayoutInt() {
    return layout.value;
  }
}
