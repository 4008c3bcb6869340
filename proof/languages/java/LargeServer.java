import java.util.concurrent.CountDownLatch;

/** demo/programs/server-40: a message server with a lock that one listener never releases. */
final class LargeServer {
    static final int LISTENERS = 40;
    /** Listeners from this one on get no more messages after its own. */
    static final int GREEDY = 17;

    static final class Display {}

    static final Display display = new Display();
    static final CountDownLatch asked = new CountDownLatch(1);

    static void listener(Clients.Lines lines) throws Exception {
        while (lines.read() != null) {
            Work.work(1);
            synchronized (display) {
                Work.work(2);
            }
        }
    }

    /** Sends a question to its client while it owns the display. */
    static void greedyListener(Clients.Lines lines) throws Exception {
        for (String line; (line = lines.read()) != null; ) {
            Work.work(1);
            synchronized (display) {
                Work.work(2);
                if (line.equals("unclear")) {
                    lines.write("what do you mean?");
                    asked.countDown();
                    lines.read();
                }
            }
        }
    }

    static void sender(Clients clients) throws Exception {
        long start = System.nanoTime();
        Work.sleep(500);
        for (int n = 0; System.nanoTime() - start < 1_500_000_000L; n += 2) {
            for (int i = 0; i < 2; i++) {
                clients.send(7 * (n + i) % LISTENERS, "message");
            }
            Work.sleep(20);
        }
        clients.send(GREEDY, "unclear");
        for (int n = 0; n < GREEDY; n++) {
            Work.sleep(30);
            clients.send(n, "message");
        }
    }

    static void run() throws Exception {
        Clients clients = new Clients(LISTENERS, n -> n == GREEDY ? "greedyListener" : "listener-" + n,
                n -> n == GREEDY ? LargeServer::greedyListener : LargeServer::listener);
        Work.start("sender", () -> sender(clients)).join();
        asked.await(); // on a busy machine
        Work.sleep(1000);
    }
}
