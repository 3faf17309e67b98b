// Frames of a server, for the tests.
#pragma once

#include "bot.hpp"

inline pb::ServerFrame welcome(pb::TableStage stage = pb::TABLE_STAGE_GATHERING) {
    pb::ServerFrame frame;
    auto& welcome = *frame.mutable_welcome();
    welcome.set_game_id("game");
    welcome.set_next_number(1);
    welcome.set_heartbeat_ms(10'000);
    welcome.set_commitment("1");
    welcome.set_deal_source(pb::DEAL_SOURCE_PLAYERS);
    welcome.mutable_presence()->set_stage(stage);
    return frame;
}

inline pb::ServerFrame opening(const std::string& commitment, const std::vector<std::string>& hashes) {
    pb::ServerFrame frame;
    frame.mutable_opening()->set_game_id("game");
    frame.mutable_opening()->set_commitment(commitment);
    for (const auto& hash : hashes) frame.mutable_opening()->add_seats()->set_entropy_hash(hash);
    return frame;
}

inline pb::Event round_ended(std::uint32_t round) {
    pb::Event event;
    event.mutable_round_ended()->set_round(round);
    return event;
}

inline pb::ServerFrame events(std::uint32_t first, const std::vector<pb::Event>& list) {
    pb::ServerFrame frame;
    frame.mutable_events()->set_first_number(first);
    for (const auto& event : list) *frame.mutable_events()->add_events() = event;
    return frame;
}

/// A game whose cards are dealt.
inline pb::ServerFrame playing(const std::string& commitment = "1") {
    auto frame = welcome(pb::TABLE_STAGE_PLAYING);
    frame.mutable_welcome()->set_commitment(commitment);
    frame.mutable_welcome()->mutable_view()->set_round(1);
    return frame;
}

inline pb::ServerFrame dealt() {
    pb::Event event;
    event.mutable_dealt()->set_round(1);
    return events(1, {event});
}

inline pb::ServerFrame heartbeat(std::uint32_t nonce, std::uint32_t latest = 0) {
    pb::ServerFrame frame;
    frame.mutable_heartbeat()->set_latest_number(latest);
    frame.mutable_heartbeat()->set_nonce(nonce);
    return frame;
}

inline pb::ServerFrame goodbye(int reason) {
    pb::ServerFrame frame;
    frame.mutable_goodbye()->set_reason(static_cast<pb::GoodbyeReason>(reason));
    return frame;
}

inline pb::ServerFrame later(int reason) {
    auto frame = goodbye(reason);
    frame.mutable_goodbye()->set_retry_after_ms(2500);
    frame.mutable_goodbye()->set_address("elsewhere:1");
    return frame;
}

inline pb::ServerFrame assigned(const std::string& token) {
    pb::ServerFrame frame;
    frame.mutable_assigned()->set_table_id("table");
    frame.mutable_assigned()->set_seat(0);
    frame.mutable_assigned()->set_seat_token(token);
    return frame;
}

inline pb::ServerFrame refused(const std::string& kind) {
    pb::ServerFrame frame;
    frame.mutable_refused()->set_frame(kind);
    frame.mutable_refused()->set_reason(pb::ERROR_REASON_TOKEN_UNKNOWN);
    return frame;
}
