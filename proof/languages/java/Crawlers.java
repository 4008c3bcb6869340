import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * demo/programs/crawler-contended and crawler-healthy: crawlers with and without an
 * unnecessary lock.
 */
final class Crawlers {
    static final int CRAWLERS = 32, SHIFTS = 4;
    static final double SHIFT = 400;

    static final class Dictionary {}

    static final class Count {
        int words;
    }

    static final Dictionary dictionary = new Dictionary();
    static final Count count = new Count();

    static void lookUp(boolean big) {
        synchronized (dictionary) {
            Work.work(big ? 40 : 0.7);
        }
    }

    static void lookUpWithoutLock() {
        Work.work(6);
        synchronized (count) {
            count.words += 100;
        }
    }

    static void crawler(int n, Socket web, long start, boolean healthy) throws Exception {
        InputStream in = web.getInputStream();
        OutputStream out = web.getOutputStream();
        for (;;) {
            out.write('p');
            in.read();
            Work.work(1);
            if (healthy) {
                lookUpWithoutLock();
            } else {
                lookUp(n == (int) ((System.nanoTime() - start) / 1e6 / SHIFT) * 9 % CRAWLERS);
            }
        }
    }

    /** Answers the requests of a crawler after a short delay. */
    static void web(Socket crawler) throws Exception {
        while (crawler.getInputStream().read() >= 0) {
            Work.sleep(3);
            crawler.getOutputStream().write('a');
        }
    }

    static void run(boolean healthy) throws Exception {
        ServerSocket server = new ServerSocket(0, CRAWLERS, InetAddress.getLoopbackAddress());
        long start = System.nanoTime();
        for (int n = 0; n < CRAWLERS; n++) {
            int number = n;
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket accepted = server.accept();
            Work.start("web-" + n, () -> web(accepted));
            Work.start("crawler-" + n, () -> crawler(number, client, start, healthy));
        }
        Work.sleep(SHIFTS * SHIFT);
    }
}
