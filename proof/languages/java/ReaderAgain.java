import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A reader that waits for an assistant, which reads while a writer waits; corrected, the
 * reader waits for nobody. In Java the reader itself may read again.
 */
final class ReaderAgain {
    static final class Catalogue extends ReentrantReadWriteLock {}

    static final Catalogue catalogue = new Catalogue();

    static void reader(boolean healthy) throws Exception {
        catalogue.readLock().lock();
        Work.start("writer", () -> {
            catalogue.writeLock().lock();
            catalogue.writeLock().unlock();
        });
        while (!catalogue.hasQueuedThreads()) {
            Thread.onSpinWait();
        }
        Thread assistant = Work.start("assistant", () -> {
            catalogue.readLock().lock();
            catalogue.readLock().unlock();
        });
        if (!healthy) {
            assistant.join();
        }
        catalogue.readLock().unlock();
    }

    static void run(boolean healthy) throws Exception {
        Thread reader = Work.start("reader", () -> reader(healthy));
        Work.join();
        reader.join();
    }
}
