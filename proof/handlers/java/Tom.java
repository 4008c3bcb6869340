import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** Servlets in Debian's Tomcat: java Tom MILLISECONDS. */
public final class Tom {
	public static void main(String[] args) throws Exception {
		Tomcat tomcat = new Tomcat();
		String folder = Files.createTempDirectory("tom").toString();
		tomcat.setBaseDir(folder);
		Connector connector = new Connector("HTTP/1.1");
		connector.setPort(0);
		connector.setProperty("address", "127.0.0.1");
		tomcat.setConnector(connector);
		Context context = tomcat.addContext("", folder);
		add(context, "/search", new Search());
		add(context, "/report", new Report());
		add(context, "/orders", new Orders());
		tomcat.start();
		Work.announce(connector.getLocalPort());
		Thread.sleep(Work.length(args));
		System.exit(0);
	}

	private static void add(Context context, String path, HttpServlet servlet) {
		Tomcat.addServlet(context, path, servlet);
		context.addServletMappingDecoded(path, path);
	}

	private static final class Search extends HttpServlet {
		@Override protected void doGet(HttpServletRequest q, HttpServletResponse r) throws IOException {
			r.getOutputStream().write(Work.answer(60));
		}
	}

	private static final class Report extends HttpServlet {
		@Override protected void doGet(HttpServletRequest q, HttpServletResponse r) throws IOException {
			byte[] text = Work.answer(100);
			Work.sleep(2); // the database
			r.getOutputStream().write(text);
		}
	}

	private static final class Orders extends HttpServlet {
		@Override protected void doPost(HttpServletRequest q, HttpServletResponse r) throws IOException {
			q.getInputStream().readAllBytes();
			r.getOutputStream().write(Work.answer(50));
		}
	}
}
