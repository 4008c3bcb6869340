package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every writer can write to standard output, which then has nothing else.
func TestWriteToStandardOutput(t *testing.T) {
	writerFiles(t)
	for name, w := range writers {
		to := w.target()
		file := tiv(t, append(w.words, "-o", to)...)
		r := tiv(t, append(w.words, "-o", "-")...)
		if file.exit != exitOK || r.exit != exitOK || !strings.HasPrefix(r.out, w.own[:8]) {
			t.Errorf("%s: exit codes %d and %d, %q, %.20q", name, file.exit, r.exit, r.errors, r.out)
		}
		if _, err := os.Stat("-"); err == nil {
			t.Fatalf("%s has written a file named -", name)
		}
		os.Remove(to)
	}
	if r := tiv(t, "record", "--no-open", "-o", "-", "--", "go", "run", "."); r.exit != exitTrouble ||
		!strings.Contains(r.errors, "needs a file") {
		t.Errorf("record: %+v", r)
	}
	if r := tiv(t, "convert", "a.tiv", "-o", "-", "--format", "text", "--verify"); r.exit != exitTrouble || r.out != "" {
		t.Errorf("text cannot be verified where it was streamed to: %+v", r)
	}
	if r := tiv(t, "convert", "a.tiv", "-o", "-", "--verify"); r.exit != exitOK || r.out == "" {
		t.Errorf("a trace.bin is verified before it is streamed: %d, %q", r.exit, r.errors)
	}
}

// Standard output can be a source, too.
func TestStandardOutputIsNoSource(t *testing.T) {
	writerFiles(t)
	for name, w := range writers {
		for _, source := range w.sources {
			before := string(read(t, source))
			out, err := os.OpenFile(source, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			r := run(t, invocation{args: append(w.words, "-o", "-"), out: out})
			out.Close()
			if r.exit != exitTrouble || !strings.Contains(r.errors, "standard output: is the ") || string(read(t, source)) != before {
				t.Errorf("%s appended to %s: exit code %d, %q", name, source, r.exit, r.errors)
			}
		}
	}
}

// The name of a picture says its format, or the command refuses it.
func TestPictureFormats(t *testing.T) {
	writerFiles(t)
	animation := []string{"--animate", "..", "--seconds", "0.2"}
	for _, x := range []struct {
		to    string
		flags []string
		want  string // in the message; "" if it is written
	}{
		{"x.png", nil, ""}, {"X.PNG", nil, ""}, {"x.png", animation, ""}, {"x.apng", animation, ""},
		{"x.apng", nil, "--animate"}, {"x.jpg", nil, `".jpg"; known: .png`}, {"x.gif", animation, ""},
		{"x.gif", nil, "--animate"}, {"x", nil, "*.png"},
	} {
		r := tiv(t, append([]string{"snapshot", "a.tiv", "--size", "64x64", "-o", x.to}, x.flags...)...)
		_, err := os.Stat(x.to)
		if written := err == nil; written != (x.want == "") || (r.exit == exitOK) != written || !strings.Contains(r.errors, x.want) {
			t.Errorf("%s %v: exit code %d, %q, written: %v", x.to, x.flags, r.exit, r.errors, written)
		}
		os.Remove(x.to)
	}
}

// The folder of a target is looked for before the trace is read.
func TestTargetFolder(t *testing.T) {
	writerFiles(t)
	for name, w := range writers {
		to := filepath.Join("nowhere", w.target())
		r := tiv(t, append(w.words, "-o", to)...)
		if want := "tiv: " + w.words[0] + ": " + to + ": no such directory\n"; r.exit != exitTrouble || r.errors != want {
			t.Errorf("%s: exit code %d, %q, want %q", name, r.exit, r.errors, want)
		}
	}
}
