/** Two threads that wait for each other forever, and three that share a lock. Ends with its standard input. */
public class Hang {
	static final Object A = new Object(), B = new Object(), SHARED = new Object();
	static final java.util.concurrent.CyclicBarrier BOTH = new java.util.concurrent.CyclicBarrier(2);

	static void rest(long ms) {
		try {
			Thread.sleep(ms);
		} catch (InterruptedException e) {
			throw new RuntimeException(e);
		}
	}

	static void lock(Object first, Object second) {
		synchronized (first) {
			try {
				BOTH.await();
			} catch (Exception e) {
				throw new RuntimeException(e);
			}
			synchronized (second) {
				rest(1);
			}
		}
	}

	static void start(String name, Runnable r) {
		Thread t = new Thread(r, name);
		t.setDaemon(true);
		t.start();
	}

	public static void main(String[] args) throws Exception {
		for (int i = 1; i <= 3; i++)
			start("group-" + i, () -> {
				for (;;) {
					synchronized (SHARED) {
						rest(10);
					}
				}
			});
		start("ab", () -> lock(A, B));
		start("ba", () -> lock(B, A));
		System.out.println("ready");
		while (System.in.read() >= 0)
			;
	}
}
