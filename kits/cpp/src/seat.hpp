#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "skyjo/v1/play.pb.h"

namespace pb = skyjo::v1;

/// The stream is of no use any more: come back on another.
struct Lost : std::runtime_error {
    using runtime_error::runtime_error;
};

/// A place at a table, with what a reconnect needs.
class Seat {
  public:
    std::string token;
    std::string place;         // table and seat, where the server assigned it
    std::string game;          // of the latest welcome
    std::uint32_t latest = 0;  // number of the last event processed

    Seat(std::string token, std::uint64_t seed) : token(std::move(token)), seed(seed) {}

    /// Takes one frame and returns the answer, in which nothing is set where there is none. Kinds that it
    /// does not know are skipped. Throws Lost when events are missing.
    pb::ClientFrame hear(const pb::ServerFrame& frame);

  private:
    std::uint64_t seed;
    std::string commitment;  // the server's part in the cards, and this seat's
    std::string entropy;
    std::vector<std::string> hashes;    // all that the opening showed
    bool promised = false;              // entropy for which no opening has asked yet
    std::uint32_t announced = 0;        // number of the last event that there was at the latest heartbeat
    std::optional<pb::Decision> asked;  // the latest decision, until its answer is refused
    std::optional<std::string> left;    // why the seat was given up, though its goodbye may be lost

    pb::ClientFrame answer(const pb::ServerFrame& frame);
    pb::ClientFrame enter(const pb::Welcome& welcome);
    pb::ClientFrame open(const pb::Opening& opening);
    pb::ClientFrame follow(const pb::Events& events);
    pb::ClientFrame act(const pb::Decision& decision);
    pb::ClientFrame judged(const pb::Receipt& receipt);
    pb::ClientFrame leave(const std::string& why);
    pb::ClientFrame live(const pb::Heartbeat& heartbeat);
};

/// The name of a value of an enum; of one that this program does not know, its number.
inline std::string named(const std::string& name, int value) {
    return name.empty() ? std::to_string(value) : name;
}
