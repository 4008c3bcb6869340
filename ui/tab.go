package ui

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/task"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/timeline"
	"tiv/workspace"
	"tiv/workspace/find"
)

// tab is one open trace: the workspace, its cached pictures, and the state of
// its panels.
type tab struct {
	path   string // of the trace
	ws     *workspace.Workspace
	loader *workspace.Loader
	seen   *workspace.Loaded // the last snapshot given to the workspace
	store  *workspace.Store  // nil if the workspace is not kept
	// picture is the path of the opened picture, "" if the trace was opened;
	// warning is the caveat about it.
	picture, warning string
	// changed is when something was done that has not been saved; zero if
	// nothing was.
	changed time.Time
	saver   task.Saver // of the workspace

	job       *job       // nil if there is none
	filterRun *filterRun // nil if there is none
	builder   scene.Builder
	frame     *scene.Frame        // the last that was built
	stale     bool                // the frame must be built again
	todo      []workspace.Command // for the start of the next frame
	jump      bool                // the camera glides to the target of todo
	motion    motion
	moving    moving

	mouse    mouse
	threads  threadsPanel
	chosen   selectionPanel
	findings findingsPanel
	notes    notesPanel
	tables   tablesPanel
	stats    statsPanel
	overview overview
	clusters clustersPanel
	filter   filterField
	index    task.Latest[*timeline.Timeline, *find.Index] // for the finder
}

// newTab starts to read the trace at path, or the trace of the picture at path;
// see shot.Open.
func (a *app) newTab(path, trace string) (*tab, error) {
	picture, err := shot.Open(path, trace)
	if err != nil {
		return nil, err
	}
	t := &tab{path: path, stale: true}
	if picture != nil {
		t.path, t.picture, t.warning = picture.At, path, picture.Warning()
	}
	if t.loader, err = a.options.Open(t.path, a.alarm.ring); err != nil {
		return nil, err
	}
	t.ws = workspace.New(tame(filepath.Base(t.path)))
	t.ws.MaxFilterEvents = cmp.Or(a.options.MostEvents, scene.MostEvents)
	t.builder.MostEvents, t.findings.current, t.clusters.naming = t.ws.MaxFilterEvents, -1, -1
	if p, ok := scene.PaletteNamed(a.prefs.Palette); ok {
		t.ws.Look.Palette = p
	}
	switch {
	case picture != nil: // a picture's view is not the user's work, so it is not saved
		a.messages.fail(picture.Show(t.ws))
	case a.options.Keep:
		t.store = workspace.NewStore(path, a.options.Config)
		a.messages.fail(t.store.Restore(t.ws))
	}
	return t, nil
}

// searched reports whether all findings of the trace are known.
func (t *tab) searched() bool { return t.seen != nil && t.seen.Searched }

// searchingNote is shown while the trace is complete and its findings are not.
const searchingNote = "Looking for problems …"

// opened returns the path of the opened file.
func (t *tab) opened() string { return cmp.Or(t.picture, t.path) }

// open shows a trace, or the view of a picture, in a tab of its own. A file
// that is open already is read again. If trace is not "", it is the picture's
// trace.
func (a *app) open(path, trace string) error {
	i := slices.IndexFunc(a.tabs, func(t *tab) bool { return t.opened() == path })
	if i >= 0 {
		a.messages.fail(a.tabs[i].saveNow(a))
	}
	t, err := a.newTab(path, trace)
	if err != nil {
		return err
	}
	if i < 0 {
		i = len(a.tabs)
		a.tabs = append(a.tabs, t)
	} else {
		a.messages.fail(a.tabs[i].close())
		a.tabs[i] = t
	}
	a.prefs.Open(path)
	a.show(i)
	return nil
}

// show brings a tab to the front.
func (a *app) show(i int) {
	if a.tab != nil && a.tab != a.tabs[i] {
		a.tab.builder.Rest()
		a.tab.frame = nil
	}
	a.tab = a.tabs[i]
	a.stale, a.mouse, a.motion = true, mouse{}, motion{}
	if a.window != nil {
		a.window.glfw.SetTitle(a.ws.Name + " · TIV")
	}
}

// showNext brings the next tab to the front, or the last with -1.
func (a *app) showNext(by int) {
	n := len(a.tabs)
	a.show((a.current() + by + n) % n)
}

// closeTab closes a tab; closing the last one closes the window.
func (a *app) closeTab(i int) {
	if len(a.tabs) == 1 {
		a.closing = true
		return
	}
	t := a.tabs[i]
	a.messages.fail(t.saveNow(a))
	a.messages.fail(t.close())
	a.tabs = slices.Delete(a.tabs, i, i+1)
	if t == a.tab {
		a.show(min(i, len(a.tabs)-1))
	}
}

// current returns the number of the tab that is shown.
func (a *app) current() int { return slices.Index(a.tabs, a.tab) }

// close ends all work on a trace.
func (t *tab) close() error {
	t.endJob()
	t.stopFilter()
	err := t.saver.Finish()
	t.index.Close()
	t.builder.Stop() // it reads the trace, and so do tables
	t.tables.close()
	t.stats.sum.Close()
	return errors.Join(err, t.loader.Close())
}

// tabBar shows the open traces, if there are several.
func (a *app) tabBar() {
	if len(a.tabs) < 2 {
		return
	}
	p := a.ws.Look.Palette
	shown, closed := -1, -1
	a.sideBar("tabs", imgui.DirUp, p.Shade(scene.PanelShade), func() {
		for i, t := range a.tabs {
			imgui.PushIDInt(int32(i))
			name := cut(t.ws.Name, 16*imgui.FontSize())
			if imgui.MenuItemBoolV(name, "", t == a.tab, true) {
				shown = i
			}
			a.mark("tab "+t.ws.Name, lastItem())
			tip(t.opened() + "\n" + withKey("Next trace", a.keysOf("next tab")))
			if imgui.SmallButton("×") {
				closed = i
			}
			a.keyTip("Close it", "close tab")
			imgui.PopID()
		}
	})
	switch {
	case closed >= 0:
		a.closeTab(closed)
	case shown >= 0:
		a.show(shown)
	}
}
