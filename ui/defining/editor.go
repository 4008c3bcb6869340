// Package defining has the editor of the definitions of tasks of a project: their text, what each
// definition finds in the trace, and a box for each type of definitions. Tasks are found in the
// background; nothing of the trace changes until the text is applied.
package defining

import (
	"errors"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/expression"
	"tiv/report"
	"tiv/session"
	"tiv/task/definition"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
	"tiv/workspace/tasking"
)

// Editor is the editor of definitions. The window behind it stays usable. Its text is that of
// the document that is shown.
type Editor struct {
	*panel.Trace
	messages *session.Messages
	input    *keys.Recorder
	Open     bool // the window is shown
	field    *widget.TextEditor
	read     reading
	search   search
	disk     disk
}

// reading is a text with the definitions in it, or its errors.
type reading struct {
	text   string
	list   definition.List
	errors []*definition.Error
	other  error // without a place
	done   bool
}

// New returns the editor of a window.
func New(s *panel.Services) *Editor {
	d := &Editor{Trace: s.Shown, messages: s.Messages, input: s.Input, disk: disk{wake: s.Wake}}
	d.field = widget.NewTextEditor(s.Shown.UI, s.Input.ExpectTyping, func(text string, at int) (int, []expression.Completion) {
		if !d.search.words.Present {
			return at, nil
		}
		return d.search.words.Value.Complete(text, at)
	})
	return d
}

// Show opens the editor: with a function, at a definition of its calls.
func (d *Editor) Show(function string) {
	d.Open = true
	d.Definitions.Edit(d.Workspace)
	d.field.Text = d.Definitions.Text
	if path := d.Workspace.Tasking.Path(); path != "" {
		d.disk.read(d.Document, path)
	}
	at := definition.FirstPlace(d.field.Text)
	if of, ok := definition.OfFunction(function); ok {
		d.field.Text, at = definition.WithFirst(d.field.Text, of)
	}
	d.Definitions.Text = d.field.Text
	d.field.GoTo(at)
}

// Typing reports whether the text has the keyboard.
func (d *Editor) Typing() bool { return d.Open && d.field.Typing }

// Busy reports whether something is found, read or written.
func (d *Editor) Busy() bool {
	return d.disk.busy || d.Open && d.search.busy()
}

// Close ends all work.
func (d *Editor) Close() {
	d.disk.work.Close()
	d.search.close()
}

// LayOut lays the editor out, over everything else.
func (d *Editor) LayOut() {
	d.poll()
	if d.Open = d.Open && !session.IsBlank(d.Document); !d.Open {
		d.search.reset()
		d.read = reading{}
		return
	}
	d.Definitions.Edit(d.Workspace)
	d.field.Text = d.Definitions.Text
	if !d.read.done || d.read.text != d.field.Text {
		d.read = read(&d.Workspace.Tasking, d.field.Text)
	}
	if d.search.advance(d.Document, &d.read) {
		d.field.Forget()
	}
	em, view := imgui.FontSize(), imgui.MainViewport()
	size := view.WorkSize()
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(62*em, 0.95*size.X), Y: min(44*em, 0.9*size.Y)}, imgui.CondAppearing)
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: min(36*em, 0.95*size.X), Y: min(26*em, 0.9*size.Y)}, size)
	flags := imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Definitions of tasks", &d.Open, imgui.WindowFlags(flags)) {
		d.parts()
	}
	imgui.End()
	d.Definitions.Text = d.field.Text
}

// read reads a text.
func read(t *tasking.Tasking, text string) (r reading) {
	list, err := t.Read(text)
	r = reading{text: text, list: list, done: true}
	var several interface{ Unwrap() []error }
	all := []error{err}
	if errors.As(err, &several) {
		all = several.Unwrap()
	}
	for _, err := range all {
		var at *definition.Error
		if errors.As(err, &at) {
			r.errors = append(r.errors, at)
		} else if err != nil {
			r.other = err
		}
	}
	return r
}

// valid reports whether a text has no errors.
func (r *reading) valid() bool { return len(r.errors) == 0 && r.other == nil }

// parts lays out the window.
func (d *Editor) parts() {
	em := imgui.FontSize()
	d.place()
	line := imgui.TextLineHeightWithSpacing()
	below := min(12*line, 0.45*imgui.ContentRegionAvail().Y) + 5*line + imgui.FrameHeightWithSpacing()
	var marks []widget.TextMark
	for _, e := range d.read.errors {
		marks = append(marks, widget.TextMark{Line: e.Line, Column: e.Column, Color: d.UI.Palette.Warning})
	}
	d.field.Edit("##definitions", imgui.Vec2{Y: max(imgui.ContentRegionAvail().Y-below, 6*em)}, marks)
	d.UI.Faint(widget.Shorten("Tab completes, Ctrl+Space lists what can stand at the cursor.", imgui.ContentRegionAvail().X))
	list, size := list{d}, imgui.Vec2{Y: max(imgui.ContentRegionAvail().Y-4.2*line-imgui.FrameHeightWithSpacing(), 4*line)}
	if d.read.valid() {
		list.rows(size)
	} else {
		list.problems(size)
	}
	list.types(imgui.Vec2{Y: imgui.ContentRegionAvail().Y - imgui.FrameHeightWithSpacing()})
	d.buttons()
}

// place says which file the text is of, and whether it differs from that.
func (d *Editor) place() {
	path := d.Workspace.Tasking.Path()
	text := report.Safe(panel.FolderText(path))
	does := "Definitions of the files in folders further out, and the built-in ones, count after these."
	switch {
	case path == "":
		text, does = "until the trace is closed", "The trace is no file, so its definitions cannot be saved beside it."
	case d.Definitions.File == "":
		text += " (new)"
	case d.Definitions.File != d.field.Text:
		text += " (changed)"
	}
	d.UI.Faint(widget.Shorten(text, imgui.ContentRegionAvail().X))
	d.UI.MarkText("definitions place", text)
	widget.Tip(report.Safe(path) + "\n" + does)
}

// buttons lays out the buttons.
func (d *Editor) buttons() {
	if d.disk.conflict {
		d.conflict()
		return
	}
	valid, path := d.read.valid(), d.Workspace.Tasking.Path()
	if d.button("Apply", valid && d.field.Text != d.Definitions.Applied,
		"Finds tasks by these definitions, until the trace is closed. Undo takes that back.") {
		d.apply()
	}
	imgui.SameLine()
	if d.button("Save", valid && path != "" && d.field.Text != d.Definitions.File && !d.disk.busy,
		"Finds tasks by these definitions, and writes them into the file, where other traces and tiv record find them.") {
		d.apply()
		d.disk.save(d.Document, path, d.field.Text, d.Definitions.File)
	}
	imgui.SameLine()
	if d.button("Revert", d.field.Text != d.Definitions.Applied, "Goes back to the definitions by which tasks are found now.") {
		d.field.Text = d.Definitions.Applied
	}
	imgui.SameLine()
	if d.button("Close", true, "Closes the editor (Esc). The text stays until the trace is closed.") {
		d.Open = false
	}
}

// apply finds tasks by the text.
func (d *Editor) apply() {
	if d.field.Text != d.Definitions.Applied {
		d.Send(workspace.DefineTasks{Text: d.field.Text})
	}
}

// button is a button of the editor.
func (d *Editor) button(name string, able bool, does string) bool {
	imgui.BeginDisabledV(!able)
	pressed := imgui.Button(name)
	imgui.EndDisabled()
	d.UI.Mark("definitions "+name, widget.LastItem())
	widget.Tip(does)
	return pressed && able
}

// plural writes a number of things, or that it is not known yet.
func plural(known bool, n int, thing string) string {
	if !known {
		return "… " + thing + "s"
	}
	return tracefeed.Plural(n, thing)
}
