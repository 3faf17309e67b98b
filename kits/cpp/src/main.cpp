// A complete SKYJO bot: this file sits down, strategy.cpp chooses the moves, play.cpp speaks with the server.
#include <grpcpp/grpcpp.h>

#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <vector>

#include "dial.hpp"
#include "play.hpp"
#include "skyjo/v1/lobby.grpc.pb.h"

namespace {

constexpr std::chrono::seconds patience{5};

std::string setting(const char* name, const std::string& otherwise = "") {
    const auto* text = std::getenv(name);
    return text && *text ? text : otherwise;
}

/// Reads all of a text as a number.
template <typename Number>
std::optional<Number> number(std::string_view text, int base = 10) {
    Number value{};
    const auto [end, error] = std::from_chars(text.begin(), text.end(), value, base);
    if (error != std::errc{} || end != text.end()) return {};
    return value;
}

/// A number of the environment. Throws GiveUp.
std::uint64_t number(const char* name, std::uint64_t otherwise, std::uint64_t least, std::uint64_t most) {
    const auto found = number<std::uint64_t>(setting(name, std::to_string(otherwise)));
    if (found && *found >= least && *found <= most) return *found;
    throw GiveUp(std::string(name) + " must be a number from " + std::to_string(least) + " to " +
                 std::to_string(most));
}

/// The bytes that a variable has in hexadecimal digits. Throws GiveUp.
std::string secret(const char* name) {
    const auto text = setting(name);
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto byte = number<unsigned char>(std::string_view(text).substr(i, 2), 16);
        if (!byte || i + 1 == text.size())
            throw GiveUp(std::string(name) + " must be hexadecimal digits, two for each byte");
        bytes.push_back(static_cast<char>(*byte));
    }
    return bytes;
}

/// Takes a seat at the table with this code and returns its token. Throws GiveUp.
std::string join(const Bot& bot, pb::LobbyService::Stub& lobby, const std::string& code,
                 const std::string& name) {
    pb::JoinTableRequest request;
    request.set_code(code);
    auto& joiner = *request.mutable_joiner();
    joiner.set_name(name);
    joiner.set_kind(pb::PLAYER_KIND_BOT);
    joiner.set_client_name(program);
    *joiner.mutable_version() = version();
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + patience);
    context.set_wait_for_ready(true);  // the server may still be starting
    pb::JoinTableResponse answer;
    const auto status = lobby.JoinTable(&context, request, &answer);
    const bool silent = status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED;
    const auto why = silent ? "no server answers at " + target(bot.address) + ", or none that is to be believed"
                            : status.error_message();
    if (!status.ok()) throw GiveUp("joining " + code + " as " + name + ": " + why);
    return answer.seating().seat_token();
}

/// Gives a seat back; where that does not succeed, the server frees it in time.
void leave(pb::LobbyService::Stub& lobby, const std::string& token) {
    pb::LeaveTableRequest request;
    request.set_seat_token(token);
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + patience);
    pb::LeaveTableResponse answer;
    lobby.LeaveTable(&context, request, &answer);
}

/// Takes as many seats as wanted at the table with this code, all of them or none. Throws GiveUp.
void join(Bot& bot, pb::LobbyService::Stub& lobby, const std::string& code, std::uint32_t count) {
    std::vector<std::string> tokens;
    try {
        for (std::uint32_t i = 1; i <= count; i++)  // names are unique at a table
            tokens.push_back(join(bot, lobby, code, i == 1 ? bot.name : bot.name + std::to_string(i)));
    } catch (const GiveUp&) {
        for (const auto& token : tokens) leave(lobby, token);
        throw;
    }
    for (const auto& token : tokens) bot.sit_down(token);
}

/// Takes up what the environment names (keys and tokens never stand in a command line) and plays.
void run() {
    const auto count = static_cast<std::uint32_t>(number("SKYJO_SEATS", 1, 1, 1024));
    std::random_device random;
    const auto seed = number("SKYJO_SEED", std::uint64_t{random()} << 32 | random(), 0, UINT64_MAX);
    const auto code = setting("SKYJO_CODE"), token = secret("SKYJO_TOKEN"), key = secret("SKYJO_KEY");
    if (!key.empty() && (key.size() < 16 || key.size() > 64))
        throw GiveUp("SKYJO_KEY must be 16 to 64 bytes in hexadecimal digits");
    Bot bot(setting("SKYJO_SERVER", "127.0.0.1"), setting("SKYJO_NAME", "cpp"), count, seed);
    const auto channel = dial(bot.address);  // what is wrong with it would be no better later
    if (!code.empty()) {
        const auto lobby = pb::LobbyService::NewStub(channel);
        join(bot, *lobby, code, count);
    } else if (!token.empty()) {
        bot.sit_down(token);
    } else if (!key.empty()) {
        bot.wait_for_work(key);
    } else {
        throw GiveUp("set SKYJO_CODE, SKYJO_TOKEN or SKYJO_KEY");
    }
    play(bot);
}

/// What gRPC itself has to say is for its own developers.
void hush() {
#ifdef _WIN32
    _putenv_s("GRPC_VERBOSITY", "NONE");
#else
    setenv("GRPC_VERBOSITY", "NONE", 0);
#endif
}

}  // namespace

int main() {
    for (const auto signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { std::_Exit(0); });
    hush();
    try {
        run();
    } catch (const std::exception& why) {
        std::cerr << why.what() << "\n";
        return 1;
    }
}
