package detect

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// blameKinds are the kinds of finding about time lost to a monitor, the one that says
// the most about the reason first.
var blameKinds = []string{BlockingChain, LongHold, Convoy, Contention}

// foldCauses puts findings with the same cause below one of them: those about one
// monitor below the kind that says the most, and has at least half of the time lost;
// long waits for the monitor below that, and starvation with less than half of it; all
// of them below starvation with more, or a deadlock or stuck threads at that monitor.
func foldCauses(found []Finding) []Finding {
	var out []Finding
	byMonitor := map[tracefeed.MonitorID][]Finding{}
	for _, f := range found {
		if b := f.Blame(); b != nil {
			byMonitor[b.Monitor] = append(byMonitor[b.Monitor], f)
		} else {
			out = append(out, f)
		}
	}
	var costs []Finding
	for _, group := range byMonitor {
		costs = append(costs, foldBlames(group))
	}
	slices.SortFunc(costs, func(a, b Finding) int {
		return cmp.Or(-cmp.Compare(a.Lost, b.Lost), cmp.Compare(a.Blame().Monitor, b.Blame().Monitor))
	})
	costs = foldGroups(costs)
	out = slices.DeleteFunc(out, func(f Finding) bool {
		i := slices.IndexFunc(costs, func(c Finding) bool { return f.partOf(&c) })
		if i >= 0 {
			costs[i].Also = append(costs[i].Also, f)
		}
		return i >= 0
	})
	for _, c := range costs {
		out = foldInto(out, c, func(f Finding) bool { return f.explains(&c) })
	}
	return out
}

// foldInto puts a finding, and those below it, below the first one of a list that is wanted,
// or else at its end.
func foldInto(list []Finding, f Finding, wanted func(Finding) bool) []Finding {
	i := slices.IndexFunc(list, wanted)
	if i < 0 {
		return append(list, f)
	}
	below := f.Also
	f.Also = nil
	list[i].Also = append(append(list[i].Also, f), below...)
	return list
}

// foldGroups puts findings about one monitor of a group below the finding about the group, if
// that has at least twice the time. The costliest come first.
func foldGroups(costs []Finding) (out []Finding) {
	for _, c := range costs {
		out = foldInto(out, c, func(g Finding) bool {
			return c.Blame().Place == nil && g.Blame().Place != nil && c.Lost <= g.Lost/2 && slices.Contains(g.Monitors, c.Blame().Monitor)
		})
	}
	for i := range out {
		if out[i].Blame().Place != nil {
			out[i].Also = joinBlames(out[i].Also)
		}
	}
	return out
}

// joinBlames makes one finding of those of each kind about monitors of one group, named after
// the costliest of them.
func joinBlames(found []Finding) []Finding {
	var out []Finding
	for _, f := range found {
		i := slices.IndexFunc(out, func(o Finding) bool { return o.Kind == f.Kind })
		if i < 0 {
			out = append(out, f)
			continue
		}
		out[i].addAlike(&f)
	}
	return out
}

// addAlike adds a finding of the same kind about another monitor.
func (f *Finding) addAlike(other *Finding) {
	f.Blame().Alike++
	f.Start, f.End = min(f.Start, other.Start), max(f.End, other.End)
	f.Lost, f.Share = f.Lost+other.Lost, f.Share+other.Share
	f.Monitors = append(slices.Clip(f.Monitors), other.Monitors...)
	f.Threads = slices.Compact(slices.Sorted(slices.Values(slices.Concat(f.Threads, other.Threads))))
}

// foldBlames makes one finding of those about one monitor.
func foldBlames(group []Finding) Finding {
	slices.SortFunc(group, func(a, b Finding) int {
		return cmp.Compare(slices.Index(blameKinds, a.Kind), slices.Index(blameKinds, b.Kind))
	})
	most := tracefeed.Time(0)
	for i := range group {
		most = max(most, group[i].Lost)
	}
	i := slices.IndexFunc(group, func(f Finding) bool { return f.Lost >= most-f.Lost })
	first := group[i]
	first.Also = slices.Delete(group, i, i+1)
	return first
}

// partOf reports whether a finding about waits for a monitor is a part of the time lost
// to it.
func (f *Finding) partOf(cost *Finding) bool {
	if !slices.ContainsFunc(f.Monitors, func(m tracefeed.MonitorID) bool { return slices.Contains(cost.Monitors, m) }) {
		return false
	}
	return f.Kind == LongWait || f.Kind == Starvation && f.Lost < cost.Lost-f.Lost
}

// explains reports whether a finding is the cause of time lost to a monitor: starvation
// there, or an accusation of threads that wait for it, if the time was mostly lost since
// it began.
func (f *Finding) explains(cost *Finding) bool {
	h := cost.Blame().Hold
	if !slices.Contains(f.Monitors, cost.Blame().Monitor) {
		return false
	}
	return f.Kind == Starvation || f.Severity.Accuses() &&
		(h == nil && cost.Start >= f.Start || h != nil && h.Start+(h.End-h.Start)/2 >= f.Start)
}
