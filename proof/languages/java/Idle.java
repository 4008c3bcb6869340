import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Programs in which all threads wait: for the network, the end of the program, or a thread that sleeps. */
final class Idle {
    static final class Ledger {}

    static final class Journal {}

    static final Ledger ledger = new Ledger();
    static final Journal journal = new Journal();

    /** A server without clients, which a shutdown hook ends. */
    static void service() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        LinkedBlockingQueue<Object> requests = new LinkedBlockingQueue<>();
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Runtime.getRuntime().addShutdownHook(new Thread(over::countDown, "hook"));
        Work.start("acceptor", () -> requests.put(socket.accept()));
        Work.start("handler-1", () -> requests.take());
        Work.start("handler-2", () -> requests.take());
        Work.start("scheduler", () -> new DelayQueue<>().take());
        Work.start("parked", LockSupport::park);
        System.out.println("all started");
        over.await();
    }

    /** Threads wait in many ways for one that sleeps; in the broken program two more take locks in opposite orders. */
    static void waits(boolean healthy) throws Exception {
        CyclicBarrier round = new CyclicBarrier(2);
        Semaphore tokens = new Semaphore(1);
        SynchronousQueue<Integer> hand = new SynchronousQueue<>();
        Exchanger<Integer> exchanger = new Exchanger<>();
        CompletableFuture<Integer> promise = new CompletableFuture<>();
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        Object told = new Object();
        tokens.acquire();
        Thread sleeper = Work.start("sleeper", () -> {
            Thread.sleep(3_600_000);
            promise.complete(1);
            tokens.release();
            round.await();
            hand.put(1);
            exchanger.exchange(1);
        });
        Work.start("promised", () -> promise.get());
        Work.start("taker", () -> tokens.acquire());
        Work.start("early", () -> round.await());
        Work.start("receiver", () -> hand.take());
        Work.start("exchanger", () -> exchanger.exchange(2));
        Work.start("joiner", () -> sleeper.join());
        Work.start("awaiter", () -> {
            lock.lock();
            changed.await();
        });
        Work.start("listener", () -> {
            synchronized (told) {
                told.wait();
            }
        });
        if (!healthy) {
            CountDownLatch both = new CountDownLatch(2);
            Work.start("clerk", () -> lockBoth(ledger, journal, both));
            Work.start("scribe", () -> lockBoth(journal, ledger, both));
        }
        Work.join();
    }

    static void lockBoth(Object first, Object second, CountDownLatch both) throws Exception {
        synchronized (first) {
            Work.meet(both);
            synchronized (second) {
                Work.work(0.01);
            }
        }
    }
}
