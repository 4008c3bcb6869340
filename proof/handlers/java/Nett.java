import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A server of lines with Debian's Netty: java Nett MILLISECONDS. */
public final class Nett {
	private static final Map<String, byte[]> values = new ConcurrentHashMap<>();

	public static void main(String[] args) throws Exception {
		EventLoopGroup loops = new NioEventLoopGroup(2);
		Channel server = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
			.childHandler(new ChannelInitializer<Channel>() {
				@Override protected void initChannel(Channel c) {
					c.pipeline().addLast(new LineBasedFrameDecoder(100), new StringDecoder(), new Lines());
				}
			}).bind("127.0.0.1", 0).sync().channel();
		loops.scheduleAtFixedRate(Nett::sweep, 20, 20, TimeUnit.MILLISECONDS);
		Work.announce(((InetSocketAddress) server.localAddress()).getPort());
		Thread.sleep(Work.length(args));
		System.exit(0);
	}

	private static void sweep() {
		Work.work(150);
	}

	private static final class Lines extends SimpleChannelInboundHandler<String> {
		@Override protected void channelRead0(ChannelHandlerContext c, String line) {
			c.writeAndFlush(Unpooled.wrappedBuffer(execute(line)));
		}
	}

	private static byte[] execute(String line) {
		String key = line.substring(4);
		if (!line.startsWith("put"))
			return values.getOrDefault(key, Work.answer(30));
		byte[] value = Work.answer(60);
		values.put(key, value);
		return value;
	}
}
