package handler

import (
	"cmp"
	"slices"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sampled adds up the samples of a trace by stack.
type sampled struct {
	tl       *timeline.Timeline
	o        *Options
	from, to tracefeed.Time
	// counts and stateless are by stack.
	counts    []Counts
	stateless []int64
	number    int64 // of samples
	suspended int64 // samples of suspended threads
	waits     bool  // the trace has the stack of a wait
	weighted  bool  // the weight of a sample is a number of equal ones
	instants  int64
	// within is the longest time of one instant. begun is the start of the current one, heaviest
	// the largest weight in it.
	within, begun tracefeed.Time
	heaviest      int64
	// last is, by thread, the number of the instant in which it was seen last.
	last    []int32
	current int32
	list    []seen // scratch, of a page
}

// seen is a thread that was seen at a time.
type seen struct {
	at     tracefeed.Time
	thread tracefeed.ThreadID
	weight int64
}

// jitter is the time within which a sampler sees all threads, where its period is not known.
const jitter = tracefeed.Millisecond

// follow continues with a later snapshot of a trace, or the first one.
func (s *sampled) follow(tl *timeline.Timeline, from, to tracefeed.Time) {
	s.tl, s.from, s.to, s.within = tl, from, to, jitter
	s.counts = append(s.counts, make([]Counts, len(tl.Stacks)-len(s.counts))...)
	s.stateless = append(s.stateless, make([]int64, len(tl.Stacks)-len(s.stateless))...)
	s.last = append(s.last, make([]int32, len(tl.Threads)-len(s.last))...)
	s.weighted = tl.Header.Kind == tracefeed.Sampled
	if tl.Header.Period > 0 {
		s.within = tl.Header.Period / 2
	}
}

// clone returns a copy.
func (s *sampled) clone() *sampled {
	c := *s
	c.counts, c.stateless, c.last, c.list = slices.Clone(s.counts), slices.Clone(s.stateless), slices.Clone(s.last), nil
	return &c
}

// asTheyAre reports whether samples count as they are, and not with their time. A sampler of running
// threads can see some that are about to be suspended, so without the rules of the paper more than one
// sample must show suspended threads.
func (s *sampled) asTheyAre(paper bool) bool {
	suspended := s.suspended > 0
	if !paper {
		suspended = s.suspended*20 > s.number
	}
	return s.number > 0 && (!s.waits || suspended || s.tl.Header.Kind == tracefeed.Sampled || s.tl.Header.Kind == tracefeed.Profile)
}

// page adds the samples of a page. f, if it is not nil, gets them, too.
func (s *sampled) page(p *timeline.Page, f func(*tracefeed.Event, tracefeed.State)) {
	about := func(c block.Code) bool { return c.Kind == tracefeed.Sample || !s.waits && startsWait(c.Kind) }
	if !slices.ContainsFunc(p.Table, about) {
		return
	}
	s.list = s.list[:0]
	var ev tracefeed.Event
	for g := range p.Groups {
		if t := p.Groups[g].Thread; t == tracefeed.NoThread || s.tl.Threads[t].System {
			continue
		}
		for events := p.Events(g); ; {
			state, ok := events.Next(&ev)
			if !ok {
				break
			}
			s.waits = s.waits || startsWait(ev.Kind) && len(s.tl.Stacks[ev.Stack]) > 0
			if ev.Kind == tracefeed.Sample && s.contains(ev.Time) && s.o.counts(ev.Thread, ev.Time) && !timeline.Contradicts(&ev, state) {
				s.add(&ev, state)
				if f != nil {
					f(&ev, state)
				}
			}
		}
	}
	s.divide()
}

// contains reports whether an instant is in the interval.
func (s *sampled) contains(t tracefeed.Time) bool {
	return t >= s.from && (t < s.to || t == s.tl.End && s.to >= s.tl.End)
}

// startsWait reports whether a kind of event starts a wait.
func startsWait(k tracefeed.Kind) bool {
	return k == tracefeed.SuspendStart || k == tracefeed.IOStart || k == tracefeed.MonitorWait
}

// add adds a sample of a thread in a state.
func (s *sampled) add(ev *tracefeed.Event, state tracefeed.State) {
	weight := s.weight(ev)
	s.number++
	s.list = append(s.list, seen{ev.Time, ev.Thread, weight})
	switch class := ClassOf(state); class {
	case None:
		s.stateless[ev.Stack] += weight
	case Wait:
		s.suspended++
		fallthrough
	default:
		s.counts[ev.Stack][class] += weight
	}
}

// weight returns the number of samples for which one stands.
func (s *sampled) weight(ev *tracefeed.Event) int64 {
	if s.weighted {
		return max(1, ev.Value)
	}
	return 1
}

// divide divides the samples of a page into instants. A thread is in an instant once. Samples
// at different times are in one instant only if it lasts less than within.
func (s *sampled) divide() {
	slices.SortFunc(s.list, func(a, b seen) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.thread, b.thread)) })
	for _, x := range s.list {
		if s.current == 0 || x.at != s.begun && x.at-s.begun >= s.within || s.last[x.thread] == s.current {
			s.begun, s.heaviest = x.at, 0
			s.current++
		}
		s.last[x.thread] = s.current
		if x.weight > s.heaviest {
			s.instants += x.weight - s.heaviest
			s.heaviest = x.weight
		}
	}
}

// addTo adds the stacks to a trie.
func (s *sampled) addTo(b *Builder, split *Split) {
	functions := make([]int32, len(s.tl.Frames)) // by frame, 0: not yet looked up
	var stack []int32
	for i := range s.counts {
		if s.counts[i].Sum()+s.stateless[i] == 0 {
			continue
		}
		stack = stack[:0]
		for _, f := range slices.Backward(s.tl.Stacks[i]) {
			if functions[f] == 0 {
				functions[f] = b.Function(s.tl.Frames[f].Func, split) + 1
			}
			stack = append(stack, functions[f]-1)
		}
		b.Add(stack, s.counts[i], s.stateless[i])
	}
}
