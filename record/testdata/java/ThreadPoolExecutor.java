package org.apache.tomcat.util.threads;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/** ThreadPoolExecutor stands for the class of Tomcat, which is a copy of that of the JDK. */
public final class ThreadPoolExecutor implements Executor {
    private static final class Worker {
        Runnable firstTask;
    }

    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private boolean started;

    /** execute gives the first job to a new thread, and puts all others into the queue. */
    @Override public synchronized void execute(Runnable job) {
        if (started) {
            queue.add(job);
            return;
        }
        started = true;
        Worker w = new Worker();
        w.firstTask = job;
        Thread worker = new Thread(() -> runWorker(w));
        worker.setDaemon(true);
        worker.start();
    }

    void runWorker(Worker w) {
        Runnable job = w.firstTask;
        w.firstTask = null;
        while (job != null || (job = getTask()) != null) {
            job.run();
            job = null;
        }
    }

    private Runnable getTask() {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
