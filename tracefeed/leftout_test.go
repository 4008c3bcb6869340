package tracefeed

import "testing"

func TestLeftOut(t *testing.T) {
	t.Parallel()
	for want, l := range map[string]LeftOut{
		"":                                  nil,
		"1 other event (1 a)":               {"a": 1},
		"7 other events (4 b, 2 a, 1 c)":    {"a": 2, "b": 4, "c": 1},
		"4 other events (1 a, 1 b, 1 c, …)": {"d": 1, "c": 1, "b": 1, "a": 1},
	} {
		if got := l.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
