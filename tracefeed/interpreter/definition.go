package interpreter

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"tiv/tracefeed"
)

// Definition is an interpreter as a file defines it.
type Definition struct {
	// Name is unique in its file. It is the name of the format of what it reads.
	Name string
	// Command is the program and its arguments.
	Command []string
	// When are the conditions of which one is enough to choose the interpreter.
	When   []Condition
	Limits Limits
}

// Condition is true of some traces, or of the chunks of an identifier. All its parts must be
// true; a part that is not given always is.
type Condition struct {
	// File is a pattern for the last element of the path of a trace, as in package path.
	File string
	// Start are the first bytes of a trace.
	Start []byte
	// Pattern matches in the first bytes of a trace, tracefeed.SniffLen of them.
	Pattern *regexp.Regexp
	// Chunk is an identifier of chunks. It has no other part beside it.
	Chunk string
}

// Limits bound a process of an interpreter. Its times do not count while it waits for input, or
// for a reader of its output.
type Limits struct {
	// Quiet is the time in which it neither reads nor writes a byte, Total all of its time.
	Quiet, Total time.Duration
	// Memory is its address space in bytes, where the system can limit that. Output is the
	// length of its output in bytes.
	Memory, Output int64
}

// defaults are the limits of a definition without other ones, and most the greatest of them.
var (
	defaults = Limits{Quiet: time.Minute, Total: time.Hour, Memory: 4 << 30, Output: 64 << 30}
	most     = Limits{Quiet: 24 * time.Hour, Total: 30 * 24 * time.Hour, Memory: 1 << 50, Output: 1 << 50}
)

// The limits of a file of definitions.
const (
	maxFile     = 1 << 20
	maxCount    = 100
	maxName     = 60
	maxWords    = 1000
	maxIDLength = 1 << 10
)

// definitionForm is the form of a definition in a file.
type definitionForm struct {
	Name    string          `json:"name"`
	Command []string        `json:"command"`
	When    []conditionForm `json:"when"`
	Quiet   *float64        `json:"quiet_s"`
	Total   *float64        `json:"total_s"`
	Memory  *float64        `json:"memory_mib"`
	Output  *float64        `json:"output_mib"`
}

// conditionForm is the form of a condition in a file.
type conditionForm struct {
	File    string `json:"file"`
	Text    string `json:"text"`
	Hex     string `json:"hex"`
	Pattern string `json:"pattern"`
	Chunk   string `json:"chunk"`
}

// Read reads a file of definitions. An error names the line or the definition.
func Read(r io.Reader) ([]Definition, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("it is longer than %d bytes", maxFile)
	}
	var form struct {
		Interpreters []definitionForm `json:"interpreters"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&form); err != nil {
		return nil, placed(data, d.InputOffset(), err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, placed(data, d.InputOffset(), errors.New("something follows the list of interpreters"))
	}
	if len(form.Interpreters) > maxCount {
		return nil, fmt.Errorf("it has more than %d interpreters", maxCount)
	}
	var list []Definition
	names := map[string]bool{}
	for i := range form.Interpreters {
		f := &form.Interpreters[i]
		def, err := f.definition()
		if err == nil && names[f.Name] {
			err = errors.New("another one has the same name")
		}
		if err != nil {
			return nil, fmt.Errorf("interpreter %d (%q): %w", i+1, clip(f.Name), err)
		}
		names[f.Name] = true
		list = append(list, def)
	}
	return list, nil
}

// placed adds the line to an error of package json.
func placed(data []byte, at int64, err error) error {
	if s := (*json.SyntaxError)(nil); errors.As(err, &s) {
		at = s.Offset
	}
	if t := (*json.UnmarshalTypeError)(nil); errors.As(err, &t) {
		at = t.Offset
		err = fmt.Errorf("%q is a %s, which it must not be", t.Field, t.Value)
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("it is empty")
	}
	line := 1 + bytes.Count(data[:min(max(at, 0), int64(len(data)))], []byte("\n"))
	return fmt.Errorf("line %d: %s", line, strings.TrimPrefix(err.Error(), "json: "))
}

// clip shortens a text for messages.
func clip(text string) string {
	if len(text) > maxName {
		return strings.ToValidUTF8(text[:maxName], "") + "…"
	}
	return text
}

// definition checks a definition and returns it.
func (f *definitionForm) definition() (Definition, error) {
	d := Definition{Name: f.Name, Command: f.Command, Limits: defaults}
	switch {
	case f.Name == "" || len(f.Name) > maxName || !printable(f.Name):
		return d, fmt.Errorf("its name must have 1 to %d bytes, without control characters", maxName)
	case len(f.Command) == 0 || f.Command[0] == "":
		return d, errors.New(`it has no "command": a list of words, the program first`)
	case len(f.Command) > maxWords:
		return d, fmt.Errorf("its command has more than %d words", maxWords)
	case len(f.When) == 0:
		return d, errors.New(`it has no "when": a list of conditions`)
	}
	for _, word := range f.Command {
		if strings.ContainsRune(word, 0) {
			return d, errors.New("its command has a zero byte")
		}
	}
	for i := range f.When {
		c, err := f.When[i].condition()
		if err != nil {
			return d, fmt.Errorf("condition %d: %w", i+1, err)
		}
		d.When = append(d.When, c)
	}
	return d, f.limit(&d.Limits)
}

// limit replaces the limits that the definition has.
func (f *definitionForm) limit(l *Limits) error {
	const mib = 1 << 20
	for _, x := range []struct {
		key   string
		value *float64
		to    *int64
		unit  float64
		most  int64
	}{
		{"quiet_s", f.Quiet, (*int64)(&l.Quiet), float64(time.Second), int64(most.Quiet)},
		{"total_s", f.Total, (*int64)(&l.Total), float64(time.Second), int64(most.Total)},
		{"memory_mib", f.Memory, &l.Memory, mib, most.Memory},
		{"output_mib", f.Output, &l.Output, mib, most.Output},
	} {
		if x.value == nil {
			continue
		}
		v := *x.value * x.unit
		if !(v >= 1 && v <= float64(x.most)) {
			return fmt.Errorf("its %s must be more than 0 and at most %v", x.key, float64(x.most)/x.unit)
		}
		*x.to = int64(v)
	}
	return nil
}

// printable reports whether a text has characters to show alone.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// condition checks a condition and returns it.
func (f *conditionForm) condition() (c Condition, err error) {
	c = Condition{File: f.File, Start: []byte(f.Text), Chunk: f.Chunk}
	switch {
	case *f == conditionForm{}:
		return c, errors.New("it is empty")
	case f.Chunk != "" && *f != conditionForm{Chunk: f.Chunk}:
		return c, errors.New("a chunk has no other condition beside it")
	case f.Text != "" && f.Hex != "":
		return c, errors.New("the first bytes are given twice, as text and hex")
	case len(f.Chunk) > maxIDLength:
		return c, fmt.Errorf("an identifier has at most %d bytes", maxIDLength)
	}
	if _, err := path.Match(f.File, ""); err != nil {
		return c, fmt.Errorf("file %q: %w", clip(f.File), err)
	}
	if f.Hex != "" {
		if c.Start, err = hex.DecodeString(strings.ReplaceAll(f.Hex, " ", "")); err != nil {
			return c, fmt.Errorf("hex %q: %w", clip(f.Hex), err)
		}
	}
	if len(c.Start) > tracefeed.SniffLen {
		return c, fmt.Errorf("only the first %d bytes are compared", tracefeed.SniffLen)
	}
	if f.Pattern != "" {
		if c.Pattern, err = regexp.Compile(f.Pattern); err != nil {
			return c, err
		}
	}
	return c, nil
}

// String returns the condition as in a file.
func (c *Condition) String() string {
	var parts []string
	add := func(key, value string) {
		if value != "" {
			parts = append(parts, fmt.Sprintf("%s %q", key, value))
		}
	}
	add("file", c.File)
	if utf8.Valid(c.Start) && printable(string(c.Start)) {
		add("text", string(c.Start))
	} else {
		add("hex", hex.EncodeToString(c.Start))
	}
	if c.Pattern != nil {
		add("pattern", c.Pattern.String())
	}
	add("chunk", c.Chunk)
	return strings.Join(parts, ", ")
}
