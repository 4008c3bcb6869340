package slicing

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/internal/background"
	"tiv/report"
	"tiv/session"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Gallery is the window with ready slices, and those that the user has added.
type Gallery struct {
	*panel.Trace
	session *session.Session
	add     func(...slice.Definition) // adds slices to the list
	Open    bool                      // the window is shown
	found   background.Latest[galleryKey, galleryList]
}

// galleryKey is the input of what the gallery's slices cover.
type galleryKey struct {
	tl      *timeline.Timeline
	locks   *lockname.Names
	trace   string // its path
	changes int64  // of its files
}

// galleryList is the slices of the gallery: those first that cover most.
type galleryList struct {
	session.GalleryList
	entries [session.NumParts][]galleryEntry
}

type galleryEntry struct {
	slice.Definition
	share float64 // of the time of threads
	wrong error
}

// Busy reports whether the gallery computes what its slices cover.
func (g *Gallery) Busy() bool {
	_, running := g.found.Running()
	return g.Open && running
}

// Close ends all work.
func (g *Gallery) Close() { g.found.Close() }

// Show opens the window.
func (g *Gallery) Show() { g.Open = true }

// LayOut lays the window out, over everything else.
func (g *Gallery) LayOut() {
	if !g.Open {
		g.found.Reset()
		return
	}
	g.refresh()
	em, view := imgui.FontSize(), imgui.MainViewport()
	size := view.WorkSize()
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(46*em, 0.96*size.X), Y: min(40*em, 0.9*size.Y)}, imgui.CondAppearing)
	flags := imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Gallery of slices", &g.Open, imgui.WindowFlags(flags)) {
		g.UI.FaintWrapped("Shares are of the time of threads in the whole trace. A slice that you add can be changed.")
		if !g.found.Present {
			widget.Text("Looking at the trace…")
		} else {
			g.list(&g.found.Value)
		}
	}
	imgui.End()
}

// refresh requests what the slices cover, if the trace or the list has changed.
func (g *Gallery) refresh() {
	key := galleryKey{g.Workspace.Timeline, g.Workspace.Look.Locks, g.Document.Path, g.session.Gallery.Changes()}
	if wanted, running := g.found.Running(); running && !key.tl.Complete {
		key = wanted // it would never be finished
	}
	tasks := g.Workspace.Tasking.Finder()
	threads, read := g.Workspace.Look.Threads, g.session.Gallery.Reader()
	g.found.Update(key, func(ctx context.Context, _ func(float64)) (l galleryList, err error) {
		l.GalleryList = read()
		for i, part := range l.Slices {
			if l.entries[i], err = key.look(ctx, part, threads, tasks); err != nil {
				return l, err
			}
		}
		return l, nil
	}, g.Wake)
}

// look computes what slices cover: those first that cover most.
func (key *galleryKey) look(ctx context.Context, list []slice.Definition, threads []tracefeed.ThreadID,
	tasks func(context.Context) (*task.Index, error)) (entries []galleryEntry, err error) {
	computed, err := slice.Compute(ctx, slice.Input{Timeline: key.tl, Locks: key.locks.Terms, Tasks: tasks}, list, nil)
	if err != nil {
		return nil, err
	}
	s, err := sharesKey{tl: key.tl, slices: computed, to: key.tl.End}.sum(ctx, threads)
	if err != nil {
		return nil, err
	}
	for i, d := range list {
		entries = append(entries, galleryEntry{d, s.share(i), computed.Errors[i]})
	}
	slices.SortStableFunc(entries, func(a, b galleryEntry) int { return cmp.Compare(b.share, a.share) })
	return entries, nil
}

// list lists the slices.
func (g *Gallery) list(l *galleryList) {
	if imgui.BeginChildStrV("slices", imgui.Vec2{}, 0, 0) {
		for i := range session.NumParts {
			if len(l.entries[i]) == 0 && l.Wrong[i] == nil {
				continue
			}
			imgui.PushIDInt(int32(i))
			g.section(i, l)
			imgui.PopID()
		}
	}
	imgui.EndChild()
}

// section lists the slices of a section.
func (g *Gallery) section(i session.GalleryPart, l *galleryList) {
	name, help := "Ready", "Those for Go, Java, C, C++ and Python."
	switch i {
	case session.ProjectPart:
		name, help = "This project", "Those of "+l.Project+"."
	case session.OwnPart:
		name, help = "Mine", "Those that you have added, for all traces."
	}
	widget.Section(name)
	widget.Tip(report.Safe(help))
	g.UI.Mark("gallery section "+name, widget.LastItem())
	if err := l.Wrong[i]; err != nil {
		widget.TintedWrapped(g.UI.Palette.Warning, report.Safe(err.Error()))
		g.UI.MarkText("gallery error "+name, err.Error())
	}
	for k := range l.entries[i] {
		if e := &l.entries[i][k]; e.share == 0 && k > 0 && l.entries[i][k-1].share > 0 {
			g.UI.Faint("Nothing in the threads shown:")
		}
		imgui.PushIDInt(int32(k))
		g.entry(i, &l.entries[i][k])
		imgui.PopID()
	}
}

// entry lays out a slice.
func (g *Gallery) entry(in session.GalleryPart, e *galleryEntry) {
	there := slice.Find(g.Workspace.Look.Slices, e.Name) >= 0
	imgui.BeginDisabledV(there)
	if imgui.SmallButton("Add") {
		g.add(e.Definition)
	}
	imgui.EndDisabled()
	g.UI.Mark("add "+e.Name, widget.LastItem())
	widget.Tip("Adds the slice to the list.")
	imgui.SameLine()
	color := g.UI.Palette.Text
	if e.share == 0 {
		color = g.UI.Palette.Faint
	}
	widget.Tinted(color, report.Safe(e.Name))
	if in != session.ReadyPart {
		imgui.SameLine()
		if imgui.SmallButton("×") {
			g.session.Do(command.DropFromGallery{Name: e.Name, Project: in == session.ProjectPart})
		}
		g.UI.Mark("drop "+e.Name, widget.LastItem())
		widget.Tip("Removes it from the gallery.")
	}
	if e.share > 0 {
		said := shareText(e.share)
		widget.AlignRight(imgui.CalcTextSize(said).X + imgui.FontSize())
		widget.Text(said)
		g.UI.MarkText("gallery "+e.Name, said)
	}
	imgui.IndentV(2 * imgui.FontSize())
	if e.wrong != nil {
		widget.TintedWrapped(g.UI.Palette.Warning, report.Safe(e.wrong.Error()))
	} else {
		whole := definitionText(&e.Definition)
		g.UI.Faint(widget.Shorten(whole, imgui.ContentRegionAvail().X))
		widget.Tip(whole)
	}
	imgui.UnindentV(2 * imgui.FontSize())
}

// shareText writes a share that can be small.
func shareText(share float64) string {
	if share > 0 && share < 0.001 {
		return "< 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}
