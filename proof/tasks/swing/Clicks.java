import java.awt.Point;
import java.awt.Robot;
import java.awt.event.InputEvent;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.SwingUtilities;

/** A window with a button, and a user who clicks on it: java Clicks PROGRAM SEED CLICKS. */
public final class Clicks {
	private static Random random;
	private static int number; // of the click; of the event thread

	public static void main(String[] args) throws Exception {
		random = new Random(Long.parseLong(args[1]));
		int clicks = Integer.parseInt(args[2]);
		boolean workers = args[0].equals("workers");
		Truth.prepare(clicks);
		ExecutorService pool = Executors.newFixedThreadPool(2 + upTo(3));
		Semaphore done = new Semaphore(0);
		JButton button = new JButton("Count");
		button.addActionListener(e -> {
			int n = ++number;
			Truth.as(n, () -> {
				work();
				if (workers)
					pool.execute(() -> Truth.as(n, () -> {
						work();
						done.release();
					}));
				button.setText("Count " + n);
			});
			if (!workers)
				done.release();
		});
		JFrame frame = new JFrame();
		SwingUtilities.invokeAndWait(() -> {
			frame.add(button);
			frame.setSize(300, 200);
			frame.setVisible(true);
		});
		Robot robot = new Robot();
		robot.waitForIdle();
		Point at = button.getLocationOnScreen();
		robot.mouseMove(at.x + 100, at.y + 50);
		robot.waitForIdle();
		for (int n = 1; n <= clicks; n++) {
			Truth.as(0, () -> {
				robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
				robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
				done.acquireUninterruptibly();
			});
		}
		System.out.println("among " + clicks + " AwtComponentEvent");
		System.exit(0);
	}

	private static synchronized int upTo(int n) {
		return random.nextInt(n);
	}

	private static void work() {
		long end = System.nanoTime() + 50_000 + upTo(500_000);
		while (System.nanoTime() < end)
			Thread.onSpinWait();
	}
}
