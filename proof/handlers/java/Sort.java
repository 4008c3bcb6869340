import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

/** Sorts and adds up numbers, in parallel, and has no handlers: java Sort MILLISECONDS. */
public final class Sort {
	public static void main(String[] args) {
		long end = System.nanoTime() + Work.length(args) * 1_000_000;
		Integer[] list = new Integer[200_000];
		while (System.nanoTime() < end) {
			Random random = new Random(1);
			for (int i = 0; i < list.length; i++)
				list[i] = random.nextInt();
			Arrays.parallelSort(list, new Backwards());
			IntStream.range(0, 2000).parallel().map(Sort::digest).sum();
		}
	}

	private static final class Backwards implements Comparator<Integer> {
		@Override public int compare(Integer a, Integer b) {
			return Integer.compare(b, a);
		}
	}

	private static int digest(int n) {
		return Work.work(1)[n % 32];
	}
}
