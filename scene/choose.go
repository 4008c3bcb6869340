package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
	"tiv/tracefeed"
)

// mostDrawn is the largest number of links in a picture at each level, before
// they hide more than they show, and mostMarked the number of further links at
// selected threads.
var mostDrawn = [...]int{lod.Near: 80, lod.Mid: 90, lod.Far: 60, lod.Crowd: 60}

const mostMarked = 150

// If there are more than a few links, the shortest ones are left out: those
// that are far shorter than the longest and together hardly any of the waiting.
const (
	fewLinks   = 24
	hardlyAny  = 0.04
	outOfSight = 0.02 // of the view: the distance beyond its border that counts as in view
)

// chooseLinks selects the links to draw and sorts them by length of waits,
// longest last: links of selected threads, and the longest others with an end
// in view.
func (p *picture) chooseLinks(v *View, all []Link) {
	p.inRings = p.ringPairs()
	p.findOutside(v)
	var sum tracefeed.Time
	inView := func(l *Link) bool {
		return !p.ends.list[l.blocked].outside || !p.ends.list[l.blocker].outside
	}
	marked, leftMarked := longest(all, mostMarked, func(l *Link) bool { return inView(l) && p.isMarked(l) })
	links, left := longest(all, mostDrawn[p.level], func(l *Link) bool {
		if inView(l) {
			sum += l.Total
			return !p.isMarked(l)
		}
		return false
	})
	drawn := tracefeed.Time(0)
	for _, l := range append(slices.Clone(marked), links...) {
		drawn += l.Total
	}
	for len(links) > fewLinks && 10*links[0].Total < links[len(links)-1].Total &&
		float64(sum-drawn+links[0].Total) < hardlyAny*float64(sum) {
		drawn -= links[0].Total
		links = links[1:]
		left++
	}
	p.f.Links = append(links, marked...)
	p.f.LinksLeft += left + leftMarked
	p.f.LeftShare = float32(float64(sum-drawn) / float64(max(1, sum)))
	p.setLanes()
}

// isMarked reports whether an end of a link is selected.
func (p *picture) isMarked(l *Link) bool {
	return p.ends.list[l.blocked].selected || p.ends.list[l.blocker].selected
}

// findOutside marks the ends outside a view.
func (p *picture) findOutside(v *View) {
	r, pad := v.Rect, outOfSight*v.Rect.Width()
	for i := range p.ends.list {
		e := &p.ends.list[i]
		e.outside = true
		for _, corner := range []mgl32.Vec2{{0, 0}, {-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			at, ok := v.Project(e.at.Add(mgl32.Vec2{corner[0] * e.half[0], corner[1] * e.half[1]}).Vec3(0))
			if ok && at[0] > r.X0-pad && at[0] < r.X1+pad && at[1] > r.Y0-pad && at[1] < r.Y1+pad {
				e.outside = false
				break
			}
		}
	}
}

// setLanes assigns lanes to links between the same two ends: first those in one
// direction, then those in the other.
func (p *picture) setLanes() {
	type pair [2]int
	of := map[pair][]int{}
	for i, l := range p.f.Links {
		if p.inRings[[2]int{l.blocked, l.blocker}] && l.Kind == interaction.Lock {
			continue // drawn as part of the ring
		}
		k := pair{min(l.blocked, l.blocker), max(l.blocked, l.blocker)}
		of[k] = append(of[k], i)
	}
	for k, list := range of {
		slices.SortStableFunc(list, func(i, j int) int {
			a, b := &p.f.Links[i], &p.f.Links[j]
			switch {
			case a.blocked == b.blocked:
				return int(a.Monitor) - int(b.Monitor)
			case a.blocked == k[0]:
				return -1
			}
			return 1
		})
		for n, i := range list {
			p.f.Links[i].lane, p.f.Links[i].lanes = n, len(list)
		}
	}
}
