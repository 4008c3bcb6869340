package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/ui"
)

// A trace opens at its most telling moment: the first picture shows that, and the status
// bar names the reason until the moment is another one.
func TestWindowOpens(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	moments := map[tracefeed.Time]bool{}
	s := d.until("rest", func(s ui.Snapshot) bool {
		if s.End > 0 {
			moments[s.Moment] = true
		}
		return s.Loaded && s.Resting
	})
	if s.Moment != 45*ms || !moments[45*ms] || len(moments) != 1 || len(s.Messages) > 0 {
		t.Errorf("it opens at %v, by %v, with messages %v", s.Moment, moments, s.Messages)
	}
	const why = "opened at the worst finding: deadlock (End: end of the trace)"
	if !strings.Contains(s.Status, why) {
		t.Errorf("status %q", s.Status)
	}
	d.key("End")
	if s = d.until("the end", func(s ui.Snapshot) bool { return s.Moment == s.End }); strings.Contains(s.Status, "opened") {
		t.Errorf("at the end, status %q", s.Status)
	}
}

// A trace that takes long to read moves to its most telling moment with a message, unless
// the user has done something before.
func TestWindowOpensLate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		key     string // pressed while the trace is read
		want    tracefeed.Time
		message string
	}{
		{"", 60 * ms, "Opened where most time is lost to locks."},
		{"Home", 0, ""},
	} {
		d := drive(t, "-")
		fmt.Fprint(d.stdin, "tiv-text 1\n0ms A start\n0ms B start\n10ms A monitor-enter M\n20ms B monitor-wait M\n")
		fmt.Fprint(d.stdin, "60ms A monitor-exit M\n60ms B monitor-enter M\n70ms B monitor-exit M\n")
		d.until("the part read so far", func(s ui.Snapshot) bool { return s.End == 70*ms && s.Moment == s.End && !s.Loaded })
		if c.key != "" {
			d.key(c.key)
		}
		fmt.Fprint(d.stdin, "100ms A end\n")
		d.stdin.Close()
		s := d.rest()
		if got := strings.Join(s.Messages, "|"); s.Moment != c.want || got != c.message {
			t.Errorf("after the key %q: at %v, with the message %q; want %v, %q", c.key, s.Moment, got, c.want, c.message)
		}
		if c.message != "" {
			d.click(middle(d.widget("Go to the end")))
			d.until("the end", func(s ui.Snapshot) bool { return s.Moment == s.End && len(s.Messages) == 0 })
		}
		quit(t, d)
	}
}

// The status bar of a Go trace without the holders of locks says who knows them.
func TestWithoutHolders(t *testing.T) {
	t.Parallel()
	const says = "holders of locks unknown: tiv record names them"
	for trace, want := range map[string]bool{"hang-nolocks": true, "hang": false} {
		d := drive(t, "../testdata/questions/traces/"+trace+".bin")
		if s := d.rest(); strings.Contains(s.Status, says) != want {
			t.Errorf("%s: status %q", trace, s.Status)
		}
	}
}
