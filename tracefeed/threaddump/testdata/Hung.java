import java.io.*;
import java.net.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** A program that hangs in many ways, for thread dumps. */
public class Hung {
    static final Object left = new Object(), right = new Object(), busy = new Object(), signal = new Object();
    static final ReentrantLock fair = new ReentrantLock(true);
    static final ReentrantReadWriteLock table = new ReentrantReadWriteLock();

    static void start(String name, Runnable r) {
        Thread t = new Thread(r, name);
        t.setDaemon(true);
        t.start();
    }

    static void pause(long ms) {
        try { Thread.sleep(ms); } catch (InterruptedException e) { throw new RuntimeException(e); }
    }

    static void transfer(Object a, Object b) {
        synchronized (a) {
            pause(200);
            synchronized (b) { System.out.println("never"); }
        }
    }

    static void await() {
        synchronized (signal) {
            try { signal.wait(); } catch (InterruptedException e) { throw new RuntimeException(e); }
        }
    }

    public static void main(String[] args) throws Exception {
        start("transfer \"A\" to B", () -> transfer(left, right));
        start("transfer-B-to-A", () -> transfer(right, left));
        start("holder", () -> { synchronized (busy) { pause(10_000_000); } });
        start("lock-holder", () -> { fair.lock(); pause(10_000_000); });
        start("table-reader", () -> { table.readLock().lock(); pause(10_000_000); });
        pause(100);
        for (int i = 0; i < 5; i++) start("waiter-" + i, () -> { synchronized (busy) { System.out.println("never"); } });
        for (int i = 0; i < 3; i++) start("lock-waiter-" + i, () -> fair.lock());
        start("table-writer", () -> table.writeLock().lock());
        start("awaiter", Hung::await);
        start("timed-awaiter", () -> { synchronized (signal) { try { signal.wait(10_000_000); } catch (InterruptedException e) { } } });
        start("spinner", () -> { for (long n = 0; ; n++) if (n < 0) pause(1); });
        start("joiner", () -> { try { Thread.currentThread().join(); } catch (InterruptedException e) { } });
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("acceptor", () -> { try { server.accept(); } catch (IOException e) { } });
        start("stdin-reader", () -> { try { new PipedInputStream(new PipedOutputStream()).read(); } catch (IOException e) { } });
        Socket client = new Socket();
        start("socket-reader", () -> { try (ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            new Socket(s.getInetAddress(), s.getLocalPort()).getInputStream().read(); } catch (IOException e) { } });
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 3; i++) pool.submit(() -> 1);
        Executors.newScheduledThreadPool(1).schedule(() -> 1, 1, TimeUnit.HOURS);
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        start("consumer", () -> { try { queue.take(); } catch (InterruptedException e) { } });
        ReentrantLock one = new ReentrantLock(), two = new ReentrantLock();
        start("owner-1", () -> { one.lock(); pause(200); two.lock(); });
        start("owner-2", () -> { two.lock(); pause(200); one.lock(); });
        System.out.println("ready");
        Thread.sleep(10_000_000);
    }
}
