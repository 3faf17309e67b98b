package skyjobot;

/** What the values of enums are called. */
final class Names {
    private Names() {}

    /** The name of a value; its number where this contract is older than the server's. */
    static String of(Enum<?> value, int number) {
        return value.name().equals("UNRECOGNIZED") ? Integer.toString(number) : value.name();
    }
}
