package com.baidu.paddle.lite.demo;

import android.app.Activity;
import android.content.res.AssetManager;
import android.os.Bundle;
import android.widget.ScrollView;
import android.widget.TextView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Shows the results of every model in the assets. */
public class MainActivity extends Activity {
  private static final int THREADS = 2;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    final TextView text = new TextView(this);
    final ScrollView scroll = new ScrollView(this);
    scroll.addView(text);
    setContentView(scroll);
    text.setText("running ...\n");
    final AssetManager assets = getAssets();
    new Thread(
            new Runnable() {
              @Override
              public void run() {
                final String report = runAll(assets);
                runOnUiThread(
                    new Runnable() {
                      @Override
                      public void run() {
                        text.setText(report);
                      }
                    });
              }
            })
        .start();
  }

  private static String runAll(AssetManager assets) {
    StringBuilder report = new StringBuilder();
    try {
      for (String name : assets.list("")) {
        if (name.endsWith(".nb")) {
          report.append(runOne(assets, name)).append("\n\n");
        }
      }
    } catch (IOException error) {
      report.append(error);
    }
    return report.length() == 0 ? "no model: see prepare_demo.bash" : report.toString();
  }

  private static String runOne(AssetManager assets, String name) {
    try {
      return ModelRunner.run(name, read(assets, name), THREADS);
    } catch (IOException | RuntimeException error) {
      return name + ": " + error.getMessage();
    }
  }

  private static byte[] read(AssetManager assets, String name) throws IOException {
    try (InputStream stream = assets.open(name)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] part = new byte[1 << 16];
      for (int count = stream.read(part); count >= 0; count = stream.read(part)) {
        bytes.write(part, 0, count);
      }
      return bytes.toByteArray();
    }
  }
}
