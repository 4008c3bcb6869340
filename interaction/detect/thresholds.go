package detect

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Threshold is a limit that people can change.
type Threshold struct {
	// Name is its name on the command line and in files.
	Name string
	// Label names it for people, and Help explains it in a sentence.
	Label, Help string
	// Unit is the unit of its values: "%" of Of, or a noun in the plural.
	Unit, Of string
	// Default is the value without a change, Min and Max are the limits of values.
	Default, Min, Max float64
	// Kinds are the kinds of finding that it decides about.
	Kinds []string
	of    func(*Limits) *float64
}

// percentUnit is the unit of shares.
const percentUnit = "%"

// thresholds are all thresholds, in the order of lists.
var thresholds = []Threshold{
	{"cost", "Smallest cost",
		"Less lost time is not reported. Of starvation and herds, it counts against the length of the trace.",
		percentUnit, "of all thread time", 1, 0.1, 50,
		[]string{BlockingChain, LongHold, Convoy, Contention, Starvation, ThunderingHerd, Oversubscription, Serialization,
			Imbalance, GCPressure, IOWait, AnswerWait},
		func(l *Limits) *float64 { return &l.costShare }},
	{"convoy-queue", "Acquisitions in a convoy", "A queue with fewer acquisitions, or with fewer before it, is no convoy.",
		"acquisitions", "", 16, 2, 100_000,
		[]string{Convoy}, func(l *Limits) *float64 { return &l.handovers }},
	{"convoy-rate", "Rate in a convoy", "A queue in which the lock is acquired at a higher rate is no convoy.", percentUnit,
		"of the rate before", 80, 10, 100,
		[]string{Convoy}, func(l *Limits) *float64 { return &l.slowdown }},
	{"crowded", "Crowded processors", "Processors that are crowded for less time are not reported.", percentUnit,
		"of the trace", 10, 1, 100,
		[]string{Oversubscription}, func(l *Limits) *float64 { return &l.crowded }},
	{"starved", "Starvation", "A thread that loses less of its life while others overtake it is not starved.", percentUnit,
		"of the thread's life", 10, 1, 100,
		[]string{Starvation}, func(l *Limits) *float64 { return &l.starved }},
	{"herd", "Threads in a herd", "Fewer threads that are woken at once are no herd.", "threads", "", 6, 3, 100_000,
		[]string{ThunderingHerd}, func(l *Limits) *float64 { return &l.herd }},
	{"uneven", "Uneven work", "A smaller excess of the largest share of work over an equal one is not reported.", percentUnit,
		"of the largest share", 20, 1, 90,
		[]string{Imbalance}, func(l *Limits) *float64 { return &l.uneven }},
	{"collections", "Garbage collections", "The cost of fewer collections is not reported.", "collections", "", 3, 1, 100_000,
		[]string{GCPressure}, func(l *Limits) *float64 { return &l.collections }},
	{"leak", "Threads in a leak", "Fewer threads that wait at one place without end are stuck, no leak.", "threads", "", 3, 2, 100_000,
		[]string{Leak, Stuck}, func(l *Limits) *float64 { return &l.leak }},
	{"hang", "Length of a hang",
		"Threads that have not gone on for less time are no hang, and a ring that another thread may open is no deadlock.",
		percentUnit, "of the trace", 25, 1, 100,
		[]string{Hang, Deadlock}, func(l *Limits) *float64 { return &l.hang }},
	{"long-wait", "Long wait", "A shorter wait for a lock to the end of the trace is not reported.", percentUnit,
		"of the trace", 25, 1, 100,
		[]string{LongWait}, func(l *Limits) *float64 { return &l.long }},
	{"pile-up", "Threads in a pile-up", "Fewer threads are no pile-up.", "threads", "", 8, 3, 100_000,
		[]string{PileUp}, func(l *Limits) *float64 { return &l.pile }},
}

// Thresholds returns all thresholds.
func Thresholds() []Threshold { return slices.Clone(thresholds) }

// Text returns a value with its unit, such as "1 % of all thread time".
func (t *Threshold) Text(value float64) string {
	s := strconv.FormatFloat(value, 'f', -1, 64) + " " + t.Unit
	if t.Of != "" {
		s += " " + t.Of
	}
	return s
}

// valid returns the valid value nearest to one. Numbers are whole.
func (t *Threshold) valid(value float64) float64 {
	if math.IsNaN(value) {
		return t.Default
	}
	if t.Unit != percentUnit {
		value = math.Round(value)
	}
	return min(max(value, t.Min), t.Max)
}

// Changes are the values of thresholds that differ from the defaults, by name.
type Changes map[string]float64

// With returns the changes with another value of a threshold, the nearest valid one; the
// default is no change. Unknown names are left out.
func (c Changes) With(name string, value float64) Changes {
	all := maps.Clone(c)
	for i := range thresholds {
		t := &thresholds[i]
		if t.Name != name {
			continue
		}
		if all == nil {
			all = Changes{}
		}
		if all[name] = t.valid(value); all[name] == t.Default {
			delete(all, name)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// Value returns the value of a threshold.
func (c Changes) Value(t *Threshold) float64 {
	if v, changed := c[t.Name]; changed {
		return v
	}
	return t.Default
}

// limits returns the limits with the changes.
func (c Changes) limits() Limits {
	l := DefaultLimits()
	for i := range thresholds {
		*thresholds[i].of(&l) = c.Value(&thresholds[i])
	}
	return l
}

// ParseChange parses a change such as "cost=2%". The percent sign may be left out. An error
// says what is wrong.
func ParseChange(s string) (name string, value float64, err error) {
	name, number, ok := strings.Cut(s, "=")
	i := slices.IndexFunc(thresholds, func(t Threshold) bool { return t.Name == name })
	switch {
	case !ok:
		return "", 0, errors.New("write NAME=VALUE")
	case i < 0:
		return "", 0, fmt.Errorf("unknown limit %q; known: %s", name, strings.Join(names(), ", "))
	}
	t := &thresholds[i]
	if t.Unit == percentUnit {
		number = strings.TrimSpace(strings.TrimSuffix(number, percentUnit))
	}
	if value, err = strconv.ParseFloat(number, 64); err != nil || t.valid(value) != value {
		return "", 0, fmt.Errorf("invalid value %q: write a number from %s to %s", number,
			strconv.FormatFloat(t.Min, 'f', -1, 64), t.Text(t.Max))
	}
	return name, value, nil
}

func names() (all []string) {
	for i := range thresholds {
		all = append(all, thresholds[i].Name)
	}
	return all
}
