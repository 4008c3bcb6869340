package task_test

import (
	"context"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
)

// BenchmarkBuild follows the tasks of two million calls and returns in eight threads.
func BenchmarkBuild(b *testing.B) {
	const events = 4e6
	tl, err := reduced.Timeline(reduced.NewCallers(8, events, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	list := definition.List{{Name: "call", Method: strings.TrimPrefix(tl.Names[1], definition.Class(tl.Names[1])+".")}}
	for _, rules := range []task.Tracking{task.Paper, task.Full} {
		b.Run(string(rules), func(b *testing.B) {
			b.ReportAllocs()
			tasks := 0
			for b.Loop() {
				index, err := task.Build(context.Background(), tl, task.Options{Definitions: list, Tracking: rules})
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
