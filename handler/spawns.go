package handler

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// spawn is the start of a thread by another one.
type spawn struct {
	at    tracefeed.Time
	stack tracefeed.StackID
	// first is the first function of the new thread, an index of the builder's, -1 if it is not known.
	first int32
}

// spawns are the starts of threads by the thread that starts them, in order of time.
type spawns struct {
	by   map[tracefeed.ThreadID][]spawn
	next map[tracefeed.ThreadID]int
}

// findSpawns returns the starts of threads in an interval. A thread that processes one item, and
// is started for it, has no loop; the one that starts it has. Its first function is that of
// its first stack, or of its name.
func findSpawns(ctx context.Context, tl *timeline.Timeline, f *flowBuilder, from, to tracefeed.Time) *spawns {
	s := &spawns{by: map[tracefeed.ThreadID][]spawn{}, next: map[tracefeed.ThreadID]int{}}
	w := startWalk{flowBuilder: f, tl: tl, first: map[tracefeed.ThreadID]int32{}, started: map[tracefeed.ThreadID]bool{}}
	tl.EachPage(ctx, from, to, w.page)
	for i := range w.starts {
		x := &w.starts[i]
		first, known := w.first[x.thread]
		if !known {
			first = f.ofThread(&tl.Threads[x.thread])
		}
		if first >= 0 {
			f.started[first]++
			s.by[x.by] = append(s.by[x.by], spawn{x.at, x.stack, first})
		}
	}
	for _, list := range s.by {
		slices.SortStableFunc(list, func(a, b spawn) int { return cmp.Compare(a.at, b.at) })
	}
	return s
}

// startWalk finds the starts of threads, and the first functions of these.
type startWalk struct {
	*flowBuilder
	tl      *timeline.Timeline
	starts  []start
	started map[tracefeed.ThreadID]bool
	first   map[tracefeed.ThreadID]int32
}

// start is the start of a thread.
type start struct {
	thread, by tracefeed.ThreadID
	at         tracefeed.Time
	stack      tracefeed.StackID
}

// page adds a page.
func (w *startWalk) page(p *timeline.Page) {
	if !slices.ContainsFunc(p.Table, func(c block.Code) bool { return c.Kind == tracefeed.ThreadStart }) && len(w.started) == len(w.first) {
		return
	}
	var ev tracefeed.Event
	for g := range p.Groups {
		t := p.Groups[g].Thread
		if t == tracefeed.NoThread || w.tl.Threads[t].System {
			continue
		}
		for events := p.Events(g); ; {
			if _, ok := events.Next(&ev); !ok {
				break
			}
			if ev.Kind == tracefeed.ThreadStart {
				w.started[t] = true
				w.starts = append(w.starts, start{t, ev.Other, ev.Time - tracefeed.Time(ev.Value), ev.Stack})
			} else if _, known := w.first[t]; !known && w.started[t] && len(w.tl.Stacks[ev.Stack]) > 0 {
				w.first[t] = w.firstOf(w.tl, ev.Stack)
			}
		}
	}
}

// firstOf returns the first function of a stack that does not only start threads, -1 if there is none.
func (f *flowBuilder) firstOf(tl *timeline.Timeline, stack tracefeed.StackID) int32 {
	for _, frame := range slices.Backward(tl.Stacks[stack]) {
		if n := f.builder.Function(tl.Frames[frame].Func, f.split); !f.isStart(n) {
			return n
		}
	}
	return -1
}

// ofThread returns the function after which a goroutine is named, -1 for other threads.
func (f *flowBuilder) ofThread(t *tracefeed.Thread) int32 {
	name, ok := strings.CutSuffix(t.Name, " "+t.ID)
	if !ok || !f.split.inGo || !strings.HasPrefix(name, "main.") {
		return -1 // names of goroutines have no paths of packages
	}
	return f.builder.Function(name, f.split)
}

// upTo adds the starts of threads by a thread up to a time to a flow.
func (s *spawns) upTo(f *flowBuilder, tl *timeline.Timeline, t tracefeed.ThreadID, at tracefeed.Time) {
	list, i := s.by[t], s.next[t]
	for ; i < len(list) && list[i].at <= at; i++ {
		if len(tl.Stacks[list[i].stack]) > 0 {
			f.startsOther(tl, t, &list[i])
		}
	}
	s.next[t] = i
}

// startsOther adds the start of a thread by another one. It is as if this called the first function.
func (f *flowBuilder) startsOther(tl *timeline.Timeline, t tracefeed.ThreadID, s *spawn) {
	n := f.node(f.ofStack(tl, s.stack), s.first)
	spot := f.spot(n, tracefeed.NotAlive, 0)
	if !f.trie.Functions[s.first].System {
		f.spots[spot].does = starts
	}
	f.sees(t, spot, s.at, s.at, 0)
}
