package parts

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

func TestLaunchers(t *testing.T) {
	single := func(pid, parent int64) *trace { return &trace{place: tracefeed.Place{Process: pid}, parent: parent} }
	several := func(pid, parent int64) *trace {
		return &trace{place: tracefeed.Place{Process: pid}, parent: parent, several: true}
	}
	for name, c := range map[string]struct {
		all  []*trace
		left int
	}{
		"a shell, which starts a server":         {[]*trace{single(1, 0), several(2, 1)}, 1},
		"a shell, which becomes a server":        {[]*trace{single(1, 0), several(1, 0)}, 1},
		"a server with workers":                  {[]*trace{single(1, 0), several(2, 1), single(3, 2), single(4, 2)}, 3},
		"a program with several threads":         {[]*trace{several(1, 0), single(2, 1)}, 2},
		"make, which starts two":                 {[]*trace{single(1, 0), single(2, 1), several(3, 1)}, 3},
		"a chain of processes with one thread":   {[]*trace{single(1, 0), single(2, 1), single(3, 2)}, 3},
		"a shell, which runs one after another":  {[]*trace{single(1, 0), several(2, 1), several(3, 1)}, 3},
		"a shell and the daemon of a dead child": {[]*trace{single(1, 0), several(3, 2)}, 1},
	} {
		if got := withoutLaunchers(c.all); len(got) != c.left {
			t.Errorf("%s: %d of %d processes are left, want %d", name, len(got), len(c.all), c.left)
		}
	}
}

func TestPrologue(t *testing.T) {
	run := func(pid, start, end int64, several bool) *trace {
		return &trace{place: tracefeed.Place{Process: pid}, start: start, length: end - start, several: several}
	}
	shim := []*trace{run(1, 0, 50, false), run(2, 10, 20, false), run(3, 30, 70, false), run(1, 50, 60, false)}
	for name, c := range map[string]struct {
		all  []*trace
		left []int64
	}{
		"a wrapper that becomes a program": {append(slices.Clone(shim), run(1, 60, 99, true), run(4, 70, 80, false)),
			[]int64{3, 1, 4}},
		"a wrapper that starts a program":        {append(slices.Clone(shim), run(5, 60, 99, true)), []int64{1, 2, 3, 1, 5}},
		"a wrapper of a program with one thread": {shim, []int64{1, 2, 3, 1}},
	} {
		var left []int64
		for _, t := range withoutPrologue(c.all) {
			left = append(left, t.place.Process)
		}
		if !slices.Equal(left, c.left) {
			t.Errorf("%s: processes %d are left, want %d", name, left, c.left)
		}
	}
}

func TestTableOfProcesses(t *testing.T) {
	all := []*trace{
		{place: tracefeed.Place{Process: 7}, name: "sh", parent: 1},
		{place: tracefeed.Place{Process: 8}, name: "sh", parent: 7},
		{place: tracefeed.Place{Process: 8}, name: "cc", command: "cc -c a.c", parent: 7},
		{place: tracefeed.Place{Process: 9}, name: "cc", parent: 8, ended: true},
		{place: tracefeed.Place{Process: 9}, name: "as", parent: 7}, // the number is used again
		{place: tracefeed.Place{Process: 10}, name: "sh", parent: 7, role: "worker process"},
	}
	table := tableOf(all)
	var got []string
	for _, p := range table[1:] {
		got = append(got, p.ID+" "+p.Name+" "+p.Command+" of "+table[p.Parent].Name)
	}
	want := []string{"7 sh 7  of ", "8 cc 8 cc -c a.c of sh 7", "9 cc 9  of cc 8", "9.2 as  of sh 7", "10 sh 10: worker process  of sh 7"}
	if !slices.Equal(got, want) {
		t.Errorf("processes %q, want %q", got, want)
	}
	if all[2].process != all[1].process || all[3].process == all[4].process {
		t.Errorf("traces are of the processes %v", all)
	}
}

// TestProcessTitle reads the traces of a program with a title and of one without.
func TestProcessTitle(t *testing.T) {
	for title, want := range map[string]string{"": "app -c app.conf", "app: worker": "app: worker"} {
		path := filepath.Join(t.TempDir(), "trace.bin")
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		w, err := binfeed.NewWriter(file, binfeed.Header{PID: 7})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []binfeed.Property{{Key: "clock-start", Value: "1"}, {Key: "process", Value: "app"},
			{Key: "command", Value: "app -c app.conf"}, {Key: "title", Value: title}} {
			if err := w.Property(p.Key, p.Value); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		b, err := OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		got, err := readBin(b.Input)
		if err != nil || got.name != "app" || got.command != want {
			t.Errorf("title %q: %+v, %v", title, got, err)
		}
	}
}

// A file that is no trace of a process stays as it is.
func TestMergeLeaves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jfr")
	if err := os.WriteFile(path, []byte("FLR\x00"), 0o666); err != nil {
		t.Fatal(err)
	}
	feed, left, err := OpenProcesses([]string{path})
	if feed != nil || !slices.Equal(left, []string{path}) || err != nil {
		t.Errorf("left %v, %v", left, err)
	}
}
