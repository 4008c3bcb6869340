package session

import (
	"os"
	"path/filepath"
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
		if got := PictureName(x.trace, x.moments...); got != x.want {
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
		if got := ResolvePath(s, "/d", ".png"); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// A report is called after all of its trace's name.
func TestReportName(t *testing.T) {
	for trace, want := range map[string]string{"trace.out": "trace.out.report.html", "demo:deadlock": "demo-deadlock.report.html"} {
		if got := ReportName(trace); got != want {
			t.Errorf("%q: %q, want %q", trace, got, want)
		}
	}
	if got := ResolvePath("a.png", "/d", ".html"); got != "/d/a.png.html" {
		t.Error(got)
	}
}
