package session

import (
	"fmt"
	"sync/atomic"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/report"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// Gallery has slices for every trace, in three parts. Two of these are files.
type Gallery struct {
	session *Session
	folder  string // of the settings
	changes atomic.Int64
}

// GalleryPart is a part of the gallery.
type GalleryPart uint8

// The parts: the slices of the project of a trace, the user's own for all traces, and the ones that
// are part of the program.
const (
	ProjectPart GalleryPart = iota
	OwnPart
	ReadyPart
	NumParts
)

// GalleryList is the slices of the gallery for a trace.
type GalleryList struct {
	Slices  [NumParts][]slice.Definition
	Wrong   [NumParts]error // of reading their files
	Project string          // the path of the project's file
}

// galleryHandlers carry out the commands about the gallery.
var galleryHandlers = command.Handlers[*Session]{
	command.Does(func(s *Session, c command.AddFromGallery) { s.Gallery.add(c) }),
	command.Does(func(s *Session, c command.KeepInGallery) { s.Gallery.keep(c) }),
	command.Does(func(s *Session, c command.DropFromGallery) { s.Gallery.drop(c) }),
}

// Changes counts the changes of the files.
func (g *Gallery) Changes() int64 { return g.changes.Load() }

// Reader returns a function that reads the slices for the shown trace. It reads the disk, so it is for
// the background. Slices of the program with the names of others give way.
func (g *Gallery) Reader() func() GalleryList {
	folder, trace := g.folder, g.session.Shown.Path
	return func() (l GalleryList) {
		l.Project, l.Slices[ProjectPart], l.Wrong[ProjectPart] = prefs.ProjectSlices(trace)
		l.Slices[OwnPart], l.Wrong[OwnPart] = prefs.Slices(folder)
		for _, d := range slice.Gallery() {
			if slice.Find(l.Slices[OwnPart], d.Name) < 0 && slice.Find(l.Slices[ProjectPart], d.Name) < 0 {
				l.Slices[ReadyPart] = append(l.Slices[ReadyPart], d)
			}
		}
		return l
	}
}

// find returns a slice of some parts by its name.
func (l *GalleryList) find(name string, parts ...GalleryPart) (slice.Definition, error) {
	for _, p := range parts {
		if i := slice.Find(l.Slices[p], name); i >= 0 {
			return l.Slices[p][i], nil
		}
	}
	for _, p := range parts {
		if l.Wrong[p] != nil {
			return slice.Definition{}, l.Wrong[p]
		}
	}
	return slice.Definition{}, fmt.Errorf("the gallery has no slice %q there", name)
}

// add adds a slice of the gallery to the shown workspace.
func (g *Gallery) add(c command.AddFromGallery) {
	read, parts := g.Reader(), []GalleryPart{OwnPart, ReadyPart}
	if c.Project {
		parts = []GalleryPart{ProjectPart}
	}
	g.start(func(w *Worker) (string, error) {
		l := read()
		of, err := l.find(c.Name, parts...)
		w.then = workspace.AddSlices{Definitions: []slice.Definition{of}}
		return "Added " + of.Name + ".", err
	})
}

// keep adds a slice of the shown workspace to the gallery.
func (g *Gallery) keep(c command.KeepInGallery) {
	of, ok := sliceNamed(g.session.Messages, g.session.Shown.Document, c.Slice)
	if !ok {
		return
	}
	folder, trace := g.folder, g.session.Shown.Path
	g.start(func(*Worker) (string, error) {
		defer g.changes.Add(1)
		if c.Project {
			return "Added " + of.Name + " to the gallery of the project.", prefs.KeepProjectSlice(trace, of)
		}
		return "Added " + of.Name + " to the gallery.", prefs.KeepSlice(folder, of)
	})
}

// drop removes a slice of a file of the gallery.
func (g *Gallery) drop(c command.DropFromGallery) {
	read, folder, trace := g.Reader(), g.folder, g.session.Shown.Path
	part, drop := OwnPart, func() error { return prefs.DropSlice(folder, c.Name) }
	if c.Project {
		part, drop = ProjectPart, func() error { return prefs.DropProjectSlice(trace, c.Name) }
	}
	g.start(func(*Worker) (string, error) {
		defer g.changes.Add(1)
		l := read()
		if _, err := l.find(c.Name, part); err != nil {
			return "", err
		}
		return "Removed " + c.Name + " from the gallery.", drop()
	})
}

// start begins work on the gallery, which returns a message.
func (g *Gallery) start(do func(*Worker) (string, error)) {
	g.session.Jobs.Start(g.session.Shown.Document, "The gallery", func(w *Worker) (Message, error) {
		said, err := do(w)
		return Message{Text: report.Safe(said)}, err
	})
}

// AddSlices adds slices to the shown workspace of a document, and opens their panel.
func AddSlices(m *Messages, d *Document, list ...slice.Definition) {
	room := d.Workspace.Spaces.Room(d.Workspace.Shown)
	if room < len(list) {
		m.Say(fmt.Sprintf("There is room for %d slices.", slice.Max))
	}
	if list = list[:min(max(room, 0), len(list))]; len(list) == 0 {
		return
	}
	if !d.Workspace.Panels[command.SlicesPanel] { // before the slices, which undo takes back first
		d.Send(workspace.OpenPanel{Name: command.SlicesPanel, Open: true})
	}
	d.Send(workspace.AddSlices{Definitions: list})
}

// sliceNamed returns a slice of the shown workspace of a document, or says that there is none.
func sliceNamed(m *Messages, d *Document, name string) (of slice.Definition, ok bool) {
	list := d.Workspace.Look.Slices
	i := slice.Find(list, name)
	if i < 0 {
		m.Say("There is no slice " + report.Safe(name) + ".")
		return of, false
	}
	return list[i], true
}
