package ui_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"golang.design/x/clipboard"

	"tiv/internal/pictures"
	"tiv/report/shot"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/ui"
)

// pasteTo makes the test's program write the contents of the clipboard to a
// file.
const pasteTo = "TIV_TEST_PASTE"

// paste is that program.
func paste(path string) error {
	if err := clipboard.Init(); err != nil {
		return err
	}
	return os.WriteFile(path, clipboard.Read(clipboard.FmtImage), 0o600)
}

// clipped returns the picture in the clipboard.
func (d *driver) clipped() []byte {
	d.Helper()
	path := filepath.Join(d.TempDir(), "pasted.png")
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), pasteTo+"="+path, "DISPLAY="+d.screen.display)
	if out, err := c.CombinedOutput(); err != nil {
		d.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		d.Fatal(err)
	}
	return data
}

// told waits for a message with a prefix, and returns it.
func (d *driver) told(start string) (message string) {
	d.Helper()
	d.until("the message "+start, func(s ui.Snapshot) bool {
		for _, m := range s.Messages {
			if strings.HasPrefix(m, start) {
				message = m
				return s.Job == ""
			}
		}
		return false
	})
	return message
}

// ask opens a dialog, and waits until it is in its final place.
func (d *driver) ask(key, name string) {
	d.Helper()
	d.key(key)
	d.widget(name + " save")
	d.rest()
}

// saved waits until a picture was saved, and opens it.
func (d *driver) saved(path string) *shot.Picture {
	d.Helper()
	d.told("Saved " + path + " ")
	p, err := shot.Open(path, "")
	if err != nil {
		d.Fatal(err)
	}
	if p == nil {
		d.Fatalf("%s is no picture", path)
	}
	return p
}

func mustLoad(t *testing.T, path string) *image.NRGBA {
	t.Helper()
	img, err := pictures.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// A picture that was taken is opened, and one that is taken
// then is the same.
func TestWindowPicture(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	d := drive(t, path)
	d.toEnd()
	d.key("4")
	d.key("Left")
	d.key("Left")
	d.rest()
	d.click(middle(d.widget("thread B")))
	s := d.until("the view", func(s ui.Snapshot) bool { return s.Moment == 98*ms && s.View == view.Split.Name && s.Selected == beta })
	s = d.rest()
	d.key("F12")
	first := filepath.Join(filepath.Dir(path), "a-98ms.png")
	p := d.saved(first)
	if p.At != path || p.Moment != 98*ms || p.Size.X != 2*int(s.Area.Width()) || p.Size.Y <= 2*int(s.Area.Height()) || p.Scale != 2 {
		t.Errorf("%+v of %+v; the scene is %v", p, p.Envelope, s.Area)
	}
	quit(t, d)

	d = driveAs(t, first, t.TempDir())
	d.until("the same view", func(s ui.Snapshot) bool {
		return s.Loaded && s.Moment == 98*ms && s.View == view.Split.Name && s.Selected == beta && s.Trace == "a.tiv"
	})
	if again := d.rest(); again.Area != s.Area {
		t.Fatalf("the scene is %v, and was %v", again.Area, s.Area)
	}
	d.key("F12")
	second := filepath.Join(filepath.Dir(path), "a-98ms-2.png")
	d.saved(second)
	a, b := mustLoad(t, first), mustLoad(t, second)
	if err := pictures.Differ(b, a); err != nil {
		t.Error(err)
	}
	quit(t, d)
	if _, err := os.Stat(path + ".workspace.json"); err == nil {
		t.Error("what a picture shows was kept as the user's workspace")
	}
}

// The dialog saves to the given path.
func TestWindowPictureDialog(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	dir := filepath.Dir(path)
	d := drive(t, path)
	d.toEnd()
	d.move(middle(d.rest().Area))
	d.input("click", "4") // the hint about the mouse is on the screen, but in no picture
	before := d.rest()
	d.ask("ctrl+shift+s", "shot")
	d.click(middle(d.widget("shot save")))
	large := d.saved(filepath.Join(dir, "a-100ms.png"))
	if large.Size.X != 2*int(before.Area.Width()) || large.Scale != 2 {
		t.Errorf("%v of a scene of %v", large.Size, before.Area)
	}
	for _, x := range []struct {
		choice int
		name   string
		size   image.Point
		scale  float32
	}{{3, "wide", image.Pt(1920, 1080), 1.5}, {4, "4k", image.Pt(3840, 2160), 3}, {5, "square", image.Pt(1080, 1080), 1.5}} {
		d.ask("ctrl+shift+s", "shot")
		d.click(middle(d.widget(fmt.Sprint("shot size ", x.choice))))
		d.click(middle(d.widget("shot path")))
		d.input("type", x.name)
		d.key("Return")
		if p := d.saved(filepath.Join(dir, x.name+".png")); p.Size != x.size || p.Scale != x.scale {
			t.Errorf("%s: %v at scale %v", x.name, p.Size, p.Scale)
		}
	}
	d.ask("ctrl+shift+s", "shot")
	d.click(middle(d.widget("shot size 0")))
	d.click(middle(d.widget("shot path")))
	d.input("type", "whole")
	d.key("Return")
	whole := d.saved(filepath.Join(dir, "whole.png"))
	if whole.Size.X != 1280 || whole.Size.Y != 800 {
		t.Errorf("the window is %v", whole.Size)
	}
	img := mustLoad(t, filepath.Join(dir, "whole.png"))
	list := d.widget("thread A")
	if n := count(img, list, paint.Dark().Text); n < 20 {
		t.Errorf("%d pixels of the list are text", n)
	}
	// Without the dialog, which was in the middle, and the messages, which are on the screen only.
	for n := len(d.rest().Messages); n > 0; n-- {
		d.command("close-message 0")
		d.until("a message less", func(s ui.Snapshot) bool { return len(s.Messages) < n })
	}
	d.move(mgl32.Vec2{2, 798})
	d.rest()
	if n := changed(img, d.screen.look(t), before.Area); n > 100 {
		t.Errorf("%d pixels of the scene differ from the screen", n)
	}
	// A file of another kind is never replaced, and replacing a picture needs a
	// confirmation.
	d.ask("ctrl+shift+s", "shot")
	d.input("type", "a.tiv.png")
	refused := func(text string, press func()) {
		if err := os.WriteFile(path+".png", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		press()
		d.widget("trouble")
		d.rest()
		if data, _ := os.ReadFile(path + ".png"); string(data) != text {
			t.Fatalf("%q was written over", text)
		}
	}
	save := func() { d.click(middle(d.widget("shot save"))) }
	refused("mine", func() { d.key("Return") })
	refused("mine", save)
	refused("\x89PNG\r\n\x1a\nold", save)
	d.click(middle(d.widget("shot save")))
	d.saved(path + ".png")
	quit(t, d)
}

// Ctrl+C copies the picture, with twice the pixels, unless a text field has the focus.
func TestWindowCopies(t *testing.T) {
	t.Parallel()
	d := drive(t, copied(t, "a.tiv"))
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	s := d.rest()
	d.key("ctrl+c")
	d.told("Copied the picture")
	data := d.clipped()
	e, err := shot.Decode(bytes.NewReader(data))
	if err != nil || e.Moment != s.Moment {
		t.Fatalf("%d bytes: %+v, %v", len(data), e, err)
	}
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width != 2*int(s.Area.Width()) {
		t.Errorf("%+v of %v, %v", c, s.Area, err)
	}
	d.click(middle(d.widget("search")))
	d.input("type", "x")
	before, _ := d.now()
	d.key("ctrl+c")
	if after := d.rest(); len(after.Messages) > len(before.Messages) || after.Job != "" {
		t.Errorf("a picture was copied while typing: %q", after.Messages)
	}
	quit(t, d)
}

// An animation is recorded, or cancelled and gone.
func TestWindowAnimation(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	d := drive(t, path)
	d.toEnd()
	d.rest()
	fill := func(name, value string) {
		d.click(middle(d.widget("animation " + name)))
		d.input("type", value)
	}
	d.ask("ctrl+shift+r", "animation")
	fill("from", "20ms")
	fill("to", "60ms")
	fill("seconds", "1")
	fill("rate", "8")
	animation := filepath.Join(filepath.Dir(path), "animation.png")
	fill("path", "animation")
	d.click(middle(d.widget("animation save")))
	p := d.saved(animation)
	data, err := os.ReadFile(animation)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(data, []byte("fcTL")); n != 8 || p.Moment != 20*ms {
		t.Errorf("%d frames from %v", n, p.Moment)
	}
	if s, _ := d.now(); s.Moment != 100*ms {
		t.Errorf("the window went to %v", s.Moment)
	}
	d.ask("ctrl+shift+r", "animation")
	fill("seconds", "600")
	fill("path", "cancelled")
	d.click(middle(d.widget("animation save")))
	d.click(middle(d.widget("cancel job")))
	d.told("The animation was cancelled")
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	if err != nil || len(files) != 2 { // and none that is hidden
		t.Errorf("%q, %v", files, err)
	}
	if hidden, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(hidden) > 0 {
		t.Errorf("left behind: %q", hidden)
	}
	// A window that is closed does not wait for an animation.
	d.ask("ctrl+shift+r", "animation")
	fill("seconds", "600")
	d.click(middle(d.widget("animation save")))
	d.until("an animation", func(s ui.Snapshot) bool { return s.Job != "" })
	quit(t, d)
}

// A picture with a missing trace opens a dialog for its path; another trace
// gives a warning.
func TestWindowLostTrace(t *testing.T) {
	path := copied(t, "a.tiv")
	t.Chdir(filepath.Dir(path)) // short paths are typed with fewer mistakes
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("Home")
	d.key("Right")
	at := d.rest().Moment
	d.key("F12")
	picture := filepath.Join(filepath.Dir(path), "a-1ms.png")
	d.saved(picture)
	moved := "moved.tiv"
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	d.key("ctrl+o")
	d.widget("open path")
	d.rest()
	d.input("type", filepath.Base(picture))
	d.key("Return")
	d.until("the question", func(s ui.Snapshot) bool { return s.Marks["where is it"].X1 > 0 })
	data, err := os.ReadFile(moved)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(moved, append(data, "150ms A end\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	d.rest()
	d.input("type", moved)
	d.key("Return")
	d.until("the trace, and a warning", func(s ui.Snapshot) bool {
		return s.Loaded && s.Trace == "moved.tiv" && s.End == 150*ms && s.Moment == at && s.Marks["banner"].X1 > 0
	})
	quit(t, d)
}
