package session

import (
	"tiv/command"
	"tiv/report/formats"
	"tiv/report/shot"
	"tiv/workspace"
)

// Do carries out a command: one of a trace on the shown trace, at the next Advance, and one of
// the window if Handlers do. Otherwise it returns false.
func (s *Session) Do(c command.Command) bool {
	of, ok := c.(workspace.Command)
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
var Handlers = command.Handlers[*Session]{
	command.Tries(func(s *Session, c command.Open) bool {
		if c.Path != "" {
			s.Opener.open(Request{Paths: []string{c.Path}})
		}
		return c.Path != ""
	}),
	command.Tries(func(s *Session, c command.JoinTraces) bool { return s.Opener.join(c.Paths) }),
	command.Simply[command.Reload]((*Session).Reload),
	command.Simply[command.CloseTab]((*Session).closeShown),
	command.Does(func(s *Session, c command.ShowTab) { s.showNext(c.By) }),
	command.Switches[command.Compare](
		func(s *Session) bool { return s.Comparison.Compares() }, func(s *Session, _ bool) { s.CompareWithNext() }),
	command.Switches[command.ShowBeside](
		func(s *Session) bool { return s.Comparison.ShowsSpaces() }, func(s *Session, _ bool) { s.ShowBeside() }),
	command.Simply[command.QuickPicture](func(s *Session) { s.Exporter.QuickPicture() }),
	command.Simply[command.CopyPicture](func(s *Session) { s.Exporter.CopyPicture() }),
	command.Tries(func(s *Session, c command.SavePicture) bool {
		if c.Path == "" {
			return false
		}
		if path, ok := s.Exporter.Target(c.Path, ".png", shot.Kind); ok {
			s.Exporter.SavePicture(path, c.Size)
		}
		return true
	}),
	command.Tries(func(s *Session, c command.SaveReport) bool {
		if !s.Exporter.CanReport() {
			return true
		}
		if c.Path == "" {
			return false
		}
		format := formats.Of("", c.Path)
		if path, ok := s.Exporter.Target(c.Path, ExtensionOf(c.Path, format.Extensions), format.Kind); ok {
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
	command.Simply[command.Quit](func(s *Session) { s.Ended = true }),
}
