package com.baidu.paddle.lite;

import java.util.HashMap;
import java.util.Map;

/**
 * Runs one model.
 *
 * <p>A documented call that fails returns null or false; {@link #getLastError} says why. {@link
 * #open} and {@link #execute} throw a {@link PaddleLiteException} instead. One predictor and its
 * tensors are used by one thread at a time: a run of a predictor that is busy fails. Native memory is
 * freed by {@link #close}, or with the object.
 */
public class PaddlePredictor implements Predictor, AutoCloseable {
  static {
    PaddleLiteInitializer.init();
  }

  private long cppPaddlePredictorPointer; // read by the native library
  private final Map<Integer, Object> sharedData = new HashMap<>(); // memory that inputs use

  /**
   * Creates the native predictor; {@link #createPaddlePredictor} also says whether that worked.
   *
   * @throws IllegalArgumentException if the configuration is neither a CxxConfig nor a MobileConfig
   */
  public PaddlePredictor(ConfigBase config) {
    init(config);
  }

  /**
   * Creates a predictor.
   *
   * @return null if that fails
   * @throws IllegalArgumentException if the configuration is neither a CxxConfig nor a MobileConfig
   */
  public static PaddlePredictor createPaddlePredictor(ConfigBase config) {
    PaddlePredictor predictor = new PaddlePredictor(config);
    return predictor.cppPaddlePredictorPointer == 0L ? null : predictor;
  }

  /**
   * Creates a predictor.
   *
   * @throws PaddleLiteException if that fails
   * @throws IllegalArgumentException if the configuration is neither a CxxConfig nor a MobileConfig
   */
  public static PaddlePredictor open(ConfigBase config) {
    PaddlePredictor predictor = createPaddlePredictor(config);
    if (predictor == null) {
      throw new PaddleLiteException(getLastError());
    }
    return predictor;
  }

  /** Input {@code offset}, in the order of the model; null if there is none. */
  @Override
  public Tensor getInput(int offset) {
    return wrap(getInputCppTensorPointer(offset), offset);
  }

  /** Output {@code offset}, in the order of the model; null if there is none. */
  @Override
  public Tensor getOutput(int offset) {
    return wrap(getOutputCppTensorPointer(offset), READ_ONLY);
  }

  /** Any variable of the optimised program, to be read only; null for an unknown name. */
  @Override
  public Tensor getTensor(String name) {
    return wrap(getCppTensorPointerByName(name), READ_ONLY);
  }

  /** Runs the model on the current shapes and data of the inputs. */
  @Override
  public native boolean run();

  /**
   * Runs the model on the current shapes and data of the inputs.
   *
   * @throws PaddleLiteException if that fails
   */
  public void execute() {
    if (!run()) {
      throw new PaddleLiteException(getLastError());
    }
  }

  /** The library's tag, or "branch(commit)". */
  @Override
  public native String getVersion();

  /** Writes the optimised model as protobuf. Only a predictor made from a CxxConfig can do that. */
  @Override
  public native boolean saveOptimizedModel(String modelDir);

  /** What was wrong in the last call of this thread that failed; empty if there was none. */
  public static native String getLastError();

  /** Frees the native memory. Later calls fail. */
  @Override
  public void close() {
    clear();
  }

  /** Creates the native predictor. */
  protected void init(ConfigBase config) {
    if (config instanceof CxxConfig) {
      cppPaddlePredictorPointer = newCppPaddlePredictor((CxxConfig) config);
    } else if (config instanceof MobileConfig) {
      cppPaddlePredictorPointer = newCppPaddlePredictor((MobileConfig) config);
    } else {
      throw new IllegalArgumentException(
          "expected a CxxConfig or a MobileConfig, found "
              + (config == null ? "null" : config.getClass().getName()));
    }
  }

  /** Frees the native memory. */
  protected synchronized void clear() {
    if (cppPaddlePredictorPointer != 0L) {
      deleteCppPaddlePredictor(cppPaddlePredictorPointer);
      cppPaddlePredictorPointer = 0L;
    }
    sharedData.clear();
  }

  @Override
  @SuppressWarnings({"deprecation", "removal"})
  protected void finalize() throws Throwable {
    clear();
    super.finalize();
  }

  // Keeps memory reachable that the native input uses, in place of what it used before.
  synchronized void keep(int input, Object data) {
    sharedData.put(input, data);
  }

  private static final int READ_ONLY = -1;

  private Tensor wrap(long pointer, int input) {
    return pointer == 0L ? null : new Tensor(pointer, input == READ_ONLY, this, input);
  }

  private native long getInputCppTensorPointer(int offset);

  private native long getOutputCppTensorPointer(int offset);

  private native long getCppTensorPointerByName(String name);

  private native long newCppPaddlePredictor(CxxConfig config);

  private native long newCppPaddlePredictor(MobileConfig config);

  private native boolean deleteCppPaddlePredictor(long pointer);
}
