package joined_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/textfeed"
)

// part returns a part with a text trace, whose thread 1 has a number in the system.
func part(t *testing.T, p tracefeed.ProcessID, start tracefeed.Time, number int64, open bool, text string) joined.Part {
	return joined.Part{Process: p, Start: start, Begin: start, Open: func() (joined.Source, error) {
		source, err := tracefeed.OpenInput(tracefeed.Input{Name: "story", Reader: strings.NewReader("tiv-text 1\n" + text)},
			[]tracefeed.Format{textfeed.Format()})
		if err != nil {
			t.Error(err)
		}
		return joined.Source{Feed: source, Main: 1, Open: open, Number: func(id tracefeed.ThreadID) int64 {
			if id == 1 {
				return number
			}
			return 0
		}}, err
	}}
}

// A wait names the owner in another process, by its number; a shared lock is one; a program
// that takes the place of another goes on with its first thread; a part that is cut off while
// its process goes on ends in an unknown state.
func TestRelations(t *testing.T) {
	processes := []tracefeed.Process{{}, {ID: "40", Name: "sh"}, {ID: "41", Name: "cc", Parent: 1}}
	parts := []joined.Part{
		part(t, 1, 0, 40, false, "0ns 1 start\n1ns 1 monitor-enter shared:0x9\n2ns 1 monitor-enter 0x10\n50ns 1 none\n"),
		part(t, 1, 70, 40, false, "0ns 1 start\n3ns 1 monitor-enter 0x10\n4ns 1 end\n"),
		part(t, 2, 10, 41, true, "0ns 1 start\nthread 2 id=os%2040 system=yes\n1ns 1 monitor-wait shared:0x9 "+
			"by=2\n2ns 1 monitor-enter 0x10\n"),
	}
	f := joined.OpenProcesses(processes, parts)
	var got []string
	for ev, err := range tracefeed.All(f) {
		if err != nil {
			t.Fatal(err)
		}
		tables := f.Tables()
		line := fmt.Sprint(int64(ev.Time), " ", tables.Threads[ev.Thread].ID, " ", ev.Kind)
		if ev.Monitor != tracefeed.NoMonitor {
			line += " " + tables.Monitors[ev.Monitor].ID
		}
		if ev.Other != tracefeed.NoThread {
			line += " by " + tables.Threads[ev.Other].ID
		}
		got = append(got, line)
	}
	want := []string{
		"0 40/1 start", "1 40/1 monitor-enter shared:0x9", "2 40/1 monitor-enter 40:0x10",
		"10 41/1 start", "11 41/1 monitor-wait shared:0x9 by 40/1", "12 41/1 monitor-enter 41:0x10", "13 41/1 unknown",
		"50 40/1 none", "70 40/1 end", "70 40/1 start", "73 40/1 monitor-enter 40.2:0x10", "74 40/1 end",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if note := f.Header().Note; note != "" {
		t.Errorf("note %q", note)
	}
	var names []string
	for _, th := range f.Tables().Threads[1:] {
		names = append(names, th.Name)
	}
	if !slices.Equal(names, []string{"sh", "cc"}) {
		t.Errorf("threads %q", names)
	}
}

// The threads of an open part are unknown after its end, and hold their locks.
func TestOpenEnd(t *testing.T) {
	processes := []tracefeed.Process{{}, {ID: "40", Name: "a"}, {ID: "41", Name: "b"}}
	f := joined.OpenProcesses(processes, []joined.Part{
		part(t, 1, 0, 40, true, "0ns 1 start\n1ns 1 monitor-enter 0x1\n2ns 1 monitor-wait 0x2\n"),
		part(t, 2, 0, 41, false, "0ns 1 start\n90ns 1 end\n"),
	})
	tl := timelineOf(t, f)
	if got := spans(tl, 1, 0); len(got) == 0 || got[len(got)-1] != "3-90 unknown other" {
		t.Errorf("spans %q", got)
	}
	if held := tl.Lane(1).Held(90); len(held) != 1 {
		t.Errorf("holds %v at the end, want one lock", held)
	}
}

// A wait that ends with the last event of an open part has ended: its thread runs until nothing is known.
func TestOpenEndOfWait(t *testing.T) {
	processes := []tracefeed.Process{{}, {ID: "40", Name: "a"}, {ID: "41", Name: "b"}}
	f := joined.OpenProcesses(processes, []joined.Part{
		part(t, 1, 0, 40, true, "0ns 1 start\n0ns 2 start\n1ns 1 monitor-wait 0x1\n5ns 2 run\n5ns 1 monitor-enter 0x1\n"),
		part(t, 2, 0, 41, false, "0ns 1 start\n90ns 1 end\n"),
	})
	tl := timelineOf(t, f)
	if got := strings.Join(spans(tl, 1, 0), ", "); !strings.HasSuffix(got, "1-5 blocking other, 5-6 running other, 6-90 unknown other") {
		t.Errorf("spans %q", got)
	}
}

// Queues of two processes with the same number are two; the name of one that both know is one.
func TestQueues(t *testing.T) {
	const lines = "0ns 1 put object=7 value=1\n1ns 1 take object=8 what=pipe value=1\n"
	f := joined.OpenProcesses([]tracefeed.Process{{}, {ID: "40"}, {ID: "41"}},
		[]joined.Part{part(t, 1, 0, 40, false, lines), part(t, 2, 10, 41, false, lines)})
	queues, names, items := map[int64]bool{}, map[tracefeed.NameID]int{}, 0
	for ev, err := range tracefeed.All(f) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Kind == tracefeed.Put || ev.Kind == tracefeed.Take {
			queues[ev.Object], items = true, items+1
			names[ev.Name]++
			if ev.Value != 1 {
				t.Errorf("item %d, not 1", ev.Value)
			}
		}
	}
	if len(queues) != 4 || items != 4 || len(names) != 2 || names[tracefeed.NoName] != 2 {
		t.Errorf("%d items in queues %v with names %v", items, queues, names)
	}
}

// Objects of two processes with the same number are two, also as the receiver and the argument of a call.
func TestObjects(t *testing.T) {
	const lines = "0ns 1 call-enter f object=7 value=8\n1ns 1 call-enter g object=8 value=0\n"
	f := joined.OpenProcesses([]tracefeed.Process{{}, {ID: "40"}, {ID: "41"}},
		[]joined.Part{part(t, 1, 0, 40, false, lines), part(t, 2, 10, 41, false, lines)})
	objects := map[int64]int{}
	for ev, err := range tracefeed.All(f) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Kind == tracefeed.CallEnter {
			objects[ev.Object]++
			objects[ev.Value]++
		}
	}
	if len(objects) != 5 || objects[0] != 2 {
		t.Errorf("objects %v, want two of each process, and none twice", objects)
	}
}
