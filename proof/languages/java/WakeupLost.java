import java.util.concurrent.CountDownLatch;

/**
 * A consumer that looks for a letter, and then waits for one without another look;
 * corrected, it looks while it holds the lock. The producer sends its letter in between.
 */
final class WakeupLost {
    static final class Mailbox {
        int letters;
    }

    static final Mailbox mailbox = new Mailbox();
    /** The moment after the consumer's look into the mailbox. */
    static final CountDownLatch looked = new CountDownLatch(1), sent = new CountDownLatch(1);

    static boolean isEmpty() {
        synchronized (mailbox) {
            return mailbox.letters == 0;
        }
    }

    static void consumer(boolean healthy) throws Exception {
        boolean empty = isEmpty();
        looked.countDown();
        sent.await();
        synchronized (mailbox) {
            if (healthy) {
                empty = isEmpty();
            }
            if (empty) {
                mailbox.wait();
            }
            mailbox.letters--;
        }
    }

    static void producer() throws Exception {
        looked.await();
        synchronized (mailbox) {
            mailbox.letters++;
            mailbox.notify();
        }
        sent.countDown();
    }

    static void run(boolean healthy) throws Exception {
        Work.start("consumer", () -> consumer(healthy));
        Work.start("producer", WakeupLost::producer);
        Work.join();
    }
}
