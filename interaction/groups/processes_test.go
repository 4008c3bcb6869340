package groups

import (
	"fmt"
	"testing"

	"tiv/timeline"
	"tiv/tracefeed"
)

func TestByProcess(t *testing.T) {
	tl := &timeline.Timeline{
		Processes: []tracefeed.Process{{}, {Name: "make"}, {Name: "cc 1", Parent: 1}, {Name: "cc 2", Parent: 1}, {Name: "as", Parent: 2}},
		Threads:   []tracefeed.Thread{{}, {Process: 4}, {Process: 3}, {Process: 1}, {Process: 3}, {}, {Process: 2}},
	}
	want := "[{make [3]} {cc 1 [6]} {as [1]} {cc 2 [2 4]}]"
	if got := fmt.Sprint(ByProcess(tl, []tracefeed.ThreadID{1, 2, 3, 4, 5, 6})); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := ByProcess(&timeline.Timeline{Threads: tl.Threads[:1]}, nil); got != nil {
		t.Errorf("of a trace without processes: %v", got)
	}
}
