#include "dial.hpp"

#include <doctest/doctest.h>

#include "bot.hpp"

namespace {

std::string parts(const std::string& address) {
    const auto [host, port] = split(address);
    return host + " " + std::to_string(port);
}

}  // namespace

TEST_CASE("knows hosts with and without ports") {
    CHECK(parts("table.local") == "table.local 17595");
    CHECK(parts("10.0.0.7:9") == "10.0.0.7 9");
    CHECK(parts("[::1]:65535") == "::1 65535");
    CHECK(parts("[::1]") == "::1 17595");
    CHECK(parts("::1") == "::1 17595");
}

TEST_CASE("refuses what is no address") {
    for (const auto* address :
         {"", " ", ":9", "two words", "[::1", "[]", "[host]:9", "[10.0.0.7]:9", "skyjo://host",
          "host:", "host:0", "host:70000", "host:abc", "host:-1", "::1:x"}) {
        CAPTURE(address);
        CHECK_THROWS_AS(split(address), GiveUp);
    }
}
