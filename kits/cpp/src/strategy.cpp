// Chooses the moves. It looks one card ahead: how much better than nothing is the best place for the card at
// hand, and how much better is an unseen card likely to be?
#include "strategy.hpp"

#include <algorithm>
#include <array>

namespace {

using Slots = google::protobuf::RepeatedField<std::uint32_t>;

struct Place {
    std::uint32_t slot = 0;
    double gain = -1000;
};

/// A seat's own cards and what it can count on.
class Hand {
  public:
    explicit Hand(const pb::View& view) : grid(view.seats(view.viewer()).grid()), unseen(view.unseen()) {
        mean = average([](double card) { return card; });
    }

    /// The slot where a card saves the most points, and how many.
    Place best(int card, const Slots& slots) const {
        Place best;
        for (auto slot : slots)
            if (auto found = gain(card, slot); found > best.gain) best = {slot, found};
        return best;
    }

    /// The gain that a drawn card promises; a bad one is discarded and costs nothing.
    double hope(const Slots& slots) const {
        return average([&](int card) { return std::max(best(card, slots).gain, 0.0); });
    }

  private:
    const pb::Grid& grid;
    const Slots& unseen;  // how many cards of -2, -1, ... 12 the seat has not seen
    double mean;          // of the unseen

    /// The mean of a measure over the unseen cards.
    double average(auto measure) const {
        double sum = 0, count = 0;
        for (int i = 0; i < unseen.size(); i++) {
            sum += unseen[i] * measure(i - 2);
            count += unseen[i];
        }
        return sum / std::max(count, 1.0);
    }

    /// The points that a card saves on a slot.
    double gain(int card, std::uint32_t slot) const {
        const auto& old = grid.slots(slot);
        auto saved = old.has_value() ? old.value() - card - promise(old.value(), slot) : mean - card;
        return saved + promise(card, slot);
    }

    /// What a card on a slot is worth because of its equals in the column: three vanish, two may yet.
    double promise(int card, std::uint32_t slot) const {
        int equals = 0;
        for (auto other = slot % 4; other < 12; other += 4) {
            const auto& there = grid.slots(other);
            equals += other != slot && there.has_value() && there.value() == card;
        }
        return std::array{0.0, 0.5, 3.0}[equals] * card;
    }
};

/// The first slots: they lie in different columns.
void flip(pb::Act& act, const pb::LegalActions& legal) {
    for (std::uint32_t i = 0; i < legal.flip_count(); i++) act.mutable_flip()->add_slots(legal.flip(i));
}

}  // namespace

pb::Act choose(const pb::Decision& decision, std::mt19937_64& random) {
    const auto& legal = decision.legal();
    const auto& view = decision.view();
    const Hand hand(view);
    pb::Act act;
    act.set_decision_id(decision.decision_id());
    if (legal.flip_count() > 0) {
        flip(act, legal);
    } else if (legal.draw() || !legal.take().empty()) {
        const auto [slot, gain] = hand.best(view.discard_top(), legal.take());
        if (!legal.draw() || (!legal.take().empty() && gain >= hand.hope(legal.take())))
            act.mutable_take()->set_slot(slot);
        else
            act.mutable_draw();
    } else {
        const auto [slot, gain] = hand.best(view.drawn(), legal.keep());
        if (!legal.discard().empty() && gain <= 0) {
            std::uniform_int_distribution<int> any(0, legal.discard_size() - 1);
            act.mutable_discard()->set_slot(legal.discard(any(random)));
        } else {
            act.mutable_keep()->set_slot(slot);
        }
    }
    return act;
}

pb::Act anything(const pb::Decision& decision) {
    const auto& legal = decision.legal();
    pb::Act act;
    act.set_decision_id(decision.decision_id());
    if (legal.flip_count() > 0)
        flip(act, legal);
    else if (legal.draw())
        act.mutable_draw();
    else if (!legal.take().empty())
        act.mutable_take()->set_slot(legal.take(0));
    else if (!legal.keep().empty())
        act.mutable_keep()->set_slot(legal.keep(0));
    else if (!legal.discard().empty())
        act.mutable_discard()->set_slot(legal.discard(0));
    return act;
}
