package session

import (
	"cmp"
	"fmt"
	"strings"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/report"
	"tiv/report/ci"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Clipboard is the clipboard for texts.
type Clipboard struct {
	// SetText puts a text into it, Text returns the one in it.
	SetText func(string) error
	Text    func() (string, error)
	session *Session
}

// copyHandlers carry out the commands that use the clipboard for texts.
var copyHandlers = command.Handlers[*Session]{
	command.Does(func(s *Session, c command.CopyNames) {
		if c.Threads == nil {
			c.Threads = s.Shown.Workspace.Look.Selection
		}
		if len(c.Threads) == 0 {
			s.Messages.Say(noThreads)
			return
		}
		var names []string
		for _, t := range c.Threads {
			names = append(names, s.Shown.ThreadName(t))
		}
		s.Clipboard.put(strings.Join(names, "\n"), "Copied the names of "+tracefeed.Plural(len(names), "thread")+".")
	}),
	command.Does(func(s *Session, c command.CopyStack) { s.Clipboard.copyStack(c) }),
	command.Does(func(s *Session, c command.CopyLock) {
		switch {
		case !hasLock(s.Messages, c.Lock):
		case c.ID:
			s.Clipboard.putLine(report.Safe(s.Shown.Workspace.Timeline.Monitors[c.Lock].ID))
		default:
			s.Clipboard.putLine(s.Shown.MonitorName(c.Lock))
		}
	}),
	command.Does(func(s *Session, c command.CopyFunction) {
		if name := cmp.Or(c.Function, s.Shown.Workspace.Look.Call.Function); name != "" {
			s.Clipboard.putLine(report.Safe(name))
			return
		}
		s.Messages.Say(noCall)
	}),
	command.Does(func(s *Session, c command.CopyNote) {
		if hasNote(s.Messages, s.Shown.Document, c.Index) {
			s.Clipboard.put(s.Shown.Workspace.Look.Notes[c.Index].Text, "Copied the text.")
		}
	}),
	command.Simply[command.CopyNotes](func(s *Session) { s.Clipboard.copyNotes() }),
	command.Simply[command.CopyRules](func(s *Session) { s.Clipboard.copyRules() }),
	command.Does(func(s *Session, c command.CopyRecording) { s.Clipboard.putLine(RecordingOf(c.Program)) }),
	command.Does(func(s *Session, c command.CopyText) { s.Clipboard.put(c.Text, "Copied the text.") }),
	command.Does(func(s *Session, c command.CopySlices) { s.Clipboard.copySlices(c.Names) }),
	command.Simply[command.PasteSlices](func(s *Session) { s.Clipboard.pasteSlices() }),
	command.Does(func(s *Session, c command.CopyRows) {
		if c.Path != "" {
			s.Exporter.saveRows(c.Path)
			return
		}
		switch text, said, err := rowsText(&s.Shown.Tables); {
		case err != nil:
			s.Messages.Fail(err)
		case text == "":
			s.Messages.Say(said)
		default:
			s.Clipboard.put(text, said)
		}
	}),
}

// put copies a text, and says so in other words.
func (x *Clipboard) put(text, said string) {
	if err := x.SetText(text); err != nil {
		x.session.Messages.Fail(fmt.Errorf("copy: %w", err))
		return
	}
	x.session.Messages.Say(said)
}

// putLine copies a text that is short enough to be shown.
func (x *Clipboard) putLine(text string) { x.put(text, "Copied: "+text) }

// copyStack copies a stack, or a frame of it.
func (x *Clipboard) copyStack(c command.CopyStack) {
	m, d := x.session.Messages, x.session.Shown.Document
	of, ok := stackOf(c, m, d)
	switch n := len(of.Stack); {
	case !ok:
	case c.Frame > 0:
		x.putLine(report.FrameText(&of.Stack[c.Frame-1]))
	default:
		x.put(report.StackText(d.ThreadName(of.Thread), of.Stack), fmt.Sprintf("Copied the stack: %s.", tracefeed.Plural(n, "frame")))
	}
}

// stackOf describes the thread of a command, with its stack. It says if there is none, or no frame of the
// number.
func stackOf(c command.CopyStack, m *Messages, d *Document) (of report.Description, ok bool) {
	thread := cmp.Or(c.Thread, d.Workspace.Look.Selected)
	if thread == tracefeed.NoThread {
		m.Say("Select a thread first.")
		return of, false
	}
	of = report.Describe(d.Workspace.Timeline, thread, cmp.Or(c.At, d.Workspace.Look.Moment))
	switch n := len(of.Stack); {
	case n == 0:
		m.Say("The trace has no stack of " + d.ThreadName(thread) + " at this time.")
	case c.Frame < 0 || c.Frame > n:
		m.Say(fmt.Sprintf("The stack has no frame %d.", c.Frame))
	default:
		return of, true
	}
	return of, false
}

// FrameOf returns the frame of a stack that a command is about, with its file. It says if there is none.
func FrameOf(c command.OpenSource, m *Messages, d *Document) (f tracefeed.Frame, ok bool) {
	of, ok := stackOf(command.CopyStack(c), m, d)
	switch {
	case !ok:
		return f, false
	case c.Frame > 0:
		f = of.Stack[c.Frame-1]
	default:
		f, _ = report.Place(of.Stack)
	}
	if f.File == "" {
		m.Say("The trace has no file of " + report.Safe(f.Func) + ".")
	}
	return f, f.File != ""
}

// CodeOf returns the file and the first known line of a function; ok is false if the trace has none.
func CodeOf(function string, d *Document) (f tracefeed.Frame, ok bool) {
	for _, frame := range d.Workspace.Timeline.Frames {
		if frame.Func == function && frame.File != "" && (!ok || frame.File == f.File && frame.Line < f.Line) {
			f, ok = frame, true
		}
	}
	return f, ok
}

// maxNotesCopied is the largest number of copied notes: each reads a part of the trace.
const maxNotesCopied = 1000

// copyNotes copies all notes.
func (x *Clipboard) copyNotes() {
	ws := x.session.Shown.Workspace
	notes := ws.Look.Notes
	n := min(len(notes), maxNotesCopied)
	said := "Copied " + tracefeed.Plural(n, "note") + " as text."
	if n < len(notes) {
		said = fmt.Sprintf("Copied the first %d of %s as text.", n, tracefeed.Plural(len(notes), "note"))
	}
	x.put(report.Notes(ws.Timeline, ws.Look.Locks, ws.Name, notes[:n]), said)
}

// copyRules copies the dismissed findings as rules for tiv check --ignore.
func (x *Clipboard) copyRules() {
	var rules []string
	d := x.session.Shown.Document
	Rank(d)
	for _, i := range d.Ranking.Order[d.Ranking.Counted+d.Ranking.Outside:] {
		of := workspace.FindingsOf(d.Workspace)
		rules = append(rules, ci.RuleFor(of.Identities(i)[0], of.Dismissal(i)))
	}
	if len(rules) == 0 {
		x.session.Messages.Say("No finding is dismissed.")
		return
	}
	x.put(strings.Join(rules, "\n")+"\n", "Copied "+tracefeed.Plural(len(rules), "rule")+" for tiv check --ignore")
}

// copySlices copies slices by their names; without any, all.
func (x *Clipboard) copySlices(names []string) {
	if !x.session.Exporter.HasSlices() {
		return
	}
	list := x.session.Shown.Workspace.Look.Slices
	if names != nil {
		var some []slice.Definition
		for _, name := range names {
			d, ok := sliceNamed(x.session.Messages, x.session.Shown.Document, name)
			if !ok {
				return
			}
			some = append(some, d)
		}
		list = some
	}
	x.put(string(SlicesText(list)), "Copied "+tracefeed.Plural(len(list), "slice")+" as text.")
}

// pasteSlices adds the slices in the clipboard.
func (x *Clipboard) pasteSlices() {
	text, err := x.Text()
	if err == nil {
		var list []slice.Definition
		if list, err = slice.Read(strings.NewReader(text)); err == nil {
			AddSlices(x.session.Messages, x.session.Shown.Document, list...)
			return
		}
	}
	x.session.Messages.Fail(fmt.Errorf("paste slices: %w", err))
}

// RecordingOf returns the command line that records a program, by default an example.
func RecordingOf(program string) string {
	const records = "tiv record -- "
	program = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(program), records))
	return records + cmp.Or(program, "go test ./...")
}
