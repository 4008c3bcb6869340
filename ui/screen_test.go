package ui_test

import (
	"bufio"
	"encoding/binary"
	"image"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tiv/scene/paint"
	"tiv/scene/shape"
)

// screen is an X server without a monitor, with its framebuffer in a file.
type screen struct {
	display string
	file    string
}

// newScreen starts an X server on a free display, never an existing one: the
// test's input must not go to a user's windows. Its size is as 1280x800.
func newScreen(t testing.TB, size string) *screen {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s is missing. The tests of the window need a display without a monitor and real input: "+
				"install the Debian packages xvfb and xdotool.", tool)
		}
	}
	dir := t.TempDir()
	number, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", size+"x24", "-fbdir", dir, "-nolisten", "tcp", "-noreset")
	x.ExtraFiles = []*os.File{write}
	var log strings.Builder
	x.Stderr = &log
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	t.Cleanup(func() {
		x.Process.Kill()
		x.Wait()
	})
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not start: %v\n%s", err, log.String())
	}
	return &screen{":" + strings.TrimSpace(line), filepath.Join(dir, "Xvfb_screen0")}
}

// input sends real mouse and keyboard input, in xdotool's words.
func (s *screen) input(t testing.TB, words ...string) {
	t.Helper()
	c := exec.Command("xdotool", words...)
	c.Env = append(os.Environ(), "DISPLAY="+s.display, "LC_ALL=C.UTF-8") // words may have any signs
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("xdotool %s: %v\n%s", strings.Join(words, " "), err, out)
	}
}

// look returns the contents of the screen, read from Xvfb's file: an X window
// dump, whose header is big-endian words, and four bytes a pixel, blue first.
func (s *screen) look(t testing.TB) *image.NRGBA {
	t.Helper()
	data, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	word := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	width, height, stride := word(4), word(5), word(12)
	pixels := data[word(0)+12*word(19):]
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p := pixels[y*stride+4*x:]
			img.SetNRGBA(x, y, color.NRGBA{p[2], p[1], p[0], 255})
		}
	}
	return img
}

// count returns how many pixels of a part of a picture have about a colour.
func count(img *image.NRGBA, r shape.Rect, c paint.Color) (n int) {
	for y := int(r.Y0); y < int(r.Y1); y++ {
		for x := int(r.X0); x < int(r.X1); x++ {
			if near(img.NRGBAAt(x, y), c) {
				n++
			}
		}
	}
	return n
}

// near reports whether two colours look much the same: edges of the scene are
// see-through by a few per cent.
func near(p color.NRGBA, c paint.Color) bool {
	const most = 30
	d := func(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
	return d(p.R, c.R) < most && d(p.G, c.G) < most && d(p.B, c.B) < most
}

// changed returns how many pixels of a part of two pictures differ.
func changed(a, b *image.NRGBA, r shape.Rect) (n int) {
	for y := int(r.Y0); y < int(r.Y1); y++ {
		for x := int(r.X0); x < int(r.X1); x++ {
			if a.NRGBAAt(x, y) != b.NRGBAAt(x, y) {
				n++
			}
		}
	}
	return n
}
