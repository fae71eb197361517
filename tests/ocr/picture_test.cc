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
  Picture picture(24, 16);
  for (int i = 0; i < 16; ++i) picture.At(i, i / 2)[i % 3] = 200;
  std::string error;
  EXPECT_TRUE(WritePicture(path, picture, &error)) << error;
  return FileBytes(path);
}

TEST(OcrPicture, WhatIsWrittenIsRead) {
  const paddle::lite::test::TempDir dir;
  const Picture picture = FormulaPicture(37, 21);
  for (const char* ending : {"png", "PNG", "bmp", "ppm", "jpg"}) {
    const std::string path = dir / ("image." + std::string(ending));
    ASSERT_TRUE(CanWritePicture(path));
    std::string error;
    ASSERT_TRUE(WritePicture(path, picture, &error)) << error;
    Picture read;
    ASSERT_TRUE(ReadPicture(path, &read, &error)) << error;
    EXPECT_EQ(read.width, 37);
    EXPECT_EQ(read.height, 21);
    if (std::string(ending) != "jpg") {
      EXPECT_EQ(read.pixels, picture.pixels) << ending;
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

TEST(OcrPicture, WhatIsTransparentIsWhite) {
  const auto read = [](const Bytes& bytes) {
    Picture picture;
    std::string error;
    EXPECT_TRUE(DecodePicture(bytes.data(), bytes.size(), "x", &picture, &error)) << error;
    return picture.pixels;
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

TEST(OcrPicture, WhatCannotBeWrittenSaysSo) {
  const Picture picture = FormulaPicture(3, 2);
  std::string error;
  EXPECT_FALSE(CanWritePicture("a.gif"));
  EXPECT_FALSE(WritePicture("a.gif", picture, &error));
  EXPECT_THAT(error, HasSubstr("a.gif"));
  EXPECT_FALSE(WritePicture("/no/such/folder/a.png", picture, &error));
  EXPECT_THAT(error, HasSubstr("/no/such/folder/a.png"));
}

TEST(OcrPicture, WhatIsNoPictureSaysSo) {
  Picture picture;
  std::string error;
  EXPECT_FALSE(ReadPicture("/no/such/picture.png", &picture, &error));
  EXPECT_THAT(error, HasSubstr("cannot read /no/such/picture.png"));
  EXPECT_FALSE(ReadPicture(LITE_TEST_DATA_DIR, &picture, &error));
  EXPECT_THAT(error, HasSubstr(LITE_TEST_DATA_DIR));
  EXPECT_FALSE(ReadPicture(DataFile("golden.json"), &picture, &error));
  EXPECT_THAT(error, HasSubstr("not a PNG, JPEG, BMP, PGM or PPM"));
  EXPECT_FALSE(DecodePicture(nullptr, 0, "nothing", &picture, &error));
  EXPECT_THAT(error, HasSubstr("nothing is empty"));
}

TEST(OcrPicture, TooLargeOnesAreRefusedBeforeMemoryIsTaken) {
  Picture picture;
  std::string error;
  for (const char* header :
       {"P6\n32768 1\n255\n", "P5\n1 40000\n255\n", "P6\n30000 30000\n255\n"}) {
    const std::string bytes = std::string(header) + "x";
    EXPECT_FALSE(DecodePicture(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                               "large.ppm", &picture, &error));
    EXPECT_THAT(error, HasSubstr("large.ppm"));
  }
  EXPECT_THAT(error, HasSubstr("30000 x 30000 pixels; at most 32767 on a side and 100 million"));
}

TEST(OcrPicture, DamagedFilesNeverEndTheProgram) {
  for (const char* ending : {"png", "jpg", "bmp", "ppm"}) {
    const Bytes bytes = Encoded(ending);
    size_t refused = 0;
    for (size_t length = 0; length < bytes.size(); ++length) {
      // A copy of just that length, for the address sanitizer.
      const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
      Picture picture;
      std::string error;
      if (!DecodePicture(cut.data(), cut.size(), "cut", &picture, &error)) {
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
      Picture picture;
      std::string error;
      if (DecodePicture(flipped.data(), flipped.size(), "flipped", &picture, &error)) {
        EXPECT_EQ(picture.pixels.size(),
                  static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) * 3);
      }
    }
  }
}

TEST(OcrPicture, WebP) {
  Picture picture;
  std::string error;
#ifdef DEMO_WEBP
  // Red, and red of which 40 % is seen, in the order blue, green, red, opacity.
  const unsigned char pixels[8] = {0, 0, 255, 255, 0, 0, 255, 102};
  uint8_t* encoded = nullptr;
  const size_t size = WebPEncodeLosslessBGRA(pixels, 2, 1, 8, &encoded);
  ASSERT_GT(size, 0u);
  const Bytes bytes(encoded, encoded + size);
  WebPFree(encoded);
  ASSERT_TRUE(DecodePicture(bytes.data(), size, "leaf.webp", &picture, &error)) << error;
  EXPECT_EQ(picture.width, 2);
  EXPECT_THAT(picture.pixels, testing::ElementsAre(0, 0, 255, 153, 153, 255));
  for (size_t length = 12; length < size; ++length) {
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    if (!DecodePicture(cut.data(), length, "cut.webp", &picture, &error)) {
      EXPECT_THAT(error, HasSubstr("cut.webp is damaged"));
    }
  }
  const std::string huge("RIFF\032\0\0\0WEBPVP8L\015\0\0\0/\377\377\377\017\0\0\0\0\0\0\0\0\0", 34);
  EXPECT_FALSE(DecodePicture(reinterpret_cast<const unsigned char*>(huge.data()), huge.size(),
                             "huge.webp", &picture, &error));
  EXPECT_THAT(error, HasSubstr("16384 x 16384 pixels"));
#else
  const std::string bytes("RIFF\020\0\0\0WEBPVP8L", 16);
  EXPECT_FALSE(DecodePicture(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                             "leaf.webp", &picture, &error));
  EXPECT_THAT(error, HasSubstr("leaf.webp is a WebP image"));
#endif
}

TEST(OcrPicture, PhotographsArePutUpright) {
  for (const nlohmann::json& example : Golden("orientations")) {
    const Bytes jpeg = FromHexadecimal(example["jpeg"]);
    Picture picture;
    std::string error;
    ASSERT_TRUE(DecodePicture(jpeg.data(), jpeg.size(), "photo", &picture, &error)) << error;
    ASSERT_EQ(picture.width, example["size"][0]);
    ASSERT_EQ(picture.height, example["size"][1]);
    const int right = picture.width - 1, bottom = picture.height - 1;
    EXPECT_NEAR(picture.At(0, 0)[0], example["corners"][0], 3);
    EXPECT_NEAR(picture.At(right, 0)[0], example["corners"][1], 3);
    EXPECT_NEAR(picture.At(0, bottom)[0], example["corners"][2], 3);
    EXPECT_NEAR(picture.At(right, bottom)[0], example["corners"][3], 3);
  }
}

TEST(OcrPicture, DamagedExifBlocksAreIgnored) {
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

TEST(OcrDrawing, StaysInThePicture) {
  const Colour red = {0, 0, 255};
  for (const int side : {1, 5, 40}) {
    Picture picture(side, side);
    const Point corners[4] = {Point(-10, -10), Point(60, 0), Point(60, 60), Point(0, 50)};
    DrawOutline(corners, 4, red, &picture);
    DrawLabel("#12 0.98 x", -5, -5, red, &picture);
    DrawLabel("#3 4567", 1000, 1000, red, &picture);
    EXPECT_EQ(picture.At(side - 1, side - 1)[2], 255);
  }
  Picture picture(40, 40);
  const Point corners[4] = {Point(10, 20), Point(30, 20), Point(30, 30), Point(10, 30)};
  DrawOutline(corners, 4, red, &picture);
  EXPECT_EQ(picture.At(20, 20)[2], 255);
  EXPECT_EQ(picture.At(10, 25)[2], 255);
  EXPECT_EQ(picture.At(20, 25)[2], 0);
}

}  // namespace
}  // namespace ocr
