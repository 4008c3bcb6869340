package session

import (
	"context"

	"tiv/command"
	"tiv/interaction/detect"
	"tiv/interaction/patterns"
	"tiv/internal/background"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// patternMoments is about the number of moments of a series.
const patternMoments = 1000

// Patterns is the series of the patterns of a trace, made in the background while the ribbon shows it
// or the playback follows it.
type Patterns struct {
	background.Latest[patternsKey, *patterns.Series]
	played *patterns.Series // from which the tempo was made
}

// patternsKey is the input of a series.
type patternsKey struct {
	patternsLook
	tl       *timeline.Timeline
	findings *detect.Finding // the first
	searched tracefeed.Time
}

// patternsLook is the part of the input that does not grow with the trace.
type patternsLook struct {
	shown   *tracefeed.ThreadID // the first
	threads int
	history tracefeed.Time
}

// refresh requests the series of a workspace if it is of use, and gives the playback its tempo.
func (p *Patterns) refresh(ws *workspace.Workspace, wake func()) {
	if !ws.Look.PatternRibbon && !ws.Playback.Rhythm {
		p.Reset()
		return
	}
	p.update(ws, wake)
	if s := p.Value; ws.Playback.Rhythm && p.Present && len(s.Moments) > 0 && (ws.Playback.Tempo == nil || p.played != s) {
		p.played, ws.Playback.Tempo = s, timeline.NewTempo(s.Step, s.Rhythm())
	}
}

// update requests the series. In a growing trace it is made again when it has ended and the trace is
// a twentieth longer.
func (p *Patterns) update(ws *workspace.Workspace, wake func()) {
	q, key := patternsQuery(ws)
	if was, running := p.Running(); running && was.patternsLook == key.patternsLook {
		key = was
	} else if p.Present && p.Key.patternsLook == key.patternsLook && !ws.Timeline.Complete &&
		ws.Timeline.End-p.Key.tl.End < ws.Timeline.End/20 {
		key = p.Key
	}
	p.Latest.Update(key, func(ctx context.Context, _ func(float64)) (*patterns.Series, error) {
		return patterns.Find(ctx, &q), ctx.Err()
	}, wake)
}

// Busy reports whether a series is being made.
func (p *Patterns) Busy() bool {
	_, running := p.Running()
	return running
}

// patternsQuery returns what the series of a workspace is about.
func patternsQuery(ws *workspace.Workspace) (patterns.Query, patternsKey) {
	look := &ws.Look
	q := patterns.Query{Timeline: ws.Timeline, Findings: look.Findings, Searched: look.Searched, Threads: look.Threads,
		Moments: patternMoments, History: ws.Timeline.End}
	if n := tracefeed.Time(max(look.History, 1)); look.Step < ws.Timeline.End/n {
		q.History = n * look.Step
	}
	key := patternsKey{patternsLook{threads: len(q.Threads), history: q.History}, q.Timeline, nil, q.Searched}
	if len(q.Threads) > 0 {
		key.shown = &q.Threads[0]
	}
	if len(q.Findings) > 0 {
		key.findings = &q.Findings[0]
	}
	return q, key
}

// toPattern goes to a moment at which a pattern begins, or says that there is none.
func toPattern(s *Session, d *Document, c command.GoToPattern) {
	q, key := patternsQuery(d.Workspace)
	moment, known := d.Workspace.Look.Moment, d.Patterns.Present && d.Patterns.Key == key
	series := d.Patterns.Value
	s.Jobs.Start(d, "The search for the pattern", func(w *Worker) (Message, error) {
		if !known {
			series = patterns.Find(w.ctx, &q)
		}
		if w.ctx.Err() != nil {
			return Message{}, w.ctx.Err()
		}
		at, ok := series.Next(c.Pattern, moment, c.By)
		if ok {
			w.then = workspace.SeekTo{Moment: at}
			return Message{}, nil
		}
		side := "after"
		if c.By < 0 {
			side = "before"
		}
		return Message{Text: "The pattern “" + c.Pattern.String() + "” does not begin " + side + " this moment."}, nil
	})
}
