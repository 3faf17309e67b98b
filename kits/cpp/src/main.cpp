// A complete SKYJO bot: this file sits down, strategy.cpp chooses the moves, play.cpp speaks with the server.
#include <grpcpp/grpcpp.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <random>

#include "dial.hpp"
#include "play.hpp"
#include "skyjo/v1/lobby.grpc.pb.h"

namespace {

constexpr std::chrono::seconds patience{5};

std::string setting(const char* name, const std::string& otherwise = "") {
    const auto* text = std::getenv(name);
    return text && *text ? text : otherwise;
}

/// Reads all of a text as a number. Throws GiveUp.
template <typename Number>
Number number(std::string_view text, const char* complaint, int base = 10) {
    Number value{};
    const auto [end, error] = std::from_chars(text.begin(), text.end(), value, base);
    if (error != std::errc{} || end != text.end()) throw GiveUp(complaint);
    return value;
}

std::string from_hex(std::string_view text) {
    constexpr auto complaint = "SKYJO_TOKEN and SKYJO_KEY must be hexadecimal";
    std::string bytes;
    if (text.size() % 2 != 0) throw GiveUp(complaint);
    for (std::size_t i = 0; i < text.size(); i += 2)
        bytes.push_back(static_cast<char>(number<unsigned char>(text.substr(i, 2), complaint, 16)));
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
    const auto why = silent ? "no answer from " + bot.address : status.error_message();
    if (!status.ok()) throw GiveUp("joining " + code + " as " + name + ": " + why);
    return answer.seating().seat_token();
}

/// Takes up what the environment names (keys and tokens never stand in a command line) and plays.
void run() {
    const auto count =
        number<std::uint32_t>(setting("SKYJO_SEATS", "1"), "SKYJO_SEATS must be a number from 1");
    if (count == 0) throw GiveUp("SKYJO_SEATS must be a number from 1");
    std::random_device random;
    const auto otherwise = std::to_string(std::uint64_t{random()} << 32 | random());
    const auto seed =
        number<std::uint64_t>(setting("SKYJO_SEED", otherwise), "SKYJO_SEED must be a number from 0");
    const auto code = setting("SKYJO_CODE"), token = setting("SKYJO_TOKEN"), key = setting("SKYJO_KEY");
    const auto secret = from_hex(token.empty() ? key : token);
    Bot bot(setting("SKYJO_SERVER", "127.0.0.1"), setting("SKYJO_NAME", "cpp"), count, seed);
    const auto channel = dial(bot.address);
    if (!code.empty()) {
        const auto lobby = pb::LobbyService::NewStub(channel);
        for (std::uint32_t i = 1; i <= count; i++)  // names are unique at a table
            bot.sit_down(join(bot, *lobby, code, i == 1 ? bot.name : bot.name + std::to_string(i)));
    } else if (!token.empty()) {
        bot.sit_down(secret);
    } else if (!key.empty()) {
        bot.wait_for_work(secret);
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
