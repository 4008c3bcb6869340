import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two processes that find each other by a file: messages are the numbers of requests, of 8 bytes, and 0 ends
 * the back.
 */
final class Remote {
	private Remote() {}

	private static SocketChannel dial(Path file) throws IOException {
		for (int i = 0; i < 60_000 && !Files.exists(file); i++)
			Main.sleep(1_000_000);
		String[] words = Files.readString(file).split(" ");
		if (words[0].equals("unix"))
			return SocketChannel.open(UnixDomainSocketAddress.of(words[1]));
		int port = Integer.parseInt(words[1].substring(words[1].lastIndexOf(':') + 1));
		return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
	}

	private static void put(SocketChannel c, long n) throws IOException {
		c.write(ByteBuffer.allocate(8).putLong(n).flip());
	}

	/** get returns -1 at the end. */
	private static long get(SocketChannel c) throws IOException {
		ByteBuffer b = ByteBuffer.allocate(8);
		while (b.hasRemaining())
			if (c.read(b) < 0)
				return -1;
		return b.getLong(0);
	}

	/** front asks the process that has written its address into a file, and works before and after that. */
	static void front(Main m, Path file) throws Exception {
		ConcurrentLinkedQueue<SocketChannel> idle = new ConcurrentLinkedQueue<>();
		dial(file).close();
		m.serveAll(n -> {
			try {
				SocketChannel c = idle.poll();
				if (c == null)
					c = dial(file);
				m.work();
				put(c, n);
				if (get(c) != n)
					throw new IllegalStateException();
				m.work();
				idle.add(c);
			} catch (IOException e) {
				throw new UncheckedIOException(e);
			}
		});
		put(dial(file), 0);
	}

	/** back answers requests, some of them by an executor. */
	static void back(Main m, Path file) throws Exception {
		Path socket = Path.of(file + ".socket"), fresh = Path.of(file + ".new");
		Files.deleteIfExists(socket);
		SocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
		if (m.waits)
			at = UnixDomainSocketAddress.of(socket);
		ServerSocketChannel s = ServerSocketChannel.open(m.waits ? StandardProtocolFamily.UNIX : StandardProtocolFamily.INET);
		s.bind(at);
		String name = m.waits ? "unix " + socket : "tcp 127.0.0.1:" + ((InetSocketAddress) s.getLocalAddress()).getPort();
		Files.writeString(fresh, name);
		Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
		ExecutorService pool = Executors.newFixedThreadPool(m.workers);
		for (;;) {
			SocketChannel c = s.accept();
			new Thread(() -> answer(m, c, pool)).start();
		}
	}

	private static void answer(Main m, SocketChannel c, ExecutorService pool) {
		try (c) {
			for (long n; (n = get(c)) >= 0;) {
				if (n == 0)
					System.exit(0);
				int request = (int) n;
				Truth.as(request, () -> {
					m.work();
					try {
						if (request % 3 == 0) {
							Future<?> part = pool.submit(() -> Truth.as(request, m::work));
							part.get();
						}
						put(c, request);
					} catch (Exception e) {
						throw new RuntimeException(e);
					}
				});
			}
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}
}
