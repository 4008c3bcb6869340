package record

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// itemsIn are the items in a trace, by who took them, in the form of testdata/items; and how
// often a goroutine found none.
func itemsIn(t *testing.T, path string) (taken []string, none int) {
	t.Helper()
	src, err := tracefeed.Open(path, []tracefeed.Format{gotrace.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	type place struct{ channel, number int64 }
	puts, by := map[tracefeed.ThreadID]int{}, map[place]string{}
	var takes []tracefeed.Event
	for ev, err := range tracefeed.All(src) {
		if err != nil {
			t.Fatal(err)
		}
		at := place{ev.Object, ev.Value}
		switch {
		case ev.Kind == tracefeed.Put:
			puts[ev.Thread]++
			if by[at] != "" {
				t.Errorf("item %d is put twice", at)
			}
			by[at] = fmt.Sprint(src.Tables().Threads[ev.Thread].ID, " ", puts[ev.Thread])
		case ev.Kind == tracefeed.Take && ev.Value == 0:
			none++
		case ev.Kind == tracefeed.Take:
			takes = append(takes, *ev)
		}
	}
	for _, ev := range takes {
		taken = append(taken, src.Tables().Threads[ev.Thread].ID+" "+by[place{ev.Object, ev.Value}])
	}
	return taken, none
}

// noFunctions chooses no functions.
type noFunctions struct{}

func (noFunctions) MayChoose(string, bool) bool { return false }
func (noFunctions) Objects() []string           { return nil }
func (noFunctions) JavaMethods() []string       { return nil }
func (noFunctions) Choose(names []string, _ string, _ func(string) []string) []bool {
	return make([]bool, len(names))
}

// The items that goroutines put into channels and take, in every way, are those of the program.
func TestItems(t *testing.T) {
	for what, o := range map[string]Options{
		"plain":         {Command: words("go run ./items")},
		"race detector": {Command: words("go run -race ./items")},
		"one processor": {Command: words("go run ./items"), Env: append(os.Environ(), "GOMAXPROCS=1")},
	} {
		o.Tasks = noFunctions{}
		r := recordWith(t, o)
		got, none := itemsIn(t, r.path)
		want := strings.Split(strings.TrimSpace(r.stdout), "\n")
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) || len(want) != 1800 || none < 100 {
			t.Errorf("%s: %d items taken, %d of the program; %d times none", what, len(got), len(want), none)
		}
	}
}

// A program that is built with --tasks, and not recorded, has them in the traces that it starts
// itself, as for tiv attach. Items from before such a trace are of nobody.
func TestItemsOfOwnTraces(t *testing.T) {
	dir := t.TempDir()
	program, path := filepath.Join(dir, "items"), filepath.Join(dir, "own.trace")
	recordWith(t, Options{Command: []string{"go", "build", "-o", program, "./items"}, Tasks: noFunctions{}})
	cmd := exec.Command(program, path)
	cmd.Env = append(os.Environ(), "TIV_TRACE=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got, _ := itemsIn(t, path)
	want := strings.Split(strings.TrimSpace(string(out)), "\n")
	early := 0
	for i, line := range want {
		if words := strings.Fields(line); words[1] == "1" { // the main goroutine
			want[i] = words[0] + " "
			early++
		}
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) || early != 3 || len(want) != 1803 {
		t.Errorf("%d items taken, %d of the program, %d from before the trace", len(got), len(want), early)
	}
}
