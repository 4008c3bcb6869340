import java.util.concurrent.CountDownLatch;

/** Two threads that take two locks in opposite orders; corrected, in the same. */
final class Abba {
    static final class Pen {}

    static final class Paper {}

    static final Object pen = new Pen(), paper = new Paper();
    /** The moment at which each thread holds its first lock. */
    static final CountDownLatch both = new CountDownLatch(2);

    static void write(Object first, Object second, boolean meet) throws Exception {
        synchronized (first) {
            if (meet) {
                Work.meet(both);
            }
            synchronized (second) {
                Work.work(0.1);
            }
        }
    }

    static void run(boolean healthy) throws Exception {
        Work.start("alice", () -> write(pen, paper, !healthy));
        Work.start("bob", () -> write(healthy ? pen : paper, healthy ? paper : pen, !healthy));
        Work.join();
    }
}
