import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Programs that work for numbered requests: java Main PROGRAM SEED REQUESTS, of two processes also FILE. */
public final class Main {
	final int requests, clients, workers, pieces;
	final long pause;
	final boolean waits;
	private final Random random;
	private final AtomicInteger next = new AtomicInteger();

	private Main(long seed, int requests) {
		this.requests = requests;
		random = new Random(seed);
		clients = 2 + upTo(3);
		workers = 2 + upTo(4);
		pieces = 1 + upTo(3);
		pause = 100_000 + upTo(900_000);
		waits = upTo(2) == 0;
	}

	public static void main(String[] args) throws Exception {
		int requests = Integer.parseInt(args[2]);
		Truth.prepare(requests);
		Main m = new Main(Long.parseLong(args[1]), requests);
		switch (args[0]) {
		case "fixed" -> Pools.fixed(m);
		case "cached" -> Pools.cached(m);
		case "scheduled" -> Pools.scheduled(m);
		case "forkjoin" -> Pools.forkJoin(m);
		case "completable" -> Pools.completable(m);
		case "virtual" -> Pools.virtual(m);
		case "thread" -> Pools.thread(m);
		case "monitor" -> Pools.monitor(m);
		case "deque" -> Pools.deque(m);
		case "reuse" -> Pools.reuse(m);
		case "semaphore" -> Pools.semaphore(m);
		case "front" -> Remote.front(m, Path.of(args[3]));
		case "back" -> Remote.back(m, Path.of(args[3]));
		default -> throw new IllegalArgumentException(args[0]);
		}
		System.exit(0);
	}

	synchronized int upTo(int n) {
		return random.nextInt(n);
	}

	/** serve begins a request; the definition of the tasks names it. */
	static void serve(int request, IntConsumer work) {
		Truth.as(request, () -> work.accept(request));
	}

	/** serveAll lets the clients make all requests, and waits until they have returned. */
	void serveAll(IntConsumer work) throws InterruptedException {
		Thread[] all = new Thread[clients];
		for (int c = 0; c < clients; c++) {
			all[c] = new Thread(() -> {
				for (;;) {
					int n = next.incrementAndGet();
					if (n > requests)
						return;
					serve(n, work);
					Truth.as(0, () -> sleep(pause / 2 + upTo((int) pause)));
				}
			}, "client-" + c);
			all[c].start();
		}
		for (Thread t : all)
			t.join();
	}

	/** work is what a piece of a request takes: processor time, and sometimes a wait for nobody. */
	void work() {
		long end = System.nanoTime() + 20_000 + upTo(150_000);
		while (System.nanoTime() < end)
			Thread.onSpinWait();
		if (upTo(4) == 0)
			sleep(50_000 + upTo(300_000));
	}

	static void sleep(long nanos) {
		try {
			Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
		} catch (InterruptedException e) {
			throw new RuntimeException(e);
		}
	}

	static void await(CountDownLatch latch) {
		try {
			latch.await();
		} catch (InterruptedException e) {
			throw new RuntimeException(e);
		}
	}
}
