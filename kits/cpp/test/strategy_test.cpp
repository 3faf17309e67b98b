#include "strategy.hpp"

#include <doctest/doctest.h>

#include <optional>

namespace {

/// Shows the bot a grid with these open cards and otherwise hidden ones.
pb::Act decide(const std::map<int, int>& open, std::optional<int> top, std::optional<int> drawn,
               const pb::LegalActions& legal) {
    pb::Decision decision;
    *decision.mutable_legal() = legal;
    auto& view = *decision.mutable_view();
    view.set_viewer(0);
    auto& grid = *view.add_seats()->mutable_grid();
    for (int i = 0; i < 12; i++) grid.add_slots();
    for (const auto& [slot, card] : open) grid.mutable_slots(slot)->set_value(card);
    for (int card = -2; card <= 12; card++) view.add_unseen(card == -2 ? 5 : card == 0 ? 15 : 10);
    if (top) view.set_discard_top(*top);
    if (drawn) view.set_drawn(*drawn);
    std::mt19937_64 random(1);
    return choose(decision, random);
}

pb::LegalActions turn() {
    pb::LegalActions legal;
    for (int slot = 0; slot < 12; slot++) legal.add_take(slot);
    legal.set_draw(true);
    return legal;
}

pb::LegalActions place() {
    pb::LegalActions legal;
    for (int slot = 0; slot < 12; slot++) legal.add_keep(slot);
    legal.add_discard(4);
    legal.add_discard(5);
    return legal;
}

}  // namespace

TEST_CASE("takes a low discard and leaves a high one") {
    const auto low = decide({{7, 12}}, -2, {}, turn());
    CHECK(low.has_take());
    CHECK(low.take().slot() == 7);
    CHECK(decide({{7, 12}}, 11, {}, turn()).has_draw());
}

TEST_CASE("completes a column") {
    const auto third = decide({{1, 12}, {9, 12}}, 12, {}, turn());
    CHECK(third.has_take());
    CHECK(third.take().slot() == 5);
}

TEST_CASE("keeps a low card and discards a high one") {
    const auto low = decide({{3, 10}}, {}, -2, place());
    CHECK(low.has_keep());
    CHECK(low.keep().slot() == 3);
    const auto high = decide({{3, 10}}, {}, 11, place());
    CHECK(high.has_discard());
    CHECK(high.discard().slot() >= 4);
}

TEST_CASE("turns up as many cards as asked") {
    pb::LegalActions legal;
    for (int slot = 0; slot < 12; slot++) legal.add_flip(slot);
    legal.set_flip_count(2);
    CHECK(decide({}, {}, {}, legal).flip().slots_size() == 2);
}
