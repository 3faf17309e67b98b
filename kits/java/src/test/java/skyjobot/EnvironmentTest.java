package skyjobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The environment, as people write it. */
class EnvironmentTest {
    @Test
    void knowsHostsWithAndWithoutPorts() throws Failure {
        assertEquals(new Address("table.local", 17595), Address.of("table.local"));
        assertEquals(new Address("10.0.0.7", 9), Address.of("10.0.0.7:9"));
        assertEquals(new Address("::1", 65535), Address.of("[::1]:65535"));
        assertEquals(new Address("::1", 17595), Address.of("[::1]"));
        assertEquals(new Address("::1", 17595), Address.of("::1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ":9", "two words", "[::1", "[]", "[host]:9", "[10.0.0.7]:9", "skyjo://host"})
    void refusesWhatIsNoHost(String address) {
        assertThrows(Failure.class, () -> Address.of(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"host:", "host:0", "host:70000", "host:abc", "host:-1", "::1:x"})
    void refusesWhatIsNoPort(String address) {
        assertThrows(Failure.class, () -> Address.of(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1025", "+5", "-1", "x", "99999999999999999999"})
    void refusesNumbersThatAreOutOfRange(String number) {
        Environment given = new Environment(Map.of("SKYJO_SEATS", number));
        assertThrows(Failure.class, () -> given.number("SKYJO_SEATS", 1, 1024));
    }
}
