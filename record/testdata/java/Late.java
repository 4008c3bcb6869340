import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;

/**
 * A program that is recorded while it runs, with tasks One and Two: calls of Late.one and Late.two.
 * What works for them calls the method of its name; what was in flight before, forNone. A byte on
 * standard input begins the next part: the end of what is in flight, and tasks; then calls without end.
 */
final class Late {
    static void forOne() {}

    static void forTwo() {}

    static void forNone() {}

    static final ExecutorService pool = Executors.newFixedThreadPool(2);
    static final ForkJoinPool parts = new ForkJoinPool(1);
    static final CountDownLatch go = new CountDownLatch(1);
    static final List<Future<?>> before = new ArrayList<>();

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** old is a job from before the recording. */
    static void old() {
        await(go);
        forNone();
    }

    /** one is the first task; open is a call of it that begins before the recording. */
    static void one(boolean open) throws Exception {
        if (open) {
            await(go);
            forNone();
            return;
        }
        forOne();
        for (int i = 0; i < 4; i++) {
            pool.submit(Late::forOne).get();
        }
        parts.submit(Late::forOne).get();
        CompletableFuture.runAsync(Late::forOne, pool).thenRunAsync(Late::forOne, parts).get();
    }

    static void two() throws Exception {
        Future<?> a = pool.submit(Late::forTwo), b = parts.submit(Late::forTwo);
        a.get();
        b.get();
        Thread c = new Thread(Late::forTwo);
        c.start();
        c.join();
    }

    /** busy is a task that does nothing. */
    static void busy() {}

    public static void main(String[] args) throws Exception {
        Thread caller = new Thread(() -> {
            try {
                one(true);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        caller.start();
        for (int i = 0; i < 6; i++) { // two run, four are queued
            before.add(pool.submit(Late::old));
            before.add(parts.submit(Late::old));
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
            go.countDown();
            for (int i = 0; i < 3; i++) {
                one(false); // its jobs follow those of before
                two();
            }
            for (Future<?> f : before) {
                f.get();
            }
            caller.join();
            pool.submit(Late::forNone).get();
            System.out.println("done");
            if (System.in.read() < 0) {
                break;
            }
            Thread idle = new Thread(() -> {
                for (;;) {
                    busy();
                }
            });
            idle.setDaemon(true);
            idle.start();
            System.out.println("busy");
        }
        System.exit(0);
    }
}
