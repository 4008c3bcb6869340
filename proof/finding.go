package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Finding is a finding as tiv check --json writes it.
type Finding struct {
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	Text     string `json:"text"`
	Sites    []Site `json:"sites"`
}

// Site is a place in the program that a finding mentions: where a thread waits, or
// where it was started, which is its role.
type Site struct {
	Role     string `json:"role"`
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// note and cost are the severities of findings that accuse nothing.
const note, cost = "note", "cost"

// leak is several stuck threads with the same place.
const leak, stuck = "leak", "stuck"

// started is the role of the place where a thread was started.
const started = "started"

// Identity returns the part of a finding that is the same in every run: its kind
// and the places it mentions, or, without places, its text without addresses,
// numbers and times. A leak of one run is a stuck thread of
// another, in which fewer threads came that far. Where threads were started is left
// out: a trace does not always say it.
func (f *Finding) Identity() string {
	kind := f.Kind
	if kind == leak {
		kind = stuck
	}
	var places []string
	for _, s := range f.Sites {
		if s.Role == started {
			continue
		}
		places = append(places, fmt.Sprintf("%s %s %s:%d", s.Role, s.Function, s.File[strings.LastIndexByte(s.File, '/')+1:], s.Line))
	}
	if len(places) == 0 {
		return kind + ": " + steady(f.Text)
	}
	slices.Sort(places)
	return kind + ": " + strings.Join(slices.Compact(places), ", ")
}

// Parts of texts that differ from run to run.
var (
	address = regexp.MustCompile(`\b0x[0-9a-f]+\b`)
	number  = regexp.MustCompile(`(^|[\s(#×])-?\d+(\.\d+)?( ?(ns|µs|us|ms|s|min|m|h|%))?\b`)
)

// steady replaces addresses, and numbers that stand alone, with their units: not
// lines of source files.
func steady(text string) string {
	text = address.ReplaceAllString(text, "ADDRESS")
	return number.ReplaceAllString(text, "${1}N")
}
