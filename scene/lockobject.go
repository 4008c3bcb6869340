package scene

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// lockObject is a lock that is drawn as a thing of its own, in the plane of the moment:
// threads wait for it, and it belongs to those that held it. Threads that take turns at a lock
// have n × n waits for each other, but only n for the lock.
type lockObject struct {
	monitor tracefeed.MonitorID
	// end is its endpoint.
	end int
	// holders are the slots of the threads that hold it at the moment. keeper is the slot of
	// the thread that keeps it while the story lasts: it is drawn at its bar. -1 is none.
	holders []int
	keeper  int
	// queue are the threads that wait for it at the moment, in the order of their arrival.
	queue []tracefeed.ThreadID
	// total is the waiting for it in the history.
	total tracefeed.Time
}

// Locks are objects if the picture is about them, or if they have a large part of all waiting;
// of these, only few.
const (
	largeLock   = 0.1
	mostObjects = 6
)

// gatherLocks makes objects of some locks, and replaces the links of threads that waited for
// each other at them by links to and from the locks.
func (g *linkGraph) gatherLocks(m *pairCache) {
	if g.look.DirectWaits || m.parts == nil {
		return
	}
	totals := map[tracefeed.MonitorID]tracefeed.Time{}
	var all tracefeed.Time
	for _, p := range m.parts {
		if _, ok := g.endsOf(p.Blocked, p.Blocker); ok && p.Monitor != tracefeed.NoMonitor {
			totals[p.Monitor] += p.Total
			all += p.Total
		}
	}
	about := func(m tracefeed.MonitorID) bool {
		return g.look.aboutFinding() && slices.Contains(g.look.subjectMonitors(), m)
	}
	var monitors []tracefeed.MonitorID
	for m, total := range totals {
		if about(m) || float64(total) >= largeLock*float64(all) {
			monitors = append(monitors, m)
		}
	}
	slices.SortFunc(monitors, func(a, b tracefeed.MonitorID) int {
		return cmp.Or(b2i(about(b))-b2i(about(a)), cmp.Compare(totals[b], totals[a]), cmp.Compare(a, b))
	})
	for _, m := range monitors[:min(len(monitors), mostObjects)] {
		g.locks = append(g.locks, g.lockObject(m, totals[m]))
	}
	if len(g.locks) > 0 {
		g.passThrough(m)
	}
}

// endsOf returns the endpoints of a pair of threads; ok is false unless both are in the picture.
func (g *linkGraph) endsOf(blocked, blocker tracefeed.ThreadID) (ends [2]int, ok bool) {
	a, okA := g.layout.slotOf[blocked]
	b, okB := g.layout.slotOf[blocker]
	if !okA || !okB {
		return ends, false
	}
	return [2]int{int(g.endOf[a]), int(g.endOf[b])}, true
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lockObject returns the object of a lock, without an endpoint.
func (g *linkGraph) lockObject(m tracefeed.MonitorID, total tracefeed.Time) lockObject {
	o := lockObject{monitor: m, keeper: -1, end: -1, total: total}
	for _, t := range g.tl.Owners(m, g.look.Moment) {
		if i, ok := g.layout.slotOf[t]; ok {
			o.holders = append(o.holders, i)
			if t == g.look.Story.Culprit && g.look.aboutFinding() || g.layout.slots[i].deadlocked && o.keeper < 0 {
				o.keeper = i
			}
		}
	}
	type arrival struct {
		t  tracefeed.ThreadID
		at tracefeed.Time
	}
	var queue []arrival
	for t := range g.layout.slotOf {
		lane := g.tl.Lane(t)
		var s timeline.Span
		if lane.StateAt(g.look.Moment) == tracefeed.Blocking {
			if s = lane.Since(g.look.Moment); s.Monitor == m {
				queue = append(queue, arrival{t, interaction.WaitStart(lane, s)})
			}
		}
	}
	slices.SortFunc(queue, func(a, b arrival) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.t, b.t)) })
	for _, a := range queue {
		o.queue = append(o.queue, a.t)
	}
	return o
}

// passThrough lets the waits at the locks lead to them and from them. What remains of other
// links are the waits at other locks.
func (g *linkGraph) passThrough(m *pairCache) {
	inDeadlock := g.deadlockPairs()
	of := map[tracefeed.MonitorID]*lockObject{}
	for i := range g.locks {
		o := &g.locks[i]
		of[o.monitor] = o
		o.end = len(g.ends)
		g.ends = append(g.ends, endpoint{pick: PickID{PickLock, int32(o.monitor)}, threads: 1, slot: -1, lock: i + 1,
			lit: g.look.aboutFinding() && slices.Contains(g.look.subjectMonitors(), o.monitor)})
	}
	inferred := map[[2]tracefeed.ThreadID]bool{}
	for i := range m.pairs {
		if p := &m.pairs[i]; p.Kind == interaction.Lock && p.Evidence != interaction.Observed {
			inferred[[2]tracefeed.ThreadID{p.Blocked, p.Blocker}] = true
		}
	}
	through := map[[2]int]tracefeed.Time{} // by the ends of direct links
	index := map[[2]int]int{}
	var links []Link
	add := func(a, b int, p *interaction.Part) {
		i, known := index[[2]int{a, b}]
		if !known {
			i = len(links)
			index[[2]int{a, b}] = i
			x, y := &g.ends[a], &g.ends[b]
			links = append(links, Link{Kind: interaction.Lock, Blocked: p.Blocked, Blocker: p.Blocker, Waits: x.pick, Holds: y.pick,
				Monitor: p.Monitor, Single: true, From: m.reached, To: m.to, blocked: a, blocker: b})
		}
		l := &links[i]
		l.Total += p.Total
		if inferred[[2]tracefeed.ThreadID{p.Blocked, p.Blocker}] {
			l.Inferred += p.Total
		}
		l.Evidence = interaction.DominantEvidence(l.Total, l.Inferred)
	}
	for i := range m.parts {
		p := &m.parts[i]
		ends, ok := g.endsOf(p.Blocked, p.Blocker)
		o := of[p.Monitor]
		if !ok || o == nil || inDeadlock[ends] {
			continue
		}
		through[ends] += p.Total
		add(ends[0], o.end, p)
		add(o.end, ends[1], p)
	}
	for _, l := range g.all {
		ends := [2]int{l.blocked, l.blocker}
		switch {
		case l.Kind != interaction.Lock || through[ends] == 0:
		case l.Single && of[l.Monitor] != nil:
			continue
		case !l.Single:
			if l.Total -= through[ends]; l.Total <= 0 {
				continue
			}
		}
		links = append(links, l)
	}
	g.all = links
}

// placeLocks puts the locks into the plane of the moment of a view: that of a thread that keeps
// it beside its bar, others in the middle of the threads that wait for it or held it.
func (g *linkGraph) placeLocks(v *View, em float32) {
	if len(g.locks) == 0 {
		return
	}
	unit := g.unit(v)
	r := max(0.8*em, min(0.3*g.layout.half[1]*unit[1], 1.6*em))
	half := mgl32.Vec2{r / unit[0], r / unit[1]}
	var taken []face
	for i := range g.locks {
		o := &g.locks[i]
		var at mgl32.Vec2
		var weight float32
		for k := range g.all {
			l := &g.all[k]
			for _, other := range [][2]int{{l.blocked, l.blocker}, {l.blocker, l.blocked}} {
				if other[0] == o.end {
					at, weight = at.Add(g.ends[other[1]].at), weight+1
				}
			}
		}
		if weight == 0 {
			at = g.layout.low.Add(g.layout.high).Mul(0.5)
		} else {
			at = at.Mul(1 / weight)
		}
		e := &g.ends[o.end]
		if w, ok := g.ringEnd(o); ok {
			at, _ := w.at(0.9)
			e.face = face{at, half}
		} else if o.keeper >= 0 {
			f := g.layout.face(o.keeper)
			edge := f.border(f.at, at)
			away := edge.Sub(f.at)
			side := mgl32.Vec2{}
			switch {
			case abs(abs(away[0])-f.half[0]) < abs(abs(away[1])-f.half[1]):
				side[0] = 1.5 * half[0] * sign(away[0])
			default:
				side[1] = 1.5 * half[1] * sign(away[1])
			}
			e.face = face{edge.Add(side), half}
		} else {
			e.face = face{g.freeSpot(at, half, taken), half}
		}
		taken = append(taken, e.face)
	}
}

// ringEnd returns the wedge of a deadlock that leads to a lock.
func (g *linkGraph) ringEnd(o *lockObject) (w wedge, ok bool) {
	for _, d := range g.deadlocks {
		n := len(d.slots)
		for k, i := range d.slots {
			if d.slots[(k+1)%n] != o.keeper || !g.waitsFor(i, o.monitor) {
				continue
			}
			size := 2 * min(g.layout.half[0], g.layout.half[1])
			return g.course.ring(d.slots, wedge{from: 0.1 * size, to: 0.42 * size})[k], true
		}
	}
	return w, false
}

// waitsFor reports whether the threads of a slot wait for a lock at the moment.
func (g *linkGraph) waitsFor(slot int, m tracefeed.MonitorID) bool {
	s := &g.layout.slots[slot]
	w, ok := interaction.WaitAt(g.tl, s.thread, g.look.Moment)
	return ok && w.Monitor == m
}

func sign(x float32) float32 {
	if x < 0 {
		return -1
	}
	return 1
}

// freeSpot returns the place nearest to a point where a disc covers neither fronts nor others.
func (g *linkGraph) freeSpot(want, half mgl32.Vec2, taken []face) mgl32.Vec2 {
	room := half.Mul(1.4)
	free := func(at mgl32.Vec2) bool {
		for _, f := range taken {
			if d := at.Sub(f.at); abs(d[0]) < 2*room[0] && abs(d[1]) < 2*room[1] {
				return false
			}
		}
		return !g.course.overFront(at, room)
	}
	for ring := range 40 {
		for turn := range max(1, 6*ring) {
			a := 2 * math.Pi * float64(turn) / float64(max(1, 6*ring))
			at := want.Add(mgl32.Vec2{half[0] * float32(ring) * 0.7 * float32(math.Cos(a)), half[1] * float32(ring) * 0.7 * float32(math.Sin(a))})
			if free(at) {
				return at
			}
		}
	}
	return want
}

// unit returns the pixels to a unit of the world in the middle of a view.
func (g *linkGraph) unit(v *View) (unit mgl32.Vec2) {
	middle := g.layout.low.Add(g.layout.high).Mul(0.5)
	at, _ := v.Project(middle.Vec3(0))
	for k, axis := range []mgl32.Vec2{{1, 0}, {0, 1}} {
		end, _ := v.Project(middle.Add(axis).Vec3(0))
		unit[k] = max(end.Sub(at).Len(), 1e-6)
	}
	return unit
}

// locks draws the lock objects.
func (p *edgePainter) locks() {
	for i := range p.graph.locks {
		p.lock(&p.graph.locks[i])
	}
}

func (p *edgePainter) lock(o *lockObject) {
	e, d, sh := &p.graph.ends[o.end], p.fv.pen, p.fv.sheet
	body := p.lockColor(e)
	if o.keeper >= 0 { // the arm that holds it
		f := p.fv.layout.face(o.keeper)
		d.line(e.at, f.border(f.at, e.at), 0, 7*sh.canvas.Scale, body)
	}
	d.disc(e.face, body, sh.colors.Ground, 1.5*sh.canvas.Scale)
	p.fv.view.hit(e.round(), e.pick, false)
	p.queue(o)
	at, ok := p.fv.view.Project(e.at.Vec3(0))
	if !ok {
		return
	}
	top, _ := p.fv.view.Project(e.at.Add(mgl32.Vec2{0, e.half[1]}).Vec3(0))
	r := at[1] - top[1]
	t := Text{Size: min(1.3*r, 1.3*sh.em), Color: sh.colors.Ground, Bold: true, Text: p.fv.look.Locks.Letter(o.monitor)}
	if t, ok := p.fv.view.centred(at, t); ok {
		sh.labels.reserve(Rect{at[0] - r, at[1] - r, at[0] + r, at[1] + r})
		sh.overlay.Texts = append(sh.overlay.Texts, t)
	}
	p.nameLock(o, at, r, body)
}

// lockColor returns the colour of a lock and of the arms that hold it.
func (p *edgePainter) lockColor(e *endpoint) Color {
	if !e.lit && p.fv.hasSubject() {
		return p.fv.sheet.colors.Ground.Toward(p.fv.sheet.colors.Text, 0.5)
	}
	return p.fv.sheet.colors.Text
}

// nameLock writes the place of a lock beside it.
func (p *edgePainter) nameLock(o *lockObject, at mgl32.Vec2, r float32, color Color) {
	_, place, _ := p.fv.look.Locks.Site(o.monitor)
	t := Text{Size: 0.9 * p.fv.sheet.em, Color: color}
	t.Text = fitName(afterPackage(place), t.Size, 14*p.fv.sheet.em, false)
	if t.Text == "" {
		return
	}
	wide := assets.TextWidth(t.Text, t.Size, t.Bold)
	for _, to := range []mgl32.Vec2{{r + 0.3*t.Size, 0.35 * t.Size}, {-r - 0.3*t.Size - wide, 0.35 * t.Size}, {-wide / 2, -r - 0.4*t.Size}} {
		t.X, t.Y = at[0]+to[0], at[1]+to[1]
		if p.fv.view.Rect.Holds(t.X, t.Y) && t.X+wide < p.fv.view.Rect.X1 && p.fv.sheet.label(t) {
			return
		}
	}
}

// afterPackage returns the name of a function without its package: "(*table).count:22".
func afterPackage(place string) string {
	path := strings.LastIndexByte(place, '/') + 1
	if _, name, ok := strings.Cut(place[path:], "."); ok && name != "" {
		return name
	}
	return place
}

// mostQueued is the number of waiting threads that are drawn; the last mark of more is long.
const mostQueued = 24

// queue draws the threads that wait for a lock at the moment as a row of small bars: below the
// bar of the thread that keeps it, else below the lock.
func (p *edgePainter) queue(o *lockObject) {
	e, d, k := &p.graph.ends[o.end], p.fv.pen, p.fv.sheet.canvas.Scale
	s := d.size()
	wide, gap, tall := 3*k*s[0], 2.5*k*s[0], 8*k*s[1]
	n := min(len(o.queue), mostQueued)
	long := float32(n)*(wide+gap) - gap
	x, y := e.at[0]-long/2, e.at[1]-e.half[1]-4*k*s[1]
	if o.keeper >= 0 {
		f := p.fv.layout.face(o.keeper)
		x, y = f.at[0]-f.half[0], f.at[1]-f.half[1]-10*k*s[1]
		if len(p.graph.deadlocks) > 0 {
			return
		}
	}
	for range n {
		d.quad(mgl32.Vec3{x, y - tall, 0}, mgl32.Vec3{x + wide, y - tall, 0}, mgl32.Vec3{x + wide, y, 0}, mgl32.Vec3{x, y, 0}, p.fv.sheet.colors.LockEdge)
		x += wide + gap
	}
}

// hold draws the part that a thread had in holding a lock: a line from the lock to its bar.
func (p *edgePainter) hold(d pen, l *Link, w wedge) {
	e := &p.graph.ends[l.blocked]
	share := p.graph.share(l)
	alpha := 0.15 + 0.7*share
	if !p.graph.isMarked(l) && p.fv.hasSubject() {
		alpha *= 0.3
	}
	thick := max(1.2, 9*share) * p.fv.sheet.canvas.Scale * p.fv.pen.pixel
	w.from, w.to = thick, thick
	d.fill(w, 0, p.lockColor(e).Alpha(alpha))
}
