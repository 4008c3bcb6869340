// Package several names several traces that are opened as one, and moves them in time as the user says.
package several

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tiv/internal/cli/usage"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/parts"
)

// List returns the parts that paths name, moved by offsets, each "NAME=TIME": a part is named by its file,
// with or without its folder and ending, or by its process or machine. Those that have the name are moved,
// later by a positive time.
func List(paths, offsets []string) ([]parts.Part, error) {
	list, err := parts.Named(paths)
	if err != nil {
		return nil, err
	}
	for _, offset := range offsets {
		name, text, _ := strings.Cut(offset, "=")
		by, err := parts.ParseOffset(text)
		if err != nil || name == "" {
			return nil, fmt.Errorf("--offset %s: want NAME=TIME, as in web=-3ms", offset)
		}
		moved := false
		var known []string
		for i := range list {
			names := namesOf(&list[i])
			known = append(known, names...)
			if slices.Contains(names, name) || list[i].Path == absolute(name) {
				list[i].Move(by)
				moved = true
			}
		}
		if !moved {
			return nil, fmt.Errorf("--offset %s: %w", offset, usage.Unknown("trace", name, known))
		}
	}
	return list, nil
}

// namesOf returns the names of a part.
func namesOf(p *parts.Part) []string {
	base := filepath.Base(p.Path)
	names := []string{base}
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	add(strings.TrimSuffix(base, filepath.Ext(base)))
	add(p.Name)
	b, err := parts.OpenFile(p.Path)
	if err != nil || b.At == nil {
		return names
	}
	defer b.Close()
	if bin, err := binfeed.Open(b.At, b.Size); err == nil {
		add(bin.Property("process"))
		add(bin.Property("host"))
	}
	return names
}

// absolute returns the absolute path of a file, "" if there is none.
func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	return abs
}

// Open opens parts as one trace, with a name for messages.
func Open(list []parts.Part, name string, formats []tracefeed.Format) (*tracefeed.Source, error) {
	feed, err := parts.Open(list, parts.Options{Formats: formats})
	if err != nil {
		if d := (*tracefeed.Damage)(nil); errors.As(err, &d) {
			err = d.Err // there is no list, whose line it would name
		}
		return nil, fmt.Errorf("open trace: %w", err)
	}
	_, size := feed.Extent()
	return &tracefeed.Source{Feed: feed, Name: name, Size: size}, nil
}
