package cli

import (
	"image"
	"path/filepath"
	"strings"
	"testing"

	"tiv/internal/pictures"
	"tiv/report/shot"
)

// colors counts the different colours of a picture.
func colors(img *image.NRGBA) int {
	seen := map[[4]uint8]bool{}
	for i := 0; i < len(img.Pix); i += 4 {
		seen[[4]uint8(img.Pix[i:])] = true
	}
	return len(seen)
}

// shoot takes a snapshot and returns the picture.
func shoot(t *testing.T, args ...string) *image.NRGBA {
	t.Helper()
	out := filepath.Join(t.TempDir(), "x.png")
	r := tiv(t, append([]string{"snapshot", "-o", out}, args...)...)
	if r.exit != exitOK || r.out != out+"\n" {
		t.Fatalf("tiv snapshot %v: exit code %d, %q", args, r.exit, r.errors)
	}
	return pixels(t, out)
}

// pixels reads a picture.
func pixels(t *testing.T, path string) *image.NRGBA {
	t.Helper()
	img, err := pictures.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestSnapshots(t *testing.T) {
	t.Parallel()
	for _, trace := range []string{fixture("five-philosophers"), goTrace} {
		for _, view := range []string{"3d", "timeline", "interaction", "split"} {
			for _, level := range []string{"near", "mid", "far", "crowd", "auto"} {
				img := shoot(t, trace, "--view", view, "--lod", level, "--size", "320x240")
				if img.Rect.Dx() != 320 || img.Rect.Dy() != 240 || colors(img) < 20 {
					t.Errorf("%s, %s, level %s: %v with %d colours", trace, view, level, img.Rect, colors(img))
				}
			}
		}
	}
}

// Each wish of the command line shows in the picture.
func TestSnapshotWishes(t *testing.T) {
	t.Parallel()
	const size = "480x300"
	trace := fixture("five-philosophers")
	plain := shoot(t, trace, "--size", size)
	if img := shoot(t, trace, "--size", size); pictures.Differ(img, plain) != nil {
		t.Error("two snapshots of the same differ")
	}
	for _, wish := range [][]string{
		{"--at", "100ms"}, {"--step", "20ms"}, {"--steps", "30"}, {"--history", "100"}, {"--palette", "light"}, {"--palette", "contrast"},
		{"--palette", "cvd"}, {"--palette", "cvd-light"}, {"--scale", "1.5"},
		{"--select", "Kant"}, {"--signals", "--history", "100"},
		{"--filter", "name == \"Kant\""}, {"--filter", "name == \"Kant\"", "--hide"}, {"--select", "Kant,Marx"},
		{"--lod", "far", "--close", "Kant"}, {"--propose", "waits"}, {"--propose", "behaviour"}, {"--propose", "waits", "--fold"},
	} {
		if img := shoot(t, append([]string{trace, "--size", size}, wish...)...); pictures.Differ(img, plain) == nil {
			t.Errorf("%v changes nothing", wish)
		}
	}
	if img := shoot(t, trace); img.Rect.Dx() != 1920 || img.Rect.Dy() != 1080 {
		t.Errorf("without a size the picture is %v", img.Rect)
	}
	for _, size := range []string{"64x64", "64x1000", "2000x64"} {
		shoot(t, trace, "--size", size, "--view", "split")
	}
}

// The picture of a damaged trace says that it is one.
func TestSnapshotOfADamagedTrace(t *testing.T) {
	t.Parallel()
	trace := fixture("deadlock")
	damaged := write(t, "deadlock.tiv", append(read(t, trace), "1ms A end\n"...))
	whole := shoot(t, trace, "--size", "800x400")
	img := shoot(t, damaged, "--size", "800x400")
	top := image.Rect(300, 0, 800, 25)
	if pictures.Differ(crop(img, top), crop(whole, top)) == nil {
		t.Error("there is no note at the top")
	}
	rest := image.Rect(0, 50, 800, 400)
	if err := pictures.Differ(crop(img, rest), crop(whole, rest)); err != nil {
		t.Errorf("the good part is drawn differently: %v", err)
	}
}

// A saved workspace is drawn with its view and its notes; wishes go before it.
func TestSnapshotOfAWorkspace(t *testing.T) {
	t.Parallel()
	trace := fixture("deadlock")
	saved := func(view, more string) string {
		return write(t, "saved.json", []byte(`{"format":"tiv-workspace","version":1,"trace":{"name":"x"`+more+
			`},"view":{"kind":"interaction","moment_ns":100000000,`+
			`"step_ns":1000000,"steps":100,"history":10,"zoom":1`+view+`}}`))
	}
	const noted = `,"notes":[{"text":"here","moment_ns":100000000,"thread":"B"}]`
	size := []string{trace, "--size", "480x300"}
	shot := func(args ...string) *image.NRGBA { return shoot(t, append(size[:3:3], args...)...) }
	with, without := shot("--workspace", saved(noted, "")), shot("--workspace", saved("", ""))
	if pictures.Differ(with, without) == nil {
		t.Error("there is no note")
	}
	if err := pictures.Differ(without,
		shot("--view", "interaction", "--at", "100ms", "--step", "1ms", "--steps", "100", "--history", "10")); err != nil {
		t.Errorf("it is not the view that was saved: %v", err)
	}
	if pictures.Differ(with, shot("--workspace", saved(noted, ""), "--view", "timeline")) == nil {
		t.Error("what is wished for is not drawn")
	}
	out := filepath.Join(t.TempDir(), "x.png")
	for _, wrong := range [][2]string{{saved("", `,"sum":"other"`), "another trace"},
		{write(t, "broken.json", []byte("{")), "not a saved workspace"},
		{"nothing.json", "no such file"}, {t.TempDir(), "not a saved workspace"}} {
		r := tiv(t, "snapshot", trace, "-o", out, "--workspace", wrong[0])
		if r.exit != exitTrouble || !strings.Contains(r.errors, wrong[1]) {
			t.Errorf("%s: exit code %d, %q", wrong[0], r.exit, r.errors)
		}
	}
	if r := tiv(t, "snapshot", trace, "-o", out); r.exit != exitOK {
		t.Fatal(r.errors)
	}
	if r := tiv(t, "snapshot", out, "-o", out+"2.png", "--workspace", saved("", "")); r.exit != exitTrouble ||
		!strings.Contains(r.errors, "--workspace") {
		t.Errorf("of a picture: exit code %d, %q", r.exit, r.errors)
	}
}

// crop copies a part of a picture.
func crop(img *image.NRGBA, r image.Rectangle) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	for y := range r.Dy() {
		copy(out.Pix[y*out.Stride:][:out.Stride], img.Pix[img.PixOffset(r.Min.X, r.Min.Y+y):])
	}
	return out
}

// Times to the end of time are drawn, not waited for.
func TestSnapshotOfTheLongestTrace(t *testing.T) {
	t.Parallel()
	trace := write(t, "long.tiv", []byte("tiv-text 1\n0s A start\n0s B start\n1h A monitor-enter M\n2h B "+
		"monitor-wait M\n9223372036s A end\n"))
	for _, view := range []string{"3d", "split"} {
		shoot(t, trace, "--size", "320x240", "--view", view)
		shoot(t, trace, "--size", "320x240", "--view", view, "--at", "1ns", "--step", "1us")
	}
	for _, step := range []string{"1000000h", "2000000h"} {
		if r := tiv(t, "dump", trace, "buckets", "--step", step); r.exit != exitOK || len(r.out) > 2000 {
			t.Errorf("buckets of %s: exit code %d, %d bytes", step, r.exit, len(r.out))
		}
	}
}

// Texts grow with the size of a picture, so that 4K reads like full HD, and a picture that is
// drawn again keeps its own. --scale decides over both.
func TestSnapshotScale(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scaleOf := func(of string, args ...string) float32 {
		t.Helper()
		out := filepath.Join(dir, "out.png")
		if r := tiv(t, append([]string{"snapshot", of, "-o", out, "--force"}, args...)...); r.exit != exitOK {
			t.Fatal(r.errors)
		}
		p, err := shot.Open(out, "")
		if err != nil {
			t.Fatal(err)
		}
		return p.Scale
	}
	trace, large := fixture("deadlock"), filepath.Join(dir, "large.png")
	for _, x := range []struct {
		args []string
		want float32
	}{
		{nil, 1.5}, {[]string{"--size", "1920x1080"}, 1.5}, {[]string{"--size", "3840x2160"}, 3}, {[]string{"--size", "1080x1080"}, 1.5},
		{[]string{"--size", "1280x720"}, 1}, {[]string{"--size", "320x240"}, 1}, {[]string{"--size", "3840x2160", "--scale", "2"}, 2},
	} {
		if got := scaleOf(trace, x.args...); got != x.want {
			t.Errorf("%v: scale %v, want %v", x.args, got, x.want)
		}
	}
	if r := tiv(t, "snapshot", trace, "-o", large, "--size", "1280x720", "--scale", "2"); r.exit != exitOK {
		t.Fatal(r.errors)
	}
	if same, four := scaleOf(large), scaleOf(large, "--size", "2560x1440"); same != 2 || four != 4 {
		t.Errorf("a picture at scale 2 is drawn at %v, and in twice its size at %v", same, four)
	}
}

// A storyboard is one picture, and in a folder each of its pictures too, which opens again.
func TestStoryboard(t *testing.T) {
	t.Parallel()
	trace, dir := fixture("deadlock"), filepath.Join(t.TempDir(), "story")
	sheet := shoot(t, trace, "--storyboard", "--size", "800x600")
	if again := shoot(t, trace, "--storyboard", "--size", "800x600"); pictures.Differ(sheet, again) != nil {
		t.Error("two storyboards of the same trace differ")
	}
	for range 2 { // the second time it replaces the first
		if r := tiv(t, "snapshot", trace, "-o", dir, "--storyboard", "--size", "800x600"); r.exit != exitOK || r.out != dir+"\n" {
			t.Fatal(r.errors)
		}
	}
	if err := pictures.Differ(sheet, pixels(t, filepath.Join(dir, sheetName))); err != nil {
		t.Errorf("the sheet in the folder: %v", err)
	}
	for _, name := range []string{"1.png", "6.png"} {
		if p, err := shot.Open(filepath.Join(dir, name), ""); err != nil || p == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	foreign := write(t, "notes.txt", []byte("mine"))
	for _, wrong := range [][]string{{"--at", "1ms"}, {"--animate", "0s..1ms"}, {"-o", foreign}, {"-o", filepath.Join(dir, "a", "b")}} {
		if r := tiv(t, append([]string{"snapshot", trace, "-o", dir, "--storyboard"}, wrong...)...); r.exit != exitTrouble {
			t.Errorf("%v: exit code %d, %q", wrong, r.exit, r.errors)
		}
	}
}
