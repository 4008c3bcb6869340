import java.util.concurrent.CountDownLatch;

/**
 * github.com/swaldman/c3p0 issue 10: one helper of a connection pool closes a connection
 * of MySQL's driver, with its statements and their results; another one closes a result,
 * which asks its connection. Corrected, the result is closed under the connection's lock.
 */
final class C3p0 {
    static final CountDownLatch both = new CountDownLatch(2);

    static final class JDBC4Connection {
        final StatementImpl statement = new StatementImpl(this);

        void closeAllOpenStatements(boolean meet) throws Exception {
            synchronized (this) {
                if (meet) {
                    Work.meet(both);
                }
                statement.realClose();
            }
        }

        synchronized boolean getDontTrackOpenResources() {
            return false;
        }
    }

    static final class StatementImpl {
        final JDBC4ResultSet results;

        StatementImpl(JDBC4Connection connection) {
            results = new JDBC4ResultSet(connection);
        }

        synchronized void realClose() throws Exception {
            results.realClose(false);
        }
    }

    static final class JDBC4ResultSet {
        final JDBC4Connection connection;

        JDBC4ResultSet(JDBC4Connection connection) {
            this.connection = connection;
        }

        synchronized void realClose(boolean meet) throws Exception {
            if (meet) {
                Work.meet(both);
            }
            connection.getDontTrackOpenResources();
        }
    }

    static void run(boolean healthy) throws Exception {
        JDBC4Connection connection = new JDBC4Connection();
        Work.start("HelperThread-#1", () -> connection.closeAllOpenStatements(!healthy));
        Work.start("HelperThread-#0", () -> {
            if (!healthy) {
                connection.statement.results.realClose(true);
                return;
            }
            synchronized (connection) {
                connection.statement.results.realClose(false);
            }
        });
        Work.join();
    }
}
