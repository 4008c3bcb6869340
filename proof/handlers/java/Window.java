import java.awt.Graphics;
import java.awt.Point;
import java.awt.Robot;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import java.awt.event.InputEvent;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.SwingUtilities;
import javax.swing.Timer;

/** A window with a button, a picture and a timer, and a user who clicks: java Window MILLISECONDS. */
public final class Window {
	public static void main(String[] args) throws Exception {
		JButton button = new JButton("Count");
		Picture picture = new Picture();
		JFrame frame = new JFrame();
		SwingUtilities.invokeAndWait(() -> {
			button.addActionListener(new Count(picture));
			new Timer(25, Window::tick).start();
			frame.add(button, "North");
			frame.add(picture);
			frame.setSize(300, 200);
			frame.setVisible(true);
		});
		Robot robot = new Robot();
		robot.waitForIdle();
		Point at = button.getLocationOnScreen();
		robot.mouseMove(at.x + 30, at.y + 5);
		long end = System.nanoTime() + Work.length(args) * 1_000_000;
		while (System.nanoTime() < end) {
			robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
			robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
			Thread.sleep(15);
		}
		System.exit(0);
	}

	/** Count is called for each click. */
	private record Count(Picture picture) implements ActionListener {
		@Override public void actionPerformed(ActionEvent e) {
			Work.work(150);
			picture.repaint();
		}
	}

	private static void tick(ActionEvent e) {
		Work.work(100);
	}

	/** Picture draws itself. */
	private static final class Picture extends JComponent {
		@Override protected void paintComponent(Graphics g) {
			byte[] points = Work.work(150);
			for (int i = 1; i < points.length; i++)
				g.drawLine(8 * i, points[i - 1] & 127, 8 * i + 8, points[i] & 127);
		}
	}
}
