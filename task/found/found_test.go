package found_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/task/found"
)

// Definitions of functions of all languages are the same after they were written and read, and
// names that several functions have are whole.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	functions := []string{"net/http.(*conn).serve", "example.com/a/shop.Pay", "example.com/b/shop.Pay", "main.handle.func1",
		"acme.Job.handle", "ns::Store<int>::put(int) const", "<app::Store as app::Put>::put", "XNextEvent", `odd"name&.<init>`, "", "sleep+0x2557"}
	b, split := handler.NewBuilder(1), handler.NewSplit(nil, handler.Patterns{})
	var all []handler.Found
	for _, f := range functions {
		b.Add([]int32{b.Function(f, split)}, handler.Counts{handler.Run: 1}, 0)
		all = append(all, handler.Found{Function: f}, handler.Found{Function: f, Pattern: handler.WaitCalls})
	}
	list := found.Definitions(b.Trie(), all)
	if len(list) != len(functions)-2 {
		t.Errorf("%d definitions of %d functions with names", len(list), len(functions)-2)
	}
	names := map[string]bool{}
	for _, d := range list {
		names[d.Name] = true
	}
	for _, want := range []string{"http.(*conn).serve", "example.com/a/shop.Pay", "example.com/b/shop.Pay", "acme.Job.handle"} {
		if !names[want] {
			t.Errorf("no name %q in %v", want, names)
		}
	}
	again, err := definition.Read("x.xml", strings.NewReader(list.Text()))
	if err != nil || len(again) != len(list) {
		t.Fatalf("%d definitions, %v, of\n%s", len(again), err, list.Text())
	}
	for i := range list {
		if !list[i].Equal(again[i]) {
			t.Errorf("got %+v, want %+v", again[i], list[i])
		}
	}
}

// The tasks by found handlers are those by the file that is made of them.
func TestBuild(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../testdata/workers.tiv")
	if err != nil {
		t.Fatal(err)
	}
	tl := reduced.Story(t, string(text))
	h, err := found.Find(context.Background(), tl, handler.Options{}, handler.DefaultThresholds())
	if err != nil {
		t.Fatal(err)
	}
	none := &task.Index{Unmatched: []definition.Unmatched{{Index: 7}}}
	x, err := h.Build(context.Background(), tl, task.Options{}, none)
	if err != nil || !x.Found || len(x.Tasks) != 12 || len(x.Unmatched) != 1 || x.DefinedBy(0) != "found" {
		t.Fatalf("got %+v, %v", x, err)
	}
	list, err := definition.Read("x.xml", strings.NewReader(h.Definitions().Text()))
	if err != nil {
		t.Fatal(err)
	}
	y, err := task.Build(context.Background(), tl, task.Options{Definitions: list})
	if err != nil || y.Found || y.DefinedBy(0) != "definition" || len(y.Tasks) != len(x.Tasks) {
		t.Fatalf("got %+v, %v", y, err)
	}
	for i := range x.Tasks {
		a, b := &x.Tasks[i], &y.Tasks[i]
		if a.Type != "acme.Job.handle" || a.Type != b.Type || a.Start != b.Start || a.End != b.End || a.Total != b.Total {
			t.Errorf("task %d: got %+v, want %+v", i, b, a)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := found.Find(ctx, tl, handler.Options{}, handler.DefaultThresholds()); err == nil {
		t.Error("a search that was cancelled has a result")
	}
}
