// Package threaddump reads thread dumps as traces of one moment: the text in which a
// program lists its threads with their stacks and waits. It knows goroutine dumps
// of Go, thread dumps of the HotSpot Java machine, and those of Python's
// faulthandler and py-spy; each can stand between other lines of a log.
//
// Text goes in, events come out. docs/dumps.md explains the result to users,
// ../NOTES.md the difficulties of each kind.
package threaddump

import (
	"bytes"
	"regexp"

	"tiv/tracefeed"
)

// kind is a kind of thread dump.
type kind struct {
	name string // of the format
	// sched is true if the dump distinguishes running from runnable threads.
	sched bool
	// marker is a part of each line that is characteristic of the kind, and
	// matches recognizes the whole line.
	marker  string
	matches *regexp.Regexp
	// parser returns a parser that adds the threads it reads to d.
	parser func(d *dumps) parser
}

// parser reads the lines of one kind of dump.
type parser interface {
	// read reads a line.
	read(line string)
	// end adds the last thread. It returns an error if the text ends within one.
	end() error
}

var kinds = []kind{
	{"go-dump", true, "goroutine ", goroutineLine, newGoParser},
	{"java-dump", false, "Full thread dump ", regexp.MustCompile(`^Full thread dump \S`), newJavaParser},
	{"java-dump", false, " tid=0x", javaThread, newJavaParser},
	{"python-dump", false, "(most recent call first):", pythonThread, newPythonParser},
	{"python-dump", false, "Thread ", pySpyThread, newPythonParser},
}

// Formats returns the formats of thread dumps, for tracefeed.Open. They follow
// all other formats in its list, because other traces can hold such text.
func Formats() []tracefeed.Format {
	var formats []tracefeed.Format
	for i, k := range kinds {
		if i > 0 && kinds[i-1].name == k.name {
			continue
		}
		formats = append(formats, tracefeed.Format{
			Name:  k.name,
			Sniff: func(start []byte) bool { return sniff(start, k.name) },
			Open:  func(in tracefeed.Input) (tracefeed.Feed, error) { return newFeed(in, &k), nil },
		})
	}
	return formats
}

// sniff reports whether the start of a text has a line that is characteristic of
// a format, after lines of text.
func sniff(start []byte, format string) bool {
	for _, k := range kinds {
		if k.name == format && k.in(start) {
			return true
		}
	}
	return false
}

// in reports whether text has a line that is characteristic of the kind.
func (k *kind) in(text []byte) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(k.marker))
		if i < 0 {
			return false
		}
		i += from
		from = i + len(k.marker)
		line := text[bytes.LastIndexByte(text[:i], '\n')+1:]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if k.matches.Match(line[prefixLen(line):]) {
			return bytes.IndexByte(text[:i], 0) < 0
		}
	}
}

// prefixes are the beginnings that log collectors give to each line of a program:
// a container runtime's, the journal's, and that of docker compose.
var prefixes = regexp.MustCompile(`^(?:` +
	`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S* (?:std(?:out|err) [FP] )?` +
	`|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [^\s:]+: ` +
	`|[\w.-]+ +\| )`)

// prefixLen returns the length of a log collector's prefix of a line.
func prefixLen[T string | []byte](line T) int {
	const most = 256
	if at := prefixes.FindStringIndex(string(line[:min(len(line), most)])); at != nil {
		return at[1]
	}
	return 0
}
