// Reads the text of images. See --help, and docs/ocr.md of the project.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "pipeline.h"

namespace {

const char kHelp[] =
    "usage: ocr [options] IMAGE...\n"
    "\n"
    "Finds the lines of text in each image (PNG, JPEG, BMP, PGM, PPM; WebP if built with\n"
    "libwebp) and prints one line for each: text, confidence, and the corners of its box\n"
    "clockwise from the top left.\n"
    "\n"
    "  --models FOLDER   takes det.nb, rec.nb, cls.nb and keys.txt from FOLDER\n"
    "  --det FILE        the detection model (.nb)\n"
    "  --rec FILE        the recognition model (.nb)\n"
    "  --cls FILE        the direction model (.nb); 'none': all lines are assumed upright. A "
    "line\n"
    "                    that it turns and that then reads below 0.7 is read both ways\n"
    "  --keys FILE       the characters that recognition can read, one per line, UTF-8\n"
    "  --threads N       threads of a network, 1 to 64 (default 1)\n"
    "  --max-side N      images shrink to this longer side before detection, 32 to 4096\n"
    "                    (default 960)\n"
    "  --min-confidence X\n"
    "                    leaves out lines below this confidence, 0 to 1 (default 0.5)\n"
    "  --output FILE     writes the image with numbered boxes (.png, .jpg, .bmp, .ppm)\n"
    "  --json            prints one JSON object for each image\n"
    "  --repeats N       reads each image N times and reports the fastest (default 1)\n"
    "  --help            prints this\n"
    "\n"
    "Times go to stderr. The exit status is 0, 1 when something could not be read,\n"
    "2 for a wrong command line.\n";

struct Arguments {
  Arguments() : json(false), repeats(1), help(false) {}
  ocr::Options options;
  std::vector<std::string> images;
  std::string output;
  bool json;
  int repeats;
  bool help;
};

bool ParseConfidence(const std::string& text, float* value, std::string* error) {
  char* end = NULL;
  const float number = strtof(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(number >= 0 && number <= 1)) {
    *error = "--min-confidence takes a number from 0 to 1, not '" + text + "'";
    return false;
  }
  *value = number;
  return true;
}

bool ParseNumber(const std::string& name, const std::string& text, int low, int high, int* value,
                 std::string* error) {
  char* end = NULL;
  errno = 0;
  const long number = strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || errno != 0 || number < low || number > high) {
    *error = name + " takes a number from " + std::to_string(low) + " to " + std::to_string(high) +
             ", not '" + text + "'";
    return false;
  }
  *value = static_cast<int>(number);
  return true;
}

// Flags are written --name value or --name=value.
bool Parse(int argc, char** argv, Arguments* arguments, std::string* error) {
  ocr::Options& options = arguments->options;
  std::string models, cls, confidence;
  const struct {
    const char* name;
    std::string* value;
  } texts[] = {{"--models", &models},
               {"--det", &options.det},
               {"--rec", &options.rec},
               {"--cls", &cls},
               {"--keys", &options.keys},
               {"--output", &arguments->output},
               {"--min-confidence", &confidence}};
  const struct {
    const char* name;
    int low, high;
    int* value;
  } numbers[] = {{"--threads", 1, 64, &options.threads},
                 {"--max-side", 32, 4096, &options.max_side},
                 {"--repeats", 1, 1000000, &arguments->repeats}};
  bool only_images = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (only_images || word.empty() || word[0] != '-') {
      arguments->images.push_back(word);
      continue;
    }
    if (word == "--help" || word == "-h") {
      arguments->help = true;
      return true;
    }
    if (word == "--") {
      only_images = true;
      continue;
    }
    if (word == "--json") {
      arguments->json = true;
      continue;
    }
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    std::string* text = NULL;
    for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); ++k) {
      if (name == texts[k].name) text = texts[k].value;
    }
    size_t number = 0;
    const size_t number_count = sizeof(numbers) / sizeof(numbers[0]);
    while (number < number_count && name != numbers[number].name) ++number;
    if (text == NULL && number == number_count) {
      *error = "unknown option '" + name + "'";
      return false;
    }
    if (equals == std::string::npos && i + 1 == argc) {
      *error = name + " needs a value";
      return false;
    }
    const std::string value = equals == std::string::npos ? argv[++i] : word.substr(equals + 1);
    if (text != NULL) {
      *text = value;
      if (text == &confidence && !ParseConfidence(value, &options.min_confidence, error)) {
        return false;
      }
    } else if (!ParseNumber(name, value, numbers[number].low, numbers[number].high,
                            numbers[number].value, error)) {
      return false;
    }
  }
  if (!models.empty()) {
    if (options.det.empty()) options.det = models + "/det.nb";
    if (options.rec.empty()) options.rec = models + "/rec.nb";
    if (options.keys.empty()) options.keys = models + "/keys.txt";
    if (cls.empty()) cls = models + "/cls.nb";
  }
  options.cls = cls == "none" ? "" : cls;
  if (arguments->images.empty()) {
    *error = "no image was named";
  } else if (options.det.empty() || options.rec.empty() || options.keys.empty()) {
    *error = "name the models: --models FOLDER, or --det, --rec and --keys";
  } else if (!arguments->output.empty() && arguments->images.size() > 1) {
    *error = "--output names one file, but " + std::to_string(arguments->images.size()) +
             " images were given: run once per image";
  } else if (!arguments->output.empty() && !ocr::CanWriteImage(arguments->output)) {
    *error = "--output: an image is written as .png, .jpg, .bmp or .ppm";
  }
  return error->empty();
}

void PrintText(const std::vector<ocr::Line>& lines) {
  for (size_t i = 0; i < lines.size(); ++i) {
    const ocr::Point* corners = lines[i].box.corners;
    printf("%s\t%.4f\t%.0f,%.0f %.0f,%.0f %.0f,%.0f %.0f,%.0f\n", lines[i].text.text.c_str(),
           static_cast<double>(lines[i].text.confidence), static_cast<double>(corners[0].x),
           static_cast<double>(corners[0].y), static_cast<double>(corners[1].x),
           static_cast<double>(corners[1].y), static_cast<double>(corners[2].x),
           static_cast<double>(corners[2].y), static_cast<double>(corners[3].x),
           static_cast<double>(corners[3].y));
  }
}

void PrintJson(const std::string& path, const ocr::Image& image,
               const std::vector<ocr::Line>& lines, const ocr::Times& times) {
  printf("{\"image\": %s, \"width\": %d, \"height\": %d, \"lines\": [",
         ocr::JsonString(path).c_str(), image.width, image.height);
  for (size_t i = 0; i < lines.size(); ++i) {
    const ocr::Line& line = lines[i];
    printf("%s{\"text\": %s, \"confidence\": %.6f, \"box\": [", i == 0 ? "" : ", ",
           ocr::JsonString(line.text.text).c_str(), static_cast<double>(line.text.confidence));
    for (int k = 0; k < 4; ++k) {
      printf("%s[%.0f, %.0f]", k == 0 ? "" : ", ", static_cast<double>(line.box.corners[k].x),
             static_cast<double>(line.box.corners[k].y));
    }
    printf("], \"box_score\": %.6f, \"turned\": %s}", static_cast<double>(line.box.score),
           line.turned ? "true" : "false");
  }
  printf(
      "], \"milliseconds\": {\"total\": %.3f, \"detection\": %.3f, \"direction\": %.3f, "
      "\"recognition\": %.3f}}\n",
      times.total, times.detection, times.direction, times.recognition);
}

bool WriteAnnotated(const std::string& path, ocr::Image image, const std::vector<ocr::Line>& lines,
                    std::string* error) {
  const ocr::Colour red = {40, 40, 220};
  for (size_t i = 0; i < lines.size(); ++i) {
    ocr::DrawOutline(lines[i].box.corners, 4, red, &image);
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    char label[32];
    snprintf(label, sizeof(label), "#%d %.2f", static_cast<int>(i + 1),
             static_cast<double>(lines[i].text.confidence));
    const ocr::Point& corner = lines[i].box.corners[0];
    ocr::DrawLabel(label, static_cast<int>(corner.x), static_cast<int>(corner.y), red, &image);
  }
  return ocr::WriteImage(path, image, error);
}

bool ReadOne(ocr::Reader* reader, const std::string& path, const Arguments& arguments,
             std::string* error) {
  ocr::Image image;
  if (!ocr::ReadImage(path, &image, error)) return false;
  std::vector<ocr::Line> lines;
  ocr::Times best;
  for (int i = 0; i < arguments.repeats; ++i) {
    ocr::Times times;
    if (!reader->Read(image, &lines, &times, error)) {
      *error = path + ": " + *error;
      return false;
    }
    if (i == 0 || times.total < best.total) best = times;
  }
  if (arguments.json) {
    PrintJson(path, image, lines, best);
  } else {
    if (arguments.images.size() > 1) printf("# %s\n", path.c_str());
    PrintText(lines);
  }
  fprintf(stderr,
          "%s: %d line%s, %.1f ms (detection %.1f, direction %.1f, recognition %.1f, other %.1f)\n",
          path.c_str(), static_cast<int>(lines.size()), lines.size() == 1 ? "" : "s", best.total,
          best.detection, best.direction, best.recognition,
          best.total - best.detection - best.direction - best.recognition);
  return arguments.output.empty() || WriteAnnotated(arguments.output, image, lines, error);
}

int Run(int argc, char** argv) {
  Arguments arguments;
  std::string error;
  if (!Parse(argc, argv, &arguments, &error)) {
    fprintf(stderr, "ocr: %s; see --help\n", error.c_str());
    return 2;
  }
  if (arguments.help) {
    fputs(kHelp, stdout);
    return 0;
  }
  ocr::Reader reader;
  if (!reader.Load(arguments.options, &error)) {
    fprintf(stderr, "ocr: %s\n", error.c_str());
    return 1;
  }
  int status = 0;
  for (size_t i = 0; i < arguments.images.size(); ++i) {
    if (!ReadOne(&reader, arguments.images[i], arguments, &error)) {
      fprintf(stderr, "ocr: %s\n", error.c_str());
      status = 1;
    }
  }
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fprintf(stderr, "ocr: cannot write the output\n");
    status = 1;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, "ocr: %s\n", error.what());
    return 1;
  }
}
