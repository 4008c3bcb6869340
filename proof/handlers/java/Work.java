import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What the programs in this folder do for their clients. */
final class Work {
	private Work() {}

	/** work takes some time of a processor, a step about 10 µs. */
	static byte[] work(int steps) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			byte[] sum = new byte[32];
			for (int i = 0; i < 100 * steps; i++)
				sum = digest.digest(sum);
			return sum;
		} catch (NoSuchAlgorithmException e) {
			throw new IllegalStateException(e);
		}
	}

	/** answer is the text of the result of some work. */
	static byte[] answer(int steps) {
		return (java.util.HexFormat.of().formatHex(work(steps)) + "\n").getBytes(StandardCharsets.US_ASCII);
	}

	static void sleep(long millis) {
		try {
			Thread.sleep(millis);
		} catch (InterruptedException e) {
			throw new IllegalStateException(e);
		}
	}

	/** length is for how long a program works: its first argument, in milliseconds. */
	static long length(String[] args) {
		return Long.parseLong(args[0]);
	}

	/** announce prints the address of a server. */
	static void announce(int port) {
		System.out.println("listens 127.0.0.1:" + port);
	}
}
