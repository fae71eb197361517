package android.app;

import android.content.Context;
import android.content.res.AssetManager;
import android.os.Bundle;
import android.view.View;

/** As much of Android's class as the sample project uses, with the same signatures. */
public class Activity extends Context {
  /** Not in Android: what is on the screen. */
  public View content;

  /** Not in Android: the thread that made the activity, in which {@link #runQueued} runs. */
  private final Thread mainThread = Thread.currentThread();

  private Runnable queued;

  protected void onCreate(Bundle state) {}

  public void setContentView(View view) {
    content = view;
  }

  @Override
  public AssetManager getAssets() {
    return new AssetManager();
  }

  public final synchronized void runOnUiThread(Runnable action) {
    if (Thread.currentThread() == mainThread) {
      action.run();
      return;
    }
    queued = action;
    notifyAll();
  }

  /** Not in Android: waits for an action of another thread and runs it. */
  public final synchronized void runQueued() throws InterruptedException {
    for (int i = 0; i < 60 && queued == null; ++i) {
      wait(1000);
    }
    queued.run();
  }
}
