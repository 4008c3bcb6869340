package slice

import (
	"slices"
	"sync"

	"tiv/execution"
	"tiv/expression"
	"tiv/tracefeed"
)

// combinations computes slices of slices.
func (c *computation) combinations(list []int) {
	for _, i := range list {
		p, err := Combinations.Language().Parse(c.s.Definitions[i].Where)
		if err != nil {
			c.set(i, nil, err)
			continue
		}
		threads, err := c.combination(p, i)
		if c.set(i, threads, err); slices.ContainsFunc(c.s.Sets[:i], (*Set).chooses) {
			x := c.s.combined(p, i)
			c.s.Sets[i].choose(&c.s.Definitions[i], x.has)
			for _, s := range x.sets {
				c.s.Sets[i].objects += s.objects
			}
		}
	}
}

// combination computes a slice of the slices in front of it.
func (c *computation) combination(p *expression.Program, i int) (threads [][]deepInterval, err error) {
	x := c.s.combined(p, i)
	threads = make([][]deepInterval, len(c.in.Timeline.Threads))
	for id := range threads {
		t := tracefeed.ThreadID(id)
		if t == tracefeed.NoThread || x.err != nil || c.ctx.Err() != nil {
			continue
		}
		start, end := c.in.Timeline.Lane(t).Life()
		eachDeep(x.sets, t, extend(nil, start, end), func(from, to tracefeed.Time, in []layer) {
			if depth, ok := leastDepth(in, x.test); ok {
				threads[t] = around(threads[t], newDeepInterval(from, to, int(depth)))
			}
		})
	}
	return threads, x.err
}

// combined is a condition on the slices that cover something, for several goroutines.
type combined struct {
	front
	program *expression.Program

	lock    sync.Mutex
	machine expression.Machine
	results map[uint64]bool // by the numbers of the slices
	err     error           // the last one
}

func (s *Slices) combined(p *expression.Program, i int) *combined {
	return &combined{program: p, front: s.until(i), results: map[uint64]bool{}}
}

// test reports whether the condition fits some of the slices.
func (x *combined) test(in uint64) bool {
	x.lock.Lock()
	defer x.lock.Unlock()
	yes, known := x.results[in]
	if !known {
		names := expression.Texts{}
		for k := range x.definitions {
			if in>>k&1 > 0 {
				names = append(names, x.definitions[k].Name)
			}
		}
		var wrong error
		if yes, wrong = x.machine.Test(x.program, &sliceRow{names}); wrong != nil {
			x.err = wrong
		}
		x.results[in] = yes
	}
	return yes
}

// has reports whether the condition fits the slices that an object is in.
func (x *combined) has(o *execution.Life) bool {
	in := uint64(0)
	for k, s := range x.sets {
		if s.Has(o) {
			in |= 1 << k
		}
	}
	return x.test(in)
}

// leastDepth returns the least depth of a combination of slices at a moment: that from which
// on the slices that have calls fulfil it. ok is false if all that cover the moment do not.
func leastDepth(in []layer, test func(in uint64) bool) (depth uint8, ok bool) {
	until := func(depth uint8) (set uint64) {
		for _, l := range in {
			if l.depth <= depth {
				set |= 1 << l.part
			}
		}
		return set
	}
	if !test(until(AnyDepth)) {
		return 0, false
	}
	for !test(until(depth)) {
		depth++
	}
	return depth, true
}
