package slice

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tiv/expression"
	"tiv/tracefeed"
)

// Kind is the kind of element in terms of which a slice is defined.
type Kind uint8

const (
	// Calls are measured and sampled calls of functions.
	Calls Kind = iota
	// Spans are intervals in which a thread is in one state, waits among them.
	Spans
	// Threads are threads.
	Threads
	// Locks are monitors.
	Locks
	// Regions are regions of threads, those of tasks among them.
	Regions
	// Objects are objects that are allocated, or on which functions are called.
	Objects
	// Tasks are pieces of work that the program names.
	Tasks
	// Combinations combine the slices in front of them.
	Combinations
	numKinds
)

// Extent says which time a slice takes from the elements that fit its condition.
type Extent uint8

const (
	// Callees is the time of calls, and of everything that they call.
	Callees Extent = iota
	// Self is the time in the calls themselves.
	Self
	// Callers is the time in the calls themselves, and in the calls that led to them.
	Callers
	// Whole is the time of the elements.
	Whole
	// WaitsAndHolds is the time of waits for locks, and that of the owners meanwhile.
	WaitsAndHolds
	// Waits is the time of waits for locks.
	Waits
	// Holds is the time of owners of locks while others waited for these.
	Holds
	// Work is the time of threads in the regions of tasks, and of the tasks in these.
	Work
	// OwnWork is the time of threads in the regions of tasks.
	OwnWork
	// Life is the time from the start to the end of tasks, of the threads that worked on
	// them.
	Life
	numExtents
)

// rule says how slices of a kind are recast.
type rule struct {
	name string
	// extents are the choices, the first one is the default.
	extents []Extent
	// language is that of the conditions.
	language *expression.Language
}

// rules is the table of recasting.
var rules = [numKinds]rule{
	Calls: {"calls", []Extent{Callees, Self, Callers}, &expression.Language{
		Words: callWords, Row: reflect.TypeFor[callRow](), Text: "function", Group: "slice"}},
	Spans: {"spans", []Extent{Whole}, &expression.Language{
		Words: spanWords, Row: reflect.TypeFor[spanRow](), Text: "function", Group: "slice",
		Values: map[string][]string{"state": states()}}},
	Threads: {"threads", []Extent{Whole}, &expression.Language{
		Words: threadWords, Row: reflect.TypeFor[threadRow](), Text: "name", Group: "slice"}},
	Locks: {"locks", []Extent{WaitsAndHolds, Waits, Holds}, &expression.Language{
		Words: lockWords, Row: reflect.TypeFor[lockRow](), Text: "lock", Group: "slice"}},
	Regions: {"regions", []Extent{Whole}, &expression.Language{
		Words: regionWords, Row: reflect.TypeFor[regionRow](), Text: "region", Group: "slice"}},
	Objects: {"objects", []Extent{Callees, Self, Callers}, &expression.Language{
		Words: objectWords, Row: reflect.TypeFor[objectRow](), Text: "type", Group: "slice",
		Values: map[string][]string{"ending": endings()}}},
	Tasks: {"tasks", []Extent{Work, OwnWork, Life}, taskLanguage()},
	Combinations: {"slices", []Extent{Whole}, &expression.Language{
		Words: []expression.Word{sliceWord}, Row: reflect.TypeFor[sliceRow](), Group: "slice"}},
}

// sliceWord is the relation of any element to other slices.
var sliceWord = expression.Word{Name: "slice", Help: "the slices that cover it at its start", Example: `slice == "warm-up"`}

var extentNames = [numExtents]string{"callees", "self", "callers", "whole", "waits and holds", "waits", "holds", "work", "own work", "life"}

func (k Kind) String() string {
	if k < numKinds {
		return rules[k].name
	}
	return "invalid"
}

func (e Extent) String() string {
	if e < numExtents {
		return extentNames[e]
	}
	return "invalid"
}

// Kinds returns all kinds.
func Kinds() (list []Kind) {
	for k := range numKinds {
		list = append(list, k)
	}
	return list
}

// Extents returns the extents that slices of a kind can have, the usual one first.
func (k Kind) Extents() []Extent { return rules[k].extents }

// Language returns the language of the conditions of a kind.
func (k Kind) Language() *expression.Language { return rules[k].language }

// Definition is what a slice is. The zero value of all fields but Name covers every call,
// and with that all time for which code is known.
type Definition struct {
	// Name identifies the slice among others.
	Name string
	// Colour is 0xRRGGBB.
	Colour uint32
	Of     Kind
	// Where is the condition for elements, in the language of the kind; empty for all.
	Where  string
	Extent Extent
	// From and To bound the slice in time; a To of 0 is the end of the trace.
	From, To tracefeed.Time
}

// Check returns an error if the definition cannot be evaluated, whatever the trace. An
// error in the condition is an *expression.Error.
func (d *Definition) Check() error {
	switch {
	case d.Name == "":
		return fmt.Errorf("the slice has no name")
	case strings.Contains(d.Name, "\n"):
		return fmt.Errorf("the name of the slice has several lines: %.40q", d.Name)
	case len(d.Name) > maxName:
		return fmt.Errorf("the name of the slice is longer than %d bytes", maxName)
	case d.Of >= numKinds:
		return fmt.Errorf("the slice %q is of no known kind", d.Name)
	case d.From < 0 || d.To < 0 || d.To > 0 && d.To <= d.From:
		return fmt.Errorf("the slice %q ends before it begins", d.Name)
	}
	for _, e := range d.Of.Extents() {
		if e == d.Extent {
			_, err := d.Of.Language().Parse(d.Where)
			return err
		}
	}
	return fmt.Errorf("the slice %q of %v cannot have the extent %v", d.Name, d.Of, d.Extent)
}

// maxName bounds the length of names.
const maxName = 200

// Find returns the index of the definition with a name; -1 if there is none, or no name.
func Find(list []Definition, name string) int {
	return slices.IndexFunc(list, func(d Definition) bool { return name != "" && d.Name == name })
}

// NamesLocks reports whether a condition has names of locks. Then Input.Locks must know all
// of them, also letters.
func NamesLocks(list []Definition) bool {
	return slices.ContainsFunc(list, func(d Definition) bool {
		p, err := d.Of.Language().Parse(d.Where)
		return err == nil && p.Uses("lock")
	})
}
