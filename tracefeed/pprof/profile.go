package pprof

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/google/pprof/profile"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// trace is a profile, to be shown as a trace.
type trace struct{ *profile.Profile }

const (
	// maxFields is the maximum number of samples, places and names of a profile: each takes
	// some hundred bytes in memory, and can be two bytes in a hostile file.
	maxFields = 1 << 22
	// maxLines is the maximum number of calls of a location. Without it, a small profile
	// could have any number of calls in each stack.
	maxLines = 64
)

// parse reads a profile. With an error, a *tracefeed.Damage, the result is the part before it:
// the library reads whole profiles only, so that is the longest part that it reads.
func parse(message []byte) (trace, error) {
	ends := []int{0} // of the fields
	m := protobuf.New(message, 0)
	for len(ends) <= maxFields && m.Next() {
		ends = append(ends, int(m.At)+len(m.Bytes))
	}
	last := len(ends) - 1
	err := m.Err()
	switch {
	case last == maxFields:
		err = &tracefeed.Damage{Offset: int64(ends[last]),
			Err: fmt.Errorf("the profile has more than %d samples, places and names", maxFields)}
	case err == nil:
		p, cause := profile.ParseUncompressed(message)
		if cause == nil {
			return trace{p}, nil
		}
		err = &tracefeed.Damage{Offset: int64(len(message)), Err: cause}
	}
	p, cause := part(message[:ends[last]])
	if cause != nil {
		bad := sort.Search(last, func(i int) bool {
			_, err := part(message[:ends[i]])
			return err != nil
		})
		_, cause = part(message[:ends[bad]])
		err = &tracefeed.Damage{Offset: int64(ends[bad-1]), Err: cause}
		p, _ = part(message[:ends[bad-1]])
	}
	return trace{p}, err
}

// part reads the fields at the start of a profile. Names come last in a profile: those that are
// missing are empty.
func part(fields []byte) (*profile.Profile, error) {
	const emptyName, most = "2\x00", 1 << 20
	return profile.ParseUncompressed(append(slices.Clip(fields), bytes.Repeat([]byte(emptyName), min(len(fields), most)+1)...))
}

// stack returns the calls of a sample, the innermost first.
func (t *trace) stack(s *profile.Sample, stack []tracefeed.Frame) []tracefeed.Frame {
	for _, l := range s.Location {
		if l == nil {
			l = &profile.Location{} // cut off
		}
		address := fmt.Sprintf("%#x", l.Address)
		if len(l.Line) == 0 {
			stack = append(stack, tracefeed.Frame{Func: address})
		}
		for _, x := range l.Line[:min(len(l.Line), maxLines)] {
			frame := tracefeed.Frame{Func: address, Line: int32(max(0, min(x.Line, 1<<30)))}
			if f := x.Function; f != nil {
				frame.Func, frame.File = cmp.Or(f.Name, address), f.Filename
			}
			stack = append(stack, frame)
		}
	}
	return stack
}

// events returns the profile as a trace, and a note about it.
func (t *trace) events() (*tracefeed.Tables, []tracefeed.Event, string) {
	value := t.value()
	if value < len(t.SampleType) && t.SampleType[value].Type == "goroutine" {
		return t.goroutines(value)
	}
	tables := tracefeed.NewTables()
	index, end := tracefeed.NewStackIndex(tables), tracefeed.Time(max(0, t.DurationNanos))
	var out []tracefeed.Event
	var frames []tracefeed.Frame
	for _, s := range t.Sample {
		if value < len(s.Value) && s.Value[value] != 0 {
			frames = t.stack(s, frames[:0])
			out = append(out, tracefeed.Event{Kind: tracefeed.Sample, Time: end, Stack: index.Add(frames), Value: s.Value[value]})
		}
	}
	slices.SortStableFunc(out, func(a, b tracefeed.Event) int { return cmp.Compare(b.Value, a.Value) })
	return tables, append(out, tracefeed.Event{Time: end}), t.note(value)
}

// goroutines returns a profile of goroutines as a thread dump.
func (t *trace) goroutines(value int) (*tracefeed.Tables, []tracefeed.Event, string) {
	stacks := make([]threaddump.Goroutines, 0, len(t.Sample))
	for _, s := range t.Sample {
		if value < len(s.Value) {
			stacks = append(stacks, threaddump.Goroutines{Count: s.Value[value], Stack: t.stack(s, nil)})
		}
	}
	tables, events := threaddump.FromGoroutines(stacks)
	return tables, events, "the profile has no numbers of goroutines: the numbers here are made up, and states are inferred from stacks"
}

// value returns the index of the value of samples that is shown: the profile's own
// choice, or the last.
func (t *trace) value() int {
	shown := func(x *profile.ValueType) bool { return x.Type == t.DefaultSampleType }
	if i := slices.IndexFunc(t.SampleType, shown); i >= 0 && t.DefaultSampleType != "" {
		return i
	}
	return max(0, len(t.SampleType)-1)
}

// note describes the samples to the user.
func (t *trace) note(value int) string {
	about := "a profile"
	var others []string
	for i, x := range t.SampleType {
		if i == value {
			about = fmt.Sprintf("a profile of %s in %s", x.Type, x.Unit)
		} else {
			others = append(others, x.Type)
		}
	}
	if t.DurationNanos > 0 {
		about += fmt.Sprintf(" over %v", tracefeed.Time(t.DurationNanos))
	}
	about += ": sums without times and threads, so there are no rows; tiv dump TRACE samples lists the stacks"
	if len(others) > 0 {
		about += "; not shown: " + strings.Join(others, ", ")
	}
	return about
}
