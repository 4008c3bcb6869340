package scene

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/share"
	"tiv/scene/stage"
	"tiv/task/sentence"
	"tiv/tracefeed"
)

// entry is a category or shape in the legend.
type entry struct {
	style       paint.Style
	name, share string
	// short is a name for legends with little room, if there is one.
	short string
	// marks are the parts of the sample, to the right of and above the origin, in sizes of the
	// text; nil for a whole box. scale is the thickness of a line.
	marks func(size, scale float32) []shape.Rect
	// begins says that it is the first of another line, lead that it has no sample and says what
	// the shares after it are of.
	begins, lead bool
}

// leastLegend is the size of text below which a legend has more lines, and mostLines the
// number of lines for which there is room.
const leastLegend, mostLines = 0.62, 3

// legend draws the categories with their share of the time on the screen, and
// the shapes of the edges present, around a height. If that is too wide, it uses short
// names, then omits the shares, and then uses more lines of smaller text.
func (w *captionWriter) legend(x, y float32) {
	entries := slices.Concat(w.categories(), w.shapes(), w.calls(), taskEntries(w.f, w.Colors))
	room, size := float32(w.Canvas.Width)-2*x, w.Em
	wide := legendWidth(entries, size)
	if wide > room {
		for i := range entries {
			entries[i].name = cmp.Or(entries[i].short, entries[i].name)
		}
		wide = legendWidth(entries, size)
	}
	if wide > room {
		entries = slices.DeleteFunc(entries, func(e entry) bool { return e.lead })
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
func (e entry) width(size float32) float32 {
	room := 3.4 * size
	if e.lead {
		room = size
	}
	return room + assets.TextWidth(e.text(), size, false)
}

// categories returns the entries of the categories with their share of the
// time, after a word about the interval in which it is counted.
func (w *captionWriter) categories() (entries []entry) {
	all := w.f.Counted()
	if all > 0 {
		entries = append(entries, entry{lead: true, name: w.Look.CountedName() + ":"})
	}
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
	if w.f.Faint > 0 {
		entries = append(entries, faintEntry(w.Colors.LockEdge, w.f))
	}
	if w.f.WaitMarks {
		style := paint.Style{Color: w.Colors.LockEdge}
		entries = append(entries, entry{style: style, marks: waitLine(waitsThick), name: "thin line: it waits", short: "it waits"},
			entry{style: style, marks: waitLine(causesThick), name: "thick line: others wait for it", short: "others wait for it"})
	}
	if w.f.WithinGroups {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.LockEdge}, marks: ringMark,
			name: "number of waits within a group", short: "waits within a group"})
	}
	if len(w.f.Locks) > 0 {
		entries = append(entries, lockEntry(w.Colors.Text, w.f.Locks))
	}
	if w.f.Plates() {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.OwnerColor(1)}, marks: plateMark,
			name: "plate: who held the lock, as high as its queue", short: "who held it, queue"})
	}
	if len(w.Deadlocks) > 0 {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.Ring}, name: "deadlock"})
	}
	if len(w.Stuck) > 0 {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.Stuck}, marks: frameMark,
			name: "stuck: nothing can wake it", short: "stuck"})
	}
	if len(w.Debts) > 0 {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.Stuck}, marks: dashes,
			name: "dashes: perhaps owed the answer", short: "owed the answer?"})
	}
	if from, to := w.Look.Window(); len(w.Timeline.GCBetween(from, to)) > 0 && !w.Look.NoCollections {
		color := w.Colors.GC.Alpha(stage.CollectionStrip)
		entries = append(entries, entry{style: paint.Style{Color: color}, name: "garbage collection", short: "GC"})
	}
	if c := w.Look.Course; c != nil && !w.Look.Kind.Tasks {
		name := sentence.Name(&c.Tasks.Tasks[c.Task])
		entries = append(entries, entry{style: paint.Style{Color: w.f.CourseColor}, marks: courseMark,
			name: name + ": who works for it; dashes: nobody does, outlined: inferred", short: "works for it"})
	}
	if !w.Look.Kind.Tasks && w.Look.HasSubject() && stepsBack(w.Layout) {
		entries = append(entries, entry{style: paint.Style{Color: w.Colors.Ground.Toward(w.Colors.Faint, stage.Bystander)},
			name: w.Colors.Dimmer() + ": has no part in it", short: "no part in it"})
	}
	return entries
}

// lockEntry returns the entry of locks.
func lockEntry(c paint.Color, locks []Lock) entry {
	e := entry{style: paint.Style{Color: c}, name: "lock, line to who held it, a tick for each waiter", short: "lock, line to its holder"}
	hollow := 0
	for i := range locks {
		if locks[i].Hollow {
			hollow++
		}
	}
	switch {
	case hollow == len(locks):
		e.name, e.short = "hollow lock: its holders are unknown", "hollow lock: holders unknown"
	case hollow > 0:
		e.short += "; hollow: unknown"
		e.name = e.short
	}
	return e
}

// faintEntry returns the entry of faint lines: how much of the waiting they are.
func faintEntry(c paint.Color, f *Frame) entry {
	of := fmt.Sprintf("%.0f %% of the waiting", 100*f.faintShare)
	e := entry{style: paint.Style{Color: c.Alpha(0.4)}, short: "faint: " + of,
		name: fmt.Sprintf("faint: %s weaker waits, %s", tracefeed.Count(f.Faint), of)}
	if f.faintInferred {
		e.name += ", dashed: inferred"
	}
	return e
}

// stepsBack reports whether a bar is darker because the picture is about others.
func stepsBack(l *place.Layout) bool {
	return slices.ContainsFunc(l.Slots, func(s place.Slot) bool { return !s.Selected && !stage.HasPart(&s) })
}

// sample draws one entry of the legend.
func (w *captionWriter) sample(x, y, size float32, e entry) {
	o := w.Overlay
	if e.lead {
		o.Texts = append(o.Texts, shape.Text{X: x, Y: y, Size: size, Color: w.Colors.Faint, Text: e.text()})
		return
	}
	box := shape.Rect{X0: x, Y0: y - 0.85*size, X1: x + 1.5*size, Y1: y + 0.15*size}
	if e.marks == nil {
		o.Rects = append(o.Rects, shape.OverlayRect{Rect: box, Color: e.style.Color, Pattern: e.style.Pattern})
	} else {
		for _, r := range e.marks(size, w.Canvas.Scale) {
			r = shape.Rect{X0: x + r.X0, Y0: y - r.Y0, X1: x + r.X1, Y1: y - r.Y1}
			o.Rects = append(o.Rects, shape.OverlayRect{Rect: r, Color: e.style.Color})
		}
	}
	o.Texts = append(o.Texts, shape.Text{X: x + 2*size, Y: y, Size: size, Color: w.Colors.Text, Text: e.text()})
}

// waitLine is a line below a bar, of a thickness.
func waitLine(thick float32) func(size, scale float32) []shape.Rect {
	return func(size, scale float32) []shape.Rect {
		mid, half := 0.35*size, thick*scale/2
		return []shape.Rect{{Y0: mid + half, X1: 1.5 * size, Y1: mid - half}}
	}
}

// ringMark is a ring, of small squares.
func ringMark(size, scale float32) (marks []shape.Rect) {
	const parts = 24
	r, half := 0.5*size, 0.8*scale
	for i := range parts {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / parts)
		x, y := 0.75*size+r*float32(cos), 0.35*size+r*float32(sin)
		marks = append(marks, shape.Rect{X0: x - half, Y0: y + half, X1: x + half, Y1: y - half})
	}
	return marks
}

// frameMark is the frame of a stuck thread.
func frameMark(size, scale float32) []shape.Rect {
	wide, low, high, t := 1.5*size, -0.15*size, 0.85*size, 2*scale
	return []shape.Rect{{Y0: high, X1: wide, Y1: high - t}, {Y0: low + t, X1: wide, Y1: low},
		{Y0: high, X1: t, Y1: low}, {X0: wide - t, Y0: high, X1: wide, Y1: low}}
}

// plateMark is a plate with steps.
func plateMark(size, _ float32) (marks []shape.Rect) {
	for i, high := range [4]float32{0.3, 0.6, 0.85, 0.5} {
		x := 0.38 * float32(i)
		marks = append(marks, shape.Rect{X0: x * size, Y0: high * size, X1: (x + 0.34) * size, Y1: -0.15 * size})
	}
	return marks
}

// courseMark is the line of a task, with a gap.
func courseMark(size, _ float32) []shape.Rect {
	low, high := 0.05*size, 0.4*size
	return []shape.Rect{{Y0: high, X1: 0.8 * size, Y1: low}, {X0: 0.9 * size, Y0: 0.3 * size, X1: 1.1 * size, Y1: 0.15 * size},
		{X0: 1.2 * size, Y0: 0.3 * size, X1: 1.4 * size, Y1: 0.15 * size}}
}

// dashes are the pieces of a broken wedge.
func dashes(size, _ float32) (marks []shape.Rect) {
	for i := range 4 {
		x, half := 0.4*float32(i), 0.1+0.13*float32(i)
		marks = append(marks, shape.Rect{X0: x * size, Y0: (0.35 + half) * size, X1: (x + 0.28) * size, Y1: (0.35 - half) * size})
	}
	return marks
}
