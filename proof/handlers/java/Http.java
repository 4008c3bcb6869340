import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** The JDK's HttpServer with a pool: java Http MILLISECONDS. */
public final class Http {
	public static void main(String[] args) throws Exception {
		HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
		server.createContext("/search", Http::search);
		server.createContext("/report", Http::report);
		server.createContext("/orders", new Orders());
		server.setExecutor(Executors.newFixedThreadPool(4));
		server.start();
		Work.announce(server.getAddress().getPort());
		Thread.sleep(Work.length(args));
		System.exit(0);
	}

	static void search(HttpExchange x) throws IOException {
		reply(x, Work.answer(60));
	}

	static void report(HttpExchange x) throws IOException {
		byte[] text = Work.answer(100);
		Work.sleep(2); // the database
		reply(x, text);
	}

	private static final class Orders implements HttpHandler {
		@Override public void handle(HttpExchange x) throws IOException {
			x.getRequestBody().readAllBytes();
			reply(x, Work.answer(50));
		}
	}

	private static void reply(HttpExchange x, byte[] text) throws IOException {
		x.sendResponseHeaders(200, text.length);
		x.getResponseBody().write(text);
		x.close();
	}
}
