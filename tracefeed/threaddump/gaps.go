package threaddump

import (
	"regexp"
	"strings"
)

// gap matches a line that stands for others which the text has lost.
var gap = regexp.MustCompile(
	`(?i)^[\[({<.…*= -]*(?:\d[\d,.]* ?[a-z]* )?(?:(?:more|lines?|bytes?|char(?:acter)?s?|goroutines|threads|output|log|text|stack|message|rest|of|the) ){0,4}` +
		`(?:(?:was|were|are|is|have|has|been) ){0,2}(?:truncated|omitted|snip(?:ped)?|skipped|removed|trimmed)\b.{0,20}$|^[\[({<]?(?:\.\.\.|…)[\])}>]?$`)

// lost counts what a line shows to be lost: the end of the line
// itself, or lines in its place; read says that a dump can have the line. It returns true for the latter.
func (t *track) lost(line string, read bool) bool {
	const near = 8
	if t.left < patience-near { // not within a dump
		return false
	}
	missing := !read && gap.MatchString(line)
	if missing || isShort(line) && t.kind.anchor(line) < 0 && t.kind.begins(line) && !t.kind.whole(line) {
		t.dumps.shorten()
	}
	return missing
}

// isShort reports whether a line was cut to a width.
func isShort(line string) bool {
	return strings.HasSuffix(line, "…") || strings.HasSuffix(line, "...")
}

// shorten counts the current thread as one that is read in part.
func (d *dumps) shorten() {
	if d.first != d.short {
		d.short = d.first
		d.counts().partial++
	}
}
