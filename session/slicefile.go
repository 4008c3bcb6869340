package session

import (
	"bytes"
	"fmt"
	"os"

	"tiv/execution/slice"
	"tiv/internal/replace"
	"tiv/tracefeed"
	"tiv/workspace"
)

// SliceKind is the kind of files of slices.
var SliceKind = replace.Kind{Name: "a file of slices", Text: true,
	Has: func(start []byte) bool { return bytes.Contains(start, []byte(`"tiv_slices"`)) }}

// OpenSlices adds the slices of a file.
func (x *Exporter) OpenSlices(path string) {
	room := x.session.Shown.Workspace.Spaces.Room(x.session.Shown.Workspace.Shown)
	x.start("The file of slices", func(w *Worker) (Message, error) {
		st, err := os.Stat(path)
		if err == nil && !st.Mode().IsRegular() {
			err = fmt.Errorf("open slices: %s is not a regular file", path)
		}
		if err != nil {
			return Message{}, err
		}
		f, err := os.Open(path)
		if err != nil {
			return Message{}, err
		}
		defer f.Close()
		list, err := slice.Read(f)
		if err != nil {
			return Message{}, fmt.Errorf("open slices: %s: %w", path, err)
		}
		w.then = workspace.AddSlices{Definitions: list}
		said := "Added " + tracefeed.Plural(min(len(list), room), "slice") + "."
		if len(list) > room {
			said += fmt.Sprintf(" There is room for %d.", slice.Max)
		}
		return Message{Text: said}, nil
	})
}

// HasSlices reports whether there are slices to save, and says if there are none.
func (x *Exporter) HasSlices() bool {
	some := len(x.session.Shown.Workspace.Look.Slices) > 0
	if !some {
		x.session.Messages.Say("There are no slices yet.")
	}
	return some
}

// SaveSlices saves the slices to a file.
func (x *Exporter) SaveSlices(path string) {
	list := x.session.Shown.Workspace.Look.Slices
	x.start("The file of slices", func(*Worker) (Message, error) {
		if err := replace.Bytes(path, SlicesText(list)); err != nil {
			return Message{}, fmt.Errorf("save slices: %s: %w", path, err)
		}
		return Message{Text: "Saved " + path + "."}, nil
	})
}

// SlicesText returns slices as the contents of a file.
func SlicesText(list []slice.Definition) []byte {
	var b bytes.Buffer
	_ = slice.Write(&b, list) // a buffer takes everything
	return b.Bytes()
}
