package cli

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/internal/pictures"
	"tiv/report/shot"
	"tiv/tracefeed"
)

// A snapshot of a picture is the same picture, whatever it shows.
func TestPictureAgain(t *testing.T) {
	t.Parallel()
	for _, wish := range [][]string{
		{}, {"--view", "split", "--at", "100ms", "--palette", "light", "--lod", "mid"},
		{"--step", "20ms", "--steps", "30", "--history", "12", "--signals", "--in-time", "--lanes", "--select", "Kant", "--scale", "1.5"},
		{"--lod", "far", "--close", "Kant,Marx", "--filter", "blocking > 1%", "--propose", "waits", "--fold"},
		{"--layout", "ring", "--at", "120ms", "--history", "50"},
	} {
		dir := t.TempDir()
		first, second := filepath.Join(dir, "first.png"), filepath.Join(dir, "second.png")
		r := tiv(t, append([]string{"snapshot", fixture("five-philosophers"), "-o", first, "--size", "480x300"}, wish...)...)
		again := tiv(t, "snapshot", first, "-o", second)
		if r.exit != exitOK || again.exit != exitOK || again.errors != "" {
			t.Fatalf("%v: %q, again: %q", wish, r.errors, again.errors)
		}
		if !bytes.Equal(read(t, first), read(t, second)) {
			a, b := pixels(t, first), pixels(t, second)
			t.Errorf("%v: %v", wish, pictures.Differ(b, a))
		}
	}
	// A wish changes what the picture says, and nothing else.
	first := filepath.Join(t.TempDir(), "first.png")
	tiv(t, "snapshot", fixture("five-philosophers"), "-o", first, "--size", "480x300", "--view", "timeline", "--at", "100ms")
	got := shoot(t, first, "--view", "interaction")
	want := shoot(t, fixture("five-philosophers"), "--size", "480x300", "--view", "interaction", "--at", "100ms")
	if err := pictures.Differ(got, want); err != nil {
		t.Error(err)
	}
}

// What a picture shows already can be wished for again.
func TestPictureWishedAgain(t *testing.T) {
	t.Parallel()
	wish := []string{"--lod", "far", "--close", "Kant", "--filter", "blocking > 1%", "--hide", "--propose", "waits", "--fold"}
	first := filepath.Join(t.TempDir(), "first.png")
	tiv(t, append([]string{"snapshot", fixture("five-philosophers"), "-o", first, "--size", "480x300"}, wish...)...)
	if err := pictures.Differ(shoot(t, append([]string{first}, wish...)...), pixels(t, first)); err != nil {
		t.Error(err)
	}
	if err := pictures.Differ(shoot(t, first, "--hide", "--fold"), pixels(t, first)); err != nil {
		t.Error(err)
	}
}

// What a picture carries is what it was asked to show.
func TestPictureCarries(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "x.png")
	tiv(t, "snapshot", fixture("deadlock"), "-o", out, "--at", "50ms", "--step", "2ms", "--size", "320x240")
	p, err := shot.Open(out, "")
	if err != nil {
		t.Fatal(err)
	}
	trace, err := filepath.Abs(fixture("deadlock"))
	if err != nil {
		t.Fatal(err)
	}
	if p.At != trace || p.Trace.Name != "deadlock.tiv" || p.Moment != 50*tracefeed.Millisecond || p.Step != 2*tracefeed.Millisecond ||
		p.TIV != version || p.Size.X != 320 || p.Trace.Size != int64(len(read(t, trace))) {
		t.Errorf("%+v of %+v", p, p.Envelope)
	}
	out = filepath.Join(t.TempDir(), "demo.png")
	tiv(t, "snapshot", "demo:deadlock", "-o", out, "--size", "320x240")
	if p, err = shot.Open(out, ""); err != nil || p.At != "demo:deadlock" {
		t.Errorf("of a demo: %+v, %v", p, err)
	}
}

// A trace that has moved is asked for, one that has changed is warned of.
func TestPictureOfATraceThatMoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	trace, moved := filepath.Join(dir, "a.tiv"), filepath.Join(dir, "elsewhere", "b.tiv")
	data := read(t, fixture("deadlock"))
	put := func(path string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(trace, data)
	picture, out := filepath.Join(dir, "x.png"), filepath.Join(dir, "y.png")
	tiv(t, "snapshot", trace, "-o", picture, "--size", "320x240", "--at", "60ms")
	again := func(args ...string) result {
		return tiv(t, append([]string{"snapshot", picture, "-o", out}, args...)...)
	}
	if err := os.Mkdir(filepath.Dir(moved), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(trace, moved); err != nil {
		t.Fatal(err)
	}
	if r := again(); r.exit != exitTrouble || !strings.Contains(r.errors, "not found: a.tiv") ||
		!strings.Contains(r.errors, "--trace PATH") {
		t.Errorf("lost: %d, %q", r.exit, r.errors)
	}
	if r := tiv(t, picture); r.exit != exitTrouble || !strings.Contains(r.errors, "not found: a.tiv") ||
		!strings.Contains(r.errors, "--trace PATH") {
		t.Errorf("lost, in a window: %d, %q", r.exit, r.errors)
	}
	if r := again("--trace", moved); r.exit != exitOK || r.errors != "" || pictures.Differ(pixels(t, out), pixels(t, picture)) != nil {
		t.Errorf("found: %d, %q", r.exit, r.errors)
	}
	put(trace, append(data, "200ms A end\n"...))
	if r := again(); r.exit != exitOK || !strings.Contains(r.errors, "not the trace that the picture was made of") {
		t.Errorf("changed: %d, %q", r.exit, r.errors)
	}
	if r := again("--trace", filepath.Join(dir, "none")); r.exit != exitTrouble {
		t.Errorf("of no trace: %d, %q", r.exit, r.errors)
	}
	for _, window := range [][]string{{picture, "--trace", filepath.Join(dir, "none")}, {trace, "--trace", moved}, {"testdata/no.png"}} {
		if r := tiv(t, window...); r.exit != exitTrouble || strings.Count(r.errors, "\n") != 1 {
			t.Errorf("tiv %v: %d, %q", window, r.exit, r.errors)
		}
	}
}

// Pictures without a view say so.
func TestPlainPicture(t *testing.T) {
	t.Parallel()
	plain := write(t, "plain.png", read(t, filepath.Join(top, "docs", "pictures", "window.png")))
	for _, args := range [][]string{{plain}, {"snapshot", plain, "-o", plain + "2"}} {
		if r := tiv(t, args...); r.exit != exitTrouble || !strings.Contains(r.errors, "not made by TIV (no saved view in this PNG)") {
			t.Errorf("tiv %v: %d, %q", args, r.exit, r.errors)
		}
	}
}

// An animation begins with the picture of its first moment, and has as many
// frames as it should.
func TestAnimate(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "x.png")
	r := tiv(t, "snapshot", fixture("deadlock"), "-o", out, "--size", "320x240", "--animate", "20ms..60ms", "--seconds", "1.5",
		"--fps", "6", "--view", "split")
	if r.exit != exitOK || r.out != out+"\n" {
		t.Fatalf("%d, %q", r.exit, r.errors)
	}
	if err := pictures.Differ(pixels(t, out),
		shoot(t, fixture("deadlock"), "--size", "320x240", "--at", "20ms", "--view", "split")); err != nil {
		t.Error(err)
	}
	data := read(t, out)
	if at := bytes.Index(data, []byte("acTL")); at < 0 || binary.BigEndian.Uint32(data[at+4:]) != 9 ||
		bytes.Count(data, []byte("fcTL")) != 9 {
		t.Errorf("acTL at %d, %d frames", at, bytes.Count(data, []byte("fcTL")))
	}
	if p, err := shot.Open(out, ""); err != nil || p.Moment != 20*tracefeed.Millisecond {
		t.Errorf("%+v, %v", p, err)
	}
	r = tiv(t, "snapshot", fixture("deadlock"), "-o", out, "--size", "64x64", "--animate", "..", "--seconds", "0.2")
	if p, err := shot.Open(out, ""); r.exit != exitOK || err != nil || p.Moment != 0 {
		t.Errorf("of all: %q, %+v, %v", r.errors, p, err)
	}
}

func TestAnimateRefuses(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"--animate", "1s"}, `"1s": want FROM..TO`},
		{[]string{"--animate", "1x..2s"}, `invalid time "1x"`},
		{[]string{"--animate", "60ms..20ms"}, "--animate: 60 ms to 20 ms: want"},
		{[]string{"--animate", "..99h"}, "which ends at 210 ms"},
		{[]string{"--animate", "..", "--at", "1ms"}, "--at"},
		{[]string{"--animate", "..", "--seconds", "-1"}, "-1 seconds"},
		{[]string{"--animate", "..", "--fps", "NaN"}, "NaN frames"},
		{[]string{"--animate", "..", "--fps", "60", "--seconds", "600"}, "36000 frames"},
		{[]string{"--fps", "5"}, "--animate FROM..TO"},
	} {
		out := filepath.Join(t.TempDir(), "x.png")
		r := tiv(t, append([]string{"snapshot", fixture("deadlock"), "-o", out}, x.args...)...)
		if r.exit != exitTrouble || !strings.Contains(r.errors, x.want) {
			t.Errorf("%v: %d, %q, want %q", x.args, r.exit, r.errors, x.want)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v: there is a picture", x.args)
		}
	}
}
