// Package formats lists the formats of reports, and writes them to files.
package formats

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tiv/internal/replace"
	"tiv/report/contents"
	"tiv/report/html"
	"tiv/report/markdown"
	"tiv/report/pdf"
	"tiv/report/shot"
)

// Format is a format of reports.
type Format struct {
	// Name is the word on the command line, Title the name for people.
	Name, Title string
	// Extensions are the extensions of its files, with the dot, the usual one first.
	Extensions []string
	// Kind is the kind of its files.
	Kind replace.Kind
	// Beside says that pictures are files of their own. Other formats have them
	// inside.
	Beside bool
	// write writes a document that links to pictures in a folder, and returns these.
	write func(w io.Writer, d *contents.Document, folder string) ([]markdown.Picture, error)
}

// All returns the formats, the default first.
func All() []Format {
	return []Format{
		{"html", "HTML", []string{".html", ".htm"}, html.Kind, false, inside(html.Write)},
		{"pdf", "PDF", []string{".pdf"}, pdf.Kind, false, inside(pdf.Write)},
		{"markdown", "Markdown", []string{".md", ".markdown"}, markdown.Kind, true, markdown.Write},
	}
}

func inside(write func(io.Writer, *contents.Document) error) func(io.Writer, *contents.Document, string) ([]markdown.Picture, error) {
	return func(w io.Writer, d *contents.Document, _ string) ([]markdown.Picture, error) { return nil, write(w, d) }
}

// Names returns the names of all formats.
func Names() (names []string) {
	for _, f := range All() {
		names = append(names, f.Name)
	}
	return names
}

// Of returns the format with a name, or if that is empty, the one whose files have the
// extension of a path; HTML if there is none.
func Of(name, path string) Format {
	all, ext := All(), strings.ToLower(filepath.Ext(path))
	for _, f := range all {
		if f.Name == name || name == "" && slices.Contains(f.Extensions, ext) {
			return f
		}
	}
	return all[0]
}

// Write writes a document without pictures that are files of their own. The error is
// from w, or says that a picture is damaged.
func (f *Format) Write(w io.Writer, d *contents.Document) error {
	_, err := f.write(w, d, "")
	return err
}

// Folder returns the folder for the pictures of a report at path.
func Folder(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + "-pictures"
}

// Save writes a document to path, which it replaces once the report is complete, and its
// pictures, if they are files of their own, to Folder before that. Other files than
// pictures are not replaced there. The errors do not name path.
func (f *Format) Save(path string, d *contents.Document) error {
	folder := ""
	if f.Beside {
		folder = Folder(path)
	}
	return replace.File(path, func(w *os.File) error {
		pictures, err := f.write(w, d, filepath.Base(folder))
		if err == nil && len(pictures) > 0 {
			err = savePictures(folder, pictures)
		}
		return err
	})
}

// savePictures writes pictures into a folder.
func savePictures(folder string, pictures []markdown.Picture) error {
	if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("folder for pictures: %s: %w", folder, replace.Bare(err))
	}
	for _, p := range pictures {
		path := filepath.Join(folder, p.Name)
		err := replace.Check(path, shot.Kind)
		if err == nil {
			err = replace.Bytes(path, p.PNG)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}
