import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

// Storm has many short threads, which contend for monitors and a lock, wait and notify,
// while the collector moves the objects.
public class Storm {
    static final Object[] monitors = new Object[50];
    static final ReentrantLock lock = new ReentrantLock();
    static Object garbage;

    static void work(Random random) {
        for (int i = 0; i < 40; i++) {
            Object monitor = monitors[random.nextInt(monitors.length)];
            synchronized (monitor) {
                garbage = new byte[20000];
                if (random.nextInt(8) == 0) {
                    try {
                        monitor.wait(1);
                    } catch (InterruptedException e) {
                        throw new RuntimeException(e);
                    }
                }
                monitor.notify();
            }
            if (random.nextInt(10) == 0) {
                lock.lock();
                try {
                    Thread.yield();
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < monitors.length; i++) {
            monitors[i] = new Object();
        }
        for (int round = 0; round < 3; round++) {
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                Random random = new Random(i);
                Thread t = new Thread(() -> work(random));
                t.start();
                all.add(t);
            }
            for (Thread t : all) {
                t.join();
            }
        }
        System.out.println("ok");
    }
}
