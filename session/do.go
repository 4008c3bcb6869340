package session

import (
	"slices"

	"tiv/command"
	"tiv/report/formats"
	"tiv/report/shot"
	"tiv/tracefeed/live/roster"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// Do carries out a command: one of a trace on the shown trace, at the next Advance, and one of
// the window if Handlers do. Otherwise it returns false.
func (s *Session) Do(c command.Command) bool {
	of, ok := c.(workspace.Command)
	switch to := c.(type) {
	case workspace.GoTo:
		Rank(s.Shown.Document)
		s.Shown.Ranking.Current = s.Shown.Ranking.RankOf(to.Finding) + 1
	case workspace.GoToNote:
		s.Shown.CurrentNote = to.Index + 1
	case workspace.DeleteNote:
		s.Shown.CurrentNote = 0
	}
	s.Messages.Fail(definitionsError(c, s.Shown.Workspace))
	switch {
	case !ok:
		return Handlers.Do(s, c)
	case of.Info().Effects.Has(workspace.MovesCamera):
		s.Shown.Glide(of)
	default:
		s.Shown.Send(of)
	}
	return true
}

// Handlers carry out the commands of the window that need no widgets. Without a path, commands
// about files are left to a dialog.
var Handlers = slices.Concat(fileHandlers, copyHandlers, galleryHandlers, compareHandlers, flameHandlers, goHandlers,
	tableHandlers, messageHandlers, makingHandlers, threadListHandlers, settingHandlers)

// fileHandlers carry out the commands about files and tabs.
var fileHandlers = command.Handlers[*Session]{
	command.Tries(func(s *Session, c command.Open) bool {
		if c.Path != "" {
			s.Opener.open(Request{Paths: []string{c.Path}})
		}
		return c.Path != ""
	}),
	command.Tries(func(s *Session, c command.Attach) bool {
		if c.PID != 0 {
			s.Opener.attach(int(c.PID), c.Tasks)
		}
		return c.PID != 0
	}),
	command.Does(func(s *Session, c command.Record) { s.programs.run(c.Command) }),
	command.Does(func(s *Session, c command.MuteProgram) {
		s.Opener.control(c.ID, func(p roster.Programs) bool { return p.Mute(c.ID, c.On) })
	}),
	command.Does(func(s *Session, c command.EndProgram) {
		s.Opener.control(c.ID, func(p roster.Programs) bool { return p.End(c.ID) })
	}),
	command.Tries(func(s *Session, c command.JoinTraces) bool { return s.Opener.join(c.Paths) }),
	command.Simply[command.Reload]((*Session).reload),
	command.Does((*Session).closeTab),
	command.Does(func(s *Session, c command.ShowTab) { s.showNext(c.By) }),
	command.Does(func(s *Session, c command.ShowTrace) {
		if t, ok := tabOf(s.Messages, s, c.Trace, c.Space); ok {
			t.show(s)
		}
	}),
	command.Simply[command.QuickPicture](func(s *Session) { s.Exporter.quickPicture() }),
	command.Tries(func(s *Session, c command.CopyPicture) bool {
		if !c.Window {
			s.Exporter.copyPicture(c.Size)
		}
		return !c.Window
	}),
	command.Tries(func(s *Session, c command.SavePicture) bool {
		if c.Path == "" || c.Window {
			return false
		}
		if path, ok := s.Exporter.Target(c.Path, ".png", shot.Kind); ok {
			s.Exporter.savePicture(path, c.Size)
		}
		return true
	}),
	command.Tries(func(s *Session, c command.SaveAnimation) bool {
		if c.Path != "" {
			s.Exporter.saveAnimation(c)
		}
		return c.Path != ""
	}),
	command.Does(func(s *Session, c command.SaveStoryboard) { s.Exporter.saveStoryboard(c) }),
	command.Tries(func(s *Session, c command.SaveReport) bool {
		if !s.Exporter.canReport() {
			return true
		}
		if c.Path == "" {
			return false
		}
		format := formats.Of("", c.Path)
		if path, ok := s.Exporter.Target(c.Path, extensionOf(c.Path, format.Extensions), format.Kind); ok {
			s.Exporter.Report(path, format, c.Anonymous)
		}
		return true
	}),
	command.Tries(func(s *Session, c command.OpenSlices) bool {
		if c.Path != "" {
			s.Exporter.OpenSlices(c.Path)
		}
		return c.Path != ""
	}),
	command.Tries(func(s *Session, c command.DivideSlices) bool {
		asks := c.Into == 0 && c.Limits == ""
		if !asks {
			divide(s.Jobs, s.Shown.Document, c)
		}
		return !asks
	}),
	command.Tries(func(s *Session, c command.SaveSlices) bool {
		if !s.Exporter.HasSlices() {
			return true
		}
		if c.Path == "" {
			return false
		}
		if path, ok := s.Exporter.Target(c.Path, ".json", SliceKind); ok {
			s.Exporter.SaveSlices(path)
		}
		return true
	}),
	command.Simply[command.Cancel](func(s *Session) { cancel(s.Messages, s.Opener, s.Shown.Document) }),
	command.Simply[command.Quit](func(s *Session) { s.Ended = true }),
}

// compareHandlers carry out the commands about two traces, or workspaces, side by side.
var compareHandlers = command.Handlers[*Session]{
	command.Chooses(func(s *Session, c command.Compare) bool { return isAs(c, &s.Comparison) },
		func(s *Session, c command.Compare) { s.compare(c) }),
	command.Switches[command.ShowBeside](
		func(s *Session) bool { return s.Comparison.ShowsSpaces() }, func(s *Session, _ bool) { s.showBeside() }),
	command.Does(func(s *Session, c command.ShowSpaceBeside) { s.Comparison.beginSpaces(c.ID) }),
	command.Simply[command.SwitchSide](func(s *Session) {
		if s.Comparison.Visible() {
			s.Comparison.activate()
		}
	}),
	command.Sets[command.SetSidePanels](func(s *Session) *bool { return &s.Comparison.Open }),
	command.Does(func(s *Session, c command.NextDifference) { goToDifference(s.Messages, &s.Comparison, c.By, false) }),
	command.Does(func(s *Session, c command.GoToDifference) { goToDifference(s.Messages, &s.Comparison, c.Number, true) }),
	command.Chooses(func(s *Session, c command.Couple) bool {
		x := &s.Comparison
		return x.Compares() && x.Off == !c.On && (x.Off || x.By == c.By)
	}, func(s *Session, c command.Couple) {
		changeComparison(s.Messages, &s.Comparison, func(x *Comparison) { x.chooseCoupling(!c.On, c.By) })
	}),
	command.Simply[command.LineUp](func(s *Session) { changeComparison(s.Messages, &s.Comparison, (*Comparison).lineUp) }),
	command.Simply[command.SwapSides](func(s *Session) { changeComparison(s.Messages, &s.Comparison, (*Comparison).swap) }),
}

// changeComparison changes the comparison of two traces, or says that there is none.
func changeComparison(m *Messages, c *Comparison, change func(*Comparison)) {
	if !c.Compares() {
		m.Say("Compare two traces first.")
		return
	}
	change(c)
}

// settingHandlers carry out the commands about settings of the user that need no window.
var settingHandlers = command.Handlers[*Session]{
	command.Switches[command.SetEasedCamera](
		func(s *Session) bool { return !s.settings.Abrupt }, func(s *Session, on bool) { s.settings.Abrupt = !on }),
	command.Sets[command.SetWheelTime](func(s *Session) *bool { return &s.settings.WheelTime }),
	command.Sets[command.SetLegendStrip](func(s *Session) *bool { return &s.settings.LegendStrip }),
	command.Switches[command.SetKeyHints](
		func(s *Session) bool { return !s.settings.NoKeyHints }, func(s *Session, on bool) { s.settings.NoKeyHints = !on }),
	command.Sets[command.SetFrameTimes](func(s *Session) *bool { return &s.settings.FrameTimes }),
	command.Does(func(s *Session, c command.SetEditor) { s.settings.Editor = c.Command }),
	command.Chooses(func(s *Session, c command.SetFileDialogs) bool { return FileDialogs(s.settings) == c.Of },
		func(s *Session, c command.SetFileDialogs) { s.settings.FileDialogs = dialogNames[c.Of] }),
}

// dialogNames are the names of file dialogs in the settings.
var dialogNames = [...]string{command.AnyDialogs: "", command.DesktopDialogs: prefs.DesktopDialogs, command.OwnDialogs: prefs.OwnDialogs}

// FileDialogs returns the file dialogs that the settings choose.
func FileDialogs(p *prefs.Prefs) command.FileDialogs {
	return command.FileDialogs(max(0, slices.Index(dialogNames[:], p.FileDialogs)))
}
