package shot

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tiv/workspace/saved"
)

func put(t *testing.T, data string, words ...string) string {
	t.Helper()
	path := filepath.Join(words...)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A trace is found wherever it may have gone with its picture, the right one
// before another of its name.
func TestFind(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name    string
		move    func(dir string) (picture string)
		want    string
		differs bool
	}{
		{"nothing has moved", func(d string) string { return d + "/pictures/p.png" }, "traces/a.trace", false},
		{"the picture has", func(d string) string { return d + "/elsewhere/p.png" }, "traces/a.trace", false},
		{"both have", func(d string) string {
			os.MkdirAll(d+"/new/pictures", 0o700)
			os.Rename(d+"/traces", d+"/new/traces")
			return d + "/new/pictures/p.png"
		}, "new/traces/a.trace", false},
		{"both into one folder", func(d string) string {
			os.Rename(d+"/traces", d+"/mail")
			return d + "/mail/p.png"
		}, "mail/a.trace", false},
		{"the trace is another", func(d string) string {
			os.WriteFile(d+"/traces/a.trace", []byte("another"), 0o600)
			return d + "/pictures/p.png"
		}, "traces/a.trace", true},
		{"another in its place, itself beside the picture", func(d string) string {
			os.WriteFile(d+"/traces/a.trace", []byte("another"), 0o600)
			os.WriteFile(d+"/pictures/a.trace", []byte("events"), 0o600)
			return d + "/pictures/p.png"
		}, "pictures/a.trace", false},
		{"a folder in its place", func(d string) string {
			os.Remove(d + "/traces/a.trace")
			os.Mkdir(d+"/traces/a.trace", 0o700)
			return d + "/pictures/p.png"
		}, "", false},
		{"it is gone", func(d string) string {
			os.Remove(d + "/traces/a.trace")
			return d + "/pictures/p.png"
		}, "", false},
	} {
		dir := t.TempDir()
		path := put(t, "events", dir, "traces", "a.trace")
		if err := os.Mkdir(filepath.Join(dir, "pictures"), 0o700); err != nil {
			t.Fatal(err)
		}
		trace := TraceAt(path, filepath.Join(dir, "pictures", "p.png"))
		if trace.Name != "a.trace" || trace.Path != path || trace.Relative != "../traces/a.trace" || trace.Size != 6 ||
			len(trace.Sum) != 32 {
			t.Fatalf("%+v", trace)
		}
		got, differs, err := trace.find(x.move(dir))
		want := filepath.Join(dir, x.want)
		if x.want == "" {
			if !errors.Is(err, ErrLost) {
				t.Errorf("%s: %q, %v", x.name, got, err)
			}
			continue
		}
		if err != nil || got != want || differs != x.differs || trace.is(got) == differs {
			t.Errorf("%s: %q, %v, %v; want %q, %v", x.name, got, differs, err, want, x.differs)
		}
	}
}

// A trace that is no file is found by its word.
func TestFindWord(t *testing.T) {
	t.Parallel()
	trace := TraceAt("demo:deadlock", "/tmp/p.png")
	if got, differs, err := trace.find("/elsewhere/p.png"); got != "demo:deadlock" || differs || err != nil {
		t.Errorf("%q, %v, %v", got, differs, err)
	}
	if !trace.is("demo:deadlock") {
		t.Error("it is another")
	}
}

// A trace from standard input or the network is lost, and nothing is read.
func TestFindPassed(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"-", "http://host/trace", "https://host/trace"} {
		trace := TraceAt(word, "/tmp/p.png")
		if got, _, err := trace.find("/elsewhere/p.png"); !errors.Is(err, ErrLost) || got != "" {
			t.Errorf("%s: %q, %v", word, got, err)
		}
	}
}

// A relative path is the trace's, from wherever the picture is opened.
func TestTraceAtRelative(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	put(t, "events", "a.trace")
	trace := TraceAt("a.trace", "p.png")
	if trace.Path != filepath.Join(dir, "a.trace") || trace.Relative != "a.trace" {
		t.Errorf("%+v", trace)
	}
}

// Pictures of others may name anything; a pipe is not waited for.
func TestFindStrange(t *testing.T) {
	t.Parallel()
	for _, path := range []string{os.DevNull, "/dev/stdin", t.TempDir(), "/no/such", "\x00"} {
		trace := Trace{Identity: saved.Identity{Name: "x", Sum: "ab"}, Path: path, Relative: "../../../../../../dev/null"}
		if got, _, err := trace.find(filepath.Join(t.TempDir(), "p.png")); !errors.Is(err, ErrLost) {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}
