#pragma once

#include <random>

#include "skyjo/v1/play.pb.h"

namespace pb = skyjo::v1;

/// Answers a decision with one of its legal actions.
pb::Act choose(const pb::Decision& decision, std::mt19937_64& random);

/// The first legal action: what is played when the one that was chosen is refused.
pb::Act anything(const pb::Decision& decision);
