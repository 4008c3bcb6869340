package ui

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/tracefeed"
)

func TestPictureName(t *testing.T) {
	for _, x := range []struct {
		trace   string
		moments []tracefeed.Time
		want    string
	}{
		{"hang.trace", []tracefeed.Time{1500 * tracefeed.Millisecond}, "hang-1.5s.png"},
		{"a b.tiv", []tracefeed.Time{7 * tracefeed.Microsecond}, "ab-7us.png"},
		{"demo:deadlock", []tracefeed.Time{0, tracefeed.Second}, "demo-deadlock-0ns-1s.png"},
		{"..\x00/x", nil, "..--x.png"},
	} {
		if got := pictureName(x.trace, x.moments...); got != x.want {
			t.Errorf("%q at %v: %q, want %q", x.trace, x.moments, got, x.want)
		}
	}
}

func TestUnused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	for _, want := range []string{"a.png", "a-2.png", "a-3.png"} {
		got := unusedPath(path)
		if filepath.Base(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
		if err := os.WriteFile(got, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Pictures go beside the trace, else where pictures are, else home, else
// anywhere.
func TestPictureFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_PICTURES_DIR", "")
	trace := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(trace, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := pictureFolder(trace); got != filepath.Dir(trace) {
		t.Errorf("of a file: %s", got)
	}
	work := t.TempDir()
	t.Chdir(work)
	if got := pictureFolder("demo:deadlock"); got != work {
		t.Errorf("of a demo: %s", got)
	}
	pictures := filepath.Join(home, "Pictures")
	if err := os.Mkdir(pictures, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"demo:deadlock", "/dev/null", filepath.Dir(trace)} {
		if got := pictureFolder(name); got != pictures {
			t.Errorf("of %s: %s", name, got)
		}
	}
	t.Setenv("HOME", "/none")
	if got := pictureFolder("demo:deadlock"); got != work {
		t.Errorf("without a home: %s", got)
	}
}

func TestTypedPath(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	for s, want := range map[string]string{
		"": "", " a ": "/d/a.png", "a.PNG": "/d/a.PNG", "~/x.png": "/home/me/x.png", "~x": "/d/~x.png", "a.b": "/d/a.b.png",
		"/p/q.png": "/p/q.png",
		"../e/f":   "/e/f.png",
	} {
		if got := resolvePath(s, "/d", ".png"); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// A report is called after all of its trace's name.
func TestReportName(t *testing.T) {
	for trace, want := range map[string]string{"trace.out": "trace.out.report.html", "demo:deadlock": "demo-deadlock.report.html"} {
		if got := reportName(trace); got != want {
			t.Errorf("%q: %q, want %q", trace, got, want)
		}
	}
	if got := resolvePath("a.png", "/d", ".html"); got != "/d/a.png.html" {
		t.Error(got)
	}
}

// Where nothing can be copied to, that is said, and nothing breaks.
func TestCopyWithoutDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if err := copyPNG([]byte("picture")); err == nil || !strings.Contains(err.Error(), "there is no clipboard") ||
		strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	if err := copyPNG(make([]byte, maxCopied+1)); err == nil || !strings.Contains(err.Error(), "15 MB") {
		t.Errorf("a large one: %v", err)
	}
}

// The ends of an interval are short, can be parsed, and are exact to a thousandth
// of it.
func TestReadable(t *testing.T) {
	for _, x := range []struct {
		time, length tracefeed.Time
		want         string
	}{
		{0, 7, "0 s"}, {1503291777, 1, "1.503291777 s"}, {1503291777, tracefeed.Second, "1.503 s"},
		{408836160, 306 * tracefeed.Millisecond, "408.8 ms"},
		{100 * tracefeed.Millisecond, 100 * tracefeed.Millisecond, "100 ms"}, {7, 7, "7 ns"}, {1500, 1500, "1.5 us"},
		{90 * tracefeed.Second, 90 * tracefeed.Second, "90 s"}, {math.MaxInt64, 1, "9223372036.854775807 s"},
		{2005900000, 2005900000, "2.006 s"},
	} {
		got := readable(x.time, x.length)
		back, err := tracefeed.ParseTime(strings.ReplaceAll(got, " ", ""))
		if lost := max(x.time-back, back-x.time); got != x.want || lost > x.length/1000 || err != nil {
			t.Errorf("%d of %d: %q is %d, %v; want %q", x.time, x.length, got, back, err, x.want)
		}
	}
}
