package slow

import "tiv/tracefeed"

// several stands for more than one task.
const several int32 = -2

// owners are the tasks whose threads alone waited at an object, by factor, or several.
type owners map[key]int32

// note notes a task whose thread waits.
func (o owners) note(k key, task int32) {
	if k.object == tracefeed.NoMonitor || k.kind != Suspended && k.kind != IO {
		return
	}
	if owner, ok := o[k]; ok && owner != task {
		task = several
	}
	o[k] = task
}

// joined returns the factors that are one without their objects. Each of these is waited at for one task alone, as the
// wait group of a request is, and there are several of them in the same function. What they are for is the same, so a
// cause that all slow tasks have is not divided into as many factors.
func (o owners) joined() map[key]key {
	own, out := map[key]int{}, map[key]key{}
	for k, owner := range o {
		if owner != several {
			own[k.anywhere()]++
		}
	}
	for k, owner := range o {
		if at := k.anywhere(); owner != several && own[at] > 1 {
			out[k] = at
		}
	}
	return out
}

// anywhere returns the factor without its object.
func (k key) anywhere() key {
	k.object = tracefeed.NoMonitor
	return k
}

// joinOwn makes one factor of the objects of which each task has its own.
func (s *spending) joinOwn() {
	joined := make([]map[key]key, len(s.sums))
	for n, sums := range s.sums {
		joined[n] = s.owners[n].joined()
		for c, t := range sums {
			k, ok := joined[n][c.key]
			if !ok {
				continue
			}
			delete(sums, c)
			if c.key = k; sums[c] == nil {
				sums[c] = &tally{}
			}
			sums[c].add(t)
		}
	}
	for v, d := range s.values {
		if k, ok := joined[s.set[v.task]][v.factor]; ok {
			delete(s.values, v)
			s.values[of{v.task, k}] += d
		}
	}
}

// add adds another tally.
func (t *tally) add(o *tally) {
	for side := range t.time {
		t.time[side] += o.time[side]
		t.inferred[side] += o.inferred[side]
	}
	t.waits += o.waits
}
