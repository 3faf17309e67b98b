// One seat: what it answers, and what it has to remember for that.
#include "seat.hpp"

#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <iostream>
#include <random>

#include "strategy.hpp"

namespace {

unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

std::string random_bytes() {
    std::string made(32, '\0');
    if (RAND_bytes(bytes(made), 32) != 1) throw std::runtime_error("no random bytes are to be had");
    return made;
}

std::string sha256(std::string text) {
    std::string digest(SHA256_DIGEST_LENGTH, '\0');
    SHA256(bytes(text), text.size(), bytes(digest));
    return digest;
}

/// Whether a frame shows that cards are dealt.
bool shows_cards(const pb::ServerFrame& frame) {
    return frame.has_decision() || frame.welcome().has_view() ||
           std::ranges::any_of(frame.events().events(), &pb::Event::has_dealt);
}

Lost missing(std::uint32_t latest, std::uint32_t last) {
    return Lost("events from " + std::to_string(latest + 1) + " to " + std::to_string(last) + " are missing");
}

}  // namespace

pb::ClientFrame Seat::hear(const pb::ServerFrame& frame) {
    if (frame.has_heartbeat()) return live(frame.heartbeat());
    if (left) return frame.has_welcome() ? leave(*left) : pb::ClientFrame{};
    auto said = answer(frame);
    if (promised && shows_cards(frame)) return leave("cards are dealt although nobody asked for the entropy");
    return said;
}

pb::ClientFrame Seat::answer(const pb::ServerFrame& frame) {
    switch (frame.frame_case()) {
        case pb::ServerFrame::kWelcome:
            return enter(frame.welcome());
        case pb::ServerFrame::kOpening:
            return open(frame.opening());
        case pb::ServerFrame::kEvents:
            return follow(frame.events());
        case pb::ServerFrame::kDecision:
            return promised ? pb::ClientFrame{} : act(frame.decision());
        case pb::ServerFrame::kReceipt:
            return judged(frame.receipt());
        default:
            return {};
    }
}

/// Begins or resumes a game. New entropy is for a new commitment or game only: what was promised has to be
/// opened. Ready has a part in the shuffling, so that nobody can choose the cards.
pb::ClientFrame Seat::enter(const pb::Welcome& welcome) {
    latest = welcome.next_number() - 1;
    announced = 0;
    if (welcome.game_id() != game || welcome.commitment() != commitment) {
        game = welcome.game_id();
        commitment = welcome.commitment();
        entropy = welcome.deal_source() == pb::DEAL_SOURCE_PLAYERS ? random_bytes() : "";
        hashes.clear();
        promised = false;
    }
    pb::ClientFrame answer;
    if (welcome.presence().stage() == pb::TABLE_STAGE_GATHERING) {
        answer.mutable_ready()->set_commitment(commitment);
        if (!entropy.empty()) answer.mutable_ready()->set_entropy_hash(sha256(entropy));
        promised = !entropy.empty() && hashes.empty();
    } else if (welcome.presence().stage() == pb::TABLE_STAGE_BETWEEN_ROUNDS) {
        answer.mutable_ready();
    }
    return answer;
}

/// Shows the entropy that was promised, or leaves a table where somebody can have chosen the cards.
pb::ClientFrame Seat::open(const pb::Opening& opening) {
    if (entropy.empty()) return {};
    promised = false;
    const auto before = std::exchange(hashes, {});
    for (const auto& seat : opening.seats()) hashes.push_back(seat.entropy_hash());
    const bool as_before = before.empty() || before == hashes;
    const bool shown = std::ranges::find(hashes, sha256(entropy)) != hashes.end();
    if (!as_before || !shown || opening.game_id() != game || opening.commitment() != commitment)
        return leave("this opening is not what was promised");
    pb::ClientFrame answer;
    answer.mutable_ready()->set_entropy(entropy);
    answer.mutable_ready()->set_commitment(commitment);
    return answer;
}

/// Gives the seat up, for good: it answers nothing more, and every welcome like this.
pb::ClientFrame Seat::leave(const std::string& why) {
    std::cerr << "leaving: " << why << "\n";
    left = why;
    pb::ClientFrame answer;
    answer.mutable_resign();
    return answer;
}

/// Counts events, and is ready after a round that ended in new ones and after which the game goes on.
pb::ClientFrame Seat::follow(const pb::Events& events) {
    auto number = events.first_number();
    if (number > latest + 1) throw missing(latest, number - 1);
    pb::ClientFrame answer;
    for (const auto& event : events.events()) {
        if (event.has_round_ended() && number > latest)
            answer.mutable_ready()->set_round(event.round_ended().round());
        else if (event.has_dealt() || event.has_game_ended())
            answer.Clear();
        number++;
    }
    latest = std::max(latest, number - 1);
    return answer;
}

/// The same decision, sent again, is to get the same answer: its id is part of the seed.
pb::ClientFrame Seat::act(const pb::Decision& decision) {
    const auto high = static_cast<std::uint32_t>(seed >> 32), low = static_cast<std::uint32_t>(seed);
    std::seed_seq seeds{high, low, decision.view().viewer(), decision.decision_id()};
    std::mt19937_64 random(seeds);
    asked = decision;
    pb::ClientFrame answer;
    *answer.mutable_act() = choose(decision, random);
    return answer;
}

/// Acts again where an act was not legal, and gives the seat up where that was not either.
pb::ClientFrame Seat::judged(const pb::Receipt& receipt) {
    pb::ClientFrame answer;
    if (receipt.reason() != pb::ERROR_REASON_UNSPECIFIED)
        std::cerr << "decision " << receipt.decision_id() << ": "
                  << named(pb::Verdict_Name(receipt.verdict()), receipt.verdict()) << ", "
                  << named(pb::ErrorReason_Name(receipt.reason()), receipt.reason()) << "\n";
    if (receipt.verdict() != pb::VERDICT_ILLEGAL && receipt.verdict() != pb::VERDICT_MALFORMED) return answer;
    const auto again = std::exchange(asked, std::nullopt);
    if (!again || again->decision_id() != receipt.decision_id())
        return leave("no answer to this decision is accepted");
    *answer.mutable_act() = anything(*again);
    return answer;
}

/// Answers a heartbeat, unless what the one before announced has not come.
pb::ClientFrame Seat::live(const pb::Heartbeat& heartbeat) {
    if (announced > latest && !left) throw missing(latest, announced);
    announced = heartbeat.latest_number();
    pb::ClientFrame answer;
    answer.mutable_pong()->set_nonce(heartbeat.nonce());
    answer.mutable_pong()->set_latest_number(latest);
    return answer;
}
