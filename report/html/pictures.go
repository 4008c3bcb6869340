package html

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// picture is a picture in the document.
type picture struct {
	Source        template.URL // all of it
	Alt, Caption  string
	Width, Height int
}

// draw draws a workspace as it is. It returns nothing if there are no pictures.
// alt says what is seen, caption what that is if it is not only a view.
func (m *maker) draw(ws *workspace.Workspace, alt, caption string) ([]picture, error) {
	if m.Draw == nil {
		return nil, nil
	}
	if err := m.ctx.Err(); err != nil {
		return nil, err
	}
	ws.Look.Caption, ws.Look.Hovered = true, scene.PickID{}
	png, err := m.Draw(ws)
	if err != nil {
		return nil, err
	}
	m.step(m.pictureStep)
	c := Canvas()
	return []picture{{Source: template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png)),
		Alt: text(alt, longestText), Caption: caption, Width: c.Width, Height: c.Height}}, nil
}

// after returns a workspace like the one that there is, after some commands.
func (m *maker) after(do ...workspace.Command) *workspace.Workspace {
	ws := m.ws.Fork()
	for _, c := range do {
		ws.Do(c)
	}
	return ws
}

// viewWords are what views are called.
var viewWords = [...]string{scene.Free: "3D view", scene.Timeline: "Timeline view", scene.Interaction: "Interaction view",
	scene.Split: "Timeline and interaction view"}

// seen says what view a picture shows.
func seen(l *scene.Look) string { return fmt.Sprintf("%s at %v", viewWords[l.Kind], l.Moment) }

// overview shows all of the trace, and the view that somebody has left.
func (m *maker) overview(d *document) error {
	if m.Kept {
		ws := m.after()
		caption := "The view as it was left: " + seen(&ws.Look)
		p, err := m.draw(ws, caption, caption)
		if err != nil {
			return err
		}
		d.Overview = append(d.Overview, p...)
	}
	_, steps := scene.Steps(m.tl.End)
	for _, x := range []struct {
		kind        scene.Kind
		what, words string
	}{
		{scene.Timeline, "What threads did, from the start of the trace to its end", ": " + statesOf(m.tl.Totals()).Words()},
		{scene.Interaction, "Who waited for whom, all waits of the trace added up, and what threads did at its end", ""},
	} {
		p, err := m.draw(m.after(workspace.Select{}, workspace.FitAll{}, workspace.ShowRange{To: m.tl.End},
			workspace.SetHistory{Steps: steps}, workspace.SetView{Kind: x.kind}), x.what+x.words, x.what)
		if err != nil {
			return err
		}
		d.Overview = append(d.Overview, p...)
	}
	return nil
}

// closest is how many threads of a finding or note show all their states.
const closest = 12

// closely returns the command after which threads show all their states.
func closely(ws *workspace.Workspace, threads []tracefeed.ThreadID) workspace.Command {
	var more []tracefeed.ThreadID
	for _, t := range threads {
		if len(more) < closest && t != tracefeed.NoThread && !scene.Has(ws.Look.Close, t) {
			more = append(more, t)
		}
	}
	if len(more) == 0 {
		return workspace.Hover{}
	}
	return workspace.LookClosely{Threads: more}
}

// viewOf returns a workspace in which some threads are seen, after a command that
// goes to them. Of what somebody has left as much stays as lets them be seen.
func (m *maker) viewOf(threads []tracefeed.ThreadID, goTo workspace.Command) *workspace.Workspace {
	split := workspace.SetView{Kind: scene.Split}
	ws := m.after(closely(m.ws, threads), split, goTo)
	shown := func(t tracefeed.ThreadID) bool {
		return t == tracefeed.NoThread || slices.Contains(ws.Look.Threads, t)
	}
	for _, t := range threads[:min(len(threads), closest)] {
		if !shown(t) {
			ws = m.after(workspace.ShowAll{}, closely(m.ws, threads), split, goTo)
			break
		}
	}
	if i := slices.IndexFunc(threads, func(t tracefeed.ThreadID) bool { return m.tl.Threads[t].System }); i >= 0 && !shown(threads[i]) {
		ws.Do(workspace.ToggleRuntime{})
	}
	return ws
}
