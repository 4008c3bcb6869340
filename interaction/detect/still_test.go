package detect_test

import (
	"context"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// TestStill searches a program all of whose threads wait, with what its recorder states
// about other things that can end the waits.
func TestStill(t *testing.T) {
	t.Parallel()
	const story = `
		0s A start
		0s B start
		1ms A suspend-start wait
		2ms B suspend-start channel
		9ms - gc-start`
	for outside, want := range map[tracefeed.Outside]string{
		"nothing":                    "stuck (error): nothing outside of these threads",
		"3000000 nothing":            "stuck (error): nothing outside of these threads",
		"2000000 nothing":            "stuck (error): nothing outside of these threads",
		"1999999 nothing":            "long-wait (note): The trace does not say what else can end the waits",
		"":                           "long-wait (note): The trace does not say what else can end the waits",
		"3000000 rumour":             "long-wait (note): The trace does not say what else can end the waits",
		"3000000 handler:15":         "long-wait (note): can still be ended by a handler of SIGTERM.",
		"3000000 handler:15 timer":   "long-wait (note): can still be ended by a handler of SIGTERM or a timer.",
		"3000000 timer thread child": "long-wait (note): can still be ended by a timer, a thread that was not recorded or a child process.",
	} {
		tl := tell(t, "tiv-text 1", story)
		tl.Header.Outside = outside
		kind, part, _ := strings.Cut(want, ": ")
		found := detect.Find(context.Background(), tl, nil).Findings
		if len(found) != 1 || found[0].Kind+" ("+found[0].Severity.String()+")" != kind ||
			!strings.Contains(found[0].Text, part) || names(tl, found[0].Threads) != "A B" {
			t.Errorf("%q: %+v, want %q", outside, found, want)
		}
	}
}

// TestStillBesides searches programs without such a note: the waits are short, or some
// of them are in another finding.
func TestStillBesides(t *testing.T) {
	t.Parallel()
	for story, want := range map[string]string{
		"0s A start\n0s B start\n1ms A suspend-start wait\n7ms B suspend-start wait\n9ms - gc-start":  "",
		"0s A start\n0s B start\n1ms A suspend-start wait\n2ms B suspend-start sleep\n9ms - gc-start": "",
		"0s A start\n0s B start\n0s C start\n1ms A monitor-enter M\n2ms B monitor-wait M\n3ms A end\n" +
			"3ms C suspend-start wait\n90ms - gc-start": "stuck",
		"0s A start\n0s B start\n0s C start\n1ms C suspend-start wait\n1ms A monitor-enter M\n1ms B monitor-enter N\n" +
			"2ms A monitor-wait N\n3ms B monitor-wait M\n90ms - gc-start": "deadlock",
	} {
		var kinds []string
		for _, f := range detect.Find(context.Background(), tell(t, "tiv-text 1", story), nil).Findings {
			kinds = append(kinds, f.Kind)
		}
		if strings.Join(kinds, " ") != want {
			t.Errorf("%s: %q, want %q", story, kinds, want)
		}
	}
}
