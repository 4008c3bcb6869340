package ui

import (
	"cmp"
	"slices"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/replace"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// tabs are the open traces. One of them is shown: its document is the host's.
// Without a trace, the start page is shown.
type tabs struct {
	*host
	options    *Options
	list       []*tab
	shown      *tab
	step       stepField
	onShow     func() // called when another tab is shown
	comparison *comparison
}

// newTab starts to read the trace at path, or the trace of the picture at path;
// see shot.Open. It shows the saved view, or, if it is not nil, another one.
func (s *tabs) newTab(path, trace string, view []byte) (*tab, error) {
	picture, err := shot.Open(path, trace)
	if err != nil {
		return nil, err
	}
	d := &document{path: path, begun: time.Now(), stale: true}
	if picture != nil {
		d.path, d.picture, d.warning = picture.At, path, picture.Warning()
	}
	d.file.read, _ = stateOf(d.path)
	if d.loader, err = s.options.Open(d.path, s.alarm.ring); err != nil {
		return nil, err
	}
	d.ws = workspace.New(sanitize(tracefeed.Title(d.path)))
	d.ws.MaxFilterEvents = cmp.Or(s.options.MostEvents, scene.MaxEvents)
	d.builder.MaxEvents = d.ws.MaxFilterEvents
	if palette, ok := scene.PaletteNamed(s.prefs.Palette); ok {
		d.ws.Look.Palette = palette
	}
	t := &tab{document: d, panels: newPanels(s.host, &s.step)}
	switch {
	case picture != nil: // a picture's view is not the user's work, so it is not saved
		s.messages.fail(picture.Show(d.ws))
	case s.options.Keep:
		t.store = workspace.NewStore(path, s.options.Config)
		if view == nil {
			s.messages.fail(t.store.Restore(d.ws))
		}
	}
	if view != nil {
		s.messages.fail(d.ws.Restore(view, workspace.Identity{}))
	}
	return t, nil
}

// open shows a trace, or the view of a picture, in a tab of its own. A file
// that is open already is read again. If trace is not "", it is the picture's
// trace.
func (s *tabs) open(path, trace string) error {
	i := slices.IndexFunc(s.list, func(t *tab) bool { return t.opened() == path })
	if i >= 0 {
		s.messages.fail(s.list[i].saveNow(s.alarm.ring))
	}
	t, err := s.newTab(path, trace, nil)
	if err != nil {
		return err
	}
	if i < 0 {
		i = len(s.list)
		s.list = append(s.list, t)
	} else {
		s.comparison.replace(s.list[i], t)
		s.messages.fail(s.list[i].close())
		s.list[i] = t
	}
	if !tracefeed.IsStream(path) {
		s.prefs.Open(path)
	}
	s.show(i)
	return nil
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

// showStart shows the start page.
func (s *tabs) showStart() { s.bring(s.newBlank()) }

func (s *tabs) bring(t *tab) {
	s.shown = t
	s.host.document = s.shown.document
	s.stale, s.motion = true, motion{}
	s.onShow()
}

// showNext brings the next tab to the front, or the previous one with -1.
func (s *tabs) showNext(by int) {
	n := len(s.list)
	s.show((s.current() + by + n) % n)
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
	s.messages.fail(t.saveNow(s.alarm.ring))
	s.messages.fail(t.close())
	s.list = slices.Delete(s.list, i, i+1)
	switch {
	case len(s.list) == 0:
		s.showStart()
	case t == s.shown:
		s.show(min(i, len(s.list)-1))
	}
}

// current returns the number of the tab that is shown.
func (s *tabs) current() int { return slices.Index(s.list, s.shown) }

// save saves settled changes in the background, and shows errors of saving.
func (s *tabs) save() {
	for _, t := range s.list {
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

// layOut lays out the bar of open traces, if there are several.
func (s *tabs) layOut() {
	if len(s.list) < 2 {
		return
	}
	shown, closed := -1, -1
	sideBar("tabs", imgui.DirUp, s.ui.palette.Shade(scene.PanelShade), func() {
		for i, t := range s.list {
			imgui.PushIDInt(int32(i))
			name := shorten(t.ws.Name, 16*imgui.FontSize())
			if imgui.MenuItemBoolV(name, "", t == s.shown, true) {
				shown = i
			}
			s.ui.mark("tab "+t.ws.Name, lastItem())
			tip(t.opened() + "\n" + withKey("Next trace", s.keys.Keys("next tab")))
			if imgui.SmallButton("×") {
				closed = i
			}
			s.keys.keyTip("Closes the trace", "close tab")
			imgui.PopID()
		}
	})
	switch {
	case closed >= 0:
		s.closeTab(closed)
	case shown >= 0:
		s.show(shown)
	}
}
