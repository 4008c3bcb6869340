package processor

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Use is the use of a processor in an interval.
type Use struct {
	CPU tracefeed.CPU
	// Busy is the time in which a thread was on it, Several the part of that in which several
	// were, and Unknown the time in which nothing is known.
	Busy, Several, Unknown tracefeed.Time
	// Threads is the number of threads that were on it, Switches how often one got it.
	Threads, Switches int
}

// Uses returns the use of each processor that the trace names up to the end of an interval, in
// their order. It reads the trace from its start: what was lost before the interval counts.
func Uses(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) (list []Use) {
	all := map[tracefeed.CPU]*Use{}
	use := func(cpu tracefeed.CPU) *Use {
		if all[cpu] == nil {
			all[cpu] = &Use{CPU: cpu}
		}
		return all[cpu]
	}
	threads := map[tracefeed.CPU]map[tracefeed.ThreadID]bool{}
	Each(ctx, tl, 0, to, Visitor{
		Stretch: func(s Stretch) {
			u, length := use(s.CPU), min(s.End, to)-max(s.Start, from)
			switch {
			case length <= 0:
			case s.Kind == Unknown:
				u.Unknown += length
			default:
				if u.Busy += length; s.Kind == Several {
					u.Several += length
				}
			}
		},
		Run: func(r Run) {
			u := use(r.CPU)
			if r.Start >= from {
				u.Switches++
			}
			if r.End <= from && r.Start < from {
				return
			}
			if threads[r.CPU] == nil {
				threads[r.CPU] = map[tracefeed.ThreadID]bool{}
			}
			threads[r.CPU][r.Thread] = true
		},
	})
	for _, cpu := range slices.Sorted(maps.Keys(all)) {
		all[cpu].Threads = len(threads[cpu])
		list = append(list, *all[cpu])
	}
	return list
}

// Places are the processors that a thread was on in an interval.
type Places struct {
	// CPUs are sorted.
	CPUs []tracefeed.CPU
	// Migrations is how often it began to run on another processor than before in the interval.
	Migrations int
	// Time is the time for which it was on any.
	Time tracefeed.Time

	last tracefeed.CPU
}

// PlacesOf returns the processors of each thread in an interval, by thread. A run of no length
// counts if it is in the interval.
func PlacesOf(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, progress func(float64)) []Places {
	list := make([]Places, len(tl.Threads))
	Each(ctx, tl, from, to, Visitor{progress: progress, Run: func(r Run) {
		p := &list[r.Thread]
		if i, ok := slices.BinarySearchFunc(p.CPUs, r.CPU, cmp.Compare[tracefeed.CPU]); !ok {
			p.CPUs = slices.Insert(p.CPUs, i, r.CPU)
		}
		if p.last != tracefeed.NoCPU && p.last != r.CPU {
			p.Migrations++
		}
		p.last = r.CPU
		p.Time += max(0, min(r.End, to)-max(r.Start, from))
	}})
	return list
}
