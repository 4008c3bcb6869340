import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Workers that take jobs from a queue, in loops of their own: java Queue MILLISECONDS. */
public final class Queue {
	private record Job(int number, boolean whole) {}

	private static final BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
	private static final BlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
	private static long total;

	public static void main(String[] args) throws Exception {
		for (int i = 0; i < 3; i++)
			new Thread(new Worker(), "worker-" + i).start();
		new Thread(Queue::collect, "collector").start();
		long end = System.nanoTime() + Work.length(args) * 1_000_000;
		for (int n = 0; System.nanoTime() < end; n++) {
			jobs.put(new Job(n, n % 2 == 0));
			Thread.sleep(1 + n * 7919L % 7); // never in step with the clock of the samples
		}
		System.exit(0);
	}

	private static final class Worker implements Runnable {
		@Override public void run() {
			for (;;) {
				Job j = next();
				sizes.add(j.whole ? encode(j) : resize(j));
			}
		}
	}

	private static Job next() {
		try {
			return jobs.take();
		} catch (InterruptedException e) {
			throw new IllegalStateException(e);
		}
	}

	private static int encode(Job j) {
		return Work.work(200)[0] + j.number;
	}

	private static int resize(Job j) {
		return Work.work(120)[1] + j.number;
	}

	private static void collect() {
		try {
			for (;;)
				add(sizes.take());
		} catch (InterruptedException e) {
			throw new IllegalStateException(e);
		}
	}

	private static void add(int size) {
		total += size;
	}
}
