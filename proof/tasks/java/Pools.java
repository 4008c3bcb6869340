import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** The programs. */
final class Pools {
	/** A job is a piece of work for a request. */
	static final class Job implements Runnable {
		final Main m;
		final int request;
		final CountDownLatch done;

		Job(Main m, int request, CountDownLatch done) {
			this.m = m;
			this.request = request;
			this.done = done;
		}

		@Override public void run() {
			Truth.as(request, m::work);
			done.countDown();
		}
	}

	/** submitAll makes all requests, each of some jobs. */
	static void submitAll(Main m, Executor to) throws InterruptedException {
		List<CountDownLatch> all = new ArrayList<>();
		m.serveAll(n -> {
			CountDownLatch done = new CountDownLatch(m.pieces);
			synchronized (all) {
				all.add(done);
			}
			for (int i = 0; i < m.pieces; i++)
				to.execute(new Job(m, n, done));
			m.work();
			if (m.waits)
				Main.await(done);
		});
		for (CountDownLatch done : all)
			done.await();
	}

	static void fixed(Main m) throws Exception {
		submitAll(m, Executors.newFixedThreadPool(m.workers));
	}

	static void cached(Main m) throws Exception {
		submitAll(m, Executors.newCachedThreadPool());
	}

	/** virtual has a virtual thread for each job; before Java 21 there are none. */
	static void virtual(Main m) throws Exception {
		submitAll(m, (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
	}

	/** scheduled runs jobs later. */
	static void scheduled(Main m) throws Exception {
		ScheduledExecutorService pool = Executors.newScheduledThreadPool(m.workers);
		submitAll(m, job -> pool.schedule(job, m.upTo(2000), TimeUnit.MICROSECONDS));
	}

	static void thread(Main m) throws Exception {
		submitAll(m, job -> new Thread(job).start());
	}

	/** forkJoin divides the work of a request. */
	static void forkJoin(Main m) throws Exception {
		ForkJoinPool pool = new ForkJoinPool(m.workers);
		class Part extends RecursiveAction {
			final int request, depth;

			Part(int request, int depth) {
				this.request = request;
				this.depth = depth;
			}

			@Override protected void compute() {
				Truth.as(request, () -> {
					m.work();
					if (depth > 0)
						invokeAll(new Part(request, depth - 1), new Part(request, depth - 1));
				});
			}
		}
		m.serveAll(n -> {
			Part part = new Part(n, m.pieces);
			pool.execute(part);
			m.work();
			part.join();
		});
	}

	/** completable goes on with a result, in the common pool and in one of its own. */
	static void completable(Main m) throws Exception {
		Executor pool = Executors.newFixedThreadPool(m.workers);
		m.serveAll(n -> {
			CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> step(m, n, n))
				.thenApplyAsync(x -> step(m, n, x), pool).thenApply(x -> step(m, n, x));
			CompletableFuture<Integer> g = CompletableFuture.supplyAsync(() -> step(m, n, n), pool);
			if (f.thenCombineAsync(g, (x, y) -> step(m, n, x)).join() != n)
				throw new IllegalStateException();
		});
	}

	static int step(Main m, int request, int x) {
		Truth.as(request, m::work);
		return x;
	}

	/** monitor is a pool at a list with a monitor. */
	static void monitor(Main m) throws Exception {
		ArrayDeque<Job> list = new ArrayDeque<>();
		for (int i = 0; i < m.workers; i++)
			daemon(() -> {
				for (;;) {
					Job job;
					synchronized (list) {
						while (list.isEmpty())
							list.wait();
						job = list.poll();
					}
					job.run();
				}
			});
		submitAll(m, job -> {
			synchronized (list) {
				list.add((Job) job);
				list.notify();
			}
		});
	}

	/** deque is a pool that takes the last job first. */
	static void deque(Main m) throws Exception {
		LinkedBlockingDeque<Job> list = new LinkedBlockingDeque<>();
		for (int i = 0; i < m.workers; i++)
			daemon(() -> {
				for (;;)
					list.takeLast().run();
			});
		submitAll(m, job -> list.addLast((Job) job));
	}

	/** reuse has jobs that are used again for other requests. */
	static void reuse(Main m) throws Exception {
		class Again implements Runnable {
			int request;
			final Semaphore done = new Semaphore(0);

			@Override public void run() {
				Truth.as(request, m::work);
				done.release();
			}
		}
		ArrayBlockingQueue<Again> free = new ArrayBlockingQueue<>(4 * m.workers);
		while (free.offer(new Again()))
			;
		Executor pool = Executors.newFixedThreadPool(m.workers);
		m.serveAll(n -> {
			try {
				Again job = free.take();
				job.request = n;
				pool.execute(job);
				m.work();
				job.done.acquire();
				free.put(job);
			} catch (InterruptedException e) {
				throw new RuntimeException(e);
			}
		});
	}

	/** semaphore has a thread for each part of a request, and lets few of them work at a time. */
	static void semaphore(Main m) throws Exception {
		Semaphore tokens = new Semaphore(m.workers);
		m.serveAll(n -> {
			CountDownLatch done = new CountDownLatch(m.pieces + 1);
			for (int i = 0; i <= m.pieces; i++)
				new Thread(() -> Truth.as(n, () -> {
					tokens.acquireUninterruptibly();
					m.work();
					tokens.release();
					m.work();
					done.countDown();
				})).start();
			Main.await(done);
		});
	}

	interface Loop {
		void run() throws InterruptedException;
	}

	static void daemon(Loop loop) {
		Thread t = new Thread(() -> {
			try {
				loop.run();
			} catch (InterruptedException e) {
				throw new RuntimeException(e);
			}
		});
		t.setDaemon(true);
		t.start();
	}
}
