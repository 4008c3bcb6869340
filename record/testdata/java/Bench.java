import com.sun.management.OperatingSystemMXBean;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

// Bench runs one load and prints the nanoseconds of an operation: of the clock, and of all
// processors.
public class Bench {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static long shared;

    interface Load {
        void run(int operations) throws Exception;
    }

    static void busy(long ns) {
        for (long end = System.nanoTime() + ns; System.nanoTime() < end; ) {
        }
    }

    static void uncontended(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (monitor) {
                shared++;
            }
        }
    }

    // inThreads divides the operations of a load among threads.
    static Load inThreads(int threads, Load load) {
        return n -> {
            Thread[] all = new Thread[threads];
            for (int i = 0; i < threads; i++) {
                all[i] = new Thread(() -> {
                    try {
                        load.run(n / threads);
                    } catch (Exception e) {
                        throw new RuntimeException(e);
                    }
                });
                all[i].start();
            }
            for (Thread t : all) {
                t.join();
            }
        };
    }

    static void held(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (monitor) {
                busy(20_000);
            }
            busy(5_000);
        }
    }

    static void locked(int n) {
        for (int i = 0; i < n; i++) {
            lock.lock();
            busy(20_000);
            lock.unlock();
            busy(5_000);
        }
    }

    static boolean ping;

    static void pingPong(int n) throws Exception {
        Thread other = new Thread(() -> {
            try {
                turn(n, true);
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        });
        other.start();
        turn(n, false);
        other.join();
    }

    static void turn(int n, boolean mine) throws InterruptedException {
        for (int i = 0; i < n; i++) {
            synchronized (monitor) {
                while (ping != mine) {
                    monitor.wait();
                }
                ping = !mine;
                monitor.notify();
            }
        }
    }

    static void echo(int n) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread answer = new Thread(() -> {
                try (Socket s = server.accept()) {
                    s.setTcpNoDelay(true);
                    InputStream in = s.getInputStream();
                    OutputStream out = s.getOutputStream();
                    byte[] b = new byte[64];
                    for (int k = in.read(b); k > 0; k = in.read(b)) {
                        out.write(b, 0, k);
                    }
                } catch (Exception e) {
                    throw new RuntimeException(e);
                }
            });
            answer.start();
            try (Socket s = new Socket("127.0.0.1", server.getLocalPort())) {
                s.setTcpNoDelay(true);
                byte[] b = new byte[64];
                for (int i = 0; i < n; i++) {
                    s.getOutputStream().write(b);
                    s.getInputStream().read(b);
                }
            }
            answer.join();
        }
    }

    // jobs gives jobs of 20 us to a pool.
    static void jobs(int n) throws Exception {
        Semaphore room = new Semaphore(100);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < n; i++) {
            room.acquire();
            pool.execute(() -> {
                busy(20_000);
                room.release();
            });
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
    }

    // Sum divides itself until nothing is left of it.
    static final class Sum extends RecursiveAction {
        final int n;

        Sum(int n) {
            this.n = n;
        }

        @Override protected void compute() {
            if (n > 1) {
                invokeAll(new Sum(n / 2), new Sum(n - n / 2));
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Load load;
        switch (args[0]) {
        case "uncontended": load = Bench::uncontended; break;
        case "tiny": load = inThreads(8, Bench::uncontended); break;
        case "held": load = inThreads(8, Bench::held); break;
        case "locked": load = inThreads(8, Bench::locked); break;
        case "ping-pong": load = Bench::pingPong; break;
        case "echo": load = Bench::echo; break;
        case "jobs": load = Bench::jobs; break;
        case "forks": load = n -> ForkJoinPool.commonPool().invoke(new Sum(n)); break;
        default: throw new IllegalArgumentException(args[0]);
        }
        int n = Integer.parseInt(args[1]);
        load.run(n / 4); // compiles it
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long start = System.nanoTime(), used = system.getProcessCpuTime();
        load.run(n);
        System.out.println((System.nanoTime() - start) / (double) n + " " + (system.getProcessCpuTime() - used) / (double) n);
    }
}
