package scene

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tiv/assets"
	"tiv/interaction"
	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Total is the time on the screen of one category.
type Total struct {
	Layer lod.Layer
	Style LayerStyle
	Time  tracefeed.Time
}

// sumCache caches the time sums of the last picture.
type sumCache struct {
	version uint64 // of the shares
	sums    [lod.Crowd + 1]timeline.Bucket
}

// update returns the time in each state that the shares show, summed by the
// level of the threads' bars.
func (m *sumCache) update(c *shareCells) *[lod.Crowd + 1]timeline.Bucket {
	if m.version != c.shares.Version {
		*m = sumCache{version: c.shares.Version}
		in := &c.input
		from, to := in.grid.window()
		in.tl.EachSum(in.threads, from, to, func(i int, b *timeline.Bucket) {
			m.sums[in.slots[in.rows[i]].level].Add(*b)
		})
	}
	return &m.sums
}

// totals returns the time on the screen by category. A category of several
// levels counts once.
func (p *picture) totals() []Total {
	var totals []Total
	sums := p.sums.update(&p.shares.cells)
	for _, level := range p.levels() {
		for _, l := range level.Layers() {
			i := slices.IndexFunc(totals, func(t Total) bool { return t.Layer.Name == l.Name })
			if i < 0 {
				i = len(totals)
				totals = append(totals, Total{Layer: l, Style: p.layerStyle(l)})
			}
			for _, s := range l.States {
				totals[i].Time += sums[level][s]
			}
		}
	}
	return totals
}

// levels lists the levels of detail of the bars.
func (p *picture) levels() []lod.Level {
	if p.closeBars() > 0 {
		return []lod.Level{p.level, lod.Near}
	}
	return []lod.Level{p.level}
}

// frame reserves room for the caption and returns the remaining space.
func (p *picture) frame() Rect {
	r := Rect{0, 0, float32(p.canvas.Width), float32(p.canvas.Height)}
	if p.hasCaption() {
		above, below := CaptionRoom(p.canvas.Scale)
		r.Y0 += above
		r.Y1 -= below
	}
	return r
}

// CaptionRoom returns the pixels that a caption takes above and below the
// scene, at a scale.
func CaptionRoom(scale float32) (above, below float32) { return 3.8 * em(scale), 2.4 * em(scale) }

// hasCaption reports whether the look has a caption and the picture has room
// for it.
func (p *picture) hasCaption() bool {
	return p.look.Caption && float32(p.canvas.Height) >= 12*p.em()
}

// If the facts are too wide for the picture, they are written smaller: in one
// line down to oneLine of the usual size, in two lines down to leastFacts.
const (
	oneLine    = 0.8
	leastFacts = 0.55
	factsApart = " · "
)

// caption draws the title, the facts, the caveats and the legend.
func (p *picture) caption() {
	x, wide := p.em(), float32(p.canvas.Width)-2*p.em()
	title := Text{X: x, Y: 1.55 * p.em(), Size: 1.15 * p.em(), Color: p.colors.Text, Bold: true}
	title.Text = fitText(p.look.Title, title.Size, wide, true)
	o := &p.f.Overlay
	o.Texts = append(o.Texts, title)
	p.writeFacts(x, wide)
	if p.look.Caveats != "" {
		n := Text{Size: p.em(), Color: p.colors.Warning, Bold: true}
		n.Text = fitText(p.look.Caveats, n.Size, wide-assets.TextWidth(title.Text, title.Size, true)-2*p.em(), true)
		n.X, n.Y = x+wide-assets.TextWidth(n.Text, n.Size, true), title.Y
		o.Texts = append(o.Texts, n)
	}
	p.legend(x, float32(p.canvas.Height)-0.95*p.em())
}

// writeFacts draws the facts in one line or, if that had to be too small, in
// two.
func (p *picture) writeFacts(x, wide float32) {
	t := Text{X: x, Y: 3.1 * p.em(), Size: p.em(), Color: p.colors.Faint}
	all := p.facts()
	first, second := all, ""
	if wide < oneLine*assets.TextWidth(all, t.Size, false) {
		first, second = inTwo(all, t.Size)
		t.Size *= oneLine
		t.Y = 2.6 * p.em()
	}
	longer := max(assets.TextWidth(first, t.Size, false), assets.TextWidth(second, t.Size, false))
	if longer > wide {
		t.Size = max(leastFacts*p.em(), 0.99*t.Size*wide/longer)
	}
	for _, t.Text = range []string{first, second} {
		if t.Text != "" {
			t.Text = fitText(t.Text, t.Size, wide, false)
			p.f.Overlay.Texts = append(p.f.Overlay.Texts, t)
		}
		t.Y += 0.9 * p.em()
	}
}

// inTwo divides facts so that the longer half is as short as can be.
func inTwo(facts string, size float32) (first, second string) {
	all := strings.Split(facts, factsApart)
	longest := float32(math.Inf(1))
	for i := range all {
		a, b := strings.Join(all[:i+1], factsApart), strings.Join(all[i+1:], factsApart)
		if w := max(assets.TextWidth(a, size, false), assets.TextWidth(b, size, false)); w < longest {
			first, second, longest = a, b, w
		}
	}
	return first, second
}

// facts returns the line of facts about the picture: moment, step, threads,
// level, drafts and omissions.
func (p *picture) facts() string {
	from, to := p.look.Window()
	s := fmt.Sprintf("moment %v · step %v · %v shown · %d threads · level %v", p.look.Moment, p.look.Step, to-max(0, from),
		len(p.look.Threads), p.level)
	if n := p.closeBars(); n > 0 {
		s += fmt.Sprintf(", %d near", n)
	}
	if p.look.Late {
		s += " · " + LateNote
	}
	if p.f.Draft {
		s += " · " + DraftNote
	}
	if p.look.Kind != Timeline {
		from, to := p.look.Past()
		what := "waits of"
		if !p.waited {
			what = "no waits for locks among them in"
		}
		s += " · " + what + " " + cmp.Or(p.f.LinksNote, fmt.Sprintf("the last %v", to-from))
	}
	inferred := 0
	for _, l := range p.f.Links {
		if l.Evidence == interaction.Inferred && l.Kind == interaction.Lock {
			inferred++
		}
	}
	if inferred > 0 {
		s += fmt.Sprintf(" · %d of %d edges inferred", inferred, len(p.f.Links))
	}
	if p.f.LinksLeft > 0 {
		s += fmt.Sprintf(" · %d weaker edges not drawn", p.f.LinksLeft)
		if share := 100 * p.f.LeftShare; share >= 0.5 {
			s += fmt.Sprintf(", %.0f %% of the waiting", share)
		}
	}
	if p.f.NotesLeft > 0 {
		s += fmt.Sprintf(" · %d of %d notes not in view", p.f.NotesLeft, len(p.look.Notes))
	}
	return s
}

// linksNote describes the part of the history that edges cover; "" if it is all
// of it.
func (p *picture) linksNote() string {
	from, to := p.look.Past()
	s := fmt.Sprintf("the last %v", to-p.f.LinksFrom)
	switch {
	case p.f.LinksFrom <= from:
		return ""
	case p.f.LinksDraft:
		return s + " so far, reading …"
	}
	return s + " only, they are too many"
}

// closeBars counts the bars that are near though the level is not.
func (p *picture) closeBars() (n int) {
	for i := range p.l.slots {
		if p.isClose(&p.l.slots[i]) {
			n++
		}
	}
	return n
}

func (p *picture) isClose(s *slot) bool { return s.level == lod.Near && p.level != lod.Near }

// entry is a category or shape in the legend.
type entry struct {
	style       LayerStyle
	name, share string
}

// legend draws the categories with their share of the time on the screen, and
// the shapes of the edges present. If that is too wide, it omits the shares,
// and then uses smaller text.
func (p *picture) legend(x, y float32) {
	entries := append(p.categories(), p.shapes()...)
	room, size := float32(p.canvas.Width)-2*x, p.em()
	wide := legendWidth(entries, size)
	if wide > room {
		for i := range entries {
			entries[i].share = ""
		}
		wide = legendWidth(entries, size)
	}
	if wide > room {
		size *= room / wide
	}
	for _, e := range entries {
		p.sample(x, y, size, e)
		x += e.width(size)
	}
}

func legendWidth(entries []entry, size float32) (wide float32) {
	for _, e := range entries {
		wide += e.width(size)
	}
	return wide - 1.4*size // no gap after the last
}

func (e entry) text() string { return strings.TrimSpace(e.name + " " + e.share) }

// width returns the distance to the next entry.
func (e entry) width(size float32) float32 { return 3.4*size + assets.TextWidth(e.text(), size, false) }

func (p *picture) categories() (entries []entry) {
	var all tracefeed.Time
	for _, t := range p.f.Totals {
		all += t.Time
	}
	for _, t := range p.f.Totals {
		if t.Time > 0 || t.Layer.Name != "unknown" {
			entries = append(entries, entry{t.Style, t.Layer.Name, Percent(t.Time, all)})
		}
	}
	return entries
}

func (p *picture) shapes() (entries []entry) {
	seen := map[string]bool{}
	for _, l := range p.f.Links {
		seen[l.Kind.String()+l.Evidence.String()] = true
	}
	for _, s := range []struct {
		shape, name string
		color       Color
	}{
		{"lockobserved", "waits for (narrow → wide)", p.colors.LockEdge.Alpha(0.8)},
		{"lockinferred", "waits for, inferred (outlined)", p.colors.LockEdge.Alpha(0.4)},
		{"signalinferred", "is told by (thin)", p.colors.SignalEdge},
	} {
		if seen[s.shape] {
			entries = append(entries, entry{LayerStyle{Color: s.color}, s.name, ""})
		}
	}
	if len(p.rings) > 0 {
		entries = append(entries, entry{LayerStyle{Color: p.colors.Ring}, "deadlock", ""})
	}
	return entries
}

// Percent formats the share of part in whole in a readable precision: 12.5 %, <
// 0.1 %.
func Percent(part, whole tracefeed.Time) string {
	switch p := 100 * float64(part) / float64(max(1, whole)); {
	case part == 0:
		return "0 %"
	case p < 0.1:
		return "< 0.1 %"
	default:
		return fmt.Sprintf("%.1f %%", p)
	}
}

// sample draws one entry of the legend.
func (p *picture) sample(x, y, size float32, e entry) {
	o := &p.f.Overlay
	box := Rect{x, y - 0.85*size, x + 1.5*size, y + 0.15*size}
	o.Rects = append(o.Rects, OverlayRect{Rect: box, Color: e.style.Color, Pattern: e.style.Pattern})
	o.Texts = append(o.Texts, Text{X: x + 2*size, Y: y, Size: size, Color: p.colors.Text, Text: e.text()})
}
