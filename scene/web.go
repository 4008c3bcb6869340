package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// web are the waits in view that are faint lines, because there are too many of them for triangles:
// n threads that take turns have n × n waits, each with hardly any of the waiting, and all together
// with nearly all of it.
type web struct {
	links []Link
	alpha []float32
	// total is all waiting in view, hidden the part of it that is not drawn.
	total, hidden tracefeed.Time
}

// maxFaint is the largest number of faint lines, mostFaint the opacity of the longest wait among
// them, and leastFaint that of one that can be seen.
const (
	maxFaint   = 3000
	mostFaint  = 0.16
	leastFaint = 0.008
)

// add adds a link whose wait is not drawn otherwise.
func (w *web) add(l Link) { w.links = append(w.links, l) }

// fade decides how faint the links are, and removes those that cannot be seen. It returns their
// number. Links together with little of the waiting are fainter, so that a web does not appear all
// at once in playback.
func (w *web) fade(g *linkGraph) (gone int) {
	longest := tracefeed.Time(1)
	for _, links := range [][]Link{w.links, g.drawn} {
		for i := range links {
			if !links[i].through {
				longest = max(longest, links[i].Total)
			}
		}
	}
	full := mostFaint * min(1, float64(w.hidden)/(muchOmitted*float64(max(1, w.total))))
	all := w.links
	w.links = w.links[:0]
	for i := range all {
		l := &all[i]
		alpha := float32(full * math.Sqrt(float64(l.Total)/float64(longest)))
		if g.ends[l.blocked].dimmed || g.ends[l.blocker].dimmed || g.Look.HasSubject() && !g.isMarked(l) {
			alpha *= 0.4
		}
		if alpha < leastFaint || l.blocked == l.blocker || l.through {
			gone++
			continue
		}
		w.links, w.alpha = append(w.links, *l), append(w.alpha, alpha)
		w.hidden -= l.Total
	}
	return gone
}

// share returns the part of the waiting in view that the lines have.
func (w *web) share() (share float32) {
	for i := range w.links {
		share += float32(float64(w.links[i].Total) / float64(max(1, w.total)))
	}
	return share
}

// isInferred reports whether some of its lines are dashed.
func (w *web) isInferred() bool { return slices.ContainsFunc(w.links, isDashed) }

// isDashed reports whether the line of a link is dashed, because its wait is not observed.
func isDashed(l Link) bool { return l.Evidence != interaction.Observed && l.Kind != interaction.Signal }

// paintWeb draws the faint lines, narrow at the thread that waits, and inferred ones dashed.
func (p *edgePainter) paintWeb() {
	const narrow, wide, dashes = 0.6, 1.5, 4
	d := p.fv.Pen
	d.Mesh = &p.fv.View.Between
	pixel := d.Pixel * p.fv.Sheet.Canvas.Scale
	for i := range p.graph.web.links {
		l := &p.graph.web.links[i]
		a, b := &p.graph.ends[l.blocked], &p.graph.ends[l.blocker]
		w := shape.Wedge{A: onSide(a.Face, b.At, 2*l.blocker), B: onSide(b.Face, a.At, 2*l.blocked+1),
			From: narrow * pixel, To: wide * pixel, Aspect: p.graph.aspect}
		color := edgeColor(p.fv.Sheet.Colors, l.Kind).Alpha(p.graph.web.alpha[i])
		if !isDashed(*l) {
			d.Fill(w, 0, color)
			continue
		}
		for k := range dashes {
			d.Fill(w.Part(float32(2*k)/(2*dashes-1), float32(2*k+1)/(2*dashes-1)), 0, color)
		}
	}
}

// onSide returns a point of the side of a front that looks at another point. The lines of a bar
// begin along all of a side, by a number: from one point they would look like a strong wait, and
// those between bars in a row would cover each other.
func onSide(f shape.Face, to mgl32.Vec2, number int) mgl32.Vec2 {
	const golden, used = 0.618034, 0.8
	_, part := math.Modf(golden * float64(number))
	at, out := f.At, to.Sub(f.At)
	k := 0 // the axis across the side
	if mgl32.Abs(out[1])*f.Half[0] > mgl32.Abs(out[0])*f.Half[1] {
		k = 1
	}
	at[k] += float32(math.Copysign(float64(f.Half[k]), float64(out[k])))
	at[1-k] += used * (2*float32(part) - 1) * f.Half[1-k]
	return at
}
