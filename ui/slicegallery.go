package ui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/internal/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/prefs"
)

// sliceGallery is the window with ready slices, and those that the user has added.
type sliceGallery struct {
	*host
	open    bool
	changes atomic.Int64 // of the user's own slices
	found   task.Latest[galleryKey, galleryList]
}

// galleryKey is the input of what the gallery's slices cover.
type galleryKey struct {
	tl      *timeline.Timeline
	locks   *lockname.Names
	changes int64
}

// galleryList is the slices of the gallery: those first that cover most.
type galleryList struct {
	entries []galleryEntry
	wrong   error // of reading the user's own
}

type galleryEntry struct {
	slice.Definition
	own   bool
	share float64 // of the time of threads
	wrong error
}

// show opens the window.
func (g *sliceGallery) show() { g.open = true }

// layOut lays the window out, over everything else.
func (g *sliceGallery) layOut() {
	if !g.open {
		g.found.Reset()
		return
	}
	g.refresh()
	em, view := imgui.FontSize(), imgui.MainViewport()
	size := view.WorkSize()
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(46*em, 0.96*size.X), Y: min(40*em, 0.9*size.Y)}, imgui.CondAppearing)
	flags := imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Gallery of slices", &g.open, imgui.WindowFlags(flags)) {
		g.ui.faintWrapped("Shares are of the time of threads in the whole trace. A slice that you add can be changed.")
		if !g.found.Present {
			text("Looking at the trace…")
		} else {
			g.list(&g.found.Value)
		}
	}
	imgui.End()
}

// refresh requests what the slices cover, if the trace or the list has changed.
func (g *sliceGallery) refresh() {
	key := galleryKey{g.ws.Timeline, g.ws.Look.Locks, g.changes.Load()}
	if wanted, running := g.found.Running(); running && !key.tl.Complete {
		key = wanted // it would never be finished
	}
	threads, dir := g.ws.Look.Threads, g.prefs.folder
	g.found.Update(key, func(ctx context.Context, _ func(float64)) (l galleryList, err error) {
		var own []slice.Definition
		own, l.wrong = prefs.Slices(dir)
		both := slices.Clone(own)
		for _, d := range slice.Gallery() {
			if slice.Find(own, d.Name) < 0 {
				both = append(both, d)
			}
		}
		return l, l.look(ctx, key, both[:min(len(both), slice.Max)], len(own), threads)
	}, g.alarm.ring)
}

// look computes what slices cover, of which the first ones are the user's own.
func (l *galleryList) look(ctx context.Context, key galleryKey, list []slice.Definition, own int, threads []tracefeed.ThreadID) error {
	computed, err := slice.Compute(ctx, slice.Input{Timeline: key.tl, Locks: key.locks.Terms}, list, nil)
	if err != nil {
		return err
	}
	s, err := sharesKey{tl: key.tl, slices: computed, to: key.tl.End}.sum(ctx, threads)
	if err != nil {
		return err
	}
	for i, d := range list {
		l.entries = append(l.entries, galleryEntry{d, i < own, s.share(i), computed.Errors[i]})
	}
	slices.SortStableFunc(l.entries, func(a, b galleryEntry) int { return cmp.Compare(b.share, a.share) })
	return nil
}

// list lists the slices.
func (g *sliceGallery) list(l *galleryList) {
	if l.wrong != nil {
		tintedWrapped(g.ui.palette.Warning, sanitize(l.wrong.Error()))
	}
	if !imgui.BeginChildStrV("slices", imgui.Vec2{}, 0, 0) {
		imgui.EndChild()
		return
	}
	covering := true
	for i := range l.entries {
		e := &l.entries[i]
		if covering && e.share == 0 {
			covering = false
			imgui.SeparatorText("Nothing in the threads shown")
		}
		imgui.PushIDInt(int32(i))
		g.entry(e)
		imgui.PopID()
	}
	imgui.EndChild()
}

// entry lays out a slice.
func (g *sliceGallery) entry(e *galleryEntry) {
	there := slice.Find(g.ws.Look.Slices, e.Name) >= 0
	imgui.BeginDisabledV(there)
	if imgui.SmallButton("Add") {
		addSlices(g.host, e.Definition)
	}
	imgui.EndDisabled()
	g.ui.mark("add "+e.Name, lastItem())
	tip("Adds the slice to the list.")
	imgui.SameLine()
	color := g.ui.palette.Text
	if e.share == 0 {
		color = g.ui.palette.Faint
	}
	tinted(color, sanitize(e.Name))
	if e.own {
		imgui.SameLine()
		g.ui.faint("yours")
		imgui.SameLine()
		if imgui.SmallButton("×") {
			g.drop(e.Name)
		}
		g.ui.mark("drop "+e.Name, lastItem())
		tip("Removes it from the gallery.")
	}
	if e.share > 0 {
		said := shareText(e.share)
		alignRight(imgui.CalcTextSize(said).X + imgui.FontSize())
		text(said)
		g.ui.markText("gallery "+e.Name, said)
	}
	imgui.IndentV(2 * imgui.FontSize())
	if e.wrong != nil {
		tintedWrapped(g.ui.palette.Warning, sanitize(e.wrong.Error()))
	} else {
		whole := definitionText(&e.Definition)
		g.ui.faint(shorten(whole, imgui.ContentRegionAvail().X))
		tip(whole)
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

// keep adds a slice to the user's own.
func (g *sliceGallery) keep(d slice.Definition) {
	g.changeOwn("Added "+d.Name+" to the gallery.", func(dir string) error { return prefs.KeepSlice(dir, d) })
}

// drop removes a slice of the user's own.
func (g *sliceGallery) drop(name string) {
	g.changeOwn("Removed "+name+" from the gallery.", func(dir string) error { return prefs.DropSlice(dir, name) })
}

// changeOwn changes the file with the user's own slices in the background.
func (g *sliceGallery) changeOwn(said string, change func(dir string) error) {
	dir := g.prefs.folder
	g.start("The gallery", func(*worker) (message, error) {
		if err := change(dir); err != nil {
			return message{}, err
		}
		g.changes.Add(1)
		return message{text: sanitize(said)}, nil
	})
}
