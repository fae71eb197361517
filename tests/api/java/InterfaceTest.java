import com.baidu.paddle.lite.ConfigBase;
import com.baidu.paddle.lite.CxxConfig;
import com.baidu.paddle.lite.MobileConfig;
import com.baidu.paddle.lite.PaddleLiteException;
import com.baidu.paddle.lite.PaddlePredictor;
import com.baidu.paddle.lite.Place;
import com.baidu.paddle.lite.PowerMode;
import com.baidu.paddle.lite.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** The Java interface on the digits network: results, forms of loading, and every kind of misuse. */
public final class InterfaceTest {
  private static final int IMAGES = 4;
  private static Path digits;
  private static float[] images;
  private static float[] expected;

  private static void check(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what + " (last error: " + PaddlePredictor.getLastError() + ")");
    }
  }

  private static void checkError(String part) {
    check(PaddlePredictor.getLastError().contains(part), "expected '" + part + "'");
  }

  private static float[] readScores() throws Exception {
    byte[] bytes = Files.readAllBytes(digits.resolve("expected/fluid.f32"));
    float[] values = new float[IMAGES * 10];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  // 8 x 8 pixels of 0 to 16, enlarged to 24 x 24, with a border of 2 (tests/support/digits.h).
  private static float[] readImages() throws Exception {
    byte[] pixels = Files.readAllBytes(digits.resolve("test_images.u8"));
    float[] values = new float[IMAGES * 784];
    Arrays.fill(values, -1);
    for (int n = 0; n < IMAGES; ++n) {
      for (int y = 0; y < 24; ++y) {
        for (int x = 0; x < 24; ++x) {
          int value = pixels[n * 64 + y / 3 * 8 + x / 3];
          values[n * 784 + (y + 2) * 28 + x + 2] = 15 * value / 128f - 1;
        }
      }
    }
    return values;
  }

  private static MobileConfig config() {
    MobileConfig config = new MobileConfig();
    config.setModelFromFile(digits.resolve("fluid.host.nb").toString());
    return config;
  }

  private static float[] classify(PaddlePredictor predictor) {
    Tensor input = predictor.getInput(0);
    check(input.resize(new long[] {IMAGES, 1, 28, 28}), "resize");
    check(input.setData(images), "setData");
    check(predictor.run(), "run");
    Tensor output = predictor.getOutput(0);
    check(Arrays.equals(output.shape(), new long[] {IMAGES, 10}), "shape of the output");
    return output.getFloatData();
  }

  private static void checkScores(float[] scores, String what) {
    check(scores.length == expected.length, what + ": number of scores");
    for (int i = 0; i < scores.length; ++i) {
      check(Math.abs(scores[i] - expected[i]) < 1e-4, what + ": score " + i);
    }
  }

  private static void results() throws Exception {
    PaddlePredictor predictor = PaddlePredictor.createPaddlePredictor(config());
    check(predictor != null, "a predictor from a file");
    checkScores(classify(predictor), "from a file");
    check(!predictor.getVersion().isEmpty(), "getVersion");

    byte[] bytes = Files.readAllBytes(digits.resolve("fluid.host.nb"));
    MobileConfig fromBytes = new MobileConfig();
    fromBytes.setModelFromBuffer(bytes);
    fromBytes.setThreads(2);
    fromBytes.setPowerMode(PowerMode.LITE_POWER_NO_BIND);
    fromBytes.setMaxLoopIterations(1);
    checkScores(classify(PaddlePredictor.open(fromBytes)), "from bytes");

    MobileConfig fromText = new MobileConfig();
    fromText.setModelFromBuffer(new String(bytes, StandardCharsets.ISO_8859_1));
    checkScores(classify(PaddlePredictor.open(fromText)), "from one character for each byte");

    Tensor input = predictor.getInput(0);
    ByteBuffer direct = ByteBuffer.allocateDirect(images.length * 4).order(ByteOrder.nativeOrder());
    check(input.shareData(direct, Place.PrecisionType.FLOAT), "shareData");
    direct.asFloatBuffer().put(images);
    predictor.execute();
    float[] scores = new float[expected.length];
    predictor.getOutput(0).buffer().asFloatBuffer().get(scores);
    checkScores(scores, "direct buffers");
    check(!input.shareData(ByteBuffer.allocate(images.length * 4), Place.PrecisionType.FLOAT),
        "a buffer that is not direct");
    check(!input.shareData(ByteBuffer.allocateDirect(4), Place.PrecisionType.FLOAT), "too small");
    predictor.close();
  }

  private static void fullPredictor(Path folder) {
    CxxConfig config = new CxxConfig();
    config.setModelDir(digits.resolve("fluid").toString());
    config.setValidPlaces(new Place[] {new Place(Place.TargetType.HOST)});
    try (PaddlePredictor predictor = PaddlePredictor.open(config)) {
      checkScores(classify(predictor), "full predictor");
      String saved = folder.resolve("f\u00fcr \uD83D\uDE00").toString();
      check(predictor.saveOptimizedModel(saved), "saveOptimizedModel");
      check(Files.exists(Paths.get(saved, "model")), "a folder with a name beyond ASCII");
      CxxConfig again = new CxxConfig();
      again.setModelDir(saved);
      checkScores(classify(PaddlePredictor.open(again)), "the saved model");
      check(!predictor.saveOptimizedModel(null), "null folder");
    }
    CxxConfig hollow = new CxxConfig();
    hollow.setModelDir(digits.resolve("fluid").toString());
    hollow.setValidPlaces(new Place[] {null});
    check(PaddlePredictor.createPaddlePredictor(hollow) == null, "a place that is null");
    checkError("valid place 0 is null");
  }

  private static void misuse() throws Exception {
    MobileConfig missing = new MobileConfig();
    check(PaddlePredictor.createPaddlePredictor(missing) == null, "no model");
    missing.setModelFromFile("/no/such.nb");
    check(PaddlePredictor.createPaddlePredictor(missing) == null, "a missing file");
    checkError("/no/such.nb");
    try {
      PaddlePredictor.open(missing);
      check(false, "open throws");
    } catch (PaddleLiteException e) {
      check(e.getMessage().contains("/no/such.nb"), "text of the exception");
    }
    for (ConfigBase config : new ConfigBase[] {null, new ConfigBase()}) {
      try {
        PaddlePredictor.createPaddlePredictor(config);
        check(false, "other configurations are refused");
      } catch (IllegalArgumentException e) {
        check(e.getMessage().contains("MobileConfig"), "text of the exception");
      }
    }
    MobileConfig broken = config();
    broken.setPowerMode(null);
    check(PaddlePredictor.createPaddlePredictor(broken) == null, "power mode null");
    broken = config();
    broken.setMaxLoopIterations(-1);
    check(PaddlePredictor.createPaddlePredictor(broken) == null, "-1 iterations");
    broken = new MobileConfig();
    broken.setModelFromBuffer("no model");
    check(PaddlePredictor.createPaddlePredictor(broken) == null, "text that is not a model");

    PaddlePredictor predictor = PaddlePredictor.open(config());
    check(predictor.getInput(1) == null && predictor.getInput(-1) == null, "index of an input");
    check(predictor.getOutput(7) == null, "index of an output");
    check(predictor.getTensor("no such") == null && predictor.getTensor(null) == null, "name");
    check(!predictor.run(), "run before an input was set");
    checkError("input 0");
    Tensor input = predictor.getInput(0);
    check(!input.setData(new float[3]), "setData before resize");
    check(!input.resize(null) && !input.resize(new long[10]), "shapes that are none");
    check(!input.resize(new long[] {1, -1}), "a negative dimension");
    check(input.resize(new long[] {1, 1, 28, 28}), "resize");
    check(!input.setData(new float[783]), "a wrong length");
    checkError("783");
    check(!input.setData((float[]) null), "null data");
    check(!input.shareData(null, Place.PrecisionType.FLOAT), "null buffer");
    Tensor output = predictor.getOutput(0);
    check(output.isReadOnly() && !output.resize(new long[] {1}), "an output is read only");
    check(!output.setData(new float[10]), "data of an output");
    check(output.getFloatData().length == 0, "an output before the run");
    check(output.buffer() == null, "no buffer before the run");
    check(input.setData(new float[784]) && predictor.run(), "run");
    try {
      output.getLongData();
      check(false, "another type throws");
    } catch (IllegalStateException e) {
      check(e.getMessage().contains("type 1"), "text of the exception");
    }
    predictor.close();
    predictor.close();
    check(!predictor.run() && predictor.getInput(0) == null, "a closed predictor");
    check(output.getFloatData().length == 0 && output.shape().length == 0, "tensor of a closed one");
    output.close();
    output.close();
    check(!input.setData(new float[784]), "input of a closed predictor");
  }

  private static void threads() throws Exception {
    AtomicInteger good = new AtomicInteger();
    Thread[] threads = new Thread[4];
    PaddlePredictor shared = PaddlePredictor.open(config());
    for (int t = 0; t < threads.length; ++t) {
      threads[t] =
          new Thread(
              () -> {
                try (PaddlePredictor own = PaddlePredictor.open(config())) {
                  for (int i = 0; i < 20; ++i) {
                    if (Arrays.equals(classify(own), classify(own))) {
                      good.incrementAndGet();
                    }
                    shared.run(); // may be busy or closed
                  }
                }
              });
      threads[t].start();
    }
    Thread.sleep(2);
    shared.close();
    for (Thread thread : threads) {
      thread.join();
    }
    check(good.get() == 80, "threads with their own predictors");
    for (int i = 0; i < 50; ++i) { // left to the collector
      PaddlePredictor.open(config()).getInput(0);
    }
    System.gc();
  }

  public static void main(String[] args) throws Exception {
    digits = Paths.get(args[0]);
    images = readImages();
    expected = readScores();
    results();
    fullPredictor(Paths.get(args[1]));
    misuse();
    threads();
    System.out.println("[  PASSED  ] 4 tests.");
  }
}
