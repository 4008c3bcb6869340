import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

// Virtual has virtual threads that wait, each in another way, and end; with the argument
// "deadlock" two that wait for each other. Before Java 21 they are other threads.
public class Virtual {
    interface Body {
        void run() throws Exception;
    }

    static final List<Thread> all = new ArrayList<>();

    static Thread start(String name, Body body) throws Exception {
        Runnable run = () -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        };
        Thread t;
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("name", String.class).invoke(builder, name);
            t = (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, run);
        } catch (NoSuchMethodException e) {
            t = new Thread(run, name);
        }
        t.start();
        all.add(t);
        return t;
    }

    static void await(Thread t, Thread.State state) throws Exception {
        while (t.getState() != state) {
            Thread.sleep(1);
        }
    }

    static void waits() throws Exception {
        Object monitor = new Object(), condition = new Object();
        ReentrantLock lock = new ReentrantLock();
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        CountDownLatch held = new CountDownLatch(2), release = new CountDownLatch(1);
        start("monitor-owner", () -> {
            synchronized (monitor) {
                held.countDown();
                release.await();
            }
        });
        start("lock-owner", () -> {
            lock.lock();
            held.countDown();
            release.await();
            lock.unlock();
        });
        held.await();
        await(start("monitor-waiter", () -> {
            synchronized (monitor) {
            }
        }), Thread.State.BLOCKED);
        await(start("lock-waiter", () -> {
            lock.lock();
            lock.unlock();
        }), Thread.State.WAITING);
        Thread parked = start("parked", () -> LockSupport.park());
        await(parked, Thread.State.WAITING);
        await(start("notified", () -> {
            synchronized (condition) {
                condition.wait();
            }
        }), Thread.State.WAITING);
        await(start("taker", () -> queue.take()), Thread.State.WAITING);
        start("sleeper", () -> Thread.sleep(5));
        LockSupport.unpark(parked);
        synchronized (condition) {
            condition.notify();
        }
        queue.put(1);
        release.countDown();
        for (Thread t : all) {
            t.join();
        }
    }

    static void both(ReentrantLock first, ReentrantLock second, CountDownLatch both) throws Exception {
        first.lock();
        both.countDown();
        both.await();
        second.lock();
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            waits();
            System.out.println("ok");
            return;
        }
        ReentrantLock left = new ReentrantLock(), right = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        start("one", () -> both(left, right, both));
        start("two", () -> both(right, left, both));
        for (Thread t : all) {
            t.join();
        }
    }
}
