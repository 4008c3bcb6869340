package slice

import (
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
		c.set(i, threads, err)
	}
}

// combination computes a slice of the slices in front of it.
func (c *computation) combination(p *expression.Program, i int) (threads [][]deepInterval, err error) {
	var machine expression.Machine
	threads = make([][]deepInterval, len(c.in.Timeline.Threads))
	results := map[uint64]bool{}
	test := func(in uint64) bool {
		yes, known := results[in]
		if !known {
			names := expression.Texts{}
			for k := range i {
				if in>>k&1 > 0 {
					names = append(names, c.s.Definitions[k].Name)
				}
			}
			var wrong error
			if yes, wrong = machine.Test(p, &sliceRow{names}); wrong != nil {
				err = wrong
			}
			results[in] = yes
		}
		return yes
	}
	for id := range threads {
		t := tracefeed.ThreadID(id)
		if t == tracefeed.NoThread || err != nil || c.ctx.Err() != nil {
			continue
		}
		start, end := c.in.Timeline.Lane(t).Life()
		eachDeep(c.s.Sets[:i], t, extend(nil, start, end), func(from, to tracefeed.Time, in []layer) {
			if depth, ok := leastDepth(in, test); ok {
				threads[t] = around(threads[t], newDeepInterval(from, to, int(depth)))
			}
		})
	}
	return threads, err
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
