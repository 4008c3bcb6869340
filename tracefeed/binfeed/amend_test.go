package binfeed

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"tiv/tracefeed"
)

// TestAmend changes the names of a whole trace, and of one without an end.
func TestAmend(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 1)
	whole, file := s.data, open(t, s.data)
	torn := whole[:s.ends[len(s.ends)-1]+20]
	for name, raw := range map[string][]byte{"whole": whole, "torn": torn} {
		path := filepath.Join(t.TempDir(), "x.bin")
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		frame := tracefeed.Frame{Func: "amended", File: "a.c", Line: 7}
		var stack []tracefeed.FrameID
		err := Amend(path, 0, func(tables *tracefeed.Tables) {
			tables.Frames[1] = frame
			tables.Frames = append(tables.Frames, frame)
			stack = append([]tracefeed.FrameID{tracefeed.FrameID(len(tables.Frames) - 1)}, tables.Stacks[1]...)
			tables.Stacks[1] = stack
			tables.NameThread(1, tracefeed.Thread{ID: "1", Name: "amended"})
			tables.NameMonitor(1, tracefeed.Monitor{ID: "0x1", Name: "amended"})
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		after, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := open(t, after)
		if f.Complete() != (name == "whole") || len(f.Damage()) > 0 && name == "whole" {
			t.Fatalf("%s: complete %v, damage %v", name, f.Complete(), f.Damage())
		}
		tables := f.Tables()
		if tables.Frames[1] != frame || len(tables.Stacks[1]) != len(stack) || tables.Stacks[1][0] != stack[0] ||
			tables.Threads[1].Name != "amended" ||
			tables.Monitors[1].Name != "amended" {
			t.Errorf("%s: frame %v, stack %v, monitor %v", name, tables.Frames[1], tables.Stacks[1], tables.Monitors[1])
		}
		source, err := tracefeed.Open(path, []tracefeed.Format{Format()})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range tracefeed.All(source) {
			if err != nil && name == "whole" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if read := source.Tables(); read.Frames[1] != frame || read.Stacks[1][0] != stack[0] {
			t.Errorf("%s: its feed has frame %v, stack %v", name, read.Frames[1], read.Stacks[1])
		}
		source.Close()
		if len(f.Entries()) != len(file.Entries()) {
			t.Errorf("%s: %d blocks of %d", name, len(f.Entries()), len(file.Entries()))
		}
	}
}

// TestEnd writes the end of a trace that lacks it: the trace is complete then, with the same blocks. One that is
// complete, or is torn, stays as it is.
func TestEnd(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 1)
	last := s.ends[len(s.ends)-1]
	for name, raw := range map[string][]byte{"whole": s.data, "torn": s.data[:last+20], "endless": s.data[:last]} {
		path := filepath.Join(t.TempDir(), "x.bin")
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := End(path); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		after, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := open(t, after)
		if stays := bytes.Equal(after, raw); stays != (name != "endless") || f.Complete() != (name != "torn") {
			t.Errorf("%s: it stays %v, complete %v", name, stays, f.Complete())
		}
		if n := len(open(t, s.data).Entries()); len(f.Entries()) != n || name == "endless" && len(f.Damage()) > 0 {
			t.Errorf("%s: %d blocks of %d, damage %v", name, len(f.Entries()), n, f.Damage())
		}
	}
}
