package filter_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// crowd is a trace of 10 000 threads, of which every tenth waits ten times for
// the one before it.
func crowd(b *testing.B) *timeline.Timeline {
	const n = 10000
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "0ms t%d start name=worker_%d\n", i, i)
	}
	for round := range 10 {
		at := 10 * (round + 1)
		for i := 0; i < n; i += 10 {
			fmt.Fprintf(&s, "%dms t%d monitor-enter M%d\n", at, i, i)
		}
		for i := 0; i < n; i += 10 {
			fmt.Fprintf(&s, "%dms t%d monitor-wait M%d\n", at+1, i+1, i)
		}
		for i := 0; i < n; i += 10 {
			fmt.Fprintf(&s, "%dms t%d monitor-exit M%d\n%dms t%d monitor-enter M%d\n%dms t%d monitor-exit M%d\n",
				at+9, i, i, at+9, i+1, i, at+9, i+1, i)
		}
	}
	return tell(b, s.String())
}

func BenchmarkMatch(b *testing.B) {
	tl := crowd(b)
	threads := everyThread(tl)
	v := filter.View{Timeline: tl, From: 5 * tracefeed.Millisecond, To: 85 * tracefeed.Millisecond,
		Clusters: []view.Cluster{{Name: "worker", Threads: threads[:len(threads)/2]}},
		Since:    5 * tracefeed.Millisecond}
	for _, text := range []string{
		"worker_7", `name ~ "worker" && blocking > 50%`, `blocking > 5ms || running < 10%`, `state == "blocking"`, `waits > 3`,
		`waits_for ~ "worker"`, `interacts("worker_10")`, `in cluster("worker")`, `function ~ "x"`, `end - start > 5ms`,
		`waits > 3 && interacts("worker_10") && blocks ~ "worker" && function != "x" && io + running - blocking > 5%`,
	} {
		f, err := filter.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				if _, err := f.Match(context.Background(), v, threads); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := filter.Parse(`name ~ "worker" && blocking > 50%`); err != nil {
			b.Fatal(err)
		}
	}
}
