package loader_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/cache"
	"tiv/workspace/loader"
)

// ownInterpreter makes an interpreter of *.times files, whose lines are times of events, the user's own.
func ownInterpreter(t *testing.T) {
	t.Helper()
	config := t.TempDir()
	t.Setenv("TIV_CONFIG", config)
	const text = `{"interpreters": [{"name": "times", "command": ["sh", "-c",
		"echo tiv-text 1; while read at; do echo ${at}ms A none; done"],
		"when": [{"file": "*.times"}, {"pattern": "^1\n2\n"}]}]}`
	if err := os.WriteFile(filepath.Join(config, "interpreters.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// reaches waits until the loader shows a time.
func reaches(t *testing.T, l *loader.Loader, at tracefeed.Time) {
	t.Helper()
	for now := l.Current(); now == nil || now.Timeline.End < at; now = l.Current() {
		time.Sleep(10 * time.Millisecond)
	}
}

// TestForeignFile follows a file that grows through an interpreter.
func TestForeignFile(t *testing.T) {
	ownInterpreter(t)
	path := filepath.Join(t.TempDir(), "a.times")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for at := 1; at < 50; at++ { // the format is known by more bytes than a line
		fmt.Fprintln(f, at)
	}
	l, err := loader.Open(path, loader.Options{Findings: true, Follow: true, Notify: func() {}})
	if err != nil {
		t.Fatal(err)
	}
	for at := 50; at < 53; at++ {
		fmt.Fprintln(f, at)
		reaches(t, l, tracefeed.Time(at)*tracefeed.Millisecond)
		if !l.Current().Growing {
			t.Error("it does not grow")
		}
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// TestForeignStream shows a stream as it grows through an interpreter, and its end.
func TestForeignStream(t *testing.T) {
	ownInterpreter(t)
	r, w := io.Pipe()
	l := opened(r)
	defer l.Close()
	for at := 1; at < 50; at++ { // the first bytes choose the interpreter
		fmt.Fprintln(w, at)
	}
	for at := 50; at < 53; at++ {
		fmt.Fprintln(w, at)
		reaches(t, l, tracefeed.Time(at)*tracefeed.Millisecond)
	}
	w.Close()
	all, err := l.Wait()
	if err != nil || all.Timeline.Counts.Events != 52 || !all.Timeline.Complete || all.Timeline.Damage != nil {
		t.Errorf("%v, %+v", err, all)
	}
}

// A trace of an interpreter is not cached, however large: the interpreter can change.
func TestForeignNotCached(t *testing.T) {
	ownInterpreter(t)
	path := filepath.Join(t.TempDir(), "a.times")
	var text []byte
	for at := range 200_000 {
		text = fmt.Appendln(text, at)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache.New(t.TempDir(), 1<<30)
	l, err := loader.Open(path, loader.Options{Memory: timeline.NewMemory(1 << 30), Cache: c})
	if err != nil {
		t.Fatal(err)
	}
	all, err := l.Wait()
	if err != nil || all.Timeline.Counts.Events != 200_000 {
		t.Error(err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if list, err := c.Entries(); err != nil || len(list) > 0 {
		t.Errorf("%v, %v", list, err)
	}
}
