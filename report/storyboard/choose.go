// Package storyboard tells a trace in a few pictures, each with a sentence, on one sheet.
//
// The pictures are of the moments at which the story changes: where the waits begin, the worst
// moment, the end, then findings and patterns that are in no other picture. The choice depends on
// the trace, its findings and the view alone, so it is the same each time.
package storyboard

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/patterns"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/opening"
)

// The numbers of pictures: at least leastPictures and at most mostPictures of a trace with
// findings, calmPictures of one without.
const (
	leastPictures = 6
	mostPictures  = 9
	calmPictures  = 4
)

// Picture is one picture of a storyboard.
type Picture struct {
	moment tracefeed.Time
	// why says in a few words why it is in the storyboard, sentence what goes on.
	why, sentence string

	gist gist
	// pattern describes the waits.
	pattern string
}

// gist is what a picture shows; two with the same gist are alike.
type gist struct {
	kinds string // of the pattern
	// holder is the thread that many wait for; NoThread if there are several groups.
	holder  tracefeed.ThreadID
	finding *detect.Finding // the subject; nil for none
}

// chooser chooses the pictures of a workspace.
type chooser struct {
	ws     *workspace.Workspace
	series *patterns.Series
	list   []Picture
}

// seriesMoments is the number of moments among which patterns are compared.
const seriesMoments = 400

// choose returns the pictures, in the order of time.
func choose(ctx context.Context, ws *workspace.Workspace) ([]Picture, error) {
	look, found := &ws.Look, workspace.FindingsOf(ws).Counted()
	from, to := look.Past()
	c := chooser{ws: ws, series: patterns.Find(ctx, &patterns.Query{Timeline: ws.Timeline, Findings: look.Findings, Searched: look.Searched,
		Threads: look.Threads, Moments: seriesMoments, History: max(to-from, look.Step)})}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	wrong := serious(found)
	c.always(opening.Find(ws.Timeline, detect.Report{Findings: found}))
	for _, p := range c.telling(wrong) {
		if most := c.most(wrong); len(c.list) < most && c.isNew(&p) {
			c.list = append(c.list, p)
		}
	}
	for _, p := range c.landmarks(wrong) {
		if len(c.list) < leastPictures && c.apart(p.moment) {
			c.list = append(c.list, p)
		}
	}
	for len(wrong) > 0 && len(c.list) < leastPictures && c.fill() {
	}
	slices.SortFunc(c.list, byMoment)
	c.tell()
	return c.list, nil
}

func byMoment(a, b Picture) int { return cmp.Compare(a.moment, b.moment) }

// serious returns the findings that are more than notes, the gravest first.
func serious(found []detect.Finding) (list []*detect.Finding) {
	for i := range found {
		if found[i].Severity > detect.Note {
			list = append(list, &found[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *detect.Finding) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Lost, a.Lost))
	})
	return list
}

// most is the largest number of pictures.
func (c *chooser) most(wrong []*detect.Finding) int {
	if len(wrong) == 0 {
		return calmPictures
	}
	return mostPictures
}

// always chooses the pictures that each storyboard has: the first waits, the worst moment and
// the end.
func (c *chooser) always(worst *opening.Moment) {
	first, why := c.series.End/20, "near the start"
	if i := slices.IndexFunc(c.series.Moments, func(m patterns.Moment) bool { return len(m.Kinds) > 0 }); i >= 0 {
		first, why = c.series.Time(i), "the first waits"
	}
	title := worst.Why
	if len(serious(workspace.FindingsOf(c.ws).Counted())) > 0 {
		title = "the worst moment"
	}
	switch {
	case title == "":
		c.list = append(c.list, c.picture(c.series.End, "the end"))
	case c.series.End-worst.At <= c.series.Step:
		c.list = append(c.list, c.picture(c.series.End, title+", and the end"))
	default:
		c.list = append(c.list, c.picture(worst.At, title), c.picture(c.series.End, "the end"))
	}
	if p := c.picture(first, why); c.apart(p.moment) {
		c.list = append(c.list, p)
	}
}

// telling returns the other pictures that are worth it, the best first: of findings and of
// patterns in turn.
func (c *chooser) telling(wrong []*detect.Finding) (list []Picture) {
	const mostFindings = 2 * mostPictures
	var findings []Picture
	for _, f := range wrong[:min(len(wrong), mostFindings)] {
		findings = append(findings, c.picture(opening.Worst(c.ws.Timeline, f), f.Kind))
	}
	changes := c.changes()
	for len(findings) > 0 || len(changes) > 0 {
		for _, from := range []*[]Picture{&findings, &changes} {
			if len(*from) > 0 {
				list, *from = append(list, (*from)[0]), (*from)[1:]
			}
		}
	}
	return list
}

// changes returns a picture of each of the longest stretches of a pattern, soon after it began. The
// longest of each pattern come before the others.
func (c *chooser) changes() (list []Picture) {
	const most = 40
	var runs, first, others []patterns.Run
	for i := range c.series.Moments {
		if i > 0 && gistOf(&c.series.Moments[i]) == gistOf(&c.series.Moments[i-1]) {
			runs[len(runs)-1].Last = i
		} else {
			runs = append(runs, patterns.Run{First: i, Last: i})
		}
	}
	slices.SortStableFunc(runs, func(a, b patterns.Run) int { return cmp.Compare(b.Last-b.First, a.Last-a.First) })
	seen := map[gist]bool{}
	for _, r := range runs[:min(len(runs), most)] {
		if g := gistOf(&c.series.Moments[r.First]); seen[g] {
			others = append(others, r)
		} else {
			seen[g], first = true, append(first, r)
		}
	}
	history := int(c.series.History / c.series.Step)
	for _, r := range append(first, others...) {
		at := r.First + min(history, (r.Last-r.First)/2)
		why := "the pattern changes"
		if len(c.series.Moments[at].Kinds) == 0 {
			why = "a quiet stretch"
		}
		list = append(list, c.picture(c.series.Time(at), why))
	}
	return list
}

// gistOf returns the gist of a pattern: that of the group with the most waiting, and whether there
// are others.
func gistOf(m *patterns.Moment) gist {
	g := gist{kinds: fmt.Sprint(m.Kinds[:min(len(m.Kinds), 1)], len(m.Kinds) > 1)}
	if len(m.Groups) == 1 && m.Groups[0].Pattern == interaction.ManyToOne {
		g.holder = m.Groups[0].Holder
	}
	return g
}

// landmarks returns pictures of the begin of findings, and of the ends of threads that cause them.
func (c *chooser) landmarks(wrong []*detect.Finding) (list []Picture) {
	tl := c.ws.Timeline
	for _, f := range wrong[:min(len(wrong), mostPictures)] {
		if f.Start > 0 {
			list = append(list, c.picture(min(f.Start+c.series.Step, tl.End), f.Kind+" begins"))
		}
		for _, t := range []tracefeed.ThreadID{f.Gone(), f.Culprit()} {
			if t == tracefeed.NoThread {
				continue
			}
			if _, died := tl.Lane(t).Life(); died < tl.End {
				list = append(list, c.picture(died, c.ws.Look.NameOf(tl.Threads[t].Name)+" ends"))
			}
		}
	}
	return list
}

// fill chooses a picture in the middle of the largest gap. It returns false if there is none.
func (c *chooser) fill() bool {
	slices.SortFunc(c.list, byMoment)
	gap, at, before := tracefeed.Time(0), tracefeed.Time(0), tracefeed.Time(0)
	for _, p := range c.list {
		if p.moment-before > gap {
			gap, at = p.moment-before, before+(p.moment-before)/2
		}
		before = p.moment
	}
	if gap <= 1 {
		return false
	}
	c.list = append(c.list, c.picture(at, "in between"))
	return true
}

// picture returns a picture of a moment.
func (c *chooser) picture(moment tracefeed.Time, why string) Picture {
	shown := at(c.ws, moment)
	p := Picture{moment: moment, why: why}
	if story := &shown.Look.Story; !story.Calm { // the sheet has the verdict
		p.sentence = story.Sentence
	}
	if i, ok := c.series.At(moment); ok {
		p.gist = gistOf(&c.series.Moments[i])
		p.pattern = upper(c.series.Moments[i].Describe(func(t tracefeed.ThreadID) string {
			return shown.Look.NameOf(shown.Timeline.Threads[t].Name)
		}))
	}
	p.gist.finding = shown.Look.Story.Finding
	return p
}

// tell gives each picture a sentence: that of its subject, if no picture before has said it, or else
// the pattern.
func (c *chooser) tell() {
	said := map[string]bool{"": true}
	for i := range c.list {
		p := &c.list[i]
		if said[p.sentence] && (p.sentence == "" || p.pattern != upper(patterns.Unknown.String())) {
			p.sentence = p.pattern
		}
		said[p.sentence] = true
	}
}

// at returns a copy of a workspace at a moment.
func at(ws *workspace.Workspace, moment tracefeed.Time) *workspace.Workspace {
	ws = ws.Clone()
	ws.Do(workspace.SeekTo{Moment: moment})
	return ws
}

// apart reports whether a moment is not too near to that of another picture.
func (c *chooser) apart(moment tracefeed.Time) bool {
	near := c.series.End / 50
	return !slices.ContainsFunc(c.list, func(p Picture) bool { return moment-p.moment <= near && p.moment-moment <= near })
}

// isNew reports whether a picture shows something that no other does.
func (c *chooser) isNew(p *Picture) bool {
	return c.apart(p.moment) && !slices.ContainsFunc(c.list, func(o Picture) bool { return o.gist == p.gist })
}

// upper returns a text that begins with a large letter.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
