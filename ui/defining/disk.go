package defining

import (
	"context"
	"errors"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/background"
	"tiv/session"
	"tiv/task/definition"
	"tiv/ui/widget"
)

// disk reads and writes the file of a project in a goroutine: one thing at a time.
type disk struct {
	wake  func()
	work  background.Latest[int, outcome]
	do    func() (outcome, error)
	begun int               // number of things, the last of them in work
	busy  bool              // with that
	of    *session.Document // with the file
	// conflict says that the file was not written, because it has changed.
	conflict bool
}

// outcome is what was read or written.
type outcome struct {
	text         string
	saved, again bool // it was written; it was read to replace the text
	err          error
}

// start begins to read or write.
func (k *disk) start(of *session.Document, f func() (outcome, error)) {
	if !k.busy {
		k.of, k.conflict, k.do, k.busy = of, false, f, true
		k.begun++
	}
}

// advance returns what was read or written, once; ok is false while there is nothing.
func (k *disk) advance() (x outcome, ok bool) {
	if !k.busy {
		return x, false
	}
	do := k.do
	k.work.Update(k.begun, func(ctx context.Context, _ func(float64)) (outcome, error) {
		x, err := background.Detach(ctx, do, nil)
		x.err = err
		return x, nil
	}, k.wake)
	ok = k.work.Present && k.work.Key == k.begun
	k.busy = !ok
	return k.work.Value, ok
}

// read reads the file, to know whether it is as it was.
func (k *disk) read(of *session.Document, path string) {
	k.start(of, func() (x outcome, err error) {
		x.text, err = session.ReadDefinitions(path)
		return x, err
	})
}

// again reads the file in place of the text.
func (k *disk) again(of *session.Document, path string) {
	k.start(of, func() (x outcome, err error) {
		x.text, err = session.ReadDefinitions(path)
		x.again = true
		return x, err
	})
}

// save writes a text, if the file is still as before.
func (k *disk) save(of *session.Document, path, text, before string) {
	k.start(of, func() (outcome, error) {
		return outcome{text: text, saved: true}, session.SaveDefinitions(path, text, before)
	})
}

// poll takes over what was read or written.
func (d *Editor) poll() {
	x, ok := d.disk.advance()
	if !ok {
		return
	}
	of := &d.disk.of.Definitions
	switch {
	case errors.Is(x.err, session.ErrFileChanged):
		d.disk.conflict = true
	case x.err != nil:
		d.messages.Fail(x.err)
	case x.saved:
		of.File = x.text
		d.messages.Say("Saved " + d.disk.of.Workspace.Tasking.Path() + ".")
	case x.again, of.Text == of.File && x.text != "":
		of.File, of.Text = x.text, x.text
		if x.text == "" {
			of.Text = definition.Template
		}
	}
}

// conflict asks what to do with a file that has changed.
func (d *Editor) conflict() {
	path := d.Workspace.Tasking.Path()
	imgui.AlignTextToFramePadding()
	widget.Tinted(d.UI.Palette.Warning, "The file has changed since it was read.")
	d.UI.MarkText("definitions conflict", "changed")
	imgui.SameLine()
	if d.button("Overwrite", true, "Replaces the file by this text.") {
		d.disk.start(d.Document, overwriting(path, d.field.Text))
	}
	imgui.SameLine()
	if d.button("Read again", true, "Replaces this text by the file.") {
		d.disk.again(d.Document, path)
	}
	imgui.SameLine()
	if d.button("Keep both", true, "Saves nothing.") {
		d.disk.conflict = false
	}
}

// overwriting returns a function that writes a text, whatever the file has.
func overwriting(path, text string) func() (outcome, error) {
	return func() (outcome, error) {
		before, err := session.ReadDefinitions(path)
		if err == nil {
			err = session.SaveDefinitions(path, text, before)
		}
		return outcome{text: text, saved: true}, err
	}
}
