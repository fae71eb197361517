// Tables have even sizes, as some readers of .nb files demand (Netron's does), and all their bytes
// exist.
#include "lite/model/naive_buffer/flat_writer.h"

#include <gtest/gtest.h>

#include <cstring>

namespace paddle::lite::model {
namespace {

template <typename T>
T At(const std::string& bytes, size_t position) {
  T value{};
  EXPECT_LE(position + sizeof(T), bytes.size());
  if (position + sizeof(T) <= bytes.size()) {
    std::memcpy(&value, bytes.data() + position, sizeof(T));
  }
  return value;
}

TEST(FlatWriter, TablesHaveEvenSizes) {
  // Every choice of fields among two bytes, two halves, two words and two double words.
  for (unsigned chosen = 0; chosen < 256; ++chosen) {
    FlatFields fields;
    for (int field = 0; field < 8; ++field) {
      if ((chosen >> field & 1) == 0) continue;
      if (field < 2) fields.Scalar<uint8_t>(field, 7);
      if (field == 2 || field == 3) fields.Scalar<uint16_t>(field, 7);
      if (field == 4 || field == 5) fields.Scalar<uint32_t>(field, 7);
      if (field > 5) fields.Scalar<uint64_t>(field, 7);
    }
    FlatWriter writer;
    const FlatWriter::Table table = writer.WriteTable(fields);
    const auto finished = std::move(writer).Finish(table);
    ASSERT_TRUE(finished.ok()) << finished.status().ToString();
    const std::string& bytes = *finished;
    const size_t root = At<uint32_t>(bytes, 0);
    const size_t description = root - static_cast<size_t>(At<int32_t>(bytes, root));
    const auto description_size = At<uint16_t>(bytes, description);
    const auto table_size = At<uint16_t>(bytes, description + 2);
    EXPECT_EQ(description_size % 2, 0);
    EXPECT_EQ(table_size % 2, 0) << "fields " << chosen;
    EXPECT_LE(root + table_size, bytes.size());
    for (size_t entry = 4; entry < description_size; entry += 2) {
      EXPECT_LT(At<uint16_t>(bytes, description + entry), table_size);
    }
  }
}

}  // namespace
}  // namespace paddle::lite::model
