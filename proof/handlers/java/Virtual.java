import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ConcurrentHashMap;

/** A server of lines with a virtual thread for each connection: java Virtual MILLISECONDS. */
public final class Virtual {
	private static final ConcurrentHashMap<String, byte[]> values = new ConcurrentHashMap<>();

	public static void main(String[] args) throws Exception {
		ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		Thread.startVirtualThread(() -> accept(server));
		Work.announce(server.getLocalPort());
		Thread.sleep(Work.length(args));
		System.exit(0);
	}

	private static void accept(ServerSocket server) {
		try {
			for (;;) {
				Socket s = server.accept();
				Thread.startVirtualThread(() -> serve(s));
			}
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
	}

	private static void serve(Socket s) {
		try (s) {
			BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
			OutputStream out = s.getOutputStream();
			for (String line = in.readLine(); line != null; line = in.readLine())
				out.write(execute(line));
		} catch (IOException e) {
			// the client has gone
		}
	}

	private static byte[] execute(String line) {
		String key = line.substring(4);
		if (line.startsWith("put"))
			return put(key);
		return values.getOrDefault(key, Work.answer(30));
	}

	private static byte[] put(String key) {
		byte[] value = Work.answer(60);
		values.put(key, value);
		return value;
	}
}
