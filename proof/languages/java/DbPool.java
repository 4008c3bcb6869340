import java.util.concurrent.CountDownLatch;

/**
 * github.com/gwinstanley/DBPool issue 4: a finalizer returns a connection to its pool and
 * closes its statements, while a client closes a statement itself. They take the lists of
 * the connection in opposite orders. Another client waits for the pool. Corrected, the
 * statements are closed after the list was copied.
 */
final class DbPool {
    static final CountDownLatch both = new CountDownLatch(2);

    static final class ConnectionPool {
        synchronized void checkIn(CacheConnection c, boolean healthy) throws Exception {
            c.recycle(healthy);
        }

        synchronized void checkOut() {}
    }

    static final class OpenStatements {}

    static final class StatementCache {}

    static final class CacheConnection {
        final OpenStatements open = new OpenStatements();
        final StatementCache cache = new StatementCache();

        void recycle(boolean healthy) throws Exception {
            synchronized (open) {
                if (!healthy) {
                    Work.meet(both);
                    statementClosed();
                    return;
                }
            }
            statementClosed();
        }

        void statementClosed() {
            synchronized (cache) {
                Work.work(0.1);
            }
        }

        void close(boolean healthy) throws Exception {
            synchronized (cache) {
                if (!healthy) {
                    Work.meet(both);
                }
                synchronized (open) {
                    Work.work(0.1);
                }
            }
        }
    }

    static void run(boolean healthy) throws Exception {
        ConnectionPool pool = new ConnectionPool();
        CacheConnection connection = new CacheConnection();
        Work.start("finalizer", () -> pool.checkIn(connection, healthy));
        Work.start("http-83-10", () -> connection.close(healthy));
        Work.start("http-83-150", () -> {
            if (!healthy) {
                both.await();
            }
            pool.checkOut();
        });
        Work.join();
    }
}
