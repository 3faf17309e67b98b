// Finds the server and makes sure that it is the right one.
#include "dial.hpp"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>

#include "bot.hpp"

namespace {

// Organisation of the certificates that servers make to sign their own.
constexpr auto authority = "skyjo server authority";
// What such a certificate is always good for, whatever the address is.
constexpr auto server_name = "server.skyjo.invalid";

constexpr int usual_port = 17595;

bool is_ip_6(const std::string& text) {
    const std::unique_ptr<ASN1_OCTET_STRING, decltype(&ASN1_OCTET_STRING_free)> parsed(
        a2i_IPADDRESS(text.c_str()), ASN1_OCTET_STRING_free);
    return parsed && ASN1_STRING_length(parsed.get()) == 16;
}

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

Address split(const std::string& text) {
    if (is_ip_6(text)) return {text, usual_port};
    static const std::regex form(R"((?:\[([^\]]*)\]|([^\s:/\[\]@]+))(?::([0-9]{1,5}))?)");
    std::smatch parts;
    if (std::regex_match(text, parts, form) && (parts[2].matched || is_ip_6(parts[1]))) {
        const auto port = parts[3].matched ? std::stoi(parts[3]) : usual_port;
        if (port > 0 && port <= 0xffff) return {parts[2].matched ? parts[2] : parts[1], port};
    }
    throw GiveUp("SKYJO_SERVER must be HOST or HOST:PORT, of an IPv6 address [::1]:PORT");
}

std::string target(const std::string& text) {
    const auto [host, port] = split(text);
    return (is_ip_6(host) ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::shared_ptr<grpc::Channel> dial(const std::string& address) {
    const auto host = split(address).host;
    const auto where = target(address);

    grpc::ChannelArguments arguments;
    // A new stream does not wait because of what an older one has met.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
    const auto* file = std::getenv("SKYJO_CA");
    const auto* insecure = std::getenv("SKYJO_INSECURE");
    const bool own = file && *file;
    if ((insecure && insecure == std::string("1")) || (!own && is_loopback(host)))
        return grpc::CreateCustomChannel(where, grpc::InsecureChannelCredentials(), arguments);
    grpc::SslCredentialsOptions options;  // as they are: whom the system trusts
    if (own) {
        options.pem_root_certs = read(file);
        if (organisation(options.pem_root_certs) == authority)
            arguments.SetSslTargetNameOverride(server_name);
    }
    return grpc::CreateCustomChannel(where, grpc::SslCredentials(options), arguments);
}
