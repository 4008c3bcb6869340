// Package session holds one visit of a user, without a window: the open traces, the one that is
// shown, the comparison of two, background work, messages, and the files that the user saves.
//
// A window or a script calls Serve, Update and Advance once a frame, and gives commands to Do.
// Nothing here knows widgets or OpenGL; a Painter draws the pictures of jobs.
//
// # Decisions
//
//   - A Document is the part of a trace that panels see; a Trace adds its files and its work.
//   - A comparison is two traces and a coupling. After the commands of each frame, the side that
//     has changed gives the other its view (workspace.MatchView): no command knows of the
//     comparison, and Undo has the change on both sides.
//   - The start page is a trace without a loader: an empty workspace. So nothing expects that
//     there is no document.
package session

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"tiv/command"
	"tiv/internal/replace"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/workspace"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

// Session is one visit. It belongs to one goroutine.
type Session struct {
	settings *prefs.Prefs
	Messages *Messages
	Jobs     *Jobs
	wake     func() // called, from any goroutine, when there is something to do
	// OnShow is called after another trace was shown, OnClose before a trace is closed for
	// good; nil for nothing.
	OnShow  func()
	OnClose func(*Trace)

	Traces     []*Trace // that are open
	Shown      *Trace   // one of them, or the start page
	Comparison Comparison
	Opener     *Opener
	Exporter   *Exporter
	Clipboard  *Clipboard
	Gallery    *Gallery
	Playing    bool // a trace that is shown plays
	Ended      bool // the user has closed the start page

	leaving  []*Trace // closed ones, until their workspaces are saved
	programs programs
}

// New returns a session that shows nothing yet; see ShowStart and Open.
func New(o Options, settings *prefs.Prefs, wake func(), newPainter func() (Painter, error)) *Session {
	m := &Messages{}
	s := &Session{settings: settings, Messages: m, wake: wake,
		Jobs: &Jobs{messages: m, wake: wake, delay: o.Delay, newPainter: newPainter}}
	s.Comparison.session, s.programs.session = s, s
	s.Opener = &Opener{session: s, options: o}
	none := errors.New("there is no clipboard")
	s.Exporter = &Exporter{Scale: 1, session: s, version: o.Version,
		Copy: func([]byte) error { return fmt.Errorf("copy picture: %w", none) }}
	s.Clipboard = &Clipboard{session: s, SetText: func(string) error { return none }, Text: func() (string, error) { return "", none }}
	s.Gallery = &Gallery{session: s, folder: o.Config}
	return s
}

// ShowStart shows the start page. It is none of Traces.
func (s *Session) ShowStart() {
	d := &Document{Workspace: workspace.New(""), Wake: s.wake}
	d.seen = &loader.Loaded{Timeline: d.Workspace.Timeline, Searched: true}
	if palette, ok := paint.PaletteNamed(s.settings.Palette); ok {
		d.Workspace.Look.Palette = palette
	}
	s.bring(&Trace{Document: d})
}

// Show shows a trace, or makes it the active side of a comparison.
func (s *Session) Show(t *Trace) {
	if c := &s.Comparison; c.Visible() && c.has(t) {
		if t != s.Shown {
			c.activate()
		}
		return
	}
	if s.Shown != nil && s.Shown != t {
		s.Shown.drop()
	}
	s.bring(t)
}

func (s *Session) bring(t *Trace) {
	if before := s.Shown; before != nil {
		if t.Area == (shape.Rect{}) {
			t.Area = before.Area // until the panels are laid out
		}
		if IsBlank(before.Document) {
			s.closed(before)
		}
	}
	s.Shown = t
	t.jump()
	if s.OnShow != nil {
		s.OnShow()
	}
}

// CloseTrace closes a trace. After the last one comes the start page; closing that ends the
// session.
func (s *Session) CloseTrace(t *Trace) {
	if IsBlank(s.Shown.Document) {
		s.Ended = true
		return
	}
	s.Comparison.endWith(t)
	endJob(t.Document)
	t.save()
	i := slices.Index(s.Traces, t)
	s.leaving = append(s.leaving, t)
	s.Traces = slices.Delete(s.Traces, i, i+1)
	s.free()
	switch {
	case len(s.Traces) == 0:
		s.ShowStart()
	case t == s.Shown:
		s.Show(s.Traces[min(i, len(s.Traces)-1)])
	}
}

// end closes a trace for good.
func (s *Session) end(t *Trace) error {
	s.closed(t)
	return t.close()
}

// closed tells the window that a trace is going to be closed for good.
func (s *Session) closed(t *Trace) {
	if s.OnClose != nil {
		s.OnClose(t)
	}
}

// free ends closed traces whose workspaces are saved. It does not wait for the disk.
func (s *Session) free() {
	s.leaving = slices.DeleteFunc(s.leaving, func(t *Trace) bool {
		s.Messages.Fail(t.saver.Poll(s.wake))
		if !t.saver.Idle() {
			return false
		}
		s.Messages.Fail(s.end(t))
		return true
	})
}

// SaveAfter is the time between the last change of a workspace and saving it.
const SaveAfter = time.Second

// Save saves settled changes in the background, and shows errors of saving.
func (s *Session) Save() {
	s.free()
	for _, t := range s.Traces {
		recording, saving := t.poll()
		s.Messages.Fail(recording)
		s.Messages.Fail(saving)
		if !t.Changed.IsZero() && time.Since(t.Changed) >= SaveAfter {
			t.save()
		}
	}
}

// SaveAll ends the comparison, saves all workspaces, and waits until that is done.
func (s *Session) SaveAll() (err error) {
	s.Comparison.end()
	for _, t := range s.Traces {
		t.save()
		err = errors.Join(err, t.saver.Finish())
	}
	return err
}

// Close ends all work and closes all traces. Their changes are lost; see SaveAll.
func (s *Session) Close() (err error) {
	err = s.Opener.stop()
	s.Comparison.end()
	for _, t := range slices.Concat(s.Traces, s.leaving) {
		err = errors.Join(err, s.end(t))
	}
	return err
}

// Sources are the files that the session has read. They must not be replaced.
func (s *Session) Sources() (all []replace.Source) {
	for _, t := range s.Traces {
		all = append(all, replace.Source{Path: t.Path, What: "trace"}, replace.Source{Path: t.picturePath, What: "picture"},
			replace.Source{Path: t.Path + workspace.Suffix, What: "workspace"})
		for _, part := range t.Loader.Files.List() {
			all = append(all, replace.Source{Path: part, What: "trace"})
		}
	}
	return all
}

// Serve goes on with everything that runs in the background: traces that are opened, jobs, and
// looks at the file of the shown trace. It never blocks.
func (s *Session) Serve() {
	s.programs.openEnded()
	s.Opener.serve()
	for _, t := range s.Traces {
		s.Jobs.serve(t.Document)
	}
	if IsBlank(s.Shown.Document) {
		s.Jobs.serve(s.Shown.Document)
	} else {
		s.Shown.watch(s.Messages, s.reload)
	}
}

// firstPicture is the longest time that nothing of a trace is shown, so that a small one
// appears at its opening and does not jump there.
const firstPicture = 500 * time.Millisecond

// Update shows the latest snapshots of the traces that are shown. It calls empty for a trace
// that was read to its end and has no events, with the error of its loader.
func (s *Session) Update(empty func(t *Trace, first bool, err error)) {
	s.Comparison.Each(func(t *Trace) {
		if now := t.fresh(); now != nil {
			s.show(t, now, empty)
		}
	})
}

// fresh returns the snapshot of a trace that is to be shown; nil for none.
func (t *Trace) fresh() *loader.Loaded {
	if IsBlank(t.Document) {
		return nil
	}
	now := t.Loader.Current()
	if now == nil || now == t.seen {
		return nil
	}
	if t.seen == nil && !now.Searched && !now.Growing && t.Workspace.Opens() && time.Since(t.Begun) < firstPicture {
		return nil
	}
	return now
}

// show shows a snapshot of a trace.
func (s *Session) show(t *Trace, now *loader.Loaded, empty func(t *Trace, first bool, err error)) {
	first := t.seen == nil
	t.seen = now
	t.Workspace.UpdateLoaded(now)
	t.Stale = true
	if !now.Searched {
		return
	}
	if now.Timeline.Counts.Events == 0 {
		_, err := t.Loader.Wait()
		empty(t, first, err)
	}
	moment := t.Workspace.Look.Moment
	if why := t.Workspace.Opening.Shown(moment); why != "" && !first && moment < now.Timeline.End && !s.Comparison.Visible() {
		s.Messages.add(Message{Text: "Opened " + why + ".", Label: "Go to the end", Tip: "Goes to the end of the trace",
			Entry: "end", Do: func() { t.Send(workspace.SeekEnd{}) }})
	}
}

// Advance carries out commands, and advances playback, of both sides of a comparison. held says
// that the user drags something.
func (s *Session) Advance(now time.Time, dt time.Duration, held bool) {
	c, played := &s.Comparison, false
	c.Each(func(t *Trace) { played = played || t.Workspace.Playback.Playing })
	c.Each(func(t *Trace) { t.CarryOut(s.Jobs, s.settings) })
	if !played {
		dt = 0 // it begins to play now, if it does
	}
	s.Playing = false
	c.Each(func(t *Trace) { s.Playing = s.Playing || t.Workspace.Playback.Playing })
	c.Each(func(t *Trace) { t.advance(now, dt, s.Playing || held, !s.settings.Abrupt, !held) })
	c.follow()
	s.Shown.Tables.Serve(s.Shown.Workspace, s.Shown.Workspace.Panels[command.TablesPanel], s.Shown.Wake)
}

// Busy reports whether a trace is being opened, or one that is shown has pending work.
func (s *Session) Busy() bool {
	busy := s.Opener.opening != nil || s.Comparison.busy() || s.Shown.Tables.Busy()
	s.Comparison.Each(func(t *Trace) { busy = busy || t.working() || t.Ranking.Sliced.Busy() || t.Patterns.Busy() })
	return busy
}
