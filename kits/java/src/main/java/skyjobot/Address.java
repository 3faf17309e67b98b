package skyjobot;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a server is; an IPv6 address as host has no brackets. */
record Address(String host, int port) {
    private static final int USUAL_PORT = 17595;
    private static final Pattern FORM = Pattern.compile("(?:\\[([^]]*)]|([\\p{L}\\p{N}_.-]+))(?::([0-9]{1,5}))?");

    /** Takes an address apart; one without a port means the server's usual one. */
    static Address of(String text) throws Failure {
        if (isIp6(text)) {
            return new Address(text, USUAL_PORT);
        }
        Matcher parts = FORM.matcher(text);
        if (parts.matches() && (parts.group(2) != null || isIp6(parts.group(1)))) {
            int port = parts.group(3) == null ? USUAL_PORT : Integer.parseInt(parts.group(3));
            if (port > 0 && port <= 0xffff) {
                return new Address(parts.group(2) == null ? parts.group(1) : parts.group(2), port);
            }
        }
        throw new Failure("SKYJO_SERVER must be HOST or HOST:PORT, of an IPv6 address [::1]:PORT");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private static boolean isIp6(String text) {
        try {
            InetAddress.getByName("[" + text + "]"); // with brackets nothing is ever looked up
            return true;
        } catch (UnknownHostException error) {
            return false;
        }
    }
}
