// All seats on one stream: who hears what, and what becomes of them.
#include "bot.hpp"

#include <iostream>

using std::chrono::milliseconds;

pb::ProtocolVersion version() {
    pb::ProtocolVersion version;
    version.set_major(1);
    return version;
}

void Bot::begin() {
    for (auto& [number, seat] : seats) away.push_back(std::move(seat));
    seats.clear();
    out.clear();
    used = enlistment = 0;
    silence = std::chrono::seconds(30);
    come_after = {};
    welcomed = false;
    if (key.empty()) {
        for (auto& seat : std::exchange(away, {})) attach(std::move(seat));
        return;
    }
    pb::ClientFrame frame;
    auto& enlist = *frame.mutable_enlist();
    *enlist.mutable_version() = version();
    enlist.set_key(key);
    enlist.set_name(name);
    enlist.set_client_name(program);
    enlist.set_seats(count);
    enlistment = ++used;
    say(enlistment, std::move(frame));
}

void Bot::attach(Seat seat) {
    pb::ClientFrame frame;
    auto& attach = *frame.mutable_attach();
    *attach.mutable_version() = version();
    attach.set_seat_token(seat.token);
    attach.set_client_name(program);
    if (!seat.game.empty()) {
        attach.mutable_resume()->set_game_id(seat.game);
        attach.mutable_resume()->set_after(seat.latest);
    }
    say(++used, std::move(frame));
    seats.emplace(used, std::move(seat));
}

void Bot::say(std::uint32_t number, pb::ClientFrame frame) {
    frame.set_number(number);
    out.push_back(std::move(frame));
}

void Bot::hear(const pb::ServerFrame& frame) {
    const auto number = frame.number();
    const auto seat = seats.find(number);
    if (seat == seats.end() && (enlistment == 0 || number != enlistment)) return;
    switch (frame.frame_case()) {
        case pb::ServerFrame::kEnlisted:
            std::cerr << "waiting for work as " << name << "\n";
            return alive(frame.enlisted().heartbeat_ms());
        case pb::ServerFrame::kAssigned:
            return take(frame.assigned());
        case pb::ServerFrame::kRefused:
            return refused(number, frame.refused());
        case pb::ServerFrame::kGoodbye:
            return goodbye(number, frame.goodbye());
        default:
            break;
    }
    if (seat == seats.end()) return pong(frame);
    if (frame.has_welcome()) alive(frame.welcome().heartbeat_ms());
    if (auto answer = seat->second.hear(frame); answer.frame_case() != pb::ClientFrame::FRAME_NOT_SET)
        say(number, std::move(answer));
}

/// Attaches an assigned seat. One that the bot had before keeps its state and has a new token.
void Bot::take(const pb::Assigned& assigned) {
    Seat seat("", seed ^ assigned.bot_seed());
    const auto place = assigned.table_id() + " " + std::to_string(assigned.seat());
    std::erase_if(seats, [&](auto& one) {
        if (one.second.place != place) return false;
        seat = std::move(one.second);
        return true;
    });
    std::erase_if(away, [&](auto& one) {
        if (one.place != place) return false;
        seat = std::move(one);
        return true;
    });
    seat.place = place;
    seat.token = assigned.seat_token();
    attach(std::move(seat));
}

void Bot::alive(std::uint32_t heartbeat_ms) {
    welcomed = true;
    silence = 3 * milliseconds(heartbeat_ms);
}

/// Answers a heartbeat of the enlistment, which has no events.
void Bot::pong(const pb::ServerFrame& heard) {
    if (!heard.has_heartbeat()) return;
    pb::ClientFrame frame;
    frame.mutable_pong()->set_nonce(heard.heartbeat().nonce());
    frame.mutable_pong()->set_latest_number(0);
    say(enlistment, std::move(frame));
}

void Bot::refused(std::uint32_t number, const pb::Refusal& refusal) {
    const auto reason = named(pb::ErrorReason_Name(refusal.reason()), refusal.reason());
    std::cerr << refusal.frame() << " refused: " << reason << "\n";
    if (refusal.frame() != "attach" && refusal.frame() != "enlist") return;
    if (refusal.has_retry_after_ms()) {
        come_after = milliseconds(refusal.retry_after_ms());
        throw Lost("asked to come back: " + reason);
    }
    drop(number);
    if (!playing()) throw GiveUp("the server refuses this bot");
}

namespace {

bool comes_back(const pb::Goodbye& goodbye) {
    switch (goodbye.reason()) {
        case pb::GOODBYE_REASON_SLOW_READER:
        case pb::GOODBYE_REASON_SILENT:
        case pb::GOODBYE_REASON_STORAGE_FAILED:
            return true;
        case pb::GOODBYE_REASON_DRAINING:
            return goodbye.has_retry_after_ms();
        default:
            return !pb::GoodbyeReason_IsValid(goodbye.reason()) && goodbye.has_retry_after_ms();
    }
}

}  // namespace

/// Drops a seat for good or, when it is to come back, ends the stream: the other seats lose only a moment.
void Bot::goodbye(std::uint32_t number, const pb::Goodbye& goodbye) {
    const auto reason = named(pb::GoodbyeReason_Name(goodbye.reason()), goodbye.reason());
    if (!comes_back(goodbye)) {
        std::cerr << "goodbye: " << reason << "\n";
        return drop(number);
    }
    if (!goodbye.address().empty()) address = goodbye.address();
    come_after = milliseconds(goodbye.retry_after_ms());
    throw Lost("asked to come back: " + reason);
}

/// Forgets a number and its seat, or the enlistment: its seats are attached from then on.
void Bot::drop(std::uint32_t number) {
    if (seats.erase(number) == 0) {
        enlistment = 0;
        key.clear();
    }
}
