package tracefeed

import (
	"errors"
	"io"
	"slices"
	"testing"
)

// batches is a feed of prepared batches.
type batches struct {
	list [][]Event
	end  error
}

func (b *batches) Header() Header  { return Header{Format: "batches"} }
func (b *batches) Tables() *Tables { return NewTables() }
func (b *batches) Close() error    { return nil }
func (b *batches) Batch([]Event) ([]Event, error) {
	if len(b.list) == 0 {
		return nil, b.end
	}
	first := b.list[0]
	b.list = b.list[1:]
	return first, nil
}

func TestAll(t *testing.T) {
	broken := errors.New("broken")
	for _, end := range []error{io.EOF, broken} {
		feed := &batches{[][]Event{{{Time: 1}, {Time: 2}}, {{Time: 3}}}, end}
		var times []Time
		var last error
		for ev, err := range All(feed) {
			if last = err; err == nil {
				times = append(times, ev.Time)
			} else if ev != nil {
				t.Errorf("%v comes with an event", err)
			}
		}
		if want := (end != io.EOF); (last == broken) != want || !slices.Equal(times, []Time{1, 2, 3}) {
			t.Errorf("after %v: events at %v, then %v", end, times, last)
		}
	}
	for ev := range All(&batches{[][]Event{{{Time: 1}, {Time: 2}}}, broken}) {
		if ev.Time == 1 {
			break
		}
		t.Error("goes on after a break")
	}
}
