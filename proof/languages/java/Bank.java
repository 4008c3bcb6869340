import java.util.concurrent.CountDownLatch;

/** demo/programs/deadlock: a deadlock in a program that keeps running. */
final class Bank {
    static class Account {
        int balance = 1000;
    }

    static final class Savings extends Account {}

    static final class Checking extends Account {}

    static final class Books extends Account {}

    static final Account savings = new Savings(), checking = new Checking(), books = new Books();
    static final int TURNS = 3;
    static final CountDownLatch last = new CountDownLatch(2);

    /** Locks both accounts in the order of its arguments, which is the bug. */
    static void move(Account from, Account to, int amount, boolean lastTurn) throws Exception {
        synchronized (from) {
            Work.work(2);
            from.balance -= amount;
            if (lastTurn) {
                Work.meet(last);
            }
            synchronized (to) {
                Work.work(2);
                to.balance += amount;
            }
        }
    }

    static void payer(long start) throws Exception {
        for (int i = 0; i <= TURNS; i++) {
            Work.until(start, 200 * i);
            move(savings, checking, 10, i == TURNS);
        }
    }

    static void refunder(long start) throws Exception {
        for (int i = 0; i < TURNS; i++) {
            Work.until(start, 200 * i + 100);
            move(checking, savings, 5, false);
        }
        Work.until(start, 200 * TURNS);
        move(checking, savings, 5, true);
    }

    static void auditor(int n) throws Exception {
        for (;;) {
            synchronized (books) {
                Work.work(5 + 2 * n);
            }
            Work.sleep(15);
        }
    }

    static void inspector(long start) throws Exception {
        Work.until(start, 1000);
        synchronized (savings) {
            System.out.println(savings.balance);
        }
    }

    static void ticker() throws Exception {
        for (;;) {
            Work.sleep(20);
            Work.work(1);
        }
    }

    static void run() throws Exception {
        long start = System.nanoTime();
        Work.start("payer", () -> payer(start));
        Work.start("refunder", () -> refunder(start));
        for (int n = 0; n < 3; n++) {
            int number = n;
            Work.start("auditor-" + n, () -> auditor(number));
        }
        Work.start("inspector", () -> inspector(start));
        Work.start("ticker", Bank::ticker);
        Work.sleep(2000);
    }
}
