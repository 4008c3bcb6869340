/** demo/programs/server-5: a message server with healthy waits. */
final class SmallServer {
    static final int LISTENERS = 5;

    static final class Display {}

    static final Display display = new Display();

    static void listener(Clients.Lines lines) throws Exception {
        while (lines.read() != null) {
            Work.work(80);
            synchronized (display) {
                Work.sleep(150);
                Work.work(50);
            }
        }
    }

    static void sender(Clients clients) throws Exception {
        for (int round = 0; round < 3; round++) {
            Work.sleep(300);
            clients.send(round % LISTENERS, "message");
            clients.send((round + 2) % LISTENERS, "message");
            Work.sleep(500);
        }
    }

    static void run() throws Exception {
        Clients clients = new Clients(LISTENERS, n -> "listener-" + n, n -> SmallServer::listener);
        Work.start("sender", () -> sender(clients));
        Work.sleep(2800);
    }
}
