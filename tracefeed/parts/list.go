package parts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/clock"
)

// name is the name of the format of lists.
const name = "join"

// Extension ends the names of lists.
const Extension = ".join"

// head is the first line of a list.
const head = "tiv-join 1"

// Format returns the format of lists; their parts can have any of formats.
func Format(formats []tracefeed.Format) tracefeed.Format {
	return tracefeed.Format{Name: name, Sniff: isList, Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
		list, err := parse(in)
		if err != nil {
			return nil, err
		}
		return Open(list, Options{Formats: formats})
	}}
}

// isList reports whether a file is a list by its first bytes.
func isList(start []byte) bool {
	rest, ok := bytes.CutPrefix(start, []byte(head))
	return ok && (len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r')
}

// Part is a line of a list.
type Part struct {
	// Path is the path of the trace.
	Path string
	// Name is the name of the process; "" if the list does not say it.
	Name string
	// Monotonic and Wall are the clock of the machine and the wall clock at the start of the trace, in
	// nanoseconds, for a trace that does not say them; 0 if unknown.
	Monotonic, Wall int64
	// offset is the time from the start of the first part to the start of this one, if timed.
	offset tracefeed.Time
	timed  bool
	// shift is how much later this part is than its clock or its offset say: a correction by the user, if
	// shifted. A part without a clock is so much later than the first one.
	shift   tracefeed.Time
	shifted bool
	// Process is the number of the process; 0 if the list does not say it.
	Process int64
	// model is what the list assumes about the clocks of all machines; only of the first part.
	model clock.Model
	line  int
}

// Limits of lists.
const (
	maxList  = 1 << 20
	maxParts = 1000
)

// Move moves a part in time, later by a positive time.
func (p *Part) Move(by tracefeed.Time) {
	p.shift += by
	p.shifted = true
}

// parse parses a list. The paths in it begin at its folder.
func parse(in tracefeed.Input) ([]Part, error) {
	if tracefeed.IsURL(in.Name) {
		return nil, errors.New("a list of traces from the network is not opened: it could name any file of this machine")
	}
	text, err := io.ReadAll(io.LimitReader(in.Reader, maxList+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxList {
		return nil, &tracefeed.Damage{Line: 1 + bytes.Count(text[:maxList], []byte("\n")),
			Err: fmt.Errorf("the list is longer than %d MiB", maxList>>20)}
	}
	var list []Part
	n, folder := 0, folderOf(in)
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if n == 1 || line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		p, err := parsePart(line, folder)
		switch {
		case err != nil:
		case len(list) == maxParts:
			err = fmt.Errorf("more than %d traces", maxParts)
		case len(list) == 0 && p.offset != 0:
			err = errors.New("the first trace has no offset=, because those of others count from its start; shift= moves it")
		case len(list) > 0 && p.model != (clock.Model{}):
			err = errors.New("drift=, delay= and symmetry= are about all clocks: they belong to the first trace")
		}
		if err != nil {
			return nil, &tracefeed.Damage{Line: n, Err: err}
		}
		p.line = n
		list = append(list, p)
	}
	if len(list) < 2 {
		return nil, errors.New("a list of traces needs two of them, each in a line of its own")
	}
	return list, nil
}

// folderOf returns the folder of a list. A link has the folder of its file, and a link to a pipe,
// such as /dev/fd/3, the working directory.
func folderOf(in tracefeed.Input) string {
	file, err := filepath.EvalSymlinks(in.Name)
	switch {
	case err == nil:
		return filepath.Dir(file)
	case in.Stream:
		return "."
	}
	return filepath.Dir(in.Name)
}

// parsePart parses a line: a path, in quotes if it has spaces, and properties.
func parsePart(text, folder string) (p Part, err error) {
	path, rest := text, ""
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		path, rest = text[:i], text[i:]
	}
	if strings.HasPrefix(text, `"`) {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return p, errors.New("a quoted path has no end")
		}
		if path, err = strconv.Unquote(quoted); err != nil {
			return p, fmt.Errorf("%s is no quoted path", quoted)
		}
		rest = text[len(quoted):]
	}
	if tracefeed.IsURL(path) || tracefeed.IsDemo(path) {
		return p, fmt.Errorf("%s: only files can be joined, neither URLs nor demos", path)
	}
	if p.Path = path; !filepath.IsAbs(path) {
		p.Path = filepath.Join(folder, path)
	}
	given := map[string]bool{}
	for _, word := range strings.Fields(rest) {
		key, value, _ := strings.Cut(word, "=")
		if given[key] {
			return p, fmt.Errorf("%s= is given twice", key)
		}
		given[key] = true
		if err := p.set(key, value); err != nil {
			return p, err
		}
	}
	return p, nil
}

// set sets a property.
func (p *Part) set(key, value string) (err error) {
	switch key {
	case "offset":
		p.offset, err = ParseOffset(value)
		p.timed = true
	case "shift":
		p.shift, err = ParseOffset(value)
		p.shifted = true
	case "name":
		p.Name = value
	case "process":
		if p.Process, err = strconv.ParseInt(value, 10, 32); err != nil || p.Process <= 0 {
			err = fmt.Errorf("%q is no number of a process", value)
		}
	case "drift":
		var perSecond tracefeed.Time
		perSecond, err = tracefeed.ParseTime(value)
		if p.model.MaxDrift = int64(perSecond); err == nil && perSecond == 0 {
			err = errors.New("drift=0: no two clocks have the same rate")
		}
	case "delay":
		p.model.MinDelay, err = tracefeed.ParseTime(value)
	case "symmetry":
		digits, percent := strings.CutSuffix(value, "%")
		if p.model.Symmetry, err = strconv.Atoi(digits); err != nil || !percent {
			err = fmt.Errorf("symmetry=%s: want a whole number and %%", value)
		}
	default:
		err = fmt.Errorf("%q: want offset=TIME, shift=TIME, process=NUMBER, name=NAME, or one of drift=, delay= and symmetry=; "+
			"a path with spaces is in quotes", key+"="+value)
	}
	if err == nil {
		err = p.model.Check()
	}
	return err
}

// ParseOffset parses a time that can be negative.
func ParseOffset(text string) (tracefeed.Time, error) {
	digits, negative := strings.CutPrefix(strings.TrimPrefix(text, "+"), "-")
	at, err := tracefeed.ParseTime(digits)
	if negative {
		at = -at
	}
	return at, err
}

// Append appends the text of a list in a folder. Paths are relative to the folder if they are
// inside of it.
func Append(out []byte, folder string, list []Part) []byte {
	out = append(out, head+"\n"...)
	for _, p := range list {
		path := p.Path
		if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) {
			path = rel
		}
		if tracefeed.IsDemo(path) {
			path = "./" + path
		}
		if strings.ContainsAny(path, " \t\n\r") || strings.HasPrefix(path, `"`) || strings.HasPrefix(path, "#") {
			path = strconv.Quote(path)
		}
		out = append(out, path...)
		for _, x := range p.properties() {
			out = append(append(out, ' '), x...)
		}
		out = append(out, '\n')
	}
	return out
}

// properties returns the properties of a part as a list has them.
func (p *Part) properties() (words []string) {
	add := func(set bool, format string, values ...any) {
		if set {
			words = append(words, fmt.Sprintf(format, values...))
		}
	}
	add(p.timed, "offset=%dns", p.offset)
	add(p.shifted, "shift=%dns", p.shift)
	add(p.Process != 0, "process=%d", p.Process)
	add(p.Name != "", "name=%s", p.Name)
	add(p.model.MaxDrift != 0, "drift=%dns", p.model.MaxDrift)
	add(p.model.MinDelay != 0, "delay=%dns", p.model.MinDelay)
	add(p.model.Symmetry != 0, "symmetry=%d%%", p.model.Symmetry)
	return words
}

// In returns the parts of a list in a regular file, compressed or not; none for other files, and
// for a list with an error.
func In(name string, f io.ReaderAt, size int64) []Part {
	text, err := tracefeed.Plain(io.NewSectionReader(f, 0, size))
	if err != nil {
		return nil
	}
	if start, _ := text.Peek(tracefeed.SniffLen); !isList(start) {
		return nil
	}
	list, err := parse(tracefeed.Input{Name: name, Reader: text})
	if err != nil {
		return nil
	}
	return list
}
