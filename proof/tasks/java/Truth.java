/** The truth: a call of as covers what a thread does for the request of a token. */
final class Truth {
	/** A token stands for a request. They are made before all requests, in their order, the first for none. */
	static final class Token {
		final int request;

		Token(int request) {
			this.request = request;
		}
	}

	private static Token[] tokens;

	static void prepare(int requests) {
		tokens = new Token[requests + 1];
		for (int n = 0; n <= requests; n++)
			tokens[n] = new Token(n);
	}

	/** as works for a request, or for none: 0. */
	static void as(int request, Runnable work) {
		of(tokens[request], work);
	}

	private static void of(Token token, Runnable work) {
		work.run();
	}
}
