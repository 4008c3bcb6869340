import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** Servlets in Tomcat, and their clients: java Servlets PROGRAM SEED REQUESTS. */
public final class Servlets {
	private static int requests, clients, workers;
	private static Random random;
	private static final AtomicInteger next = new AtomicInteger(), answered = new AtomicInteger();

	public static void main(String[] args) throws Exception {
		random = new Random(Long.parseLong(args[1]));
		requests = Integer.parseInt(args[2]);
		clients = 2 + upTo(4);
		workers = 2 + upTo(3);
		Truth.prepare(requests);
		ExecutorService pool = Executors.newFixedThreadPool(workers);
		Tomcat tomcat = new Tomcat();
		String folder = Files.createTempDirectory("servlets").toString();
		tomcat.setBaseDir(folder);
		Connector connector = new Connector("HTTP/1.1");
		connector.setPort(0);
		connector.setProperty("address", "127.0.0.1");
		connector.setProperty("maxThreads", String.valueOf(2 + workers));
		connector.setProperty("minSpareThreads", "2");
		tomcat.setConnector(connector);
		Context context = tomcat.addContext("", folder);
		HttpServlet servlet = switch (args[0]) {
		case "thread" -> new OfThread();
		// The work goes on in an executor of the program.
		case "async" -> new Async((a, work) -> pool.execute(work));
		// The work goes on in the threads of the connector.
		case "container" -> new Async(AsyncContext::start);
		default -> throw new IllegalArgumentException(args[0]);
		};
		Tomcat.addServlet(context, "servlet", servlet).setAsyncSupported(true);
		context.addServletMappingDecoded("/*", "servlet");
		tomcat.start();
		URI at = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/");
		Thread[] all = new Thread[clients];
		for (int c = 0; c < clients; c++) {
			all[c] = new Thread(() -> client(at), "client-" + c);
			all[c].start();
		}
		for (Thread t : all)
			t.join();
		tomcat.stop();
		System.out.println("expect " + answered + " Servlet request");
		System.exit(0);
	}

	/** client makes requests, one after the other. */
	private static void client(URI at) {
		for (int n = next.incrementAndGet(); n <= requests; n = next.incrementAndGet()) {
			int request = n;
			Truth.as(0, () -> {
				try {
					HttpURLConnection c = (HttpURLConnection) at.resolve("/" + request).toURL().openConnection();
					String answer = new String(c.getInputStream().readAllBytes());
					if (!answer.equals("done " + request))
						throw new IllegalStateException(answer);
					answered.incrementAndGet();
					sleep(upTo(500_000));
				} catch (IOException e) {
					throw new RuntimeException(e);
				}
			});
		}
	}

	private static synchronized int upTo(int n) {
		return random.nextInt(n);
	}

	private static void sleep(long nanos) {
		try {
			Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
		} catch (InterruptedException e) {
			throw new RuntimeException(e);
		}
	}

	/** work is what a part of a request takes: processor time, and sometimes a wait for nobody. */
	private static void work() {
		long end = System.nanoTime() + 20_000 + upTo(150_000);
		while (System.nanoTime() < end)
			Thread.onSpinWait();
		if (upTo(4) == 0)
			sleep(50_000 + upTo(300_000));
	}

	private static int request(HttpServletRequest q) {
		return Integer.parseInt(q.getRequestURI().substring(1));
	}

	private static void answer(HttpServletResponse r, int request) {
		try {
			r.getOutputStream().print("done " + request);
		} catch (IOException e) {
			throw new RuntimeException(e);
		}
	}

	/** OfThread answers in the thread of the request. */
	private static final class OfThread extends HttpServlet {
		@Override protected void doGet(HttpServletRequest q, HttpServletResponse r) {
			int n = request(q);
			Truth.as(n, () -> {
				work();
				answer(r, n);
			});
		}
	}

	/** Async answers later. */
	private static final class Async extends HttpServlet {
		private final transient BiConsumer<AsyncContext, Runnable> execute;

		Async(BiConsumer<AsyncContext, Runnable> execute) {
			this.execute = execute;
		}

		@Override protected void doGet(HttpServletRequest q, HttpServletResponse r) {
			int n = request(q);
			Truth.as(n, () -> {
				AsyncContext a = q.startAsync();
				execute.accept(a, () -> Truth.as(n, () -> {
					work();
					answer(r, n);
					a.complete();
				}));
				work();
			});
		}
	}
}
