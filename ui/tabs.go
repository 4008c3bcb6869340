package ui

import (
	"slices"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/replace"
	"tiv/internal/task"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/widget"
	"tiv/workspace"
)

// tabs are the open traces. One of them is shown. Without a trace, the start page is shown.
type tabs struct {
	ui         *widget.Kit
	keys       *keys.Bindings
	messages   *messages
	prefs      *preferences
	alarm      *alarm // wakes the window
	options    *Options
	newTab     func(*document) *tab
	list       []*tab
	closed     []*tab // until their workspaces are saved
	shown      *tab
	onShow     func() // called when another tab is shown
	comparison *comparison
	closing    bool // the window is to be closed

	requests []openRequest            // the first is being opened
	opening  *task.Task[[]openedFile] // nil if there is none
	began    time.Time                // when opening began
}

// busy reports whether a trace is being opened.
func (s *tabs) busy() bool { return s.opening != nil }

// open shows a trace, or the view of a picture, in a tab of its own, and waits for the
// disk. If trace is not "", it is the picture's trace.
func (s *tabs) open(path, trace string) error {
	f := s.options.read(path, trace, nil, s.prefs.Palette, s.alarm.ring)
	if f.err == nil {
		s.add(path, f)
	}
	return f.err
}

// add shows an opened trace in a tab of its own, in place of the tab of the same file.
func (s *tabs) add(path string, f openedFile) {
	for _, err := range f.remarks {
		s.messages.fail(err)
	}
	t := s.newTab(f.document)
	t.store = f.store
	i := slices.IndexFunc(s.list, func(t *tab) bool { return t.opened() == path })
	if i < 0 {
		i = len(s.list)
		s.list = append(s.list, t)
	} else {
		s.comparison.replace(s.list[i], t)
		t.attached, s.list[i].attached = s.list[i].attached, nil
		s.messages.fail(s.list[i].close())
		s.list[i] = t
	}
	if !tracefeed.IsStream(path) {
		s.prefs.Open(path)
	}
	s.show(i)
}

// show brings a tab to the front, or makes it the active side of a comparison.
func (s *tabs) show(i int) {
	if c := s.comparison; c.visible() && c.has(s.list[i]) {
		if s.list[i] != s.shown {
			c.activate()
		}
		return
	}
	if s.shown != nil && s.shown != s.list[i] {
		s.shown.builder.DropCaches()
		s.shown.frame = nil
	}
	s.bring(s.list[i])
}

func (s *tabs) bring(t *tab) {
	if before := s.shown; before != nil && t.area == (scene.Rect{}) {
		t.area = before.area // until the panels are laid out
	}
	s.shown = t
	t.stale, t.motion = true, motion{}
	s.onShow()
}

// closeTab closes a tab. After the last one comes the start page; closing that
// closes the window.
func (s *tabs) closeTab(i int) {
	if isBlank(s.shown.document) {
		s.closing = true
		return
	}
	t := s.list[i]
	s.comparison.endWith(t)
	t.endJob()
	t.save(s.alarm.ring)
	s.closed = append(s.closed, t)
	s.list = slices.Delete(s.list, i, i+1)
	s.free()
	switch {
	case len(s.list) == 0:
		s.showStart()
	case t == s.shown:
		s.show(min(i, len(s.list)-1))
	}
}

// free ends closed tabs whose workspaces are saved. It does not wait for the disk.
func (s *tabs) free() {
	s.closed = slices.DeleteFunc(s.closed, func(t *tab) bool {
		s.messages.fail(t.saver.Poll(s.alarm.ring))
		if !t.saver.Idle() {
			return false
		}
		s.messages.fail(t.close())
		return true
	})
}

// current returns the number of the tab that is shown.
func (s *tabs) current() int { return slices.Index(s.list, s.shown) }

// save saves settled changes in the background, and shows errors of saving.
func (s *tabs) save() {
	s.free()
	for _, t := range s.list {
		s.messages.fail(recorded(t.document))
		s.messages.fail(t.saver.Poll(s.alarm.ring))
		if !t.changed.IsZero() && time.Since(t.changed) >= saveAfter {
			t.save(s.alarm.ring)
		}
	}
}

// sources are the files that the tabs have read.
func (s *tabs) sources() (all []replace.Source) {
	for _, t := range s.list {
		all = append(all, replace.Source{Path: t.path, What: "trace"}, replace.Source{Path: t.picture, What: "picture"},
			replace.Source{Path: t.path + workspace.Suffix, What: "workspace"})
	}
	return all
}

// advance carries out commands and advances playback, of both sides of a comparison.
func (s *tabs) advance(now time.Time, dt time.Duration) {
	c, played, plays := s.comparison, false, false
	c.each(func(t *tab) { played = played || t.ws.Playback.Playing })
	c.each(func(t *tab) { t.stage.carryOut() })
	if !played {
		dt = 0 // it begins to play now, if it does
	}
	c.each(func(t *tab) { plays = plays || t.ws.Playback.Playing })
	c.each(func(t *tab) { t.stage.advance(now, dt, plays) })
	c.follow()
}

// updateMouse translates the mouse input in the scene. In a comparison, a press in the
// inactive side makes it the active one.
func (s *tabs) updateMouse() {
	if c := s.comparison; c.visible() && s.shown.mouse.drag == noDrag {
		if m := &c.other().mouse; m.overScene(m.pointer()) && pressedAny() {
			c.activate()
		} else {
			m.update()
		}
	}
	s.shown.mouse.update()
}

// layOut lays out the bar of open traces and their workspaces, if there are several.
func (s *tabs) layOut() {
	list := entriesOf(s)
	if len(list) < 2 {
		return
	}
	var chosen spaceTab
	var does entryAction
	widget.SideBar("tabs", imgui.DirUp, s.ui.Palette.Shade(scene.PanelShade), func() {
		for i, e := range list {
			imgui.PushIDInt(int32(i))
			if did := e.layOut(s); did != nil {
				chosen, does = e, did
			}
			imgui.PopID()
		}
	})
	if does != nil {
		does(chosen, s)
	}
}
