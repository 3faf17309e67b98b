#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>

/// Prepares a connection; an address without a port means the server's usual one. Throws GiveUp when the
/// environment names no certificates that can be read.
std::shared_ptr<grpc::Channel> dial(const std::string& address);
