// Finds the server and makes sure that it is the right one.
#include "dial.hpp"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "bot.hpp"

namespace {

// Organisation of the certificates that servers make to sign their own.
constexpr auto authority = "skyjo server authority";
// What such a certificate is always good for, whatever the address is.
constexpr auto server_name = "server.skyjo.invalid";

bool is_loopback(const std::string& host) {
    const bool digits = host.find_first_not_of("0123456789.") == std::string::npos;
    return host == "localhost" || host == "::1" || (digits && host.starts_with("127."));
}

std::string read(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) throw GiveUp("SKYJO_CA: " + file + " cannot be read");
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The organisation of the first certificate in a text; empty where it has none. Throws GiveUp without a
/// certificate.
std::string organisation(const std::string& text) {
    const std::unique_ptr<BIO, decltype(&BIO_free)> source(
        BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free);
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(
        PEM_read_bio_X509(source.get(), nullptr, nullptr, nullptr), X509_free);
    if (!certificate) throw GiveUp("SKYJO_CA: there is no certificate in the file");
    char found[256] = "";
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_organizationName, found,
                              sizeof found);
    return found;
}

}  // namespace

std::shared_ptr<grpc::Channel> dial(const std::string& address) {
    auto host = address;
    std::string port = "17595";
    const auto colon = address.rfind(':');
    if (colon != std::string::npos && (address.find(':') == colon || address[colon - 1] == ']')) {
        host = address.substr(0, colon);
        port = address.substr(colon + 1);
    }
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    const auto target = (host.find(':') != std::string::npos ? "[" + host + "]" : host) + ":" + port;

    grpc::ChannelArguments arguments;
    // A new stream does not wait because of what an older one has met.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
    const auto* file = std::getenv("SKYJO_CA");
    const auto* insecure = std::getenv("SKYJO_INSECURE");
    const bool own = file && *file;
    if ((insecure && insecure == std::string("1")) || (!own && is_loopback(host)))
        return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
    grpc::SslCredentialsOptions options;  // as they are: whom the system trusts
    if (own) {
        options.pem_root_certs = read(file);
        if (organisation(options.pem_root_certs) == authority)
            arguments.SetSslTargetNameOverride(server_name);
    }
    return grpc::CreateCustomChannel(target, grpc::SslCredentials(options), arguments);
}
