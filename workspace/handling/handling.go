// Package handling has the changes that users make to the search for handlers in a trace.
package handling

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"tiv/handler"
)

// Change is the changes to the search for handlers. Its methods never change it. The zero Change is none.
type Change struct {
	// User and System are patterns of the code of the user and of the system, see handler.Patterns.
	// No pattern is in both.
	User   []string `json:"user,omitempty"`
	System []string `json:"system,omitempty"`
	// Paper chooses the rules of the paper, see handler.Options.
	Paper bool `json:"paper,omitempty"`
	// Limits are the values of the changed limits, by name: parts of 1, or numbers of samples.
	Limits map[string]float64 `json:"limits,omitempty"`
}

// The largest number of patterns, and the largest length of one in bytes.
const (
	maxPatterns = 1000
	maxPattern  = 1000
)

// WithCode returns the change with a pattern of code of the system, or else of the user.
func (c Change) WithCode(pattern string, system bool) Change {
	if pattern == "" || len(pattern) > maxPattern || len(c.User)+len(c.System) >= maxPatterns {
		return c
	}
	to, from := &c.User, &c.System
	if system {
		to, from = from, to
	}
	if other := slices.Index(*from, pattern); other >= 0 {
		if *from = slices.Delete(slices.Clone(*from), other, other+1); len(*from) == 0 {
			*from = nil
		}
	}
	if !slices.Contains(*to, pattern) {
		*to = append(slices.Clip(*to), pattern)
	}
	return c
}

// WithLimit returns the change with a limit at the nearest valid value. A limit that does not exist, or a value
// that is no number, changes nothing.
func (c Change) WithLimit(name string, value float64) Change {
	defaults, limits := handler.DefaultThresholds(), handler.Limits()
	i := slices.IndexFunc(limits, func(l handler.Limit) bool { return l.Name == name })
	if i < 0 || math.IsNaN(value) {
		return c
	}
	if limits[i].IsShare() {
		value = min(max(value, 0), 1)
	} else {
		value = math.Round(min(max(value, 1), math.MaxInt32))
	}
	c.Limits = maps.Clone(c.Limits)
	if value == limits[i].Value(&defaults) {
		delete(c.Limits, name)
	} else {
		if c.Limits == nil {
			c.Limits = map[string]float64{}
		}
		c.Limits[name] = value
	}
	if len(c.Limits) == 0 {
		c.Limits = nil
	}
	return c
}

// Valid returns the valid part of a change that was saved.
func (c Change) Valid() (valid Change) {
	valid.Paper = c.Paper
	for _, pattern := range c.User {
		valid = valid.WithCode(pattern, false)
	}
	for _, pattern := range c.System {
		valid = valid.WithCode(pattern, true)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Limits)) {
		valid = valid.WithLimit(name, c.Limits[name])
	}
	return valid
}

// Options returns how the stacks of a trace are read.
func (c Change) Options() handler.Options {
	return handler.Options{Patterns: handler.Patterns{User: c.User, System: c.System}, Paper: c.Paper}
}

// Thresholds returns the limits.
func (c Change) Thresholds() handler.Thresholds {
	th := handler.DefaultThresholds()
	for _, name := range slices.Sorted(maps.Keys(c.Limits)) {
		_ = th.Change(name + "=" + strconv.FormatFloat(c.Limits[name], 'f', -1, 64)) // an invalid limit stays at its default
	}
	return th
}
