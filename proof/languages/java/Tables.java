/** demo/programs/two-locks: ten threads that seem to share one lock, but use two. */
final class Tables {
    static class Table {
        final int[] rows = new int[10];

        /** Changes a row, slowly, under the table's lock. */
        synchronized void count(int row) {
            rows[row]++;
            Work.work(3);
        }
    }

    static final class Prices extends Table {}

    static final class Stocks extends Table {}

    static final Table prices = new Prices(), stocks = new Stocks();

    static void use(Table table, int n) throws Exception {
        for (int row = n; ; row++) {
            table.count(row % 10);
            Work.sleep(0.2);
        }
    }

    static void run() throws Exception {
        for (int n = 0; n < 5; n++) {
            int number = n;
            Work.start("pricer-" + n, () -> use(prices, number));
            Work.start("stocker-" + n, () -> use(stocks, number));
        }
        Work.sleep(1500);
    }
}
