import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Jobs of two tasks, Jobs.one and Jobs.two, in executors of all kinds. What works for a task calls
 * the method of its name, what works for none forNone.
 */
final class Jobs {
    static void forOne() {}

    static void forTwo() {}

    static void forNone() {}

    static void forRequest() {}

    static void forGive() {}

    static void forOther() {}

    static final ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
    static final ScheduledExecutorService later = Executors.newScheduledThreadPool(1);
    static final CountDownLatch repeated = new CountDownLatch(3);

    /** Part is a job that divides itself; the last part is that of the other task. */
    static final class Part extends RecursiveAction {
        final int depth;
        final Part other;

        Part(int depth, Part other) {
            this.depth = depth;
            this.other = other;
        }

        @Override protected void compute() {
            forOne();
            if (depth == 0) {
                if (other != null) {
                    other.join(); // this thread runs it
                }
                forOne();
                return;
            }
            Part a = new Part(depth - 1, null), b = new Part(depth - 1, other);
            a.fork();
            b.fork();
            forOne();
            b.join();
            forOne();
            a.join();
            forOne();
        }
    }

    static void one() throws Exception {
        for (int i = 0; i < 2; i++) {
            pool.submit(Jobs::forOne).get(); // a thread of its own, then the queue
        }
        pool.submit(() -> {
            forOne();
            throw new IllegalStateException();
        });
        CountDownLatch ran = new CountDownLatch(1);
        pool.execute(() -> {
            forOne();
            later.schedule(() -> {
                forOne();
                ran.countDown();
            }, 1, TimeUnit.MILLISECONDS);
        });
        ran.await();
        AtomicInteger runs = new AtomicInteger();
        later.scheduleAtFixedRate(() -> {
            switch (runs.getAndIncrement()) {
            case 0 -> forOne();
            case 1, 2 -> forNone();
            default -> { }
            }
            repeated.countDown();
        }, 0, 1, TimeUnit.MILLISECONDS);
        repeated.await();
        later.shutdownNow();
        new ForkJoinPool(1).invoke(new Part(2, null));
        CompletableFuture.supplyAsync(() -> {
            forOne();
            return 1;
        }).thenApplyAsync(x -> {
            forOne();
            return x;
        }, pool).get();
        ExecutorService full = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(),
            new ThreadPoolExecutor.CallerRunsPolicy());
        CountDownLatch end = new CountDownLatch(1);
        full.execute(() -> {
            forOne();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        full.execute(Jobs::forOne); // in this thread
        end.countDown();
        full.shutdown();
        Executor tomcats = new org.apache.tomcat.util.threads.ThreadPoolExecutor();
        CountDownLatch ranInTomcat = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) { // a thread of its own, then the queue
            tomcats.execute(() -> {
                forOne();
                ranInTomcat.countDown();
            });
        }
        ranInTomcat.await();
    }

    static void two() throws Exception {
        pool.submit(Jobs::forTwo).get();
    }

    /** twice puts one job for two tasks before any thread can take it. */
    static void twice(Runnable job) throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        pool.execute(() -> {
            try {
                free.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        give(job);
        giveOther(job);
        free.countDown();
        pool.submit(Jobs::forNone).get();
    }

    static void give(Runnable job) {
        pool.execute(job);
    }

    static void giveOther(Runnable job) {
        pool.execute(job);
    }

    static void give(ForkJoinPool to, ForkJoinTask<?> job) {
        to.execute(job);
    }

    static void giveOther(ForkJoinPool to, ForkJoinTask<?> job) {
        to.execute(job);
    }

    /** help has a job that runs two jobs of other tasks before their turn, and goes on after each. */
    static void help() {
        ForkJoinPool single = new ForkJoinPool(1);
        CountDownLatch given = new CountDownLatch(1);
        ForkJoinTask<?> first = ForkJoinTask.adapt(Jobs::forOther), second = ForkJoinTask.adapt(Jobs::forOther);
        ForkJoinTask<?> job = ForkJoinTask.adapt(() -> {
            try {
                given.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            first.invoke();
            forGive();
            second.invoke();
            forGive();
        });
        give(single, job);
        giveOther(single, first);
        giveOther(single, second);
        given.countDown();
        job.join();
        ForkJoinTask<?> next = ForkJoinTask.adapt(Jobs::forGive);
        give(single, next);
        next.join();
    }

    static void request() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            forRequest();
            try {
                pool.submit(Jobs::forRequest).get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        for (int i = 0; i < 3; i++) {
            new URL("http://127.0.0.1:" + server.getAddress().getPort() + "/").openStream().close();
        }
        server.stop(0);
        threads.shutdown();
    }

    public static void main(String[] args) throws Exception {
        pool.submit(Jobs::forNone).get();
        one();
        two();
        twice(Jobs::forNone);
        help();
        request();
        pool.submit(Jobs::forNone).get();
        pool.shutdown();
    }
}
