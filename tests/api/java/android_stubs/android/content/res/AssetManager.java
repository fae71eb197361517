package android.content.res;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The files of the folder that the property "assets" names. */
public final class AssetManager {
  private final File folder = new File(System.getProperty("assets"));

  public String[] list(String path) throws IOException {
    return new File(folder, path).list();
  }

  public InputStream open(String name) throws IOException {
    return new FileInputStream(new File(folder, name));
  }
}
