package binfeed

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tiv/block"
	"tiv/internal/oracle"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/textfeed"
)

// dump writes the contents of a file in the form of testdata/read.py.
func dump(t *testing.T, f *File) string {
	t.Helper()
	var out strings.Builder
	h := f.Header()
	fmt.Fprintln(&out, "header", digit(h.Sched), digit(h.Reduced), h.Wall, fmt.Sprintf("%x", h.ID), h.PID, int64(h.Slack))
	for i, e := range f.Entries() {
		b, err := f.Block(i, block.All, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&out, "block", int64(b.Start), int64(b.End), digit(b.Restart), len(b.Codes), e.Weight)
		dumpBlock(&out, b)
	}
	for i := range f.Tiles() {
		tile, err := f.Tile(i)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(&out, "tile ", tile.Level, " ", tile.First)
		for _, edge := range tile.Edges {
			fmt.Fprint(&out, " ", int64(edge))
		}
		fmt.Fprintln(&out)
		for i, s := range tile.Times {
			fmt.Fprintln(&out, "sum", tile.Threads[i/(len(tile.Edges)-1)], int64(s[0]), int64(s[1]), int64(s[2]), int64(s[3]),
				int64(s[4]), int64(s[5]))
		}
	}
	dumpTables(&out, f.Tables())
	for _, p := range f.names.properties {
		fmt.Fprintln(&out, "property", escape(p.Key), escape(p.Value))
	}
	if model, err := f.Model(); err != nil {
		t.Fatal(err)
	} else if f.model != nil {
		fmt.Fprintln(&out, "model", escape(string(model)))
	}
	return out.String()
}

func dumpBlock(out io.Writer, b *block.Block) {
	for _, c := range b.OpenSpans {
		fmt.Fprintln(out, "carry", c.Thread, uint8(c.State), uint8(c.Cause), digit(c.Shared), digit(c.Forever), int64(c.Start),
			c.Monitor, c.Other, c.Stack)
	}
	for _, h := range b.Holds {
		fmt.Fprintln(out, "hold", h.Monitor, h.Thread, h.Count, digit(h.Shared))
	}
	for g := range b.Groups {
		var ev tracefeed.Event
		for c := b.Events(g); ; {
			state, ok := c.Next(&ev)
			if !ok {
				break
			}
			fmt.Fprintln(out, "event", int64(ev.Time), ev.Thread, uint8(ev.Kind), uint8(state), uint8(ev.Cause),
				digit(ev.Shared), digit(ev.Forever),
				ev.Monitor, ev.Other, ev.Stack, ev.CPU, ev.Name, ev.Object, ev.Value)
		}
	}
}

func dumpTables(out io.Writer, tables *tracefeed.Tables) {
	for i, th := range tables.Threads[1:] {
		fmt.Fprintln(out, "thread", i+1, digit(th.System), escape(th.ID), escape(th.Name))
	}
	for i, m := range tables.Monitors[1:] {
		fmt.Fprintln(out, "monitor", i+1, escape(m.ID), escape(m.Name))
	}
	for i, f := range tables.Frames[1:] {
		fmt.Fprintln(out, "frame", i+1, uint32(f.Line), escape(f.Func), escape(f.File))
	}
	for i, frames := range tables.Stacks[1:] {
		fmt.Fprint(out, "stack ", i+1)
		for _, f := range frames {
			fmt.Fprint(out, " ", f)
		}
		fmt.Fprintln(out)
	}
	for i, name := range tables.Names[1:] {
		fmt.Fprintln(out, "name", i+1, escape(name))
	}
	for i, is := range tables.Types[min(1, len(tables.Types)):] {
		fmt.Fprint(out, "type ", i+1, " ", is.Name)
		for _, super := range is.Supertypes {
			fmt.Fprint(out, " ", super)
		}
		fmt.Fprintln(out)
	}
}

func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func escape(s string) string {
	if s == "" {
		return "-"
	}
	var out strings.Builder
	for _, b := range []byte(s) {
		if b > 32 && b < 127 && b != '\\' {
			out.WriteByte(b)
		} else {
			fmt.Fprintf(&out, "\\x%02x", b)
		}
	}
	return out.String()
}

// readPython returns the output of testdata/read.py for a file.
func readPython(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trace.bin")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", "testdata/read.py", path)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("python3: %v\n%s", err, &complaint)
	}
	return string(out)
}

// checkPython reports where the independent reader and this one differ.
func checkPython(t *testing.T, data []byte) {
	t.Helper()
	got, want := readPython(t, data), dump(t, open(t, data))
	if got == want {
		return
	}
	theirs, ours := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(theirs), len(ours)) {
		if theirs[i] != ours[i] {
			t.Fatalf("line %d: Python says\n%s\nand Go\n%s", i+1, theirs[i], ours[i])
		}
	}
	t.Fatalf("Python says %d lines, Go %d", len(theirs), len(ours))
}

func TestPythonReadsRandomFiles(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 5))
		checkPython(t, randomSample(t, rng, 1+rng.IntN(4), []int{5, 60, 2000}[rng.IntN(3)]).data)
		trace := oracle.Random(rng, oracle.Small(rng))
		checkPython(t, writeTrace(t, Header{Sched: trace.Header.Sched}, trace.Feed(), 30))
	}
}

func TestPythonReadsRealTraces(t *testing.T) {
	t.Parallel()
	texts, _ := filepath.Glob("../textfeed/testdata/*.tiv")
	traces, _ := filepath.Glob("../gotrace/testdata/*.trace")
	if len(texts) == 0 || len(traces) == 0 {
		t.Fatal("there are no traces")
	}
	for _, path := range append(texts, traces...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		format := gotrace.Format()
		if strings.HasSuffix(path, ".tiv") {
			format = textfeed.Format()
		}
		feed, err := format.Open(tracefeed.Input{Reader: bytes.NewReader(data)})
		if err != nil {
			t.Fatal(err)
		}
		data = writeTrace(t, Header{Sched: feed.Header().Sched}, feed, 64<<10)
		feed.Close()
		checkPython(t, data)
	}
}

func TestPythonTellsOfDamage(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 11)
	c := cut(t, s.data)
	c.chunks[2] = append([]byte("garbage"), c.chunks[2]...)
	got := readPython(t, c.join())
	want := dump(t, open(t, s.data))
	kept := ""
	for line := range strings.Lines(got) {
		if !strings.HasPrefix(line, "damage ") {
			kept += line
		}
	}
	if kept != want || got == want {
		t.Errorf("it says\n%s, want\n%s", got, want)
	}
}
