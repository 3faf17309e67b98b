#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>

/// Where a server is; an IPv6 address as host has no brackets.
struct Address {
    std::string host;
    int port;
};

/// Takes an address apart; one without a port means the server's usual one. Throws GiveUp.
Address split(const std::string& text);

/// An address as gRPC writes it, always with its port. Throws GiveUp.
std::string target(const std::string& text);

/// Prepares a connection. Throws GiveUp when the address is none, or the environment names no certificates
/// that can be read.
std::shared_ptr<grpc::Channel> dial(const std::string& address);
