package workspace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/tracefeed"
)

// A task is chosen by its number; its start follows from the moment, once tasks are found.
func TestSelectTask(t *testing.T) {
	t.Parallel()
	tl := load(t, "tiv-text 1\n0s A start\n1s A task-start load object=7\n2s A task-end load object=7\n"+
		"4s A task-start load object=7\n5s A task-end load object=7\n9s A end\n")
	w := New("story")
	w.Update(tl, w.Report)
	w.Do(SeekTo{3 * s})
	w.Do(SelectTask{task.ID{Number: 7, Start: task.AnyStart}})
	if err := SlicingOf(w).Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := (task.ID{Number: 7, Start: s}); w.Look.Task != want || w.Look.Tasks == nil {
		t.Errorf("the task is %v, want %v", w.Look.Task, want)
	}
	if again := again(t, tl, w.Save(trace)); again.Look.Task != w.Look.Task {
		t.Errorf("restored, the task is %v", again.Look.Task)
	}
	w.Do(SeekTo{8 * s})
	if w.Look.Task.Start != s {
		t.Errorf("with the moment, the task becomes %v", w.Look.Task)
	}
	w.Do(SelectTask{task.ID{Start: tracefeed.Second}})
	if w.Look.Task != (task.ID{}) {
		t.Errorf("no task is %v", w.Look.Task)
	}
}

// Tasks are highlighted by their names, or by a range of the event plot, each once and in order.
func TestSelectTasks(t *testing.T) {
	t.Parallel()
	tl := load(t, "tiv-text 1\n0s A start\n1s A task-start load object=1\n2s A task-end load object=1\n"+
		"2s A task-start load object=2\n6s A task-end load object=2\n7s A task-start save object=3\n7s A task-end save object=3\n"+
		"9s A end\n")
	w := New("story")
	w.Update(tl, w.Report)
	w.Do(SelectTasks{Tasks: []task.ID{{Number: 1, Start: task.AnyStart}, {Number: 9}}}) // before they are found
	w.Do(SetView{view.EventPlot})
	if err := SlicingOf(w).Sync(t.Context()); err != nil || w.Look.Tasks == nil {
		t.Fatal("the view does not find tasks: ", err)
	}
	numbers := func() (text string) {
		for _, id := range w.Look.SelectedTasks {
			text += fmt.Sprint(id.Number, " ")
		}
		return text
	}
	if numbers() != "1 " || w.Look.SelectedTasks[0].Start != s {
		t.Errorf("found, %v are selected, want 1", w.Look.SelectedTasks)
	}
	calls, _ := measure.Parse("calls")
	for _, c := range []struct {
		do   Command
		want string
	}{
		{SelectTasks{Tasks: []task.ID{{Number: 3, Start: task.AnyStart}, {Number: 1, Start: s}, {Number: 1, Start: s}, {Number: 9}}},
			"1 3 "},
		{SelectTasks{Tasks: []task.ID{{Number: 2, Start: 2 * s}, {Number: 3, Start: 7 * s}}, Mode: SelectAlso}, "1 2 3 "},
		{SelectTasks{Tasks: []task.ID{{Number: 2, Start: 2 * s}}, Mode: SelectOther}, "1 3 "},
		{SelectTaskRange{Range: measure.Range{Least: measure.Amount(2 * s)}}, "2 "},
		{SelectTaskRange{Range: measure.Range{From: 6500 * s / 1000}, Mode: SelectAlso}, "2 3 "},
		{SetTaskHeight{calls}, "2 3 "},
		{SelectTaskRange{Range: measure.Range{Least: 1}}, ""},
		{SelectTaskRange{Range: measure.Range{Below: 1}}, "1 2 3 "},
		{SelectTasks{}, ""},
	} {
		if w.Do(c.do); numbers() != c.want {
			t.Errorf("after %+v, %q are selected, want %q", c.do, numbers(), c.want)
		}
	}
	if w.Do(Undo{}); w.Look.TaskHeight != "" || !w.IsOn(SetTaskHeight{measure.Duration}) {
		t.Error("the height is not undone")
	}
}

// Selected tasks are combined as sets.
func TestCombined(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 30))
	some := func() (list []task.ID) {
		for range rng.IntN(8) {
			list = append(list, task.ID{Number: 1 + rng.Int64N(3), Start: tracefeed.Time(rng.IntN(4))})
		}
		return list
	}
	for range 3000 {
		before, added, mode := sortedTasks(some()), some(), SelectMode(rng.IntN(3))
		had, has := map[task.ID]bool{}, map[task.ID]bool{}
		for _, id := range before {
			had[id] = true
		}
		for _, id := range added {
			has[id] = true
		}
		var want []task.ID
		for start := range tracefeed.Time(4) {
			for number := range int64(3) {
				id := task.ID{Number: 1 + number, Start: start}
				if map[SelectMode]bool{SelectOnly: has[id], SelectAlso: had[id] || has[id], SelectOther: had[id] != has[id]}[mode] {
					want = append(want, id)
				}
			}
		}
		if got := combined(before, added, mode); !slices.Equal(got, want) {
			t.Fatalf("%v and, %v, %v are %v, want %v", before, mode, added, got, want)
		}
	}
}
