package pprof

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// The numbers of the fields of a profile (profile.proto of github.com/google/pprof).
const (
	sampleTypes   = 1
	samples       = 2
	locations     = 4
	functions     = 5
	strings_      = 6
	duration      = 10
	periodType    = 11
	defaultSample = 14
)

// profile is a profile as it is encoded: with indices of texts and numbers of locations.
type profile struct {
	types     []valueType
	samples   []sample
	locations map[uint64]location
	functions map[uint64]function
	texts     []string
	duration  int64
	// shown is the index of the text of the type that tools show first.
	shown uint64
}

type (
	valueType struct{ name, unit uint64 }
	sample    struct {
		locations []uint64 // the innermost first
		values    []uint64 // by type: signed numbers
	}
	// location is a place in the code, with the calls that are inlined there, the
	// innermost first.
	location struct {
		address uint64
		lines   []line
	}
	line     struct{ function, line uint64 }
	function struct{ name, file uint64 }
)

// maxLines is the maximum number of calls of a location. Without it, a small profile
// could have any number of calls in each stack.
const maxLines = 64

// parse reads a profile. What comes before an error is valid.
func parse(message []byte) (*profile, error) {
	p := &profile{locations: map[uint64]location{}, functions: map[uint64]function{}}
	return p, protobuf.Each(message, 0, func(x protobuf.Field) error {
		if x.Type != protowire.BytesType {
			switch x.Number {
			case duration:
				p.duration = int64(x.Value)
			case defaultSample:
				p.shown = x.Value
			}
			return nil
		}
		switch x.Number {
		case strings_:
			p.texts = append(p.texts, string(x.Bytes))
		case sampleTypes:
			n, err := numbers(x)
			p.types = append(p.types, valueType{n[1], n[2]})
			return err
		case samples:
			return p.addSample(x)
		case locations:
			return p.addLocation(x)
		case functions:
			n, err := numbers(x)
			p.functions[n[1]] = function{n[2], n[4]}
			return err
		}
		return nil
	})
}

// numbers returns the numbers in the first fields of a message.
func numbers(message protobuf.Field) (n [5]uint64, err error) {
	err = protobuf.Each(message.Bytes, message.At, func(x protobuf.Field) error {
		if int(x.Number) < len(n) {
			n[x.Number] = x.Value
		}
		return nil
	})
	return n, err
}

func (p *profile) addSample(message protobuf.Field) error {
	var s sample
	err := protobuf.Each(message.Bytes, message.At, func(x protobuf.Field) (err error) {
		switch x.Number {
		case 1:
			s.locations, err = x.Numbers(s.locations, false)
		case 2:
			s.values, err = x.Numbers(s.values, false)
		}
		return err
	})
	if err == nil {
		p.samples = append(p.samples, s)
	}
	return err
}

func (p *profile) addLocation(message protobuf.Field) error {
	var id uint64
	var l location
	err := protobuf.Each(message.Bytes, message.At, func(x protobuf.Field) error {
		switch x.Number {
		case 1:
			id = x.Value
		case 3:
			l.address = x.Value
		case 4:
			n, err := numbers(x)
			if len(l.lines) < maxLines {
				l.lines = append(l.lines, line{n[1], n[2]})
			}
			return err
		}
		return nil
	})
	if err == nil {
		p.locations[id] = l
	}
	return err
}

// text returns a text, "" if the profile lacks it.
func (p *profile) text(i uint64) string {
	if i < uint64(len(p.texts)) {
		return p.texts[i]
	}
	return ""
}

// stack returns the calls of a sample, the innermost first.
func (p *profile) stack(s *sample, stack []tracefeed.Frame) []tracefeed.Frame {
	for _, id := range s.locations {
		l := p.locations[id]
		if len(l.lines) == 0 {
			stack = append(stack, tracefeed.Frame{Func: fmt.Sprintf("%#x", l.address)})
		}
		for _, x := range l.lines {
			f := p.functions[x.function]
			name := p.text(f.name)
			if name == "" {
				name = fmt.Sprintf("%#x", l.address)
			}
			stack = append(stack, tracefeed.Frame{Func: name, File: p.text(f.file), Line: int32(min(x.line, 1<<30))})
		}
	}
	return stack
}

// events returns the profile as a trace, and a note about it.
func (p *profile) events() (*tracefeed.Tables, []tracefeed.Event, string) {
	value := p.value()
	if value < len(p.types) && p.text(p.types[value].name) == "goroutine" {
		return p.goroutines(value)
	}
	tables := tracefeed.NewTables()
	index, end := tracefeed.NewStackIndex(tables), tracefeed.Time(max(0, p.duration))
	var out []tracefeed.Event
	var frames []tracefeed.Frame
	for i := range p.samples {
		s := &p.samples[i]
		if value < len(s.values) && s.values[value] != 0 {
			frames = p.stack(s, frames[:0])
			out = append(out, tracefeed.Event{Kind: tracefeed.Sample, Time: end, Stack: index.Add(frames), Value: int64(s.values[value])})
		}
	}
	slices.SortStableFunc(out, func(a, b tracefeed.Event) int { return cmp.Compare(b.Value, a.Value) })
	return tables, append(out, tracefeed.Event{Time: end}), p.note(value)
}

// goroutines returns a profile of goroutines as a thread dump.
func (p *profile) goroutines(value int) (*tracefeed.Tables, []tracefeed.Event, string) {
	stacks := make([]threaddump.Goroutines, 0, len(p.samples))
	for i := range p.samples {
		if s := &p.samples[i]; value < len(s.values) {
			stacks = append(stacks, threaddump.Goroutines{Count: int64(s.values[value]), Stack: p.stack(s, nil)})
		}
	}
	tables, events := threaddump.FromGoroutines(stacks)
	return tables, events, "the profile has no numbers of goroutines: the numbers here are made up, and states are inferred from stacks"
}

// value returns the index of the value of samples that is shown: the profile's own
// choice, or the last.
func (p *profile) value() int {
	if p.shown != 0 {
		for i, t := range p.types {
			if p.text(t.name) == p.text(p.shown) {
				return i
			}
		}
	}
	return max(0, len(p.types)-1)
}

// note describes the samples to the user.
func (p *profile) note(value int) string {
	what := "a profile"
	var others []string
	for i, t := range p.types {
		if i == value {
			what = fmt.Sprintf("a profile of %s in %s", p.text(t.name), p.text(t.unit))
		} else {
			others = append(others, p.text(t.name))
		}
	}
	if p.duration > 0 {
		what += fmt.Sprintf(" over %v", tracefeed.Time(p.duration))
	}
	what += ": sums without times and threads, so there are no rows; tiv dump TRACE samples lists the stacks"
	if len(others) > 0 {
		what += "; not shown: " + strings.Join(others, ", ")
	}
	return what
}
