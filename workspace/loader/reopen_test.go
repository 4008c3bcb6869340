package loader

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
	"tiv/workspace/cache"
)

// quarrel is a text trace of at least a megabyte in which two threads take a
// lock from each other, and in the end wait for each other.
func quarrel() []byte {
	var b bytes.Buffer
	b.WriteString("tiv-text 1\n0s A start\n0s B start\n")
	for i := 0; b.Len() < minCachedSize; i++ {
		t := 10 * i
		fmt.Fprintf(&b, "%dus A monitor-enter M\n%dus B monitor-wait M\n%dus A monitor-exit M\n%dus B monitor-enter "+
			"M\n%dus B monitor-exit M\n",
			t, t+2, t+4, t+4, t+8)
	}
	b.WriteString("100s A monitor-enter M\n100s B monitor-enter N\n101s A monitor-wait N\n102s B monitor-wait M\n103s - gc-start\n")
	return b.Bytes()
}

// whole loads a trace and returns the final snapshot.
func whole(t *testing.T, path string, o Options) (said string, reduced bool) {
	t.Helper()
	o.Findings = true
	l, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	all, err := l.WaitFindings()
	if err != nil {
		t.Fatal(err)
	}
	tl := all.Timeline
	var out bytes.Buffer
	fmt.Fprint(&out, tl.Header, tl.Threads, tl.Monitors, tl.End, tl.GC, tl.Counts, tl.Complete, tl.Damage, tl.Err(),
		tl.Totals(), string(detect.AppendReport(nil, all.Report)))
	for _, f := range all.Report.Findings {
		out.WriteString(f.Text)
	}
	for id := range tl.Threads {
		tl.Lane(tracefeed.ThreadID(id)).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
			fmt.Fprint(&out, *s, end)
			return true
		})
	}
	said = out.String()
	reduced = l.source == nil
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	return said, reduced
}

func inCache(t *testing.T, c *cache.Cache) []cache.Entry {
	t.Helper()
	list, err := c.Entries()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tiv")
	data := quarrel()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache.New(filepath.Join(t.TempDir(), "cache"), 1<<30)
	o := Options{Memory: timeline.NewMemory(1 << 20), Cache: c}
	want, _ := whole(t, path, Options{})
	for i, reduced := range []bool{false, true, true} {
		got, was := whole(t, path, o)
		if got != want || was != reduced {
			t.Fatalf("opened for time %d: reduced before: %v; it says\n%.3000s\nnot\n%.3000s", i+1, was, got, want)
		}
	}
	list := inCache(t, c)
	if len(list) != 1 || list[0].Source() != path {
		t.Fatalf("the cache has %+v", list)
	}
	// The kept file is a trace itself.
	if got, reduced := whole(t, list[0].Path, Options{}); got != want || !reduced {
		t.Errorf("the kept file says something else")
	}
	// One that was damaged is made again.
	kept, err := os.ReadFile(list[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(list[0].Path, kept[:len(kept)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, reduced := range []bool{false, true} {
		if got, was := whole(t, path, o); got != want || was != reduced {
			t.Errorf("after damage in the cache: reduced before: %v", was)
		}
	}
	// A trace that has grown is another one.
	if err := os.WriteFile(path, append(data, "104s - gc-end\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, was := whole(t, path, o); got == want || was {
		t.Error("the trace has grown, and nobody noticed")
	}
}

// Where nothing can be kept, the trace is read each time.
func TestNoCache(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.tiv")
	if err := os.WriteFile(path, quarrel(), 0o600); err != nil {
		t.Fatal(err)
	}
	want, _ := whole(t, path, Options{})
	t.Setenv("TMPDIR", filepath.Join(dir, "nowhere"))
	for what, o := range map[string]Options{
		"the folder is a file": {Memory: timeline.NewMemory(1), Cache: cache.New(path, 1<<30)},
		"no folder":            {Memory: timeline.NewMemory(1)},
	} {
		for range 2 {
			if got, reduced := whole(t, path, o); got != want || reduced {
				t.Errorf("%s: reduced before: %v", what, reduced)
			}
		}
	}
}

// A trace that is closed before its end leaves nothing in the cache.
func TestCloseKeepsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(path, quarrel(), 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache.New(t.TempDir(), 1<<30)
	for range 5 {
		l, err := Open(path, Options{Memory: timeline.NewMemory(1), Cache: c})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	files, err := os.ReadDir(c.Dir())
	if err != nil || len(files) != len(inCache(t, c)) {
		t.Errorf("%d files are left, %v", len(files), err)
	}
}

// A trace whose file shrinks while it is open is unknown in the missing part,
// and says so.
func TestFileShrinks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(path, quarrel(), 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache.New(t.TempDir(), 1<<30)
	whole(t, path, Options{Memory: timeline.NewMemory(1), Cache: c})
	kept := inCache(t, c)[0].Path
	l, err := Open(kept, Options{Memory: timeline.NewMemory(1)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	all, err := l.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(kept, 200); err != nil {
		t.Fatal(err)
	}
	tl := all.Timeline
	if s := tl.Lane(1).StateAt(50); s != tracefeed.Unknown || tl.Err() == nil {
		t.Errorf("after its file has shrunk, a thread is %v; trouble %v", s, tl.Err())
	}
	if n := caveats.All(tl); !strings.Contains(n, "read again") {
		t.Errorf("the note is %q", n)
	}
}
