package contents

import (
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Picture is a picture in the document.
type Picture struct {
	PNG []byte
	// Alt describes the picture; Caption is its title.
	Alt, Caption  string
	Width, Height int
}

// draw draws a workspace as it is. It returns nothing if there are no pictures.
// alt describes the picture; caption is its title, or "" for a plain view.
func (m *maker) draw(ws *workspace.Workspace, alt, caption string) ([]Picture, error) {
	if m.Draw == nil {
		return nil, nil
	}
	if err := m.ctx.Err(); err != nil {
		return nil, err
	}
	ws.Look.Caption, ws.Look.Hovered = true, shape.PickID{}
	png, err := m.Draw(ws)
	if err != nil {
		return nil, err
	}
	m.step(m.pictureStep)
	c := Canvas()
	return []Picture{{PNG: png, Alt: text(alt, maxText), Caption: caption, Width: c.Width, Height: c.Height}}, nil
}

// after returns a copy of the workspace after some commands.
func (m *maker) after(commands ...workspace.Command) *workspace.Workspace {
	ws := m.ws.Clone()
	do(ws, commands...)
	return ws
}

func do(ws *workspace.Workspace, commands ...workspace.Command) {
	for _, c := range commands {
		ws.Do(c)
	}
}

// seen names the view of a picture.
func seen(l *view.Look) string { return fmt.Sprintf("%s at %v", l.Kind.Title, l.Moment) }

// overview draws the whole trace, and the saved view if there is one.
func (m *maker) overview(d *Document) error {
	if m.Kept {
		ws := m.after()
		caption := "The view as it was left: " + seen(&ws.Look)
		p, err := m.draw(ws, caption, caption)
		if err != nil {
			return err
		}
		d.Overview = append(d.Overview, p...)
	}
	_, steps := view.Steps(m.tl.End)
	for _, x := range []struct {
		kind        *view.Kind
		what, words string
	}{
		{view.Timeline, "The states of threads, from the start of the trace to its end", ": " + statesOf(m.tl.Totals()).Words()},
		{view.Interaction, "The waits of threads for each other, added up over the whole trace, and the states at its end", ""},
	} {
		p, err := m.draw(m.after(workspace.Select{}, workspace.FitAll{}, workspace.FitTime{}, workspace.SeekEnd{},
			workspace.SetHistory{Steps: steps}, workspace.SetView{Kind: x.kind}), x.what+x.words, x.what)
		if err != nil {
			return err
		}
		d.Overview = append(d.Overview, p...)
	}
	return nil
}

// closest is the largest number of threads of a finding or note that are shown
// in full detail.
const closest = 12

// closely returns the command after which threads show all their states.
func closely(ws *workspace.Workspace, threads []tracefeed.ThreadID) workspace.Command {
	var more []tracefeed.ThreadID
	for _, t := range threads {
		if len(more) < closest && t != tracefeed.NoThread && !view.Has(ws.Look.Detailed, t) {
			more = append(more, t)
		}
	}
	if len(more) == 0 {
		return workspace.Hover{}
	}
	return workspace.SetDetailed{On: true, Threads: more}
}

// viewOf returns a workspace in which some threads are in view, after a command
// that goes to them, and a caption. It keeps the rest of the saved view as far
// as these threads stay visible.
func (m *maker) viewOf(threads []tracefeed.ThreadID, goTo workspace.Command) (ws *workspace.Workspace, caption string) {
	threads = threads[:min(len(threads), closest)]
	split := workspace.SetView{Kind: view.Split}
	ws = m.after(closely(m.ws, threads), split, goTo)
	shown := func(t tracefeed.ThreadID) bool { return slices.Contains(ws.Look.Threads, t) }
	if !all(threads, shown) {
		ws = m.after(workspace.ShowAll{}, closely(m.ws, threads), split, goTo)
	}
	if !all(threads, shown) { // one of the runtime's own
		ws.Do(workspace.SetRuntime{On: true})
	}
	caption = seen(&ws.Look)
	if n := len(ws.Look.Threads); n > many && len(threads) > 0 {
		selected := ws.Look.Selected
		do(ws, workspace.SelectMany{Threads: m.around(threads, ws.Look.Moment)}, workspace.HideRest{},
			workspace.Select{Thread: selected}, workspace.FitAll{})
		caption += fmt.Sprintf(", with the threads on both sides of their waits; %d other threads are not shown", n-len(ws.Look.Threads))
	}
	return ws, caption
}

func all(threads []tracefeed.ThreadID, is func(tracefeed.ThreadID) bool) bool {
	return !slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return !is(t) })
}

// A picture of threads among more than many others leaves those out, which
// would only make them small; maxAround is its largest number of threads.
const many, maxAround = 60, 40

// around returns some threads, followed by their blockers and waiters at a
// moment, and the blockers of those, up to a limit.
func (m *maker) around(threads []tracefeed.ThreadID, moment tracefeed.Time) []tracefeed.ThreadID {
	some := slices.Clone(threads)
	also := func(t tracefeed.ThreadID) {
		if len(some) < maxAround && !slices.Contains(some, t) {
			some = append(some, t)
		}
	}
	waits := interaction.At(m.tl, moment)
	for range 2 {
		known := slices.Clone(some)
		for _, w := range waits {
			waiting := slices.Contains(known, w.Thread)
			for _, b := range w.Blockers {
				if waiting {
					also(b)
				} else if slices.Contains(known, b) {
					also(w.Thread)
				}
			}
		}
	}
	return some
}
