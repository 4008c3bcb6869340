package slice

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// maxFile bounds the size of a file of slices, in bytes.
const maxFile = 1 << 20

// file is the JSON form of slices; docs/slices.md describes it.
type file struct {
	Version int     `json:"tiv_slices"`
	Slices  []Entry `json:"slices"`
}

// Entry is the JSON form of a Definition.
type Entry struct {
	Name   string `json:"name"`
	Colour string `json:"colour,omitempty"`
	Of     string `json:"of"`
	Where  string `json:"where,omitempty"`
	Extent string `json:"extent,omitempty"`
	From   string `json:"from,omitempty"`
	To     string `json:"to,omitempty"`
}

// Read reads slices from a file that may come from a stranger. Their conditions are
// checked; an error names the slice.
func Read(in io.Reader) ([]Definition, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("the file of slices is larger than %d bytes", maxFile)
	}
	var f file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, jsonError(err, d.InputOffset())
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("the file of slices, at byte %d: something follows its end", d.InputOffset())
	}
	switch {
	case f.Version == 0:
		return nil, errors.New(`this is no file of slices: it has no "tiv_slices": 1`)
	case f.Version != 1:
		return nil, fmt.Errorf("the slices are of version %d; this program knows version 1", f.Version)
	case len(f.Slices) > Max:
		return nil, fmt.Errorf("the file has %d slices; %d are possible", len(f.Slices), Max)
	}
	var list []Definition
	for i, s := range f.Slices {
		x, err := s.Definition()
		if err == nil {
			err = x.Check()
		}
		if err != nil {
			return nil, fmt.Errorf("slice %d, %.*q: %w", i+1, maxName, s.Name, err)
		}
		list = append(list, x)
	}
	return list, nil
}

// jsonError adds the place to an error, where it has one.
func jsonError(err error, at int64) error {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		err = errors.New("it ends too early")
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &wrong):
		at = wrong.Offset
	}
	return fmt.Errorf("the file of slices, at byte %d: %w", at, err)
}

// Definition returns the slice. Its condition is not checked.
func (s *Entry) Definition() (d Definition, err error) {
	d.Name, d.Where = s.Name, s.Where
	if d.Of, err = ParseKind(s.Of); err != nil {
		return d, err
	}
	if d.Extent = d.Of.Extents()[0]; s.Extent != "" {
		if d.Extent, err = parseExtent(s.Extent); err != nil {
			return d, err
		}
	}
	if s.Colour != "" {
		rgb, err := strconv.ParseUint(strings.TrimPrefix(s.Colour, "#"), 16, 32)
		if err != nil || len(s.Colour) != 7 || s.Colour[0] != '#' {
			return d, fmt.Errorf(`the colour %.20q is not of the form "#1f77b4"`, s.Colour)
		}
		d.Colour = uint32(rgb)
	}
	for _, t := range []struct {
		text string
		time *tracefeed.Time
	}{{s.From, &d.From}, {s.To, &d.To}} {
		if t.text != "" && err == nil {
			*t.time, err = tracefeed.ParseTime(t.text)
		}
	}
	return d, err
}

// ParseKind returns the kind with a name.
func ParseKind(name string) (Kind, error) {
	for _, k := range Kinds() {
		if k.String() == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("there are no slices of %.20q: %s", name, list(Kinds()))
}

func parseExtent(name string) (Extent, error) {
	for e := range numExtents {
		if e.String() == name {
			return e, nil
		}
	}
	return 0, fmt.Errorf("there is no extent %.20q", name)
}

func list[T fmt.Stringer](items []T) string {
	var names []string
	for _, x := range items {
		names = append(names, x.String())
	}
	return strings.Join(names, ", ")
}

// Write writes slices as a file that Read reads.
func Write(out io.Writer, definitions []Definition) error {
	f := file{Version: 1, Slices: []Entry{}}
	for i := range definitions {
		f.Slices = append(f.Slices, EntryOf(definitions[i]))
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false) // conditions stay readable
	e.SetIndent("", "  ")
	return e.Encode(f)
}

// EntryOf returns the JSON form of a slice.
func EntryOf(d Definition) Entry {
	s := Entry{Name: d.Name, Of: d.Of.String(), Where: d.Where}
	if d.Colour != 0 {
		s.Colour = fmt.Sprintf("#%06x", d.Colour)
	}
	if d.Extent != d.Of.Extents()[0] {
		s.Extent = d.Extent.String()
	}
	if d.From > 0 {
		s.From = exact(d.From)
	}
	if d.To > 0 {
		s.To = exact(d.To)
	}
	return s
}

// exact spells a time so that it is read as it is.
func exact(t tracefeed.Time) string { return strconv.FormatInt(int64(t), 10) + "ns" }
