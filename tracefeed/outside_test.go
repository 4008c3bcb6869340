package tracefeed_test

import (
	"math"
	"strings"
	"testing"

	"tiv/tracefeed"
)

func TestOutside(t *testing.T) {
	for statement, want := range map[tracefeed.Outside]struct {
		names string
		until tracefeed.Time
		ok    bool
	}{
		"":                             {},
		"nothing":                      {"", math.MaxInt64, true},
		"1200 nothing":                 {"", 1200, true},
		"1200 handler:15":              {"a handler of SIGTERM", 1200, true},
		"7 timer handler:2 handler:15": {"handlers of SIGINT and SIGTERM; a timer", 7, true},
		"7 handler:1 handler:2 handler:34 thread": {"handlers of SIGHUP, SIGINT and signal 34; a thread that was not recorded", 7, true},
		"7 memory child debugger": {
			"another process, through memory that both can change; a child process; a debugger", 7, true},
		"timer":                        {"a timer", math.MaxInt64, true},
		"7":                            {},
		"nothing timer":                {},
		"7 timer nothing":              {},
		"7 handler:0":                  {},
		"7 handler:65":                 {},
		"7 handler:x":                  {},
		"7 <b>":                        {},
		"99999999999999999999 nothing": {},
	} {
		names, until, ok := statement.Enders()
		if strings.Join(names, "; ") != want.names || until != want.until || ok != want.ok {
			t.Errorf("%q: %q until %d, %t", statement, names, until, ok)
		}
	}
	for statement, want := range map[tracefeed.Outside]tracefeed.Outside{"": "", "nothing": "nothing",
		"5 nothing": "12 nothing", "5 timer child": "12 timer child", "x timer": "x timer"} {
		if got := statement.Shifted(7); got != want {
			t.Errorf("%q becomes %q, want %q", statement, got, want)
		}
	}
}
