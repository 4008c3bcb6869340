import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Jobs in executors of the JDK: a fixed pool, timers, and a stage after a job: java Pool MILLISECONDS. */
public final class Pool {
	public static void main(String[] args) throws Exception {
		ExecutorService pool = Executors.newFixedThreadPool(3);
		ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
		timer.scheduleAtFixedRate(new Sweep(), 20, 20, TimeUnit.MILLISECONDS);
		long end = System.nanoTime() + Work.length(args) * 1_000_000;
		for (int n = 0; System.nanoTime() < end; n++) {
			int number = n;
			pool.execute(new Payment(number));
			CompletableFuture.supplyAsync(() -> price(number), pool).thenAcceptAsync(Pool::send, pool);
			Thread.sleep(8);
		}
		System.exit(0);
	}

	private record Payment(int number) implements Runnable {
		@Override public void run() {
			Work.work(70 + number % 2);
		}
	}

	private static final class Sweep implements Runnable {
		@Override public void run() {
			Work.work(200);
		}
	}

	private static int price(int number) {
		return Work.work(60)[0] + number;
	}

	private static void send(int price) {
		Work.work(40 + price % 2);
	}
}
