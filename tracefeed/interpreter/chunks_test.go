//go:build unix

package interpreter

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// chunkTrace returns a trace.bin with an event of thread A at each even millisecond, and chunks with the
// odd ones.
func chunkTrace(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := binfeed.NewWriter(&out, binfeed.Header{Wall: 17, PID: 4})
	if err != nil {
		t.Fatal(err)
	}
	tables := tracefeed.NewTables()
	a := tables.AddThread(tracefeed.Thread{ID: "A", Name: "from the trace"})
	for at := tracefeed.Time(0); at < 10; at += 2 {
		var b block.Builder
		b.Add(&tracefeed.Event{Time: at * tracefeed.Millisecond, Thread: a}, tracefeed.Unspecified)
		page := b.Block()
		page.Start, page.End = at*tracefeed.Millisecond, at*tracefeed.Millisecond
		if err := w.Block(page, tables, 0); err != nil {
			t.Fatal(err)
		}
		next := (at + 1) * tracefeed.Millisecond
		for _, identifier := range []string{"acme", "other"} {
			if err := w.Foreign(identifier, fmt.Appendln(nil, int64(at+1)), next, next); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readChunks opens a trace.bin, and returns its times and its feed.
func readChunks(t *testing.T, files []File, in tracefeed.Input) ([]tracefeed.Time, tracefeed.Feed, error) {
	t.Helper()
	f, err := BinFormat(func(string) []File { return files }).Open(in)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	times, err := readAll(f)
	return times, f, err
}

// TestChunks merges the events of an interpreter into a trace.bin. Chunks without one, and those of a
// pipe, are counted.
func TestChunks(t *testing.T) {
	t.Parallel()
	trace := chunkTrace(t)
	c := shell(t, `echo tiv-text 1; while read at; do echo ${at}ms A region-start $TIV_WALL; done`)
	c.When = []Condition{{Chunk: "acme"}}
	c.File.Definitions = []Definition{c.Definition}
	files := []File{*c.File}
	whole := func() tracefeed.Input {
		return tracefeed.Input{Name: "t.bin", Reader: bytes.NewReader(trace), At: bytes.NewReader(trace), Size: int64(len(trace))}
	}
	ms := func(list ...tracefeed.Time) []tracefeed.Time {
		for i := range list {
			list[i] *= tracefeed.Millisecond
		}
		return list
	}
	times, f, err := readChunks(t, files, whole())
	if err != io.EOF || !slices.Equal(times, ms(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)) {
		t.Errorf("%v, %v", times, err)
	}
	tables := f.Tables()
	if len(tables.Threads) != 2 || tables.Threads[1].Name != "from the trace" || !slices.Contains(tables.Names, "17") {
		t.Errorf("%+v", tables)
	}
	note := f.Header().Note
	if !strings.Contains(note, `read by the interpreter "x"`) || !strings.Contains(note, `5 chunks of "other" have no interpreter`) ||
		strings.Contains(note, `"acme" `) {
		t.Error(note)
	}
	if h, _, ok := binfeed.Origin(f); !ok || h.PID != 4 {
		t.Errorf("%+v", h)
	}
	for _, x := range []struct {
		files []File
		in    tracefeed.Input
		want  string
	}{
		{files, tracefeed.Input{Reader: bytes.NewReader(trace)}, `5 chunks of "acme" are read from a complete file only`},
		{nil, whole(), `5 chunks of "acme" have no interpreter`},
		{[]File{{Path: "/p", Definitions: files[0].Definitions}}, whole(),
			`5 chunks of "acme" are not read, because /p is not trusted`},
		{[]File{{Path: "/p", Trusted: true, Definitions: []Definition{{Name: "x", Command: []string{"./none"}, When: c.When,
			Limits: defaults}}}}, whole(), `5 chunks of "acme" are not read: `},
	} {
		times, f, err := readChunks(t, x.files, x.in)
		if note := f.Header().Note; err != io.EOF || !slices.Equal(times, ms(0, 2, 4, 6, 8)) || !strings.Contains(note, x.want) {
			t.Errorf("%v, %v, %q, want %q", times, err, note, x.want)
		}
	}
}

// A fault of an interpreter of chunks is said, and both its earlier events and the trace are kept.
func TestChunkError(t *testing.T) {
	t.Parallel()
	trace := chunkTrace(t)
	c := shell(t, `echo tiv-text 1; echo 1ms A none; echo 3ms nonsense; sleep 1000`)
	c.When = []Condition{{Chunk: "acme"}}
	c.File.Definitions = []Definition{c.Definition}
	times, f, err := readChunks(t, []File{*c.File}, tracefeed.Input{Reader: bytes.NewReader(trace), At: bytes.NewReader(trace),
		Size: int64(len(trace))})
	if err != io.EOF || len(times) != 6 || !strings.Contains(f.Header().Note, `chunks of "acme": interpreter "x" of `) ||
		!strings.Contains(f.Header().Note, "line 3 of its output") {
		t.Errorf("%v, %v, %q", times, err, f.Header().Note)
	}
}
