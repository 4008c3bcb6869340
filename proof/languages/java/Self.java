import java.util.concurrent.locks.StampedLock;

/**
 * A thread that takes a lock which it holds; corrected, it calls the function that
 * expects the lock to be held. Java's monitors can be taken again, a StampedLock cannot.
 */
final class Self {
    static final StampedLock ledger = new StampedLock();

    static void clerk(boolean healthy) {
        book();
        long stamp = ledger.writeLock();
        if (healthy) {
            bookLocked();
        } else {
            book();
        }
        ledger.unlockWrite(stamp);
    }

    static void book() {
        long stamp = ledger.writeLock();
        bookLocked();
        ledger.unlockWrite(stamp);
    }

    static void bookLocked() {}

    static void run(boolean healthy) throws Exception {
        Work.start("clerk", () -> clerk(healthy));
        Work.join();
    }
}
