package slow

import (
	"context"

	"tiv/execution"
	"tiv/interaction"
	"tiv/interaction/groups"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// tally is the time of the slow tasks, and of the fast ones.
type tally struct {
	time, inferred [2]tracefeed.Time
	// waits is the number of waits of the slow tasks, for locks only.
	waits int
}

// of is a task and a factor of it.
type of struct {
	task   int32
	factor key
}

// spending adds up where the tasks of some sets spend their lives.
type spending struct {
	tl *timeline.Timeline
	x  *task.Index
	// set and side are, by task, the set in which it is compared, or none, and whether it is
	// one of the slow (0) or the fast ones (1). within is whether a part of it is compared, or
	// itself.
	set, side []int32
	lives     map[int]life
	// sums and owners are by set.
	sums   []map[cell]*tally
	owners []owners
	// values are the factors of single tasks, for those of which sampled is true.
	sampled []bool
	values  map[of]tracefeed.Time

	// until is the end of the last part of a wait that was counted.
	until map[waiting]tracefeed.Time

	functions []string
	texts     texts
	pattern   []int32 // of the name of each thread; 0 is not known yet
}

// newSpending returns the spending of the tasks in sets.
func newSpending(tl *timeline.Timeline, x *task.Index, sets []Sets) *spending {
	s := &spending{tl: tl, x: x, set: make([]int32, len(x.Tasks)), side: make([]int32, len(x.Tasks)),
		sampled: make([]bool, len(x.Tasks)), lives: map[int]life{}, values: map[of]tracefeed.Time{}, until: map[waiting]tracefeed.Time{},
		pattern: make([]int32, len(tl.Threads))}
	s.texts.number("") // so that 0 is no text
	for i := range s.set {
		s.set[i] = none
	}
	for n, set := range sets {
		s.sums, s.owners = append(s.sums, map[cell]*tally{}), append(s.owners, owners{})
		for side, list := range [2][]int{set.Slow, set.Fast} {
			for _, i := range list {
				s.set[i], s.side[i] = int32(n), int32(side)
			}
		}
		for _, i := range set.Slow {
			s.sampled[i] = true
		}
		for _, i := range sample(set.Fast) {
			s.sampled[i] = true
		}
	}
	return s
}

// add adds a part of a task's life.
func (s *spending) add(i int, c cell, d tracefeed.Time, inferred bool) *tally {
	sums := s.sums[s.set[i]]
	t := sums[c]
	if t == nil {
		t = &tally{}
		sums[c] = t
	}
	t.time[s.side[i]] += d
	if inferred {
		t.inferred[s.side[i]] += d
	}
	s.owners[s.set[i]].note(c.key, int32(i))
	if s.sampled[i] {
		s.values[of{int32(i), c.key}] += d
	}
	return t
}

// spend reads the trace. Its cost grows with the events, its memory with the factors of the tasks.
func (s *spending) spend(ctx context.Context) error {
	work, threads := map[int][]task.Work{}, make([]bool, len(s.tl.Threads))
	from, to := s.tl.End, tracefeed.Time(0)
	s.x.EachWork(func(w *task.Work) {
		s.eachTask(int(w.Task), func(i int) {
			work[i] = append(work[i], *w)
			threads[w.Thread] = true
		})
	})
	for i := range s.set {
		if s.set[i] != none {
			t := &s.x.Tasks[i]
			from, to = min(from, t.Start), max(to, t.End)
			l := newLife(t, work[i])
			s.lives[i] = l
			if q := l.queue(); q > 0 {
				s.add(i, cell{key: key{kind: Queue}, part: none}, q, false)
			}
		}
	}
	clear(work)
	s.functions = execution.EachSelfTime(ctx, s.tl, execution.Query{Of: threads, From: from, To: to}, s.selfTime)
	all := func(tracefeed.MonitorID) bool { return true }
	interaction.EachLockEdge(ctx, s.tl, all, from, to, s.edge)
	return ctx.Err()
}

// eachTask calls f for a task and those around it, as far as they are compared.
func (s *spending) eachTask(i int, f func(i int)) {
	for ; i >= 0; i = s.x.Tasks[i].Around {
		if s.set[i] != none {
			f(i)
		}
	}
}

// where returns the part and the threads of a cell: of work of a thread for a part of a task.
func (s *spending) where(i int, w int, t tracefeed.ThreadID) (part, threads int32) {
	if part = none; i != w {
		part = s.texts.number(s.x.Tasks[w].Type)
	}
	return part, s.threads(t)
}

// threads returns the number of the pattern of a thread's name.
func (s *spending) threads(t tracefeed.ThreadID) int32 {
	if s.pattern[t] == 0 && t != tracefeed.NoThread {
		s.pattern[t] = s.texts.number(groups.Pattern(s.tl.Threads[t].Name))
	}
	return s.pattern[t]
}

// selfTime adds the time of a function. That of blocked threads is added by edge.
func (s *spending) selfTime(t *execution.SelfTime) {
	if t.State == tracefeed.Blocking {
		return
	}
	s.x.EachWorkIn(t.Thread, t.Start, t.End, func(w *task.Work, from, to tracefeed.Time) {
		s.collections(from, to, func(from, to tracefeed.Time, collecting bool) {
			s.eachTask(int(w.Task), func(i int) {
				sum := tracefeed.Time(0)
				s.lives[i].each(t.Thread, from, to, func(from, to tracefeed.Time, share func(tracefeed.Time) tracefeed.Time) {
					sum += share(to) - share(from)
				})
				if sum > 0 {
					part, threads := s.where(i, int(w.Task), t.Thread)
					s.add(i, cell{selfKey(t, collecting), part, threads, collecting}, sum, w.Evidence != task.Observed)
				}
			})
		})
	})
}

// selfKey returns the factor of the time of a function.
func selfKey(t *execution.SelfTime, collecting bool) key {
	k := key{kind: kindOf(t.State, t.Cause, collecting)}
	switch k.kind {
	case Running:
		k.function = t.Function
	case Suspended, IO:
		k.function, k.cause, k.object = t.Own, t.Cause, t.Object
	}
	return k
}

// collections calls f for the parts of an interval with and without a collection in progress.
func (s *spending) collections(from, to tracefeed.Time, f func(from, to tracefeed.Time, collecting bool)) {
	for _, gc := range s.tl.GCBetween(from, to) {
		start, end := max(gc.Start, from), min(gc.End, to)
		if start >= end {
			continue
		}
		if from < start {
			f(from, start, false)
		}
		f(start, end, true)
		from = end
	}
	if from < to {
		f(from, to, false)
	}
}

// edge adds a wait for one owner of a lock.
func (s *spending) edge(e interaction.Edge) {
	s.x.EachWorkIn(e.Blocked, e.Start, e.End, func(w *task.Work, from, to tracefeed.Time) {
		s.eachTask(int(w.Task), func(i int) {
			s.lives[i].each(e.Blocked, from, to, func(from, to tracefeed.Time, share func(tracefeed.Time) tracefeed.Time) {
				all := interaction.Edge{End: share(to) - share(from), Sharers: e.Sharers, Rank: e.Rank}
				whole := all.Charge()
				charge := func(at tracefeed.Time) tracefeed.Time {
					return tracefeed.Portion(whole, share(at)-share(from), all.End)
				}
				s.x.Between(e.Blocker, from, to, func(holder int, from, to tracefeed.Time) {
					c := cell{key: s.lockKey(&e, holder)}
					c.part, c.threads = s.where(i, int(w.Task), e.Blocked)
					s.collections(from, to, func(from, to tracefeed.Time, collecting bool) {
						if d := charge(to) - charge(from); d > 0 {
							c.collecting = collecting
							t := s.add(i, c, d, w.Evidence != task.Observed || e.Evidence != interaction.Observed)
							s.count(t, waiting{e.Blocked, int32(i), c.key}, from, to)
						}
					})
				})
			})
		})
	})
}

// waiting is a thread that waits for a task, and the factor.
type waiting struct {
	thread tracefeed.ThreadID
	task   int32
	key
}

// count counts a part of a wait of a slow task, unless it follows one of the same wait.
func (s *spending) count(t *tally, w waiting, from, to tracefeed.Time) {
	if s.side[w.task] != 0 {
		return
	}
	if until, ok := s.until[w]; !ok || until != from {
		t.waits++
	}
	s.until[w] = to
}

// lockKey returns the factor of a wait for a lock whose owner works for a task, or for none.
func (s *spending) lockKey(e *interaction.Edge, holder int) key {
	k := key{kind: Blocking, object: e.Monitor}
	switch {
	case e.Blocker == tracefeed.NoThread:
		k.holding = ByUnknown
	case holder == task.NoTask:
		k.holding, k.owners = ByThread, s.threads(e.Blocker)
	default:
		k.holder = s.texts.number(s.x.Tasks[s.x.Outermost(holder)].Type)
	}
	return k
}
