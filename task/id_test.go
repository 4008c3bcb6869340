package task_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/tracefeed"
)

// Names of tasks are read as they are printed; broken ones are errors.
func TestParseID(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]task.ID{"17": {Number: 17, Start: task.AnyStart}, "-3": {Number: -3, Start: task.AnyStart},
		"17@1500ms": {Number: 17, Start: 1_500_000_000}, "17@0s": {Number: 17}, "0": {}} {
		id, err := task.ParseID(text)
		if err != nil || id != want || id.String() != text {
			t.Errorf("%s is read as %+v, printed as %s: %v", text, id, id, err)
		}
	}
	for _, bad := range []string{"", "x", "17@", "17@1", "@1s", "17@-1s", "17@1s@2s", "99999999999999999999"} {
		if id, err := task.ParseID(bad); err == nil || id != (task.ID{}) {
			t.Errorf("%q is read as %+v", bad, id)
		}
	}
}

// A number alone names the last of its tasks to start until a time, or else the first.
func TestResolve(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0s A start\n1s A task-start load object=7\n2s A task-end load object=7\n"+
		"4s A task-start load object=7\n5s A task-end load object=7\n9s A end\n")
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	first, second := task.ID{Number: 7, Start: tracefeed.Second}, task.ID{Number: 7, Start: 4 * tracefeed.Second}
	for at, want := range map[tracefeed.Time]task.ID{0: first, 3: first, 4: second, 9: second} {
		if got := x.Resolve(task.ID{Number: 7, Start: task.AnyStart}, at*tracefeed.Second); got != want || x.Lookup(got) < 0 {
			t.Errorf("at %ds: %v, want %v", at, got, want)
		}
	}
	for _, id := range []task.ID{{}, {Number: 8, Start: task.AnyStart}, {Number: 7, Start: 3 * tracefeed.Second}} {
		if got := x.Resolve(id, 0); got != id || x.Lookup(id) >= 0 {
			t.Errorf("%v becomes %v, with index %d", id, got, x.Lookup(id))
		}
	}
}

// A list is looked up as each of its tasks is.
func TestLookupAll(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(12, 30))
	for range 2000 {
		x, list := &task.Index{}, []task.ID{{}}
		for at := range tracefeed.Time(rng.IntN(40)) {
			if id := (task.ID{Number: 1 + rng.Int64N(2), Start: at}); rng.IntN(3) > 0 {
				x.Tasks = append(x.Tasks, task.Task{Number: id.Number, Start: id.Start})
			}
			for number := range int64(rng.IntN(3)) {
				list = append(list, task.ID{Number: 1 + number, Start: at})
			}
		}
		var want []int32
		for _, id := range list {
			if i := x.Lookup(id); i >= 0 {
				want = append(want, int32(i))
			}
		}
		if got := x.LookupAll(list); !slices.Equal(got, want) {
			t.Fatalf("%v of %v are at %v, want %v", list, x.Tasks, got, want)
		}
	}
}
