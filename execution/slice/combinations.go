package slice

import (
	"tiv/expression"
	"tiv/timeline"
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
func (c *computation) combination(p *expression.Program, i int) (threads [][]timeline.Interval, err error) {
	var machine expression.Machine
	threads = make([][]timeline.Interval, len(c.in.Timeline.Threads))
	results := map[uint64]bool{}
	for id := range threads {
		t := tracefeed.ThreadID(id)
		if t == tracefeed.NoThread || err != nil || c.ctx.Err() != nil {
			continue
		}
		start, end := c.in.Timeline.Lane(t).Life()
		lists := [][]timeline.Interval{extend(nil, start, end)}
		for _, s := range c.s.Sets[:i] {
			lists = append(lists, s.Of(t))
		}
		sweep(lists, func(start, end tracefeed.Time, in []bool) {
			key, names := uint64(0), expression.Texts{}
			for k, yes := range in[1:] {
				if yes {
					key |= 1 << k
				}
			}
			yes, known := results[key]
			if !known {
				for k, yes := range in[1:] {
					if yes {
						names = append(names, c.s.Definitions[k].Name)
					}
				}
				var wrong error
				if yes, wrong = machine.Test(p, &sliceRow{names}); wrong != nil {
					err = wrong
				}
				results[key] = yes
			}
			if yes {
				threads[t] = extend(threads[t], start, end)
			}
		})
	}
	return threads, err
}
