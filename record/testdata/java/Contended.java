import java.util.concurrent.CountDownLatch;

// Contended has two threads, each of which holds a lock until the other one waits for it.
// It prints its arguments, and ends with the exit code 3.
public class Contended {
    static final Object lock = new Object();
    static final CountDownLatch aLocked = new CountDownLatch(1), bLocked = new CountDownLatch(1);
    static Thread a, b;

    static void holdUntilBlocked(CountDownLatch locked, Thread other) throws InterruptedException {
        synchronized (lock) {
            locked.countDown();
            while (other.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
            }
        }
    }

    interface Body {
        void run() throws InterruptedException;
    }

    static Thread thread(String name, Body body) {
        return new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        }, name);
    }

    public static void main(String[] args) throws Exception {
        a = thread("worker-a", () -> {
            holdUntilBlocked(aLocked, b);
            bLocked.await();
            synchronized (lock) {
            }
        });
        b = thread("worker-b", () -> {
            aLocked.await();
            holdUntilBlocked(bLocked, a);
        });
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(String.join(",", args));
        System.exit(3);
    }
}
