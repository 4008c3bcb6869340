import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * demo/programs/gc-wild and gc-healthy: a garbage collector that never rests, and its
 * corrected twin.
 */
final class Collector {
    static final class Node {
        final Node[] others = new Node[8000];

        static Node with(Node other) {
            Node n = new Node();
            n.others[0] = other;
            return n;
        }
    }

    static final Cleaner cleaner = Cleaner.create();
    /** The collections that the wild program has asked for, and those that make its picture. */
    static final AtomicInteger asked = new AtomicInteger();
    static final int ENOUGH = 40;
    /** Live data that every collection has to scan. */
    static Node old;

    static void allocator(Runnable clean) throws Exception {
        for (;;) {
            Work.sleep(2);
            cleaner.register(Node.with(old), clean);
            Work.work(0.5);
        }
    }

    static void run(boolean healthy) throws Exception {
        for (int i = 0; i < 150; i++) {
            old = Node.with(old);
        }
        for (int n = 0; n < 4; n++) {
            Work.start("allocator-" + n, () -> allocator(healthy ? () -> {} : Collector::collect));
        }
        do {
            Work.sleep(1100);
        } while (!healthy && asked.get() < ENOUGH); // on a busy machine
    }

    static void collect() {
        asked.incrementAndGet();
        System.gc();
    }
}
