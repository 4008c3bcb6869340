package handler_test

import (
	"testing"

	"tiv/handler"
	"tiv/tracefeed"
)

// A set of functions settles once it stays the same, in any order and with any amounts.
func TestSettling(t *testing.T) {
	t.Parallel()
	a, b := handler.Found{Function: "a", Type: handler.NodeWait, Pattern: handler.WaitCalls}, handler.Found{Function: "b"}
	more := b
	more.Count = 100
	var s handler.Settling
	for _, step := range []struct {
		at    tracefeed.Time
		found []handler.Found
		want  string
	}{
		{2, nil, "nothing found yet"},
		{20, nil, "nothing found yet"},
		{21, []handler.Found{b}, "still changing"},
		{29, []handler.Found{b}, "still changing"},
		{30, []handler.Found{a, b}, "still changing"},
		{40, []handler.Found{more, a}, "settled for 10 s"},
		{75, []handler.Found{more, a}, "settled for 45 s"},
		{76, []handler.Found{{Function: "a"}, b}, "still changing"},
		{90, nil, "nothing found yet"},
	} {
		if s.Add(step.found, step.at*tracefeed.Second); s.String() != step.want {
			t.Errorf("at %d s: %q, want %q", step.at, s.String(), step.want)
		}
	}
}
