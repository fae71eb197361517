#include "lite/runtime/given_out.h"

#include <gtest/gtest.h>

namespace paddle::lite {
namespace {

class GivenOutTensorsTest : public testing::Test {
 protected:
  void SetUp() override {
    tensor_.Resize(DDim{2, 3});
    ASSERT_TRUE(tensor_.Allocate(PrecisionType::kFloat).ok());
    ASSERT_TRUE(given_out_.Add(&tensor_, "t"));
  }
  void Share(size_t bytes) { tensor_.SetBuffer(Buffer::Borrow(TargetType::kHost, memory_, bytes)); }

  char memory_[64];
  Tensor tensor_;
  GivenOutTensors given_out_;
};

TEST_F(GivenOutTensorsTest, EachTensorOnceByName) {
  EXPECT_FALSE(given_out_.Add(&tensor_, "u"));
  EXPECT_EQ(given_out_.NameOf(&tensor_), "t");
  EXPECT_EQ(given_out_.NameOf(nullptr), "");
  EXPECT_FALSE(given_out_.Changed());
}

TEST_F(GivenOutTensorsTest, ShapesTypesAndLoDAreSeenAndRestored) {
  given_out_.Planned({}, {});
  tensor_.Resize(DDim{6});
  EXPECT_TRUE(given_out_.Changed());
  given_out_.Restore();
  EXPECT_FALSE(given_out_.Changed());
  tensor_.set_precision(PrecisionType::kInt64);
  EXPECT_TRUE(given_out_.Changed());
  given_out_.Restore();
  EXPECT_EQ(tensor_.precision(), PrecisionType::kFloat);
  tensor_.set_lod({{0, 2}});
  EXPECT_TRUE(given_out_.Changed());
  given_out_.Restore();
  EXPECT_TRUE(tensor_.lod().empty());
}

TEST_F(GivenOutTensorsTest, MemoryThatIsLargeEnoughNeedsNoNewPlan) {
  given_out_.Planned({}, {&tensor_});
  Share(24);
  EXPECT_FALSE(given_out_.Changed());
  Share(60);
  EXPECT_FALSE(given_out_.Changed());
  Share(23);
  EXPECT_TRUE(given_out_.Changed());
  tensor_.ReleaseBuffer();
  EXPECT_TRUE(given_out_.Changed());
}

TEST_F(GivenOutTensorsTest, MemoryOfAPlannedPlaceNeedsANewPlan) {
  given_out_.Planned({}, {});
  Share(60);
  EXPECT_TRUE(given_out_.Changed());
}

TEST_F(GivenOutTensorsTest, DynamicTensorsAreDecidedInEveryRun) {
  given_out_.Planned({&tensor_}, {});
  tensor_.Resize(DDim{6});
  tensor_.ReleaseBuffer();
  EXPECT_FALSE(given_out_.Changed());
}

}  // namespace
}  // namespace paddle::lite
