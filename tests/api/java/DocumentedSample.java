import com.baidu.paddle.lite.MobileConfig;
import com.baidu.paddle.lite.PaddlePredictor;
import com.baidu.paddle.lite.PowerMode;
import com.baidu.paddle.lite.Predictor;
import com.baidu.paddle.lite.Tensor;

/** The sample of Paddle Lite's documents, for a network of 100 x 100 numbers in a folder. */
public final class DocumentedSample {
  private DocumentedSample() {}

  public static void main(String[] args) {
    sample(args[0]);
  }

  static void sample(String modelPath) {
    MobileConfig config = new MobileConfig();
    config.setModelDir(modelPath);
    config.setPowerMode(PowerMode.LITE_POWER_HIGH);

    PaddlePredictor predictor = PaddlePredictor.createPaddlePredictor(config);

    long[] dims = {100, 100};
    float[] inputBuffer = new float[10000];
    for (int i = 0; i < 10000; ++i) {
      inputBuffer[i] = i;
    }
    Tensor input = predictor.getInput(0);
    input.resize(dims);
    input.setData(inputBuffer);

    predictor.run();

    Tensor result = predictor.getOutput(0);
    float[] output = result.getFloatData();
    for (int i = 0; i < 1000; ++i) {
      System.out.println(output[i]);
    }
    Predictor any = predictor;
    any.run();
  }
}
