package scene

import (
	"cmp"
	"slices"
	"strings"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/share"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// entry is a category or shape in the legend.
type entry struct {
	style       paint.Style
	name, share string
	// short is a name for legends with little room, if there is one.
	short string
	// lines says that the sample is two lines, a thin one above a thick one.
	lines bool
	// begins says that it is the first of another line.
	begins bool
}

// leastLegend is the size of text below which a legend has more lines, and mostLines the
// number of lines for which there is room.
const leastLegend, mostLines = 0.62, 3

// legend draws the categories with their share of the time on the screen, and
// the shapes of the edges present, around a height. If that is too wide, it uses short
// names, then omits the shares, and then uses more lines of smaller text.
func (w *captionWriter) legend(x, y float32) {
	entries := slices.Concat(w.categories(), w.shapes(), w.calls())
	room, size := float32(w.Canvas.Width)-2*x, w.Em
	wide := legendWidth(entries, size)
	if wide > room {
		for i := range entries {
			entries[i].name = cmp.Or(entries[i].short, entries[i].name)
		}
		wide = legendWidth(entries, size)
	}
	if wide > room {
		for i := range entries {
			entries[i].share = ""
		}
		wide = legendWidth(entries, size)
	}
	if wide > room {
		size *= max(room/wide, leastLegend)
	}
	lines := breakLines(entries, size, room)
	for ; lines > mostLines || widest(entries, size) > room; lines = breakLines(entries, size, room) {
		size *= 0.95
	}
	const apart = 1.4
	if lines > 1 { // in the middle of the room for one line
		block := (apart*float32(lines-1) + 1) * size
		y += 0.75*size - 0.25*w.Em - block/2
	}
	at := x
	for _, e := range entries {
		if e.begins {
			at, y = x, y+apart*size
		}
		w.sample(at, y, size, e)
		at += e.width(size)
	}
}

// gapAfter is the room between an entry and the next, in sizes of the text.
const gapAfter = 1.4

// legendWidth returns the width of entries side by side.
func legendWidth(entries []entry, size float32) (wide float32) {
	for _, e := range entries {
		wide += e.width(size)
	}
	return wide - gapAfter*size
}

// widest returns the width of the widest entry.
func widest(entries []entry, size float32) (wide float32) {
	for _, e := range entries {
		wide = max(wide, e.width(size)-gapAfter*size)
	}
	return wide
}

// breakLines decides which entries begin a line of a width, and returns the number of
// lines.
func breakLines(entries []entry, size, room float32) (lines int) {
	lines = 1
	at := float32(0)
	for i := range entries {
		e := &entries[i]
		if e.begins = at > 0 && at+e.width(size)-gapAfter*size > 1.001*room; e.begins {
			at, lines = 0, lines+1
		}
		at += e.width(size)
	}
	return lines
}

// longestEntry is the largest width of a category's name, in sizes of the text.
const longestEntry = 20

// text returns the entry's name and share.
func (e entry) text() string { return strings.TrimSpace(e.name + " " + e.share) }

// width returns the distance to the next entry.
func (e entry) width(size float32) float32 { return 3.4*size + assets.TextWidth(e.text(), size, false) }

// categories returns the entries of the categories with their share of the
// time.
func (w *captionWriter) categories() (entries []entry) {
	all := w.f.Counted()
	detailed := false
	for _, t := range w.f.Legend() {
		if t.Time == 0 && (!t.Detailed || detailed) {
			continue
		}
		name := t.Name
		if t.Detailed && !detailed {
			detailed, name = true, "in full detail: "+name
		}
		e := entry{style: t.Style, name: shape.Fit(name, w.Em, longestEntry*w.Em, false)}
		if t.Kind != share.OutsideBase {
			e.share = tracefeed.Percent(t.Time, all)
		}
		entries = append(entries, e)
	}
	return entries
}

// shapes returns the entries of the edges that are drawn.
func (w *captionWriter) shapes() (entries []entry) {
	seen := map[string]bool{}
	for _, l := range w.f.Links {
		seen[l.Kind.String()+l.Evidence.String()] = true
	}
	for _, s := range []struct {
		shape, name, short string
		color              paint.Color
	}{
		{"lockobserved", "narrow end waits for wide end", "waits for", w.Colors.LockEdge.Alpha(0.8)},
		{"lockinferred", "waits for, inferred (outlined)", "", w.Colors.LockEdge.Alpha(0.4)},
		{"signalinferred", "signalled by (thin)", "", w.Colors.SignalEdge},
	} {
		if seen[s.shape] {
			entries = append(entries, entry{style: paint.Style{Color: s.color}, name: s.name, short: s.short})
		}
	}
	if w.f.WaitMarks {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.LockEdge}, lines: true,
			name: "thin: it waits, thick: others wait for it", short: "wait marks"})
	}
	if len(w.f.Locks) > 0 {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.Text}, name: "lock, line to who held it", short: "lock"})
	}
	if len(w.Deadlocks) > 0 {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.Ring}, name: "deadlock"})
	}
	if from, to := w.Look.Window(); len(w.Timeline.GCBetween(from, to)) > 0 && !w.Look.NoCollections {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.GC}, name: "garbage collection", short: "GC"})
	}
	if w.Look.HasSubject() && stepsBack(w.Layout) {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.Ground.Toward(w.Colors.Faint, stage.Bystander)},
			name: w.Colors.Dimmer() + ": has no part in it", short: "no part in it"})
	}
	return entries
}

// stepsBack reports whether a bar is darker because the picture is about others.
func stepsBack(l *place.Layout) bool {
	return slices.ContainsFunc(l.Slots, func(s place.Slot) bool { return !s.Selected && !stage.HasPart(&s) })
}

// sample draws one entry of the legend.
func (w *captionWriter) sample(x, y, size float32, e entry) {
	o := w.Overlay
	box := shape.Rect{X0: x, Y0: y - 0.85*size, X1: x + 1.5*size, Y1: y + 0.15*size}
	if e.lines {
		for _, line := range [2][2]float32{{0.6, waitsThick}, {0.25, causesThick}} {
			mid, half := y-line[0]*size, line[1]*w.Canvas.Scale/2
			o.Rects = append(o.Rects, shape.OverlayRect{Rect: shape.Rect{X0: box.X0, Y0: mid - half, X1: box.X1, Y1: mid + half},
				Color: e.style.Color})
		}
	} else {
		o.Rects = append(o.Rects, shape.OverlayRect{Rect: box, Color: e.style.Color, Pattern: e.style.Pattern})
	}
	o.Texts = append(o.Texts, shape.Text{X: x + 2*size, Y: y, Size: size, Color: w.Colors.Text, Text: e.text()})
}
