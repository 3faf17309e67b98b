package skyjobot;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.regex.Pattern;

/** Speaks with servers: encrypted, unless it is this machine and SKYJO_CA is not set. */
final class Dialer {
    /** Of the certificates that servers make to sign their own. */
    private static final String AUTHORITY = "O=skyjo server authority";
    /** What such a certificate is always good for, whatever the address is. */
    private static final String SERVER_NAME = "server.skyjo.invalid";

    private static final Pattern LOOPBACK = Pattern.compile("localhost|::1|127(\\.\\d+){3}");

    private final boolean insecure;
    private final boolean loopbackIsInsecure;
    private final boolean ofOneServer;
    private final ChannelCredentials encrypted;

    /** A dialer that an environment describes. */
    Dialer(Environment given) throws Failure {
        String file = given.text("SKYJO_CA", "");
        insecure = given.text("SKYJO_INSECURE", "").equals("1");
        loopbackIsInsecure = file.isEmpty();
        byte[] trusted = file.isEmpty() ? new byte[0] : read(file);
        ofOneServer = !file.isEmpty() && isOfOneServer(file, trusted);
        encrypted = file.isEmpty() ? TlsChannelCredentials.create() : trusting(file, trusted);
    }

    /** A channel to an address. */
    ManagedChannel dial(String text) throws Failure {
        Address address = Address.of(text);
        String host = address.host();
        boolean open = insecure || loopbackIsInsecure && LOOPBACK.matcher(host).matches();
        ChannelCredentials encryption = open ? InsecureChannelCredentials.create() : encrypted;
        var channel = Grpc.newChannelBuilderForAddress(host, address.port(), encryption);
        return (ofOneServer ? channel.overrideAuthority(SERVER_NAME) : channel).build();
    }

    private static ChannelCredentials trusting(String file, byte[] certificates) throws Failure {
        try {
            return TlsChannelCredentials.newBuilder()
                    .trustManager(new ByteArrayInputStream(certificates))
                    .build();
        } catch (IOException error) {
            throw new Failure("SKYJO_CA: cannot read " + file);
        }
    }

    private static byte[] read(String file) throws Failure {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException error) {
            throw new Failure("SKYJO_CA: cannot read " + file);
        }
    }

    /** Whether a certificate is the authority that one server made for itself. */
    private static boolean isOfOneServer(String file, byte[] text) throws Failure {
        try {
            var first = CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(text));
            String subject = ((X509Certificate) first).getSubjectX500Principal().getName();
            return List.of(subject.split(",")).contains(AUTHORITY);
        } catch (CertificateException error) {
            throw new Failure("SKYJO_CA: no certificate in " + file);
        }
    }
}
