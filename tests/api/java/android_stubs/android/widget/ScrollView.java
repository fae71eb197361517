package android.widget;

import android.content.Context;
import android.view.View;

public class ScrollView extends View {
  private View child;

  public ScrollView(Context context) {
    super(context);
  }

  public void addView(View child) {
    this.child = child;
  }

  public View getChildAt(int index) {
    return child;
  }
}
