//! Finds the server and makes sure that it is the right one.

use std::{
    env,
    error::Error,
    fs,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
    time::Duration,
};

use rustls::{
    DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_name,
    },
    crypto::ring,
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
    server::ParsedCertificate,
};
use tokio::time::{Instant, sleep};
use tonic::{
    Status,
    transport::{self, Channel, ClientTlsConfig, Endpoint},
};

/// Organisation of the certificates that servers make to sign their own.
const AUTHORITY: &[u8] = b"skyjo server authority";
/// What such a certificate is always good for, whatever the address is.
const SERVER_NAME: &str = "server.skyjo.invalid";
const USUAL_PORT: u16 = 17595;
const PATIENCE: Duration = Duration::from_secs(5);

/// How to reach an address: encrypted, unless it is this machine and SKYJO_CA is not set.
pub fn endpoint(address: &str) -> Result<Endpoint, String> {
    let (host, port) = split(address)?;
    let file = env::var("SKYJO_CA").unwrap_or_default();
    let clear = env::var("SKYJO_INSECURE").is_ok_and(|text| text == "1") || file.is_empty() && is_loopback(host);
    let scheme = if clear { "http" } else { "https" };
    let bracketed = if host.contains(':') { format!("[{host}]") } else { host.into() };
    let endpoint = Endpoint::from_shared(format!("{scheme}://{bracketed}:{port}"))
        .map_err(|why| format!("SKYJO_SERVER: {why}"))?
        .connect_timeout(PATIENCE);
    if clear { Ok(endpoint) } else { encrypted(endpoint, host, &file) }
}

fn encrypted(endpoint: Endpoint, host: &str, file: &str) -> Result<Endpoint, String> {
    let tls = ClientTlsConfig::new();
    let endpoint = if file.is_empty() {
        endpoint.tls_config(tls.domain_name(host).with_native_roots()) // whom the system trusts
    } else {
        let trusted = Trusted::read(file).map_err(|why| format!("SKYJO_CA: {why}"))?;
        let name = if trusted.of_one_server() { SERVER_NAME } else { host };
        endpoint.tls_config_with_verifier(tls.domain_name(name), Arc::new(trusted))
    };
    endpoint.map_err(|why| format!("{host}: {}", cause(&why)))
}

/// Host and port of an address; without a port the server's usual one.
pub fn split(address: &str) -> Result<(&str, u16), String> {
    let parts = if is_ip_6(address) {
        Some((address, USUAL_PORT))
    } else if let Some((host, port)) = address.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        port_of(port).filter(|_| is_ip_6(host)).map(|port| (host, port))
    } else {
        let (host, port) = address.split_at(address.find(':').unwrap_or(address.len()));
        let named = !host.is_empty() && host.chars().all(|one| one.is_alphanumeric() || "_.-".contains(one));
        port_of(port).filter(|_| named).map(|port| (host, port))
    };
    parts.ok_or_else(|| "SKYJO_SERVER must be HOST or HOST:PORT, of an IPv6 address [::1]:PORT".into())
}

/// The port that an address ends with, after a colon; where it does not, the usual one.
fn port_of(end: &str) -> Option<u16> {
    let Some(digits) = end.strip_prefix(':') else { return end.is_empty().then_some(USUAL_PORT) };
    let port = digits.parse().ok().filter(|&port| port > 0)?;
    digits.bytes().all(|one| one.is_ascii_digit()).then_some(port)
}

fn is_ip_6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Connects with a server that may still be starting.
pub async fn patiently(endpoint: &Endpoint) -> Result<Channel, transport::Error> {
    let end = Instant::now() + PATIENCE;
    loop {
        match endpoint.connect().await {
            Err(_) if Instant::now() < end => sleep(Duration::from_millis(100)).await,
            result => return result,
        }
    }
}

/// What an error came from in the end.
pub fn cause(error: &(dyn Error + 'static)) -> String {
    match (error.source(), error.downcast_ref::<Status>()) {
        (Some(source), _) => cause(source),
        (None, Some(status)) => format!("{:?} {}", status.code(), status.message()),
        (None, None) => error.to_string(),
    }
}

/// Trusts servers whose certificate is in a file, or signed by one that is. (Others count a server that vouches for
/// itself as one that is signed by itself; rustls does not.)
#[derive(Debug)]
struct Trusted {
    certificates: Vec<CertificateDer<'static>>,
    signers: Arc<WebPkiServerVerifier>,
}

impl Trusted {
    fn read(file: &str) -> Result<Self, String> {
        let text = fs::read(file).map_err(|why| format!("{file}: {why}"))?;
        let certificates = CertificateDer::pem_slice_iter(&text).flatten().collect::<Vec<_>>();
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(certificates.iter().cloned());
        let provider = Arc::new(ring::default_provider());
        let signers = WebPkiServerVerifier::builder_with_provider(roots.into(), provider)
            .build()
            .map_err(|_| format!("no certificate in {file}"))?;
        Ok(Self { certificates, signers })
    }

    /// Whether the first certificate is the authority that one server made for itself.
    fn of_one_server(&self) -> bool {
        self.certificates[0].windows(AUTHORITY.len()).any(|part| part == AUTHORITY)
    }
}

impl ServerCertVerifier for Trusted {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        if self.certificates.iter().any(|own| own == shown) {
            verify_server_name(&ParsedCertificate::try_from(shown)?, name)?;
            return Ok(ServerCertVerified::assertion());
        }
        self.signers.verify_server_cert(shown, chain, name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.signers.verify_tls12_signature(message, shown, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.signers.verify_tls13_signature(message, shown, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.signers.supported_verify_schemes()
    }
}
