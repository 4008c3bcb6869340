import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// Stories has classical errors with locks, each in threads of its own: "deadlocks" or
// "wakeup". They never end. With the further argument "fixed" it has their corrected
// twins, which do.
public class Stories {
    static boolean fixed;

    interface Body {
        void run() throws Exception;
    }

    static Thread thread(String name, Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }, name);
        t.start();
        return t;
    }

    static void awaitWaiting(Thread t) throws InterruptedException {
        while (t.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
    }

    // Each of two threads holds a monitor and wants the other's.
    static class Left {}

    static class Right {}

    static void monitors() {
        Object left = new Left(), right = new Right();
        CountDownLatch both = new CountDownLatch(fixed ? 1 : 2);
        thread("monitor-one", () -> {
            synchronized (left) {
                both.countDown();
                both.await();
                synchronized (right) {
                }
            }
        });
        thread("monitor-two", () -> {
            synchronized (fixed ? left : right) {
                both.countDown();
                both.await();
                synchronized (fixed ? right : left) {
                }
            }
        });
    }

    // The same with locks of the library.
    static void locks() {
        ReentrantLock left = new ReentrantLock(), right = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(fixed ? 1 : 2);
        thread("lock-one", () -> {
            left.lock();
            both.countDown();
            both.await();
            right.lock();
            right.unlock();
            left.unlock();
        });
        thread("lock-two", () -> {
            ReentrantLock first = fixed ? left : right, second = fixed ? right : left;
            first.lock();
            both.countDown();
            both.await();
            second.lock();
            second.unlock();
            first.unlock();
        });
    }

    // A reader waits behind a writer, which waits for another reader, which wants a
    // monitor of the first.
    static class Cache {}

    static void readers() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        Object cache = new Cache();
        CountDownLatch read = new CountDownLatch(1), held = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        }, "writer");
        thread("reader-one", () -> {
            lock.readLock().lock();
            read.countDown();
            held.await();
            if (fixed) {
                lock.readLock().unlock();
            }
            synchronized (cache) {
            }
            if (!fixed) {
                lock.readLock().unlock();
            }
        });
        thread("reader-two", () -> {
            read.await();
            synchronized (cache) {
                writer.start();
                awaitWaiting(writer);
                held.countDown();
                lock.readLock().lock();
                lock.readLock().unlock();
            }
        });
    }

    // A notification that comes before the wait for it.
    static class Mail {
        boolean sent;
    }

    static void wakeup() throws InterruptedException {
        Mail mail = new Mail();
        CountDownLatch looked = new CountDownLatch(1), sent = new CountDownLatch(1);
        Thread receiver = thread("receiver", () -> {
            boolean there;
            synchronized (mail) {
                there = mail.sent;
            }
            looked.countDown();
            sent.await();
            synchronized (mail) {
                while (fixed ? !mail.sent : !there) {
                    mail.wait();
                }
            }
        });
        thread("sender", () -> {
            looked.await();
            synchronized (mail) {
                mail.sent = true;
                mail.notifyAll();
            }
            sent.countDown();
        });
        receiver.join();
    }

    public static void main(String[] args) throws Exception {
        fixed = args.length > 1 && args[1].equals("fixed");
        if (args[0].equals("wakeup") || fixed) {
            wakeup();
        }
        if (args[0].equals("deadlocks")) {
            monitors();
            locks();
            readers();
        }
    }
}
