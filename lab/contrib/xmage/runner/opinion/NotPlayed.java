package opinion;

/** A case that cannot be played here, and why. An Error, because XMage's own loop catches every Exception. */
final class NotPlayed extends Error {
    NotPlayed(String why) {
        super(why, null, false, false);
    }
}
