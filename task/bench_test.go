package task_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

// BenchmarkBuild follows the tasks of two million calls and returns in eight threads.
func BenchmarkBuild(b *testing.B) {
	const events = 4e6
	tl, err := reduced.Timeline(reduced.NewCallers(8, events, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	called := definition.Definition{Name: "call", Method: strings.TrimPrefix(tl.Names[1], definition.Class(tl.Names[1])+".")}
	for _, c := range []struct {
		name     string
		tracking task.Tracking
		list     definition.List
	}{{"paper", task.Paper, definition.List{called}}, {"full", task.Full, definition.List{called}}, {"none", task.Full, nil}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			tasks := 0
			for b.Loop() {
				index, err := task.Build(context.Background(), tl, task.Options{Definitions: c.list, Tracking: c.tracking})
				if err != nil {
					b.Fatal(err)
				}
				tasks = len(index.Tasks)
			}
			b.ReportMetric(float64(tasks), "tasks")
			b.ReportMetric(events*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}

// BenchmarkBuilder is a snapshot after a hundred thousand new events, of one and of ten million.
func BenchmarkBuilder(b *testing.B) {
	for _, before := range []int{1e6, 1e7} {
		for _, tracking := range task.Trackings() {
			b.Run(fmt.Sprintf("%s/%d", tracking, before), func(b *testing.B) {
				feed := reduced.NewCallers(8, 2e9, false)
				name := feed.Tables().Names[4]
				o := task.Options{Tracking: task.Tracking(tracking), Definitions: definition.List{
					{Name: "call", Method: strings.TrimPrefix(name, definition.Class(name)+".")}}}
				r, x, events, tasks := timeline.NewReducer(feed, timeline.Tuning{}), task.NewBuilder(o), []tracefeed.Event(nil), 0
				read := func(more int) {
					var err error
					for ; more > 0; more -= len(events) {
						if events, err = feed.Batch(events); err == nil {
							err = r.Add(events)
						}
						if err != nil {
							b.Fatal(err)
						}
					}
				}
				build := func(tl *timeline.Timeline) {
					index, err := x.Build(b.Context(), tl)
					if err != nil {
						b.Fatal(err)
					}
					tasks = len(index.Tasks)
				}
				read(before)
				build(r.Snapshot(false, nil))
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					read(1e5)
					tl := r.Snapshot(false, nil)
					b.StartTimer()
					build(tl)
				}
				b.ReportMetric(float64(tasks), "tasks")
			})
		}
	}
}
