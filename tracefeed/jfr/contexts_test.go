package jfr

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// contextsOf returns the tasks and regions of a recording, in words.
func contextsOf(t *testing.T, w *recording) (list []string) {
	t.Helper()
	all := read(t, w.bytes())
	if all.Err != nil {
		t.Fatal(all.Err)
	}
	for _, ev := range all.Events {
		switch ev.Kind {
		case tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.RegionStart, tracefeed.RegionEnd:
			words := fmt.Sprintf("%d %s %d %s %s", ev.Time, ev.Kind, ev.Object, all.Tables.Names[ev.Name], all.name(ev.Thread))
			list = append(list, strings.TrimSpace(words))
		}
	}
	return list
}

// A thread works for the task of a contextual field while the event lasts, whichever thread. Events
// without a value, a length or a thread are for no task.
func TestContexts(t *testing.T) {
	t.Parallel()
	var w recording
	order := w.typ("shop.Order", "startTime", "duration", "eventThread", "@order", "size")
	a, b := w.thread("a"), w.thread("b")
	w.add(order, 10, 90, a, "x17", 1)
	w.add(order, 40, 10, a, "x18", 2)
	w.add(order, 60, 60, b, "x17", 3)
	w.add(order, 200, 10, b, "", 4)
	w.add(order, 200, 0, b, "x19", 5)
	w.add(order, 200, 10, 0, "x20", 6)
	got := contextsOf(t, &w)
	want := []string{
		"10 task-start 1 shop.Order", "10 region-start 1 shop.Order a",
		"40 task-start 2 shop.Order", "40 region-start 2 shop.Order a", "50 region-end 2 shop.Order a", "50 task-end 2 shop.Order",
		"60 region-start 1 shop.Order b", "100 region-end 1 shop.Order a", "120 region-end 1 shop.Order b", "120 task-end 1 shop.Order",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Without contextual fields, the ids of a trace and of a span name the task.
func TestContextsOfSpans(t *testing.T) {
	t.Parallel()
	var w recording
	scope := w.typ("otel.Scope", "startTime", "duration", "eventThread", "traceId", "spanId", "size")
	a := w.thread("a")
	for i, ids := range [][2]string{{"t", "s"}, {"t", "u"}, {"t", "s"}, {"", ""}} {
		w.add(scope, 10*i, 5, a, ids[0], ids[1], i)
	}
	got := contextsOf(t, &w)
	want := []string{
		"0 task-start 1 otel.Scope", "0 region-start 1 otel.Scope a", "5 region-end 1 otel.Scope a",
		"10 task-start 2 otel.Scope", "10 region-start 2 otel.Scope a", "15 region-end 2 otel.Scope a", "15 task-end 2 otel.Scope",
		"20 region-start 1 otel.Scope a", "25 region-end 1 otel.Scope a", "25 task-end 1 otel.Scope",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
