// Contended has two threads that wait for each other's lock in turn. It prints its
// arguments, and ends with the exit code 3.
public class Contended {
    static final Object lock = new Object();

    static void work() {
        for (int i = 0; i < 20; i++) {
            synchronized (lock) {
                try {
                    Thread.sleep(2);
                } catch (InterruptedException e) {
                    throw new RuntimeException(e);
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Contended::work, "worker-a"), b = new Thread(Contended::work, "worker-b");
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(String.join(",", args));
        System.exit(3);
    }
}
