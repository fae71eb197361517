#include "lite/runtime/row_chain.h"

#include <algorithm>
#include <cstring>

#include "lite/base/checked_math.h"

namespace paddle::lite {
namespace {

constexpr int64_t kMaxStripRows = 4;

}  // namespace

RowChain::RowChain(std::vector<Member> members, PrepareContext* context)
    : members_(std::move(members)), links_(members_.size() - 1) {
  for (size_t i = 0; i < links_.size(); ++i) {
    links_[i].reader = members_[i + 1].stage->Rows();
  }
  images_ = links_.back().reader.images;
  rows_ = links_.back().reader.out_rows;
  strip_rows_ = std::min(kMaxStripRows, rows_);
  size_t budget = SIZE_MAX;
  for (const Member& member : members_) budget = std::min(budget, member.stage->buffer_bytes());
  while (PlanBuffers() > budget && strip_rows_ > 1) --strip_rows_;
  held_offset_ = PlanBuffers();
  thread_bytes_ = held_offset_ + RoundUp(links_.size() * sizeof(Held), 64);
  scratch_ = context->BookScratch(thread_bytes_ * static_cast<size_t>(context->pool->threads()));
}

// Places a thread's buffers for strips of strip_rows_ rows; returns their size.
size_t RowChain::PlanBuffers() {
  size_t bytes = 0;
  int64_t rows = strip_rows_;
  for (size_t i = links_.size(); i-- > 0;) {
    Link& link = links_[i];
    rows = std::min((rows - 1) * link.reader.stride + link.reader.window, link.reader.in_rows);
    link.offset = bytes;
    bytes += RoundUp(static_cast<size_t>(rows) * link.reader.in_row_bytes, 64);
  }
  return bytes;
}

void RowChain::Run(const RunContext& context) const {
  const auto buffers_of = [&](int thread) {
    return context.scratch + scratch_ + static_cast<size_t>(thread) * thread_bytes_;
  };
  const auto held_of = [&](int thread) {
    return reinterpret_cast<Held*>(buffers_of(thread) + held_offset_);
  };
  for (int thread = 0; thread < context.pool->threads(); ++thread) {
    std::fill_n(held_of(thread), links_.size(), Held{-1, 0, 0});
  }
  const int64_t strips = (rows_ + strip_rows_ - 1) / strip_rows_;
  context.pool->ParallelFor(images_ * strips, 1, [&](int64_t first, int64_t last, int thread) {
    for (int64_t strip = first; strip < last; ++strip) {
      const int64_t begin = strip % strips * strip_rows_;
      const Range result{begin, std::min(begin + strip_rows_, rows_)};
      RunStrip(strip / strips, result, buffers_of(thread), held_of(thread));
    }
  });
}

void RowChain::RunStrip(int64_t image, Range result, char* buffers, Held* held) const {
  // Backwards: the rows that each member has to compute, up to the first one that has nothing to
  // do.
  Range todo[kMaxMembers];
  size_t first = links_.size();
  todo[first] = result;
  for (; first > 0; --first) {
    const Link& link = links_[first - 1];
    const RowGeometry& reader = link.reader;
    const int64_t low = std::max<int64_t>(todo[first].begin * reader.stride - reader.pad, 0);
    const int64_t high = std::min(
        (todo[first].end - 1) * reader.stride - reader.pad + reader.window, reader.in_rows);
    if (high <= low) break;  // the windows only contain padding
    Held& rows = held[first - 1];
    if (rows.image != image || rows.begin > low || rows.end <= low) {
      rows = {image, low, low};
    } else if (rows.begin < low) {
      char* const buffer = buffers + link.offset;
      std::memmove(buffer, buffer + static_cast<size_t>(low - rows.begin) * reader.in_row_bytes,
                   static_cast<size_t>(rows.end - low) * reader.in_row_bytes);
      rows.begin = low;
    }
    if (rows.end >= high) break;
    todo[first - 1] = {rows.end, high};
    rows.end = high;
  }
  for (size_t i = first; i < members_.size(); ++i) {
    RowStrip strip;
    strip.image = image;
    strip.begin = todo[i].begin;
    strip.end = todo[i].end;
    if (i > 0) {
      strip.src = buffers + links_[i - 1].offset;
      strip.src_row = held[i - 1].begin;
    }
    if (i < links_.size()) {
      const int64_t row = strip.begin - held[i].begin;
      strip.dst =
          buffers + links_[i].offset + static_cast<size_t>(row) * links_[i].reader.in_row_bytes;
    }
    members_[i].stage->RunRows(*members_[i].op, strip);
  }
}

}  // namespace paddle::lite
