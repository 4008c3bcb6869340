import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.locks.*;

// Mixed is a program with one of each wait that a recording shows, and a deadlock at its
// end. The recording mixed.jfr.gz was made with OpenJDK 17:
//
//	javac -d /tmp Mixed.java
//	java -XX:StartFlightRecording=settings=../../../record/java.jfc,filename=/tmp/mixed.jfr -cp /tmp Mixed
//	gzip -9n < /tmp/mixed.jfr > mixed.jfr.gz
public class Mixed {
    static final Map<String, Integer> first = new HashMap<>(), second = new TreeMap<>();
    static final Lock lock = new ReentrantLock();
    static final Object bell = new Object();
    static int rung;

    static class LockA {}
    static class LockB {}
    static final LockA a = new LockA();
    static final LockB b = new LockB();

    static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new RuntimeException(e);
        }
    }

    // worker holds a map while it sleeps, so that those of its group wait for it.
    static void worker(Map<String, Integer> map, long ms) {
        for (int i = 0; i < 20; i++) {
            synchronized (map) {
                map.merge("n", 1, Integer::sum);
                sleep(ms);
            }
        }
    }

    static void locker() {
        for (int i = 0; i < 10; i++) {
            lock.lock();
            try {
                sleep(2);
            } finally {
                lock.unlock();
            }
        }
    }

    static void listener() throws Exception {
        synchronized (bell) {
            while (rung < 10) {
                bell.wait();
            }
        }
    }

    static void ringer() {
        for (int i = 0; i < 10; i++) {
            sleep(5);
            synchronized (bell) {
                rung++;
                bell.notifyAll();
            }
        }
    }

    static void deadlock(Object mine, Object other) {
        synchronized (mine) {
            sleep(50);
            synchronized (other) {
                throw new IllegalStateException("no deadlock");
            }
        }
    }

    interface Body {
        void run() throws Exception;
    }

    static final List<Thread> threads = new ArrayList<>();

    static Thread start(String name, Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }, name);
        threads.add(t);
        t.start();
        return t;
    }

    static void join() throws Exception {
        for (Thread t : threads) {
            t.join();
        }
        threads.clear();
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            start("first-" + i, () -> worker(first, 2));
            start("second-" + i, () -> worker(second, 3));
        }
        join();
        for (int i = 0; i < 3; i++) {
            start("locker-" + i, Mixed::locker);
        }
        start("listener", Mixed::listener);
        start("ringer", Mixed::ringer);
        join();

        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        start("server", () -> {
            try (Socket s = server.accept()) {
                s.getOutputStream().write(s.getInputStream().read());
            }
        });
        start("client", () -> {
            sleep(150); // the server waits for a connection
            try (Socket s = new Socket(server.getInetAddress(), server.getLocalPort())) {
                sleep(20); // the server waits for a byte
                s.getOutputStream().write(1);
                s.getInputStream().read();
            }
        });
        start("writer", () -> {
            Path file = Files.createTempFile("mixed", ".txt");
            try (FileOutputStream out = new FileOutputStream(file.toFile())) {
                for (int i = 0; i < 10; i++) {
                    out.write(new byte[1 << 16]);
                }
            }
            Files.delete(file);
        });
        join();
        System.gc();

        Thread ab = new Thread(() -> deadlock(a, b), "ab");
        Thread ba = new Thread(() -> deadlock(b, a), "ba");
        ab.setDaemon(true);
        ba.setDaemon(true);
        ab.start();
        ba.start();
        sleep(1200);
    }
}
