package recorded_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tiv/internal/recorded"
	"tiv/record"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// truth is the work for a number in a trace of record/testdata/served.
type truth struct {
	thread   tracefeed.ThreadID
	from, to tracefeed.Time
}

// truths reads the regions whose names are numbers.
func truths(t *testing.T, trace string) map[string][]truth {
	t.Helper()
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	all, open := map[string][]truth{}, map[tracefeed.ThreadID]tracefeed.Time{}
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		name := source.Tables().Names[ev.Name]
		if _, err := strconv.Atoi(name); err != nil {
			continue
		}
		switch ev.Kind {
		case tracefeed.RegionStart:
			open[ev.Thread] = ev.Time
		case tracefeed.RegionEnd:
			all[name] = append(all[name], truth{ev.Thread, open[ev.Thread], ev.Time})
		}
	}
	return all
}

// served returns the time of the truth that is charged rightly, wrongly, and not at all; the
// time in which workers of pools wait for work and are charged for it; and the numbers of tasks by
// type.
func served(t *testing.T, trace string, tl *timeline.Timeline, index *task.Index) (right, wrong, none, idle tracefeed.Time,
	types map[string]int) {
	t.Helper()
	types = map[string]int{}
	for i := range index.Tasks {
		types[index.Tasks[i].Type]++
	}
	whose, numbers := map[string]int{}, truths(t, trace)
	outermost := func(i int32) int {
		of := int(i)
		for index.Tasks[of].Around >= 0 {
			of = index.Tasks[of].Around
		}
		return of
	}
	// The goroutine that serves a request works for it from the first region of its number.
	for number, list := range numbers {
		first := list[0]
		for _, x := range list {
			if x.from < first.from {
				first = x
			}
		}
		for _, w := range index.Work(first.thread) {
			if w.Start <= first.from && first.from < w.End {
				whose[number] = outermost(w.Task)
			}
		}
	}
	taken := map[int]bool{}
	for number, of := range whose {
		if taken[of] || !strings.HasPrefix(index.Tasks[of].Type, "GET /pay") {
			t.Errorf("request %s is %d, %s", number, of, index.Tasks[of].Type)
		}
		taken[of] = true
	}
	for number, list := range numbers {
		for _, x := range list {
			rest := x.to - x.from
			for _, w := range index.Work(x.thread) {
				d := max(0, min(w.End, x.to)-max(w.Start, x.from))
				if rest -= d; d > 0 && outermost(w.Task) == whose[number] {
					right += d
				} else {
					wrong += d
				}
			}
			none += rest
		}
	}
	for id := range tracefeed.ThreadID(len(tl.Threads)) {
		if strings.Contains(tl.Threads[id].Name, ".pool.") {
			for _, w := range index.Work(id) {
				idle += tl.Lane(id).Sum(w.Start, w.End)[tracefeed.Suspended]
			}
		}
	}
	for _, list := range numbers {
		for _, x := range list {
			if strings.Contains(tl.Threads[x.thread].Name, ".pool.") {
				idle -= tl.Lane(x.thread).Sum(x.from, x.to)[tracefeed.Suspended]
			}
		}
	}
	if len(whose) != 400 {
		t.Errorf("%d requests", len(whose))
	}
	return right, wrong, none, idle, types
}

// TestGoTasks records a server whose requests pass through two pools of workers, and compares the
// tasks with what the program says about itself.
func TestGoTasks(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "x.trace")
	var out strings.Builder
	definitions := definition.BuiltIn()
	r, err := record.Run(context.Background(), record.Options{Command: []string{"go", "run", "./served"}, Tasks: definitions,
		Dir: "../../record/testdata", Out: trace, Stdout: &out, Stderr: &out})
	if err != nil || r.ExitCode != 0 {
		t.Fatalf("%v, exit code %d: %s", err, r.ExitCode, out.String())
	}
	tl, _, err := recorded.Find(t.Context(), trace)
	if err != nil {
		t.Fatal(err)
	}
	index, err := task.Build(t.Context(), tl, task.Options{Definitions: definitions})
	if err != nil {
		t.Fatal(err)
	}
	right, wrong, none, idle, types := served(t, trace, tl, index)
	t.Logf("right %v, wrong %v, none %v, idle %v; %v; %+v", right, wrong, none, idle, types, index.Counts)
	if wrong > 0 || right < 99*(right+none)/100 || idle > right/20 {
		t.Error("not all of it is right")
	}
	want := map[string]int{"GET /pay/{id}": 400, "GET /about": 20, "GET /lost/…": 20, "SELECT orders": 400, "UPDATE orders": 400}
	if !maps.Equal(types, want) {
		t.Errorf("types %v, want %v", types, want)
	}
}

// TestGoInterfaces records the calls of methods of an interface that a definition names, and that
// their types implement it: by a value or a pointer, from another package, with a method that is
// not exported.
func TestGoInterfaces(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.24\n",
		"shop/shop.go": `package shop

type Order struct{ N int }

type Worker interface {
	Do(o Order) int
	name() string
}

type Base struct{}

func (Base) name() string { return "" }

type fast struct{ Base }

func (f *fast) Do(o Order) int { return o.N }

func Fast() Worker { return &fast{} }
`,
		"main.go": `package main

import "example.com/app/shop"

type slow struct{ shop.Base }

func (s slow) Do(o shop.Order) int { return o.N }

type other struct{}

func (other) Do(o shop.Order) int { return o.N }

type generic[T any] struct{ shop.Base }

func (generic[T]) Do(o shop.Order) int { return o.N }

func main() {
	for _, w := range []shop.Worker{shop.Fast(), slow{}, generic[int]{}} {
		w.Do(shop.Order{1})
	}
	other{}.Do(shop.Order{1})
}
`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, object := range []string{"example.com/app/shop.Worker", "example.com.app.shop.Worker"} {
		list := definition.List{{Name: "Work", Method: "Do", Objects: []string{object}}}
		trace := filepath.Join(dir, "x.trace")
		r, err := record.Run(t.Context(), record.Options{Command: []string{"go", "run", "."}, Tasks: list, Dir: dir, Out: trace})
		if err != nil || r.ExitCode != 0 {
			t.Fatalf("%v, exit code %d", err, r.ExitCode)
		}
		tl, _, err := recorded.Find(t.Context(), trace)
		if err != nil {
			t.Fatal(err)
		}
		index, err := task.Build(t.Context(), tl, task.Options{Definitions: list})
		if err != nil {
			t.Fatal(err)
		}
		if len(index.Tasks) != 2 || len(tl.Types) != 3 || len(index.Unmatched) != 0 {
			t.Errorf("%s: %d tasks; types %v, names %q", object, len(index.Tasks), tl.Types, tl.Names)
		}
	}
}
