import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;

/** Handlers in Debian's Jetty: java Jet MILLISECONDS. */
public final class Jet {
	public static void main(String[] args) throws Exception {
		Server server = new Server(0);
		server.setHandler(new ContextHandlerCollection(at("/search", new Search()), at("/report", new Report()), at("/orders", new Orders())));
		server.start();
		Work.announce(((ServerConnector) server.getConnectors()[0]).getLocalPort());
		Thread.sleep(Work.length(args));
		System.exit(0);
	}

	private static ContextHandler at(String path, AbstractHandler handler) {
		ContextHandler c = new ContextHandler(path);
		c.setAllowNullPathInfo(true);
		c.setHandler(handler);
		return c;
	}

	private static final class Search extends AbstractHandler {
		@Override public void handle(String target, Request q, HttpServletRequest s, HttpServletResponse r) throws IOException {
			r.getOutputStream().write(Work.answer(60));
			q.setHandled(true);
		}
	}

	private static final class Report extends AbstractHandler {
		@Override public void handle(String target, Request q, HttpServletRequest s, HttpServletResponse r) throws IOException {
			byte[] text = Work.answer(100);
			Work.sleep(2); // the database
			r.getOutputStream().write(text);
			q.setHandled(true);
		}
	}

	private static final class Orders extends AbstractHandler {
		@Override public void handle(String target, Request q, HttpServletRequest s, HttpServletResponse r) throws IOException {
			s.getInputStream().readAllBytes();
			r.getOutputStream().write(Work.answer(50));
			q.setHandled(true);
		}
	}
}
