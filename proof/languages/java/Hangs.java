import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Programs that hang through a lock and a condition or a queue, and their corrected twins;
 * and healthy programs in which most threads wait. A ticker works beside them.
 */
final class Hangs {
    static final AtomicInteger working = new AtomicInteger();

    static final class Room {}

    static final class Registry {}

    static final class Settings {}

    static final Room room = new Room();
    static final Registry registry = new Registry();
    static final Settings settings = new Settings();

    /** Starts a number of threads that the ticker waits for. */
    static void startAll(int number, String name, Work.Body body) {
        for (int i = 1; i <= number; i++) {
            working.incrementAndGet();
            Work.start(name + "-" + i, () -> {
                body.run();
                working.decrementAndGet();
            });
        }
    }

    static void tickAndJoin() throws Exception {
        Work.start("ticker", () -> {
            while (working.get() > 0) {
                Work.sleep(2);
            }
        });
        Work.join();
    }

    static final class Letters {
        int count;

        synchronized void put() {
            count++;
            notify();
        }

        synchronized void take() throws Exception {
            while (count == 0) {
                wait();
            }
            count--;
        }
    }

    /**
     * A taker waits for a sixth letter with the room locked, which each putter locks first;
     * corrected, it waits outside.
     */
    static void nestedCondition(boolean healthy) throws Exception {
        Letters letters = new Letters();
        CountDownLatch inRoom = new CountDownLatch(1);
        startAll(1, "taker", () -> {
            for (int letter = 0; letter < 5; letter++) {
                letters.take();
            }
            if (healthy) {
                inRoom.countDown();
                letters.take();
                return;
            }
            synchronized (room) {
                inRoom.countDown();
                letters.take();
            }
        });
        startAll(1, "putter", () -> {
            for (int letter = 0; letter < 5; letter++) {
                Work.sleep(3);
                put(letters);
            }
        });
        inRoom.await();
        startAll(3, "putter", () -> put(letters));
        tickAndJoin();
    }

    static void put(Letters letters) {
        synchronized (room) {
            letters.put();
        }
    }

    /** A queue with room for two items. */
    static final class Jobs {
        private final Queue<Integer> items = new ArrayDeque<>();

        synchronized void put(int job) throws Exception {
            while (items.size() >= 2) {
                wait();
            }
            items.add(job);
            notifyAll();
        }

        synchronized int take() throws Exception {
            while (items.isEmpty()) {
                wait();
            }
            notifyAll();
            return items.remove();
        }
    }

    /**
     * A sender puts its last jobs into a queue with the registry locked, in which the receiver
     * looks each job up; corrected, it unlocks the registry first.
     */
    static void fullQueue(boolean healthy) throws Exception {
        Jobs jobs = new Jobs();
        CountDownLatch registered = new CountDownLatch(1);
        startAll(1, "sender", () -> {
            send(jobs);
            if (healthy) {
                registered.countDown();
                send(jobs);
                return;
            }
            synchronized (registry) {
                registered.countDown();
                send(jobs);
            }
        });
        startAll(1, "receiver", () -> {
            for (int job = 0; job < 24; job++) {
                jobs.take();
                Work.sleep(3);
                look();
            }
        });
        registered.await();
        startAll(2, "client", Hangs::look);
        tickAndJoin();
    }

    static void send(Jobs jobs) throws Exception {
        for (int job = 0; job < 12; job++) {
            jobs.put(job);
        }
    }

    static void look() {
        synchronized (registry) {
            Work.work(0.01);
        }
    }

    /** Workers wait for jobs, after a burst from a source that sleeps. */
    static void idlePool() throws Exception {
        Jobs jobs = new Jobs();
        startAll(4, "worker", () -> {
            for (;;) {
                jobs.take();
            }
        });
        startAll(1, "source", () -> {
            for (int job = 0; job < 40; job++) {
                jobs.put(job);
            }
            Thread.sleep(3_600_000);
        });
        tickAndJoin();
    }

    /** A thread sleeps with a lock that all others want. */
    static void slowHolder() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        startAll(1, "closer", () -> {
            synchronized (settings) {
                held.countDown();
                Thread.sleep(3_600_000);
            }
        });
        held.await();
        startAll(4, "reader", () -> {
            synchronized (settings) {
                Work.work(0.01);
            }
        });
        tickAndJoin();
    }
}
