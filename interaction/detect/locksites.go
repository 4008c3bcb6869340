package detect

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/chains"
	"tiv/tracefeed"
)

// Many locks of one line of code, such as those of a striped map, lose little time each, or
// are many findings with one cause. Contention adds them up by the places of their waits.

// lockGroup is monitors that threads wait for at the same places, the costliest first.
type lockGroup struct {
	monitors []*chains.Monitor
	// places has the time lost at each place.
	places map[Site]tracefeed.Time
}

const (
	// fewestAlike is the smallest number of monitors in a group.
	fewestAlike = 3
	// mostPlaced is the largest number of monitors whose waits are looked up.
	mostPlaced = 10_000
	// commonPlace is the part of the waits for a monitor that makes their place one of the
	// monitor's places.
	commonPlace = 4
)

// lockGroups divides the contended monitors: into groups with common places, in which none
// costs as much as all others together, and those that are alone.
func (b *blames) lockGroups() (groups []lockGroup, alone []*chains.Monitor) {
	var all []*chains.Monitor
	lost := tracefeed.Time(0)
	monitors := b.chains.Monitors()
	for i := range monitors {
		if m := &monitors[i]; m.Charged > 0 {
			all, lost = append(all, m), lost+m.Charged
		}
	}
	slices.SortFunc(all, func(x, y *chains.Monitor) int {
		return cmp.Or(-cmp.Compare(x.Charged, y.Charged), cmp.Compare(x.ID, y.ID))
	})
	if len(all) < fewestAlike || !b.costly(lost) {
		return nil, all
	}
	placed := all[:min(len(all), mostPlaced)]
	alone = all[len(placed):]
	for _, g := range b.byPlaces(placed) {
		for rest := g.lost(); len(g.monitors) > 0; g.monitors = g.monitors[1:] {
			rest -= g.monitors[0].Charged
			if len(g.monitors) >= fewestAlike && g.monitors[0].Charged < rest {
				groups = append(groups, g)
				break
			}
			alone = append(alone, g.monitors[0])
		}
	}
	return groups, alone
}

func (g *lockGroup) lost() (sum tracefeed.Time) {
	for _, m := range g.monitors {
		sum += m.Charged
	}
	return sum
}

// byPlaces puts monitors with a common place into one group. A monitor without a known place
// is alone.
func (b *blames) byPlaces(monitors []*chains.Monitor) (groups []lockGroup) {
	of := map[Site]*lockGroup{} // by place
	var all []*lockGroup
	for _, m := range monitors {
		own := b.placesOf(m)
		g := &lockGroup{monitors: []*chains.Monitor{m}, places: own}
		all = append(all, g)
		for p := range own {
			if other := of[p]; other != nil && other != g {
				g = g.join(other)
			}
		}
		for p := range g.places {
			of[p] = g
		}
	}
	for _, g := range all {
		if len(g.monitors) > 0 { // else it has joined another one
			slices.SortStableFunc(g.monitors, func(x, y *chains.Monitor) int {
				return cmp.Or(-cmp.Compare(x.Charged, y.Charged), cmp.Compare(x.ID, y.ID))
			})
			groups = append(groups, *g)
		}
	}
	return groups
}

// join moves the monitors and places of a group to another one, which it returns.
func (g *lockGroup) join(to *lockGroup) *lockGroup {
	if len(g.monitors) > len(to.monitors) {
		g, to = to, g
	}
	to.monitors = append(to.monitors, g.monitors...)
	for p, t := range g.places {
		to.places[p] += t
	}
	g.monitors, g.places = nil, nil
	return to
}

// placesOf returns the usual places of waits for a monitor, with the time lost at each, as far
// as samples tell.
func (b *blames) placesOf(m *chains.Monitor) map[Site]tracefeed.Time {
	counts, known := map[Site]int{}, 0
	for _, w := range m.Samples {
		if s, ok := b.waitsIn(w); ok {
			counts[s]++
			known++
		}
	}
	places := map[Site]tracefeed.Time{}
	for s, n := range counts {
		if n*commonPlace >= known {
			places[s] = m.Charged / tracefeed.Time(known) * tracefeed.Time(n)
		}
	}
	return places
}

// waitsIn returns the place of a wait.
func (b *blames) waitsIn(w chains.Sample) (Site, bool) {
	span, _ := b.costs.tl.Lane(w.Thread).At(w.At)
	return siteOf(b.costs.tl, span.Stack)
}

// place returns the place at which most of the time was lost, or, if that is less than half,
// its function.
func (g *lockGroup) place() (most Site) {
	all := tracefeed.Time(0)
	for s, t := range g.places {
		all += t
		if cmp.Or(cmp.Compare(t, g.places[most]), cmp.Compare(most.Func, s.Func), cmp.Compare(most.File, s.File),
			cmp.Compare(most.Line, s.Line)) > 0 {
			most = s
		}
	}
	if g.places[most] < all/2 {
		most.File, most.Line = "", 0
	}
	return most
}

// together returns the finding about a group.
func (b *blames) together(g *lockGroup) Finding {
	facts := &Contended{}
	f := b.finding(g.monitors[0], facts, g.lost(), g.monitors[0].First, g.monitors[0].Last)
	place := g.place()
	facts.Queue, facts.Most, facts.Place = queueOf(g.monitors[0], 0), g.monitors[0].Charged, &place
	for _, m := range g.monitors[1:] {
		f.Start, f.End, f.Monitors = min(f.Start, m.First), max(f.End, m.Last), append(f.Monitors, m.ID)
		facts.Waits, facts.Indirect = facts.Waits+m.Waits, facts.Indirect+m.Indirect
		facts.Free, facts.Readers = facts.Free+m.Free, facts.Readers+m.Readers
		facts.Unowned, facts.Elsewhere = facts.Unowned && !b.owners.Named[m.ID], facts.Elsewhere || b.owners.Elsewhere[m.ID]
	}
	if f.Sites == nil {
		for _, w := range g.monitors[0].Samples {
			if s, ok := b.waitsIn(w); ok {
				s.Role, s.Thread = Waits, w.Thread
				f.Sites = []Site{s}
				break
			}
		}
	}
	f.Evidence = interaction.Observed
	return f
}
