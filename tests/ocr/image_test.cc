#include <gmock/gmock.h>

#ifdef DEMO_WEBP
#include <webp/encode.h>
#endif

#include <cstdint>
#include <fstream>
#include <iterator>

#include "golden.h"
#include "tests/support/temp_dir.h"

namespace ocr {
namespace {

using testing::HasSubstr;

using Bytes = std::vector<unsigned char>;

Bytes FileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// An image of few colours and straight edges, in the format that the ending names.
Bytes Encoded(const std::string& ending) {
  const paddle::lite::test::TempDir dir;
  const std::string path = dir / ("image." + std::string(ending));
  Image image(24, 16);
  for (int i = 0; i < 16; ++i) image.At(i, i / 2)[i % 3] = 200;
  std::string error;
  EXPECT_TRUE(WriteImage(path, image, &error)) << error;
  return FileBytes(path);
}

TEST(OcrImage, WhatIsWrittenIsRead) {
  const paddle::lite::test::TempDir dir;
  const Image image = FormulaImage(37, 21);
  for (const char* ending : {"png", "PNG", "bmp", "ppm", "jpg"}) {
    const std::string path = dir / ("image." + std::string(ending));
    ASSERT_TRUE(CanWriteImage(path));
    std::string error;
    ASSERT_TRUE(WriteImage(path, image, &error)) << error;
    Image read;
    ASSERT_TRUE(ReadImage(path, &read, &error)) << error;
    EXPECT_EQ(read.width, 37);
    EXPECT_EQ(read.height, 21);
    if (std::string(ending) != "jpg") {
      EXPECT_EQ(read.pixels, image.pixels) << ending;
    }
  }
}

// Hand-made PNG files of two pixels, stored without compression.
Bytes Png(unsigned char colour_type, const std::string& palette, const std::string& row) {
  Bytes bytes = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  const auto chunk = [&bytes](const std::string& name, const std::string& data) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back((data.size() >> shift) & 0xff);
    bytes.insert(bytes.end(), name.begin(), name.end());
    bytes.insert(bytes.end(), data.begin(), data.end());
    bytes.insert(bytes.end(), 4, 0);  // the decoder ignores checksums
  };
  const std::string zeros(3, '\0');
  chunk("IHDR", std::string("\0\0\0\2\0\0\0\1\10", 9) + static_cast<char>(colour_type) + zeros);
  if (!palette.empty()) chunk("PLTE", palette);
  if (colour_type == 3) chunk("tRNS", std::string("\0\377", 2));
  const size_t size = row.size() + 1;  // with the row's filter, none
  const char head[] = {0x78, 0x01, 1, static_cast<char>(size), 0, static_cast<char>(~size), -1, 0};
  chunk("IDAT", std::string(head, sizeof(head)) + row + std::string(4, '\0'));
  chunk("IEND", "");
  return bytes;
}

TEST(OcrImage, WhatIsTransparentIsWhite) {
  const auto read = [](const Bytes& bytes) {
    Image image;
    std::string error;
    EXPECT_TRUE(DecodeImage(bytes.data(), bytes.size(), "x", &image, &error)) << error;
    return image.pixels;
  };
  using Pixels = std::vector<unsigned char>;
  // Red, green, blue, opacity: black seen through; half opaque.
  EXPECT_EQ(read(Png(6, "", std::string("\0\0\0\0\100\200\0\200", 8))),
            (Pixels{255, 255, 255, 127, 191, 159}));
  EXPECT_EQ(read(Png(4, "", std::string("\0\0\100\377", 4))), (Pixels{255, 255, 255, 64, 64, 64}));
  // A palette whose first colour is transparent.
  EXPECT_EQ(read(Png(3, std::string("\0\0\0\1\2\3", 6), std::string("\0\1", 2))),
            (Pixels{255, 255, 255, 3, 2, 1}));
  // Opaque colours are unchanged.
  EXPECT_EQ(read(Png(2, "", std::string("\0\0\0\1\2\3", 6))), (Pixels{0, 0, 0, 3, 2, 1}));
}

TEST(OcrImage, WhatCannotBeWrittenSaysSo) {
  const Image image = FormulaImage(3, 2);
  std::string error;
  EXPECT_FALSE(CanWriteImage("a.gif"));
  EXPECT_FALSE(WriteImage("a.gif", image, &error));
  EXPECT_THAT(error, HasSubstr("a.gif"));
  EXPECT_FALSE(WriteImage("/no/such/folder/a.png", image, &error));
  EXPECT_THAT(error, HasSubstr("/no/such/folder/a.png"));
}

TEST(OcrImage, OtherContentSaysSo) {
  Image image;
  std::string error;
  EXPECT_FALSE(ReadImage("/no/such/image.png", &image, &error));
  EXPECT_THAT(error, HasSubstr("cannot read /no/such/image.png"));
  EXPECT_FALSE(ReadImage(LITE_TEST_DATA_DIR, &image, &error));
  EXPECT_THAT(error, HasSubstr(LITE_TEST_DATA_DIR));
  EXPECT_FALSE(ReadImage(DataFile("golden.json"), &image, &error));
  EXPECT_THAT(error, HasSubstr("not a PNG, JPEG, BMP, PGM, PPM or WebP image"));
  EXPECT_FALSE(DecodeImage(nullptr, 0, "nothing", &image, &error));
  EXPECT_THAT(error, HasSubstr("nothing is empty"));
}

TEST(OcrImage, TooLargeOnesAreRefusedBeforeMemoryIsTaken) {
  Image image;
  std::string error;
  for (const char* header :
       {"P6\n32768 1\n255\n", "P5\n1 40000\n255\n", "P6\n30000 30000\n255\n"}) {
    const std::string bytes = std::string(header) + "x";
    EXPECT_FALSE(DecodeImage(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                             "large.ppm", &image, &error));
    EXPECT_THAT(error, HasSubstr("large.ppm"));
  }
  EXPECT_THAT(error, HasSubstr("30000 x 30000 pixels; at most 32767 on a side and 100 million"));
}

TEST(OcrImage, DamagedFilesNeverEndTheProgram) {
  for (const char* ending : {"png", "jpg", "bmp", "ppm"}) {
    const Bytes bytes = Encoded(ending);
    size_t refused = 0;
    for (size_t length = 0; length < bytes.size(); ++length) {
      // A copy of just that length, for the address sanitizer.
      const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
      Image image;
      std::string error;
      if (!DecodeImage(cut.data(), cut.size(), "cut", &image, &error)) {
        ++refused;
        EXPECT_THAT(error, HasSubstr("cut"));
      }
    }
    // A truncated BMP or JPEG file is shown as far as it goes.
    const bool whole = ending == std::string("png") || ending == std::string("ppm");
    EXPECT_GE(refused, whole ? bytes.size() - 16 : 10) << ending;
    for (size_t at = 0; at < bytes.size(); ++at) {
      Bytes flipped = bytes;
      flipped[at] ^= static_cast<unsigned char>(1 << (at % 8));
      Image image;
      std::string error;
      if (DecodeImage(flipped.data(), flipped.size(), "flipped", &image, &error)) {
        EXPECT_EQ(image.pixels.size(),
                  static_cast<size_t>(image.width) * static_cast<size_t>(image.height) * 3);
      }
    }
  }
}

TEST(OcrImage, WebP) {
  Image image;
  std::string error;
#ifdef DEMO_WEBP
  // Red, and red of which 40 % is seen, in the order blue, green, red, opacity.
  const unsigned char pixels[8] = {0, 0, 255, 255, 0, 0, 255, 102};
  uint8_t* encoded = nullptr;
  const size_t size = WebPEncodeLosslessBGRA(pixels, 2, 1, 8, &encoded);
  ASSERT_GT(size, 0u);
  const Bytes bytes(encoded, encoded + size);
  WebPFree(encoded);
  ASSERT_TRUE(DecodeImage(bytes.data(), size, "leaf.webp", &image, &error)) << error;
  EXPECT_EQ(image.width, 2);
  EXPECT_THAT(image.pixels, testing::ElementsAre(0, 0, 255, 153, 153, 255));
  for (size_t length = 12; length < size; ++length) {
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    if (!DecodeImage(cut.data(), length, "cut.webp", &image, &error)) {
      EXPECT_THAT(error, HasSubstr("cut.webp is damaged"));
    }
  }
  const std::string huge("RIFF\032\0\0\0WEBPVP8L\015\0\0\0/\377\377\377\017\0\0\0\0\0\0\0\0\0", 34);
  EXPECT_FALSE(DecodeImage(reinterpret_cast<const unsigned char*>(huge.data()), huge.size(),
                           "huge.webp", &image, &error));
  EXPECT_THAT(error, HasSubstr("16384 x 16384 pixels"));
#else
  const std::string bytes("RIFF\020\0\0\0WEBPVP8L", 16);
  EXPECT_FALSE(DecodeImage(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                           "leaf.webp", &image, &error));
  EXPECT_THAT(error, HasSubstr("leaf.webp is a WebP image"));
#endif
}

TEST(OcrImage, PhotographsArePutUpright) {
  for (const nlohmann::json& example : Golden("orientations")) {
    const Bytes jpeg = FromHexadecimal(example["jpeg"]);
    Image image;
    std::string error;
    ASSERT_TRUE(DecodeImage(jpeg.data(), jpeg.size(), "photo", &image, &error)) << error;
    ASSERT_EQ(image.width, example["size"][0]);
    ASSERT_EQ(image.height, example["size"][1]);
    const int right = image.width - 1, bottom = image.height - 1;
    EXPECT_NEAR(image.At(0, 0)[0], example["corners"][0], 3);
    EXPECT_NEAR(image.At(right, 0)[0], example["corners"][1], 3);
    EXPECT_NEAR(image.At(0, bottom)[0], example["corners"][2], 3);
    EXPECT_NEAR(image.At(right, bottom)[0], example["corners"][3], 3);
  }
}

TEST(OcrImage, DamagedExifBlocksAreIgnored) {
  const Bytes jpeg = FromHexadecimal(Golden("orientations")[5]["jpeg"]);
  EXPECT_EQ(JpegOrientation(jpeg.data(), jpeg.size()), 6);
  for (size_t length = 0; length < 60; ++length) {
    const Bytes cut(jpeg.begin(), jpeg.begin() + static_cast<std::ptrdiff_t>(length));
    const int orientation = JpegOrientation(cut.data(), cut.size());
    EXPECT_TRUE(orientation == 1 || orientation == 6) << length;
  }
  Bytes far = jpeg;
  far[16] = far[17] = far[18] = far[19] = 0xff;  // the directory's place
  EXPECT_EQ(JpegOrientation(far.data(), far.size()), 1);
}

TEST(OcrDrawing, StaysInTheImage) {
  const Colour red = {0, 0, 255};
  for (const int side : {1, 5, 40}) {
    Image image(side, side);
    const Point corners[4] = {Point(-10, -10), Point(60, 0), Point(60, 60), Point(0, 50)};
    DrawOutline(corners, 4, red, &image);
    DrawLabel("#12 0.98 x", -5, -5, red, &image);
    DrawLabel("#3 4567", 1000, 1000, red, &image);
    EXPECT_EQ(image.At(side - 1, side - 1)[2], 255);
  }
  Image image(40, 40);
  const Point corners[4] = {Point(10, 20), Point(30, 20), Point(30, 30), Point(10, 30)};
  DrawOutline(corners, 4, red, &image);
  EXPECT_EQ(image.At(20, 20)[2], 255);
  EXPECT_EQ(image.At(10, 25)[2], 255);
  EXPECT_EQ(image.At(20, 25)[2], 0);
}

}  // namespace
}  // namespace ocr
