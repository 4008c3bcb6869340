package definition

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
)

// Sources are the definitions for a trace, by the files that they are from, in the order in which
// they count.
type Sources struct {
	// Given are those of files that the user has named.
	Given List
	// Path is that of the file of the project: the nearest around the trace or, if there is none,
	// the one that the folder of the trace would have. It is empty if the trace is no file.
	Path string
	// Text is the contents of that file, and Own the definitions in it.
	Text string
	Own  List
	// Rest are those of files in further folders, and the built-in ones.
	Rest List
}

// LoadSources reads the definitions for a trace, beginning with those of files. A file with
// an error has no definitions; the error has all that is wrong.
func LoadSources(trace string, files []string) (s Sources, err error) {
	var errs []error
	for _, path := range files {
		_, list, err := readFile(path)
		s.Given, errs = append(s.Given, list...), append(errs, err)
	}
	for i, path := range Around(trace) {
		text, list, err := readFile(path)
		if i == 0 {
			s.Path, s.Text, s.Own = path, text, list
		} else {
			s.Rest = append(s.Rest, list...)
		}
		errs = append(errs, err)
	}
	if s.Path == "" {
		s.Path = beside(trace)
	}
	s.Rest = append(s.Rest, builtIn()...)
	return s, errors.Join(errs...)
}

// All returns all definitions: those of the project's file first after the named ones, so that the
// own ones count before the built-in ones.
func (s Sources) All() List { return slices.Concat(s.Given, s.Own, s.Rest) }

// Load returns the definitions of LoadSources. If types are given, it returns only definitions
// of these. Without all files it returns nothing but the error.
func Load(trace string, files, types []string) (List, error) {
	s, err := LoadSources(trace, files)
	if err != nil {
		return nil, err
	}
	return s.All().OfTypes(types)
}

// readFile reads a file of definitions. It returns the text also if that has an error.
func readFile(path string) (text string, list List, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	var b strings.Builder
	if list, err = Read(path, io.TeeReader(f, &b)); err != nil {
		list = nil
	}
	return b.String(), list, err
}
