package interpreter

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"tiv/tracefeed"
)

// File is a file of definitions.
type File struct {
	Path string
	// Own: it is the user's own, which is always trusted.
	Own bool
	// Trusted: its commands may be run.
	Trusted     bool
	Definitions []Definition
	// Err is why it could not be read; nil if it could.
	Err error
}

// Finder returns the files of definitions for a trace, in the order of preference.
type Finder func(trace string) []File

// Choice is an interpreter that was chosen for a trace.
type Choice struct {
	Definition
	// File is the file that defines it.
	File *File
	// Why is the condition that is true of the trace.
	Why *Condition
}

// Choose returns the first interpreter with a condition that is true of a trace, by its name and
// first bytes. One of a trusted file precedes all others.
func Choose(files []File, trace string, start []byte) (Choice, bool) {
	name := baseOf(trace)
	return first(files, func(c *Condition) bool { return c.matches(name, start) })
}

// ChooseChunk is Choose for the chunks with an identifier.
func ChooseChunk(files []File, identifier string) (Choice, bool) {
	return first(files, func(c *Condition) bool { return c.Chunk == identifier })
}

// first returns the first interpreter with a condition that is true, of a trusted file if there is one.
func first(files []File, holds func(*Condition) bool) (untrusted Choice, found bool) {
	for i := range files {
		f := &files[i]
		for _, d := range f.Definitions {
			for j := range d.When {
				switch {
				case !holds(&d.When[j]):
				case f.Trusted:
					return Choice{d, f, &d.When[j]}, true
				case !found:
					untrusted, found = Choice{d, f, &d.When[j]}, true
				}
			}
		}
	}
	return untrusted, found
}

// packed are the ends of the names of compressed files.
var packed = map[string]bool{".gz": true, ".zst": true, ".xz": true, ".bz2": true}

// baseOf returns the last element of the path of a trace, without the end of a compressed file.
func baseOf(trace string) string {
	if u, err := url.Parse(trace); err == nil && tracefeed.IsURL(trace) {
		trace = u.Path
	}
	name := path.Base(filepath.ToSlash(trace))
	if end := path.Ext(name); packed[strings.ToLower(end)] {
		name = name[:len(name)-len(end)]
	}
	return name
}

// matches reports whether the condition is true of a trace.
func (c *Condition) matches(name string, start []byte) bool {
	if c.Chunk != "" {
		return false
	}
	if c.File != "" {
		if ok, err := path.Match(c.File, name); err != nil || !ok {
			return false
		}
	}
	start = start[:min(len(start), tracefeed.SniffLen)]
	return bytes.HasPrefix(start, c.Start) && (c.Pattern == nil || c.Pattern.Match(start))
}

// formatName is the name of the format of all interpreters.
const formatName = "interpreter"

// Format returns the format of all traces for which there are interpreters.
func Format(find Finder) tracefeed.Format {
	return tracefeed.Format{
		Name:  formatName,
		Sniff: func([]byte) bool { return false },
		Choose: func(name string, start []byte) (tracefeed.Format, bool) {
			files := find(name)
			c, ok := Choose(files, name, start)
			err := c.untrusted()
			if i := firstBroken(files); !ok && i >= 0 && len(start) > tracefeed.SniffLen {
				// No format knows the trace, so that the file may be the reason.
				ok, err = true, fmt.Errorf("no format recognizes it, and %s has an error: %w", files[i].Path, files[i].Err)
			}
			return tracefeed.Format{Name: cmp.Or(c.Name, formatName), Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
				if err != nil {
					return nil, err
				}
				return Open(c, in, nil)
			}}, ok
		},
	}
}

// firstBroken returns the index of the first file that could not be read, -1 if there is none.
func firstBroken(files []File) int {
	for i := range files {
		if files[i].Err != nil {
			return i
		}
	}
	return -1
}

// untrusted returns the error of an interpreter that must not be run; nil if it may.
func (c *Choice) untrusted() error {
	if c.File == nil || c.File.Trusted {
		return nil
	}
	return errors.New("no format recognizes it, and the interpreter " + c.describe() + " is not trusted; if you trust it: " +
		TrustCommand(c.File.Path))
}

// describe returns the interpreter and its origin, for messages.
func (c *Choice) describe() string { return fmt.Sprintf("%q of %s", c.Name, c.File.Path) }

// TrustCommand returns the command that trusts a file of definitions.
func TrustCommand(path string) string {
	if strings.ContainsFunc(path, special) {
		path = "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return "tiv interpreters --trust " + path
}

// special reports whether a character of a word could have a meaning for a shell.
func special(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("/._-+:,@", r))
}
