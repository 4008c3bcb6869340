package threaddump

import (
	"regexp"
	"strings"
)

// kind is a kind of thread dump: the lines by which it is recognized, and its parser.
type kind struct {
	name string // of the format
	// sched is true if the dump distinguishes running from runnable threads.
	sched bool
	// markers are parts of the lines by which a dump is recognized, and anchors match the
	// beginnings of such lines, perhaps after a prefix.
	markers []string
	// marks is a further condition of a line with the first marker; nil for none.
	marks   func(line string) bool
	anchors *regexp.Regexp
	// complete matches the lines that a dump can have, first their beginnings, and growing
	// those that may go on in the next line although they are complete.
	complete, first, growing *regexp.Regexp
	// values matches lines with values of variables, which can be any text; nil for none.
	values *regexp.Regexp
	// valid is a further condition of a complete line; nil for none.
	valid func(line string) bool
	// parser returns a parser that adds the threads it reads to d.
	parser func(d *dumps) parser
}

// kinds are all kinds of dumps in texts.
var kinds = []*kind{&goKind, &javaKind, &pythonKind}

// anchored reports whether a line is one by which a dump of any kind is recognized.
func anchored(line string) bool {
	for _, k := range kinds {
		if k.marked(line) && k.anchor(line) >= 0 {
			return true
		}
	}
	return false
}

// marked reports whether a line has a marker.
func (k *kind) marked(line string) bool {
	for i, m := range k.markers {
		if strings.Contains(line, m) && (i > 0 || k.marks == nil || k.marks(line)) {
			return true
		}
	}
	return false
}

// anchor returns the position of a line by which a dump is recognized, after its prefix; -1
// if the line is none.
func (k *kind) anchor(line string) int {
	if !k.marked(line) {
		return -1
	}
	if at := k.anchors.FindStringSubmatchIndex(strings.TrimRight(line, " \t")); at != nil {
		return at[2]
	}
	return -1
}

// whole reports whether a line is complete: empty, or a line that a dump can have.
func (k *kind) whole(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || k.complete.MatchString(line) && (k.valid == nil || k.valid(line))
}

// begins reports whether a line is the beginning of one that a dump can have.
func (k *kind) begins(line string) bool { return k.first.MatchString(strings.TrimSpace(line)) }

// canGoOn reports whether a complete line may go on in the next one.
func (k *kind) canGoOn(line string) bool { return k.growing.MatchString(strings.TrimSpace(line)) }
