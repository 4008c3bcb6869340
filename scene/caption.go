package scene

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"tiv/assets"
	"tiv/execution/slice"
	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// CaptionRoom returns the pixels that a caption takes above and below the
// scene, at a scale.
func CaptionRoom(scale float32) (above, below float32) {
	return 3.8 * shape.Em(scale), 2.4 * shape.Em(scale)
}

// hasCaption reports whether the look has a caption and the picture has room
// for it.
func hasCaption(look *view.Look, canvas shape.Canvas) bool {
	return look.Caption && float32(canvas.Height) >= 12*shape.Em(canvas.Scale)
}

// sceneRect returns the part of the picture beside its caption and its sentence.
func sceneRect(look *view.Look, canvas shape.Canvas) shape.Rect {
	r := shape.Rect{X1: float32(canvas.Width), Y1: float32(canvas.Height)}
	if hasCaption(look, canvas) {
		above, below := CaptionRoom(canvas.Scale)
		r.Y0 += above
		r.Y1 -= below
	}
	if stage.HasSentence(look, canvas) {
		r.Y0 += stage.SentenceRoom * shape.Em(canvas.Scale)
	}
	return r
}

// If the facts are too wide for the picture, they are written smaller: in one
// line down to oneLine of the usual size, in two lines down to leastFacts.
const (
	oneLine    = 0.8
	leastFacts = 0.55
	factsApart = " · "
)

// captionWriter draws the caption of a picture.
type captionWriter struct {
	*stage.Stage
	*shape.Sheet
	f *Frame
	// locks says that some bars waited for locks of each other.
	locks bool
}

// write draws the title, the facts, the caveats and the legend.
func (w *captionWriter) write() {
	x, wide := w.Em, float32(w.Canvas.Width)-2*w.Em
	title := shape.Text{X: x, Y: 1.55 * w.Em, Size: 1.15 * w.Em, Color: w.Colors.Text, Bold: true}
	title.Text = shape.Fit(w.Look.Title, title.Size, wide, true)
	o := w.Overlay
	o.Texts = append(o.Texts, title)
	w.writeFacts(x, wide)
	if w.Look.Caveats != "" {
		n := shape.Text{Size: w.Em, Color: w.Colors.Warning, Bold: true}
		if w.Look.MinorCaveats {
			n.Color = w.Colors.Faint
		}
		n.Text = shape.Fit(w.Look.Caveats, n.Size, wide-assets.TextWidth(title.Text, title.Size, true)-2*w.Em, true)
		n.X, n.Y = x+wide-assets.TextWidth(n.Text, n.Size, true), title.Y
		o.Texts = append(o.Texts, n)
	}
	w.legend(x, float32(w.Canvas.Height)-0.95*w.Em)
}

// writeFacts draws the facts in one line or, if that had to be too small, in
// two.
func (w *captionWriter) writeFacts(x, wide float32) {
	t := shape.Text{X: x, Y: 3.1 * w.Em, Size: w.Em, Color: w.Colors.Faint}
	all := w.facts()
	first, second := all, ""
	if wide < oneLine*assets.TextWidth(all, t.Size, false) {
		first, second = inTwo(all, t.Size)
		t.Size *= oneLine
		t.Y = 2.6 * w.Em
	}
	longer := max(assets.TextWidth(first, t.Size, false), assets.TextWidth(second, t.Size, false))
	if longer > wide {
		t.Size = max(leastFacts*w.Em, 0.99*t.Size*wide/longer)
	}
	for _, t.Text = range []string{first, second} {
		if t.Text != "" {
			t.Text = shape.Fit(t.Text, t.Size, wide, false)
			w.Overlay.Texts = append(w.Overlay.Texts, t)
		}
		t.Y += 0.9 * w.Em
	}
}

// inTwo divides facts so that the longer half is as short as can be.
func inTwo(facts string, size float32) (first, second string) {
	all := strings.Split(facts, factsApart)
	longest := float32(math.Inf(1))
	for i := range all {
		a, b := strings.Join(all[:i+1], factsApart), strings.Join(all[i+1:], factsApart)
		if wide := max(assets.TextWidth(a, size, false), assets.TextWidth(b, size, false)); wide < longest {
			first, second, longest = a, b, wide
		}
	}
	return first, second
}

// facts returns the line of facts about the picture: moment, step, threads,
// level, approximations and omissions.
func (w *captionWriter) facts() string {
	if w.Look.Kind.Tasks {
		facts := w.Look.When()
		if w.f.Tasks != nil {
			facts = append(facts, w.f.Tasks.Facts()...)
		}
		if w.f.Approximate {
			facts = append(facts, ApproximateNote)
		}
		return strings.Join(facts, factsApart)
	}
	facts := append(w.Look.When(), w.steps(), tracefeed.Plural(len(w.Look.Threads), "thread"))
	facts = append(facts, w.detailLevel()...)
	facts = append(facts, sliceFacts(w)...)
	if w.Look.FilterPending {
		facts = append(facts, LateNote)
	}
	if w.f.Approximate {
		facts = append(facts, ApproximateNote)
	}
	if w.Look.Kind.Moment {
		facts = append(facts, w.waits())
	}
	facts = append(facts, w.edges()...)
	facts = append(facts, w.f.Calls.Facts()...)
	if w.f.Bare != "" {
		facts = append(facts, w.f.Bare)
	}
	if w.f.NotesOmitted > 0 {
		facts = append(facts, fmt.Sprintf("%d of %d notes not in view", w.f.NotesOmitted, len(w.Look.Notes)))
	}
	return strings.Join(facts, factsApart)
}

// steps describes the steps that bars show, or the one of fronts.
func (w *captionWriter) steps() string {
	if from, to := w.Depths.Grid.Last(); from < to && w.Look.Kind.ShowsFronts() {
		return "bars: the last " + view.StepName(to-from)
	}
	return "step " + view.StepName(w.Look.Step)
}

// detailLevel returns the level of detail; nothing if all bars have all details.
func (w *captionWriter) detailLevel() []string {
	if place.LevelOf(w.Detail) == lod.Near {
		return nil
	}
	level := fmt.Sprintf("detail: %v", place.LevelOf(w.Detail))
	if w.Density == lod.Crowded {
		if level = "groups by lost time"; w.Level != lod.Near {
			level += fmt.Sprintf(", detail: %v", w.Level)
		}
	}
	if n := w.CloseBars(); n > 0 {
		level += fmt.Sprintf(", %d in full detail", n)
	}
	return []string{level}
}

// sliceFacts returns the facts about slices.
func sliceFacts(w *captionWriter) (facts []string) {
	switch {
	case w.Colours.ByTask:
		facts = append(facts, "coloured by task")
	case w.Colours.Partition != nil:
		facts = append(facts, "coloured by slice")
	case w.Look.TaskColours && w.Look.Tasks == nil:
		facts = append(facts, "finding tasks …")
	}
	if w.Colours.Limit != nil {
		fact := "base: " + slice.PathTitle(w.Look.Base)
		if name := slice.MissingBase(w.Look.Slicing.Definitions, w.Look.Base); name != "" {
			fact += fmt.Sprintf(" (there is no slice %q, so nothing counts)", name)
		}
		facts = append(facts, fact)
	}
	return facts
}

// waits describes the history that edges sum up.
func (w *captionWriter) waits() string {
	from, to := w.Look.Past()
	if from == to {
		return "start of the trace"
	}
	history := cmp.Or(w.f.LinksNote, "the last "+view.StepName(to-from))
	if selected, _ := w.Look.SelectedInterval(); w.Look.HasInterval() {
		history = "the selected interval, " + w.Look.Clock().Span(selected, to)
		if w.f.LinksNote != "" {
			history += ": " + w.f.LinksNote
		}
	}
	if w.locks {
		return "waits of " + history
	}
	if n := w.withoutHolder(); n > 0 {
		return fmt.Sprintf("waits for locks: %d, holders unknown", n)
	}
	if w.Timeline.Header.OfDump() {
		return "waits for locks: none"
	}
	return "waits for locks: none in " + history
}

// withoutHolder counts the waits for locks at the moment whose holders the trace does not
// have: they have no edges.
func (w *captionWriter) withoutHolder() (n int) {
	unknown := map[tracefeed.ThreadID]bool{}
	for _, wait := range interaction.At(w.Timeline, w.Look.Moment) {
		unknown[wait.Thread] = len(wait.Blockers) == 0
	}
	for _, t := range w.Look.Threads {
		if unknown[t] {
			n++
		}
	}
	return n
}

// edges returns the facts about inferred and omitted edges.
func (w *captionWriter) edges() (facts []string) {
	inferred := 0
	for _, l := range w.f.Links {
		if l.Evidence == interaction.Inferred && l.Kind == interaction.Lock {
			inferred++
		}
	}
	if inferred > 0 {
		facts = append(facts, fmt.Sprintf("%d of %d waits outlined: who held the lock is inferred", inferred, len(w.f.Links)))
	}
	if w.f.LinksOmitted > 0 && w.f.OmittedShare <= muchOmitted {
		omitted := fmt.Sprintf("%d weaker waits not drawn", w.f.LinksOmitted)
		if share := 100 * w.f.OmittedShare; share >= 0.5 {
			omitted += fmt.Sprintf(", %.0f %% of the waiting", share)
		}
		facts = append(facts, omitted)
	}
	return facts
}
