#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "seat.hpp"

constexpr auto program = "skyjo-cpp/1";

/// Nothing that could be tried again helps: the program ends.
struct GiveUp : std::runtime_error {
    using runtime_error::runtime_error;
};

pb::ProtocolVersion version();

/// All seats of this program on one stream: hears frames, and says others.
class Bot {
  public:
    std::string address;
    const std::string name;
    const std::uint32_t count;  // seats to take, or to be given at once

    // Of the current stream.
    std::chrono::milliseconds silence{};  // after this long without a word the server is gone
    std::chrono::milliseconds come_after{};
    bool welcomed = false;

    Bot(std::string address, std::string name, std::uint32_t count, std::uint64_t seed)
        : address(std::move(address)), name(std::move(name)), count(count), seed(seed) {}

    /// A seat to take up with its token.
    void sit_down(std::string token) { away.emplace_back(std::move(token), seed); }
    /// Has the server assign seats under this key.
    void wait_for_work(std::string secret) { key = std::move(secret); }

    /// Enlists on a new stream, or attaches the seats: an enlisted bot is given those it has again.
    void begin();
    /// Takes one frame. Kinds and numbers that it does not know are skipped. Throws Lost or GiveUp.
    void hear(const pb::ServerFrame& frame);
    /// What it has to say by now.
    std::vector<pb::ClientFrame> said() { return std::exchange(out, {}); }
    /// Whether there is anything left to do on this stream.
    bool playing() const { return enlistment != 0 || !seats.empty(); }

  private:
    const std::uint64_t seed;
    std::string key;
    std::vector<Seat> away;  // seats that are not on the stream

    // Of the current stream. A number names a seat (or the enlistment) on it.
    std::map<std::uint32_t, Seat> seats;
    std::uint32_t enlistment = 0;
    std::uint32_t used = 0;
    std::vector<pb::ClientFrame> out;

    void say(std::uint32_t number, pb::ClientFrame frame);
    void attach(Seat seat);
    void take(const pb::Assigned& assigned);
    void alive(std::uint32_t heartbeat_ms);
    void pong(const pb::ServerFrame& heard);
    void refused(std::uint32_t number, const pb::Refusal& refusal);
    void goodbye(std::uint32_t number, const pb::Goodbye& goodbye);
    void drop(std::uint32_t number);
};
