#pragma once

#include "bot.hpp"

/// Serves one stream after another until nothing is left to play. Throws GiveUp.
void play(Bot& bot);
