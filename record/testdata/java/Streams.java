import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Threads that talk through connections, in every way: java Streams FOLDER. The one that opens a connection
 * writes 10, 11 and 12 bytes and reads 5 after each, the one that accepts it does the opposite.
 */
public final class Streams {
	private Streams() {}

	interface Accepter {
		void accept() throws Exception;
	}

	static Thread answering(Accepter a) {
		Thread t = new Thread(() -> {
			try {
				a.accept();
			} catch (Exception e) {
				e.printStackTrace();
			}
		}, "answers");
		t.start();
		return t;
	}

	static void ask(InputStream in, OutputStream out) throws IOException {
		for (int n = 10; n <= 12; n++) {
			out.write(new byte[n]);
			in.readNBytes(5);
		}
	}

	static void answer(InputStream in, OutputStream out) throws IOException {
		for (int n = 10; n <= 12; n++) {
			in.readNBytes(n);
			out.write(new byte[5]);
		}
	}

	static void sockets(int timeout) throws Exception {
		ServerSocket s = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
		Thread t = answering(() -> {
			Socket c = s.accept();
			c.setSoTimeout(timeout);
			answer(c.getInputStream(), c.getOutputStream());
			c.close();
		});
		Socket c = new Socket(s.getInetAddress(), s.getLocalPort());
		c.setSoTimeout(timeout);
		ask(c.getInputStream(), c.getOutputStream());
		t.join();
		c.close();
		s.close();
	}

	static void readAll(SocketChannel c, int n, Selector waits) throws IOException {
		ByteBuffer b = ByteBuffer.allocate(n);
		while (b.hasRemaining())
			if (c.read(b) == 0)
				waits.select();
	}

	/** channels uses channels, of which the accepting one does not block, and writes several buffers at once. */
	static void channels(StandardProtocolFamily family, SocketAddress at) throws Exception {
		ServerSocketChannel s = ServerSocketChannel.open(family);
		s.bind(at);
		Thread t = answering(() -> {
			SocketChannel c = s.accept();
			c.configureBlocking(false);
			Selector waits = Selector.open();
			c.register(waits, SelectionKey.OP_READ);
			for (int n = 10; n <= 12; n++) {
				readAll(c, n, waits);
				ByteBuffer[] parts = {ByteBuffer.allocate(2), ByteBuffer.allocate(3)};
				while (parts[1].hasRemaining())
					c.write(parts);
			}
			c.close();
			waits.close();
		});
		SocketChannel c = SocketChannel.open(s.getLocalAddress());
		for (int n = 10; n <= 12; n++) {
			ByteBuffer b = ByteBuffer.allocate(n);
			c.write(b);
			b = ByteBuffer.allocate(5);
			while (b.hasRemaining())
				c.read(b);
		}
		t.join();
		c.close();
		s.close();
	}

	/** transfer sends a file of 100 bytes by the system, and 1 byte after it. */
	static void transfer(Path file) throws Exception {
		Files.write(file, new byte[100]);
		ServerSocketChannel s = ServerSocketChannel.open();
		s.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
		Thread t = answering(() -> {
			SocketChannel c = s.accept();
			ByteBuffer b = ByteBuffer.allocate(101);
			while (b.hasRemaining())
				c.read(b);
			c.close();
		});
		SocketChannel c = SocketChannel.open(s.getLocalAddress());
		try (FileChannel f = FileChannel.open(file)) {
			f.transferTo(0, 100, c);
		}
		c.write(ByteBuffer.allocate(1));
		t.join();
		c.close();
		s.close();
	}

	public static void main(String[] args) throws Exception {
		Path folder = Path.of(args[0]);
		sockets(0);
		sockets(10_000);
		channels(StandardProtocolFamily.INET, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
		channels(StandardProtocolFamily.UNIX, UnixDomainSocketAddress.of(folder.resolve("s")));
		transfer(folder.resolve("file"));
	}
}
