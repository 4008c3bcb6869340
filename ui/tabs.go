package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/scene/paint"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/picture"
	"tiv/ui/widget"
)

// tabs are the panels of the open traces, and the bar of these.
type tabs struct {
	ui      *widget.Kit
	keys    *keys.Bindings
	session *session.Session
	newTab  func(*session.Trace) *tab
	list    map[*session.Trace]*tab
}

// of returns the tab of a trace.
func (s *tabs) of(t *session.Trace) *tab {
	if s.list[t] == nil {
		s.list[t] = s.newTab(t)
	}
	return s.list[t]
}

// shown returns the tab of the trace that is shown.
func (s *tabs) shown() *tab { return s.of(s.session.Shown) }

// remove ends the work of a trace's panels.
func (s *tabs) remove(t *session.Trace) {
	if tab := s.list[t]; tab != nil {
		tab.mouse.Close()
		tab.panels.all().Close()
		delete(s.list, t)
	}
}

// updateMouse translates the mouse input in the scene. In a comparison, a press in the
// inactive side makes it the active one.
func (s *tabs) updateMouse() {
	if c := &s.session.Comparison; c.Visible() && !s.shown().mouse.Dragging() {
		if m := &s.of(c.Other()).mouse; m.OverScene(m.Pointer()) && picture.PressedAny() {
			s.session.Do(command.SwitchSide{})
		} else {
			m.Update()
		}
	}
	s.shown().mouse.Update()
}

// layOut lays out the bar of open traces and their workspaces, if there are several.
func (s *tabs) layOut() {
	list := s.session.Tabs()
	if len(list) < 2 {
		return
	}
	var did command.Command
	widget.SideBar("tabs", imgui.DirUp, s.ui.Palette.Shade(paint.PanelShade), func() {
		for i, e := range list {
			imgui.PushIDInt(int32(i))
			if c := (spaceTab{e}).layOut(s); c != nil {
				did = c
			}
			imgui.PopID()
		}
	})
	if did != nil {
		s.session.Do(did)
	}
}
