package handler

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Thresholds decide what a node of the trie does. Shares are parts of 1.
type Thresholds struct {
	// own is the number of its own samples from which a node is judged by these, subtree that of
	// its subtree. Both must be at least least of the sampling instants, too.
	own, subtree int64
	least        float64
	// wait is the share of a node's samples in which it waits, waitInstants the share of all
	// instants: both must be exceeded. io and ioInstants are the same for IO.
	wait, waitInstants float64
	io, ioInstants     float64
	// run is the share in which it runs or does IO that must be exceeded.
	run float64
	// returns is the number of times that a loop was seen to wait again without being left, begins that of times
	// that it was seen to call a handler. Both are for the rules that are not those of the paper.
	returns, begins int64
}

// DefaultThresholds returns the thresholds of the paper, found by experiments there, and those of the other rules.
func DefaultThresholds() Thresholds {
	return Thresholds{own: 10, subtree: 40, least: 0.0001, wait: 0.99, waitInstants: 0.01, io: 0.999, ioInstants: 0.05, run: 0.90,
		returns: 3, begins: 2}
}

// Limit is one of the thresholds, for people.
type Limit struct {
	// Name is its name on the command line, Label says what it is.
	Name, Label string
	// Paper says that it is for the rules of the paper, and for tries alone.
	Paper  bool
	number func(*Thresholds) *int64
	share  func(*Thresholds) *float64
}

// limits are all thresholds, in the order of lists.
var limits = []Limit{
	{Name: "returns", Label: "times that a loop waits again without being left", number: func(t *Thresholds) *int64 { return &t.returns }},
	{Name: "begins", Label: "times that a handler was seen to begin in its loop", number: func(t *Thresholds) *int64 { return &t.begins }},
	{Paper: true, Name: "own", Label: "samples of a node from which it is judged by them",
		number: func(t *Thresholds) *int64 { return &t.own }},
	{Paper: true, Name: "subtree", Label: "samples of its subtree from which it is judged by these otherwise",
		number: func(t *Thresholds) *int64 { return &t.subtree }},
	{Paper: true, Name: "least", Label: "share of the sampling instants that either must have at least",
		share: func(t *Thresholds) *float64 { return &t.least }},
	{Paper: true, Name: "wait", Label: "WAIT: more than this share of the samples wait",
		share: func(t *Thresholds) *float64 { return &t.wait }},
	{Paper: true, Name: "wait-instants", Label: "WAIT: and are more than this share of the instants",
		share: func(t *Thresholds) *float64 { return &t.waitInstants }},
	{Paper: true, Name: "io", Label: "IO: more than this share of the samples do IO", share: func(t *Thresholds) *float64 { return &t.io }},
	{Paper: true, Name: "io-instants", Label: "IO: and are more than this share of the instants",
		share: func(t *Thresholds) *float64 { return &t.ioInstants }},
	{Paper: true, Name: "run", Label: "RUN: more than this share of the samples run or do IO",
		share: func(t *Thresholds) *float64 { return &t.run }},
}

// Limits returns all thresholds.
func Limits() []Limit { return limits }

// IsShare reports whether the value of a limit is a part of 1, and not a number of samples.
func (l *Limit) IsShare() bool { return l.share != nil }

// Value returns the value of a threshold: a part of 1, or a number of samples.
func (l *Limit) Value(t *Thresholds) float64 {
	if l.IsShare() {
		return *l.share(t)
	}
	return float64(*l.number(t))
}

// Text returns the value of a threshold.
func (l *Limit) Text(t *Thresholds) string {
	if l.number != nil {
		return strconv.FormatInt(*l.number(t), 10)
	}
	return percent(*l.share(t))
}

// percent returns a share in percent, as exactly as it is given.
func percent(share float64) string { return strconv.FormatFloat(share*100, 'g', 10, 64) + " %" }

// Change changes a threshold as text says: own=20, wait=95%, wait=0.95. An error names what
// is wrong.
func (t *Thresholds) Change(text string) error {
	name, value, ok := strings.Cut(text, "=")
	var names []string
	for i := range limits {
		l := &limits[i]
		if names = append(names, l.Name); l.Name != name || !ok {
			continue
		}
		if l.number != nil {
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil || n < 1 || n > math.MaxInt32 {
				return fmt.Errorf("%q is no number of samples from 1 on", value)
			}
			*l.number(t) = n
			return nil
		}
		number, isPercent := strings.CutSuffix(value, "%")
		share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if isPercent {
			share /= 100
		}
		if err != nil || !(share >= 0 && share <= 1) {
			return fmt.Errorf("%q is no share from 0 to 1, or from 0%% to 100%%", value)
		}
		*l.share(t) = share
		return nil
	}
	return fmt.Errorf("want NAME=VALUE with one of %s", strings.Join(names, ", "))
}
