package parts

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/textfeed"
)

// formats are those of the tests.
var formats = []tracefeed.Format{binfeed.Format(), gotrace.Format(), textfeed.Format()}

// write writes a file of a test.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeBin writes a trace.bin of a process, whose only thread starts at 10 ns and ends at 20 ns.
// start is that of the clock, 0 for an unknown one; wall is that of the wall clock.
func writeBin(t *testing.T, path string, pid uint32, start, wall int64) {
	t.Helper()
	writeEvents(t, path, pid, start, wall, nil, []tracefeed.Event{{Time: 10, Thread: 1, Kind: tracefeed.ThreadStart},
		{Time: 20, Thread: 1, Kind: tracefeed.ThreadEnd}})
}

// writeEvents writes a trace.bin of a process with one thread, and names from 1 on.
func writeEvents(t *testing.T, path string, pid uint32, start, wall int64, names []string, events []tracefeed.Event) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := binfeed.NewWriter(file, binfeed.Header{PID: pid, Wall: wall})
	if err != nil {
		t.Fatal(err)
	}
	if start != 0 {
		err = w.Property(binfeed.StartKey, strconv.FormatInt(start, 10))
	}
	tables := tracefeed.NewTables()
	tables.AddThread(tracefeed.Thread{ID: "1", Name: "main"})
	for _, name := range names {
		tables.AddName(name)
	}
	b := new(block.Builder)
	for i := range events {
		state := tracefeed.Running
		if events[i].Kind == tracefeed.ThreadEnd {
			state = tracefeed.NotAlive
		}
		b.Add(&events[i], state)
	}
	if err == nil {
		whole := b.Block()
		whole.End = events[len(events)-1].Time
		err = w.Block(whole, tables, 0)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// told returns the events of a list in words, and its note.
func told(t *testing.T, list string) (words, note string) {
	t.Helper()
	source, err := tracefeed.Open(list, []tracefeed.Format{Format(formats)})
	if err != nil {
		return err.Error(), ""
	}
	defer source.Close()
	var all []string
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		th := source.Tables().Threads[ev.Thread]
		all = append(all, strconv.FormatInt(int64(ev.Time), 10)+" "+th.ID+" "+ev.Kind.String())
	}
	if read := source.Read(); read != source.Size || read == 0 {
		t.Errorf("%d of %d bytes were read", read, source.Size)
	}
	return strings.Join(all, "; "), source.Header().Note
}

// TestList opens lists of traces of processes with the clock of the machine, with the wall clock,
// and with an offset.
func TestList(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	const day = 1_700_000_000_000_000_000
	writeBin(t, at("a.bin"), 40, 1000, 0)
	writeBin(t, at("b.bin"), 41, 1005, 0)
	writeBin(t, at("walled.bin"), 42, 5000, day)
	writeBin(t, at("elsewhere.bin"), 43, 700e9, day+3) // of a machine that started at another time
	writeBin(t, at("timeless.bin"), 44, 0, 0)
	write(t, at("with space.tiv"), "tiv-text 1\n1ns A start\n4ns A end\n")
	write(t, at("nothing"), "")
	write(t, at("cut.join"), "tiv-join 1\na.bin\nb.bin\n")
	for name, c := range map[string]struct{ list, want, note string }{
		"the clock of the machine": {"a.bin\nb.bin\n", "10 40/1 start; 15 41/1 start; 20 40/1 end; 25 41/1 end", ""},
		"the later one first":      {"\n# a comment\nb.bin\na.bin\n", "10 40/1 start; 15 41/1 start; 20 40/1 end; 25 41/1 end", ""},
		"the wall clock": {"walled.bin\nelsewhere.bin\n",
			"10 42/1 start; 13 43/1 start; 20 42/1 end; 23 43/1 end",
			"elsewhere.bin: its clock is compared through the wall clock"},
		"an offset": {"a.bin\n\"with space.tiv\" offset=-2ns\n",
			"1 p1/A start; 4 p1/A end; 12 40/1 start; 22 40/1 end", ""},
		"moved by hand": {"a.bin shift=+3ns\nb.bin shift=-4ns\n", "10 41/1 start; 12 40/1 start; 20 41/1 end; 22 40/1 end",
			"a.bin: moved by hand, 3 ns later; b.bin: moved by hand, 4 ns earlier"},
		"moved beside an offset": {"a.bin shift=1ns\n\"with space.tiv\" offset=-2ns shift=1ns\n",
			"1 p1/A start; 4 p1/A end; 12 40/1 start; 22 40/1 end",
			"a.bin: moved by hand, 1 ns later; with space.tiv: moved by hand, 1 ns later"},
		"moved without a clock": {"a.bin\n\"with space.tiv\" shift=-2ns\n", "1 p1/A start; 4 p1/A end; 12 40/1 start; 22 40/1 end",
			"with space.tiv: moved by hand, 2 ns earlier"},
		"no clock": {"a.bin\ntimeless.bin\n", "open trace: " + at("no clock.join") + ": line 3: timeless.bin: its clock " +
			"cannot be compared with that of a.bin; offset=TIME in the list, or --offset, says by how much it starts later", ""},
		"one": {"a.bin\n", "open trace: " + at("one.join") +
			": a list of traces needs two of them, each in a line of its own", ""},
		"missing": {"a.bin\nc.bin\n", "open trace: " + at("missing.join") + ": line 3: c.bin: no such file or directory", ""},
		"a list itself": {"a.bin\ncut.join\n", "open trace: " + at("a list itself.join") +
			": line 3: cut.join: it is a list of traces; a list cannot be in another one", ""},
		"empty": {"a.bin\nnothing\n", "open trace: " + at("empty.join") + ": line 3: nothing: byte 0: the file is empty", ""},
		"twice": {"a.bin\nb.bin offset=1ns offset=2ns\n", "open trace: " + at("twice.join") + ": line 3: offset= is given twice", ""},
		"first": {"a.bin offset=5ns\nb.bin\n", "open trace: " + at("first.join") +
			": line 2: the first trace has no offset=, because those of others count from its start; shift= moves it", ""},
		"tab": {"a.bin\nb.bin\toffset=5ns\n", "10 40/1 start; 15 41/1 start; 20 40/1 end; 25 41/1 end", ""},
		"demo": {"a.bin\ndemo:deadlock\n", "open trace: " + at("demo.join") +
			": line 3: demo:deadlock: only files can be joined, neither URLs nor demos", ""},
		"long": {"a.bin\nb.bin\n#" + strings.Repeat("x", 1<<20), "open trace: " + at("long.join") +
			": line 4: the list is longer than 1 MiB", ""},
		"a long line": {"a.bin\n#" + strings.Repeat("x", 70_000) + "\nb.bin\n",
			"10 40/1 start; 15 41/1 start; 20 40/1 end; 25 41/1 end", ""},
		"process": {"a.bin\n\"with space.tiv\" offset=-2ns process=7\n",
			"1 7/A start; 4 7/A end; 12 40/1 start; 22 40/1 end", ""},
		"contradiction": {"a.bin\nb.bin process=7\n", "open trace: " + at("contradiction.join") +
			": line 3: b.bin: process=7: the trace says that its process is 41", ""},
		"an impossible drift": {"a.bin drift=1s\nb.bin\n", "open trace: " + at("an impossible drift.join") +
			": line 2: a drift of 1000000000 parts per billion: want at most 10000000", ""},
		"a wrong share": {"a.bin symmetry=0.9\nb.bin\n", "open trace: " + at("a wrong share.join") +
			": line 2: symmetry=0.9: want a whole number and %", ""},
		"an assumption of one": {"a.bin\nb.bin symmetry=95%\n", "open trace: " + at("an assumption of one.join") +
			": line 3: drift=, delay= and symmetry= are about all clocks: they belong to the first trace", ""},
		"nonsense": {"a.bin\nb.bin offsett=3ms\n", "open trace: " + at("nonsense.join") + ": line 3: \"offsett=3ms\": want " +
			"offset=TIME, shift=TIME, process=NUMBER, name=NAME, or one of drift=, delay= and symmetry=; " +
			"a path with spaces is in quotes", ""},
	} {
		write(t, at(name+".join"), "tiv-join 1\n"+c.list)
		got, note := told(t, at(name+".join"))
		if c.want == "" && !strings.HasPrefix(got, "open trace: ") || c.want != "" && (got != c.want || note != c.note) {
			t.Errorf("%s: %s (%q), want %s (%q)", name, got, note, c.want, c.note)
		}
	}
}

// TestLinkedList opens a list through links, to the list and to its folder: its parts are beside the
// list. Those of a list in a pipe are in the working directory.
func TestLinkedList(t *testing.T) {
	t.Parallel()
	dir, elsewhere := t.TempDir(), t.TempDir()
	writeBin(t, filepath.Join(dir, "a.bin"), 40, 1000, 0)
	writeBin(t, filepath.Join(dir, "b.bin"), 41, 1005, 0)
	write(t, filepath.Join(dir, "x.join"), "tiv-join 1\na.bin\nb.bin\n")
	link, folder := filepath.Join(elsewhere, "link.join"), filepath.Join(elsewhere, "folder")
	for to, from := range map[string]string{filepath.Join(dir, "x.join"): link, dir: folder} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range []string{link, filepath.Join(folder, "x.join")} {
		if got, _ := told(t, list); got != "10 40/1 start; 15 41/1 start; 20 40/1 end; 25 41/1 end" {
			t.Errorf("%s: %s", list, got)
		}
	}
	piped, err := parse(tracefeed.Input{Name: "/dev/fd/99", Stream: true, Reader: strings.NewReader("tiv-join 1\na\nb\n")})
	if err != nil || piped[0].Path != "a" {
		t.Errorf("parts %+v of a list in a pipe, %v", piped, err)
	}
}

// TestAppend writes a list and reads it again.
func TestAppend(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	list := []Part{{Path: filepath.Join(folder, "a.bin")}, {Path: filepath.Join(folder, `odd "name".bin`)}, {Path: "/elsewhere/b.bin"},
		{Path: filepath.Join(folder, "sub", "#c")}}
	text := Append(nil, folder, list)
	want := "tiv-join 1\na.bin\n\"odd \\\"name\\\".bin\"\n/elsewhere/b.bin\nsub/#c\n"
	if string(text) != want {
		t.Errorf("the list is %q, want %q", text, want)
	}
	got, err := parse(tracefeed.Input{Name: filepath.Join(folder, "x.join"), Reader: strings.NewReader(string(text))})
	for i := range got {
		got[i].line = 0
	}
	if err != nil || !slices.Equal(got, list) {
		t.Errorf("%+v, %v, want %+v", got, err, list)
	}
}

// FuzzParse checks that a list that parses can be written and parsed again.
func FuzzParse(f *testing.F) {
	f.Add("tiv-join 1\na.bin\n\"b c\" offset=-3ms process=7\n# comment\n")
	f.Add("tiv-join 1\n\"a\nb\n")
	f.Add("tiv-join 1\na shift=-3ms name=x\nb offset=0s process=7 shift=+1ns\n")
	f.Add("tiv-join 1\na drift=50us delay=10us symmetry=95%\nb\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parse(tracefeed.Input{Name: "/x/list", Reader: strings.NewReader(text)})
		if err != nil {
			return
		}
		for i := range list {
			list[i].line = 0
		}
		again, err := parse(tracefeed.Input{Name: "/x/list", Reader: strings.NewReader(string(Append(nil, "/x", list)))})
		for i := range again {
			again[i].line = 0
		}
		if err != nil || !slices.Equal(again, list) {
			t.Errorf("%q: %+v became %+v, %v", text, list, again, err)
		}
	})
}
