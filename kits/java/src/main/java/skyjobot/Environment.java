package skyjobot;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** The variables that the bot is given; an empty one is none. */
record Environment(Map<String, String> variables) {
    String text(String variable, String otherwise) {
        String text = variables.getOrDefault(variable, "");
        return text.isEmpty() ? otherwise : text;
    }

    /** A number of at most 64 bits, without a sign, as all of these. */
    Optional<Long> number(String variable, long least, long most) throws Failure {
        String text = text(variable, "");
        try {
            if (text.isEmpty()) {
                return Optional.empty();
            }
            long number = Long.parseUnsignedLong(text);
            if (text.charAt(0) != '+'
                    && Long.compareUnsigned(number, least) >= 0
                    && Long.compareUnsigned(number, most) <= 0) {
                return Optional.of(number);
            }
        } catch (NumberFormatException error) {
            // as for one that is out of range
        }
        String range = "%s must be a number from %d to %s";
        throw new Failure(range.formatted(variable, least, Long.toUnsignedString(most)));
    }

    /** The bytes that two digits each stand for. */
    ByteString hexadecimal(String variable) throws Failure {
        try {
            return ByteString.copyFrom(HexFormat.of().parseHex(text(variable, "")));
        } catch (IllegalArgumentException error) {
            throw new Failure(variable + " must be hexadecimal digits, two for each byte");
        }
    }
}
