import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** What the programs share: threads, sleep, work. */
final class Work {
    interface Body {
        void run() throws Exception;
    }

    private static final List<Thread> threads = new CopyOnWriteArrayList<>();

    /** Starts a thread that ends with the program. */
    static Thread start(String name, Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }, name);
        t.setDaemon(true);
        threads.add(t);
        t.start();
        return t;
    }

    /** Waits for the threads that were started before. */
    static void join() throws InterruptedException {
        System.out.println("all started");
        for (Thread t : threads) {
            t.join();
        }
    }

    /** Keeps a processor busy. */
    static void work(double ms) {
        for (long end = System.nanoTime() + (long) (ms * 1e6); System.nanoTime() < end; ) {
        }
    }

    static void sleep(double ms) throws InterruptedException {
        if (ms > 0) {
            Thread.sleep((long) ms, (int) (ms * 1e6 % 1e6));
        }
    }

    /** Sleeps until some milliseconds after the start, a System.nanoTime. */
    static void until(long start, double ms) throws InterruptedException {
        sleep(ms - (System.nanoTime() - start) / 1e6);
    }

    /** Waits until all threads that share a latch are here. */
    static void meet(CountDownLatch all) throws InterruptedException {
        all.countDown();
        all.await();
    }
}
