package sample

import (
	"fmt"
	"strings"
	"testing"

	"tiv/tracefeed"
)

const ms = tracefeed.Millisecond

var (
	asleep = wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseSleep}
	joins  = wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseJoin, other: 7}
	locked = wait{kind: tracefeed.MonitorWait, monitor: 1, other: 2}
	handed = wait{kind: tracefeed.MonitorWait, monitor: 1, other: 3}
)

// TestBetween checks the events that looks 10 ms apart lead to.
func TestBetween(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		looks []seen // without their times
		want  string
	}{
		"sleeps":          {[]seen{{wait: asleep}, {wait: asleep}}, "suspend-start@0"},
		"runs":            {[]seen{{}, {run: 10 * ms}, {run: 20 * ms}}, "run@0"},
		"is counted late": {[]seen{{}, {run: 7 * ms}, {run: 20 * ms}}, "run@0"},
		"wakes between two": {[]seen{{wait: asleep}, {run: 2 * ms, queue: 4 * ms, switches: 1, wait: asleep}},
			"suspend-start@0 ready@2 run@6 suspend-start@8"},
		"wakes": {[]seen{{wait: asleep}, {run: 3 * ms, switches: 1}}, "suspend-start@0 run@7"},
		"falls asleep": {[]seen{{}, {run: 3 * ms, queue: 1 * ms, switches: 1, wait: asleep}},
			"run@0 ready@0 run@1 suspend-start@4"},
		"waits unseen":            {[]seen{{}, {run: 1 * ms, queue: 1 * ms, switches: 3}}, "run@0 unknown@0 ready@4 run@5"},
		"is woken and queued":     {[]seen{{wait: asleep}, {}, {}}, "suspend-start@0 ready@10"},
		"loses its processor":     {[]seen{{}, {run: 2 * ms}, {run: 2 * ms}}, "run@0 ready@0 run@4 ready@10"},
		"another owner":           {[]seen{{wait: locked}, {wait: handed}}, "monitor-wait@0>2 monitor-wait@10>3"},
		"joined":                  {[]seen{{wait: joins}, {run: 1 * ms, switches: 1}}, "suspend-start@0 wake@9>7 run@9"},
		"waits anew, unnoticed":   {[]seen{{wait: locked}, {wait: asleep}}, "monitor-wait@0>2 run@10 suspend-start@10"},
		"counts more than passed": {[]seen{{}, {run: 13 * ms}, {run: 20 * ms}}, "run@0"},
	} {
		th := &thread{id: 1}
		var got []string
		emit := func(ev tracefeed.Event) {
			s := fmt.Sprintf("%v@%d", ev.Kind, ev.Time/ms)
			if ev.Other != tracefeed.NoThread {
				s += fmt.Sprintf(">%d", ev.Other)
			}
			got = append(got, s)
		}
		for i := range x.looks {
			now := x.looks[i]
			now.at = tracefeed.Time(i) * 10 * ms
			if i == 0 {
				th.begin(&now, emit)
			} else {
				th.between(&now, emit)
			}
			th.last = now
		}
		if all := strings.Join(got, " "); all != x.want {
			t.Errorf("%s: %s, want %s", name, all, x.want)
		}
	}
}
