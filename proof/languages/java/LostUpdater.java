import java.util.concurrent.SynchronousQueue;

/**
 * demo/programs/lost-updater: a listener that waits for an answer of a thread that has
 * ended.
 */
final class LostUpdater {
    static final class Request {
        final int line;
        boolean done;

        Request(int line) {
            this.line = line;
        }
    }

    static final SynchronousQueue<Request> requests = new SynchronousQueue<>();
    static final int[] screen = new int[80];

    /** Processes requests. If it fails, another one replaces it. */
    static void updater() throws Exception {
        try {
            for (;;) {
                Request r = requests.take();
                Work.work(20);
                screen[r.line]++;
                synchronized (r) {
                    r.done = true;
                    r.notify();
                }
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            Work.start("updater", LostUpdater::updater);
        }
    }

    static void listener(Clients.Lines lines) throws Exception {
        for (String line; (line = lines.read()) != null; ) {
            Work.work(10);
            Request r = new Request(Integer.parseInt(line));
            requests.put(r);
            synchronized (r) {
                while (!r.done) {
                    r.wait();
                }
            }
        }
    }

    static void sender(Clients clients) throws Exception {
        for (int round = 0; round < 10; round++) {
            for (int n = 0; n < 4; n++) {
                Work.sleep(60);
                clients.send(n, Integer.toString(n == 2 && round == 1 ? 99 : 10 * n + round));
            }
        }
    }

    static void run() throws Exception {
        Work.start("updater", LostUpdater::updater);
        Clients clients = new Clients(4, n -> "listener-" + n, n -> LostUpdater::listener);
        Work.start("sender", () -> sender(clients));
        Work.sleep(2500);
    }
}
