import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A server of lines with one thread and a selector: java Select MILLISECONDS. */
public final class Select implements Runnable {
	private final Selector selector;
	private final ServerSocketChannel server;
	private final ByteBuffer buffer = ByteBuffer.allocate(1000);
	private long next = System.nanoTime();

	private Select() throws IOException {
		selector = Selector.open();
		server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
		server.configureBlocking(false);
		server.register(selector, SelectionKey.OP_ACCEPT);
	}

	public static void main(String[] args) throws Exception {
		Select loop = new Select();
		new Thread(loop, "loop").start();
		Work.announce(loop.server.socket().getLocalPort());
		Thread.sleep(Work.length(args));
		System.exit(0);
	}

	@Override public void run() {
		try {
			for (;;) {
				selector.select(Math.max(1, (next - System.nanoTime()) / 1_000_000));
				for (SelectionKey k : selector.selectedKeys()) {
					if (k.isAcceptable())
						accept();
					else
						read(k);
				}
				selector.selectedKeys().clear();
				if (System.nanoTime() >= next)
					sweep();
			}
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
	}

	private void accept() throws IOException {
		SocketChannel c = server.accept();
		c.configureBlocking(false);
		c.register(selector, SelectionKey.OP_READ);
	}

	private void read(SelectionKey k) throws IOException {
		SocketChannel c = (SocketChannel) k.channel();
		if (c.read(buffer.clear()) < 0) {
			c.close();
			return;
		}
		c.write(ByteBuffer.wrap(Work.answer(buffer.get(0) == 'p' ? 60 : 30)));
	}

	private void sweep() {
		Work.work(300);
		next += 20_000_000;
	}
}
