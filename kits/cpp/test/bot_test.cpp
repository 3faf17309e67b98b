// What the bot answers to what it hears, without a server.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <openssl/sha.h>

#include "frames.hpp"

namespace {

std::string sha256(const std::string& text) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest);
    return {digest, digest + sizeof digest};
}

/// A bot on its first stream, after what it said there.
struct Begun : Bot {
    pb::ClientFrame first;

    explicit Begun(bool enlists = false) : Bot("here:1", "cpp", 3, 7) {
        enlists ? wait_for_work("key") : sit_down("secret");
        first = comes_back();
    }

    /// What it says first on a new stream.
    pb::ClientFrame comes_back() {
        begin();
        return said().at(0);
    }

    /// What it says after it has heard these frames under a number.
    std::vector<pb::ClientFrame> hears(const std::vector<pb::ServerFrame>& frames, std::uint32_t number = 1) {
        for (auto frame : frames) {
            frame.set_number(number);
            hear(frame);
        }
        return said();
    }
};

}  // namespace

TEST_CASE("opens the entropy it committed to, as often as it is asked") {
    Begun bot;
    const auto promise = bot.hears({welcome()}).at(0).ready();
    CHECK(promise.commitment() == "1");
    const auto shown = opening("1", {"others", promise.entropy_hash()});
    const auto opened = bot.hears({shown, shown});
    CHECK(opened.size() == 2);
    for (const auto& frame : opened) {
        CHECK(frame.ready().entropy().size() == 32);
        CHECK(sha256(frame.ready().entropy()) == promise.entropy_hash());
        CHECK(frame.ready().commitment() == "1");
    }
}

TEST_CASE("leaves where somebody can have chosen the cards") {
    for (int changed = 0; changed < 4; changed++) {
        Begun bot;
        const auto own = bot.hears({welcome()}).at(0).ready().entropy_hash();
        auto forged = opening(changed == 0 ? "2" : "1", {"theirs", changed == 1 ? "not mine" : own});
        if (changed == 2) forged.mutable_opening()->set_game_id("another");
        if (changed == 3) bot.hears({opening("1", {"others", own})});
        CAPTURE(changed);
        CHECK(bot.hears({forged}).at(0).has_resign());
    }
}

TEST_CASE("promises anew for another game") {
    Begun bot;
    const auto own = bot.hears({welcome()}).at(0).ready().entropy_hash();
    CHECK(bot.hears({welcome()}).at(0).ready().entropy_hash() == own);
    auto another = welcome();
    another.mutable_welcome()->set_game_id("another");
    CHECK(bot.hears({another}).at(0).ready().entropy_hash() != own);
}

TEST_CASE("stays away from a game that it has left") {
    Begun bot;
    const auto own = bot.hears({welcome()}).at(0).ready().entropy_hash();
    CHECK(bot.hears({opening("2", {own})}).at(0).has_resign());
    pb::ServerFrame decision;
    decision.mutable_decision();
    for (const auto& returned : {welcome(), playing(), playing("2")}) {
        bot.comes_back();  // the resign may be lost with the stream
        const auto said = bot.hears({returned, opening("1", {own}), dealt(), decision});
        CHECK(said.size() == 1);
        CHECK(said.at(0).has_resign());
    }
    CHECK(bot.hears({heartbeat(7, 3), heartbeat(7, 3)}).at(1).pong().nonce() == 7);
}

TEST_CASE("leaves when cards are dealt without its entropy") {
    pb::ServerFrame decision;
    decision.mutable_decision();
    for (const auto& sign : {dealt(), playing(), decision}) {
        Begun bot;
        bot.hears({welcome()});
        const auto said = bot.hears({sign});
        CHECK(said.size() == 1);
        CHECK(said.at(0).has_resign());
    }
}

TEST_CASE("stays when its entropy was asked for, and when it promised none for these cards") {
    Begun bot, other;
    CHECK(bot.hears({playing(), dealt()}).empty());
    const auto own = bot.hears({welcome()}).at(0).ready().entropy_hash();
    bot.hears({opening("1", {own})});
    CHECK(bot.hears({dealt()}).empty());
    bot.comes_back();
    CHECK(bot.hears({playing()}).empty());
    other.hears({welcome()});
    CHECK(other.hears({playing("2"), dealt()}).empty());
}

TEST_CASE("comes back where it left off, and keeps what it promised") {
    Begun bot;
    const auto own = bot.hears({welcome()}).at(0).ready().entropy_hash();
    const auto pong = bot.hears({events(1, {{}, {}}), heartbeat(7)}).at(0).pong();
    CHECK(pong.nonce() == 7);
    CHECK(pong.latest_number() == 2);
    const auto resume = bot.comes_back().attach().resume();
    CHECK(resume.game_id() == "game");
    CHECK(resume.after() == 2);
    const auto opened = bot.hears({welcome(pb::TABLE_STAGE_OPENING), opening("1", {own})});
    CHECK(sha256(opened.at(0).ready().entropy()) == own);
}

TEST_CASE("asks again for events that are missing") {
    Begun bot;
    bot.hears({welcome(), events(1, {{}})});
    CHECK_THROWS_AS(bot.hears({events(3, {{}})}), Lost);
    CHECK(bot.comes_back().attach().resume().after() == 1);
}

TEST_CASE("asks again for events that are announced and do not come") {
    Begun bot;
    bot.hears({welcome(), heartbeat(1, 1), events(1, {{}}), heartbeat(2, 1), heartbeat(3, 2)});
    CHECK_THROWS_AS(bot.hears({heartbeat(4, 2)}), Lost);
}

TEST_CASE("is ready once per round, whatever else it hears") {
    Begun bot;
    CHECK(bot.hears({welcome()}, 77).empty());
    bot.hears({welcome(), {}});
    const auto said = bot.hears(
        {events(1, {{}, round_ended(1)}), events(2, {round_ended(1)}), events(3, {round_ended(2)})});
    CHECK(said.size() == 2);
    CHECK(said.at(0).ready().round() == 1);
    CHECK(said.at(1).ready().round() == 2);
    pb::Event end;
    end.mutable_game_ended();
    CHECK(bot.hears({events(4, {round_ended(3), end})}).empty());
}

TEST_CASE("acts again once when an act is refused") {
    Begun bot;
    pb::ServerFrame decision, refused;
    decision.mutable_decision()->set_decision_id(5);
    for (const int slot : {0, 3}) decision.mutable_decision()->mutable_legal()->add_take(slot);
    auto& grid = *decision.mutable_decision()->mutable_view()->add_seats()->mutable_grid();
    for (int i = 0; i < 12; i++) grid.add_slots();
    refused.mutable_receipt()->set_decision_id(5);
    refused.mutable_receipt()->set_verdict(pb::VERDICT_ILLEGAL);
    refused.mutable_receipt()->set_reason(pb::ERROR_REASON_SLOT_OUT_OF_RANGE);
    bot.hears({decision});
    const auto said = bot.hears({refused, refused});
    CHECK(said.at(0).act().decision_id() == 5);
    CHECK(said.at(0).act().take().has_slot());
    CHECK(said.at(0).act().take().slot() == 0);
    CHECK(said.at(1).has_resign());
}

TEST_CASE("takes its seats back after enlisting again") {
    Begun bot(true);
    CHECK(bot.first.enlist().key() == "key");
    CHECK(bot.first.enlist().seats() == 3);
    const auto attached = bot.hears({assigned("old")}).at(0);
    CHECK(attached.attach().seat_token() == "old");
    bot.hears({welcome()}, attached.number());
    CHECK(bot.comes_back().has_enlist());
    const auto again = bot.hears({assigned("new")}).at(0);
    CHECK(again.attach().seat_token() == "new");
    CHECK(again.attach().resume().game_id() == "game");
    bot.hears({goodbye(pb::GOODBYE_REASON_FINISHED)}, again.number());
    CHECK(bot.playing());
    bot.hears({goodbye(pb::GOODBYE_REASON_SUSPENDED)});
    CHECK(!bot.playing());
}

TEST_CASE("attaches the seats that it has when it is sent away") {
    Begun bot(true);
    bot.hears({assigned("token"), goodbye(pb::GOODBYE_REASON_SUSPENDED)});
    CHECK(bot.playing());
    CHECK(bot.comes_back().attach().seat_token() == "token");
}

TEST_CASE("comes back after a goodbye if asked, where and when it is told") {
    for (const int reason : {99, int{pb::GOODBYE_REASON_DRAINING}}) {
        Begun bot;
        CHECK_THROWS_AS(bot.hears({later(reason)}), Lost);
        CHECK(bot.come_after == std::chrono::milliseconds(2500));
        CHECK(bot.address == "elsewhere:1");
        CHECK(bot.comes_back().has_attach());
        bot.hears({goodbye(reason)});
        CHECK(!bot.playing());
    }
}

TEST_CASE("comes back to a server that could not store the game") {
    Begun bot;
    CHECK_THROWS_AS(bot.hears({goodbye(pb::GOODBYE_REASON_STORAGE_FAILED)}), Lost);
    CHECK(bot.comes_back().has_attach());
}

TEST_CASE("gives up when its seat is refused, and not when something else is") {
    Begun bot;
    bot.hears({refused("ready")});
    CHECK(bot.playing());
    CHECK_THROWS_AS(bot.hears({refused("attach")}), GiveUp);
}
