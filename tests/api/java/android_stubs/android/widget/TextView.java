package android.widget;

import android.content.Context;
import android.view.View;

public class TextView extends View {
  private CharSequence text = "";

  public TextView(Context context) {
    super(context);
  }

  public final synchronized void setText(CharSequence text) {
    this.text = text;
  }

  public synchronized CharSequence getText() {
    return text;
  }
}
