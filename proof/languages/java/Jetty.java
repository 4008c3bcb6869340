import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * github.com/jetty/jetty.project issue 8354: an appender of Logback calls the toString of
 * the object that it writes, under the appender's monitor; Jetty's strategy writes a
 * message under the lock that its toString takes. Corrected, it writes after its release.
 */
final class Jetty {
    static final CountDownLatch both = new CountDownLatch(2);

    static final class AutoLock extends ReentrantLock {}

    static final class Appender {
        synchronized void doAppend(Object message, boolean meet) throws Exception {
            if (meet) {
                Work.meet(both);
            }
            message.toString();
        }
    }

    static final class AdaptiveExecutionStrategy {
        final AutoLock lock = new AutoLock();
        final Appender log;

        AdaptiveExecutionStrategy(Appender log) {
            this.log = log;
        }

        void tryProduce(boolean meet) throws Exception {
            log.doAppend(this, meet);
        }

        void selectSubStrategy(boolean healthy) throws Exception {
            lock.lock();
            try {
                if (!healthy) {
                    Work.meet(both);
                    log.doAppend("hello", false);
                }
            } finally {
                lock.unlock();
            }
            log.doAppend("hello", false);
        }

        @Override
        public String toString() {
            lock.lock();
            try {
                return "strategy";
            } finally {
                lock.unlock();
            }
        }
    }

    static void run(boolean healthy) throws Exception {
        AdaptiveExecutionStrategy strategy = new AdaptiveExecutionStrategy(new Appender());
        Work.start("embedded-jetty-177", () -> strategy.tryProduce(!healthy));
        Work.start("embedded-jetty-178", () -> strategy.selectSubStrategy(healthy));
        Work.join();
    }
}
