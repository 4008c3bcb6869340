package detect_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/timeline"
)

// costs returns the kinds and texts of the cost findings, each before those below it, which
// are indented.
func costs(tl *timeline.Timeline) (texts []string) {
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		if f.Severity == detect.Cost {
			texts = append(texts, f.Kind+": "+f.Text)
		}
		for _, a := range f.Also {
			if a.Severity == detect.Cost {
				texts = append(texts, "\t"+a.Kind+": "+a.Text)
			}
		}
	}
	return texts
}

// queueStory has threads that use a monitor often and alone, then from 100 ms on always queue
// for it, up to 500 ms: acquisitions a time apart.
func queueStory(apart int) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n0s A start\n0s B start\n0s C start\n")
	for i := range 50 {
		fmt.Fprintf(&b, "%dms A monitor-enter M\n%d500us A monitor-exit M\n", 2*i, 2*i)
	}
	owner, waiting := "A", []string{"B", "C"}
	b.WriteString("100ms A monitor-enter M\n100ms B monitor-wait M\n100ms C monitor-wait M\n")
	for at := 100 + apart; at < 500; at += apart {
		fmt.Fprintf(&b, "%dms %s monitor-exit M\n%dms %s monitor-enter M\n%dms %s monitor-wait M\n", at, owner, at, waiting[0], at, owner)
		owner, waiting = waiting[0], []string{waiting[1], owner}
	}
	fmt.Fprintf(&b, "500ms %s monitor-exit M\n500ms %s run\n500ms %s run\n", owner, waiting[0], waiting[1])
	return b.String()
}

func TestCosts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, story string
		want        []string
	}{
		{"waits for one monitor", `tiv-text 1
			0s A start
			0s B start
			0s C start
			10ms A monitor-enter M
			20ms B monitor-wait M
			30ms A monitor-exit M
			32ms B monitor-enter M
			40ms C monitor-wait M
			45ms B monitor-exit M
			45ms C monitor-enter M
			50ms C monitor-exit M
			100ms A run`,
			[]string{"contention: 2 threads lost 17 ms (5.7 % of all thread time) to lock M, in 2 waits. 2 ms of it " +
				"without a known holder of the lock: waiters went on late, or the trace does not name the holder. " +
				"The costliest hold: A, 20 ms from 10 ms, most of it running, with 1 thread behind it (10 ms)."}},
		{"a holder in another process", `tiv-text 1
			thread X name=thread%207%20of%20another%20process
			0s A start
			0s B start
			20ms B monitor-wait M by=X
			30ms B monitor-enter M
			30ms B monitor-exit M
			100ms A run`,
			[]string{"contention: 1 thread lost 10 ms (3.3 % of all thread time) to lock M, in 1 wait. 10 ms of it " +
				"while no thread of this process held the lock: another process did, at least for a part."}},
		{"holders that the trace does not name", `tiv-text 1
			0s A start
			0s B start
			20ms B monitor-wait M
			30ms B wake A
			30ms B run
			100ms A run`,
			[]string{"contention: 1 thread lost 10 ms (5.0 % of all thread time) to lock M, in 1 wait. " +
				"The trace does not name its holders."}},
		{"less than a hundredth", `tiv-text 1
			0s A start
			0s B start
			10ms A monitor-enter M
			20ms B monitor-wait M
			21ms A monitor-exit M
			21ms B monitor-enter M
			100ms A run`,
			nil},
		{"most threads wait for N, whose holder waits for M", `tiv-text 1
			0s A start
			0s B start
			0s C start
			0s D start
			0s E start
			10ms A monitor-enter M
			10ms B monitor-enter N
			20ms B monitor-wait M
			20ms C monitor-wait N
			20ms D monitor-wait N
			60ms A monitor-exit M
			60ms B monitor-enter M
			61ms B monitor-exit M
			61ms B monitor-exit N
			61ms C monitor-enter N
			61ms C monitor-exit N
			61ms D monitor-enter N
			100ms A run`,
			[]string{"blocking-chain: 3 threads lost 120 ms (24.0 % of all thread time) behind lock M, 80 ms of it " +
				"in waits for other locks, whose holders waited for this one. " +
				"Most of them waited for lock N. The costliest hold: A, 50 ms from 10 ms, most of it running, with 3 " +
				"threads behind it (120 ms).",
				"\tcontention: 3 threads lost 120 ms (24.0 % of all thread time) to lock M, in 1 wait. Of that, 80 " +
					"ms are waits for other locks, whose holders waited for this one."}},
		{"held in IO and asleep, each for less time than running", `tiv-text 1
			0s A start
			0s B start
			10ms A monitor-enter M
			20ms B monitor-wait M
			30ms A io-start disk
			45ms A io-end
			45ms A suspend-start sleep
			60ms A suspend-end
			60ms A monitor-exit M
			60ms B monitor-enter M
			60ms B monitor-exit M
			100ms A run`,
			[]string{"long-hold: A held lock M for 50 ms, most of it waiting for IO, asleep or waiting for an event, " +
				"with 1 thread behind it. That lost 40 ms (20.0 % of all thread time). Release it before the wait.",
				"\tcontention: 1 thread lost 40 ms (20.0 % of all thread time) to lock M, in 1 wait."}},
		{"held during IO", `tiv-text 1
			0s A start
			0s B start
			10ms A monitor-enter M
			15ms A io-start net
			20ms B monitor-wait M
			55ms A io-end
			60ms A monitor-exit M
			60ms B monitor-enter M
			100ms A run`,
			[]string{"long-hold: A held lock M for 50 ms, most of it waiting for IO, with 1 thread behind it. That " +
				"lost 40 ms (20.0 % of all thread time). Release it before the wait.",
				"\tcontention: 1 thread lost 40 ms (20.0 % of all thread time) to lock M, in 1 wait."}},
		{"a queue that stays, at a lower rate", queueStory(4),
			[]string{"convoy: From 100 ms to 500 ms some thread always waited for lock M, up to 2 at once. It was " +
				"acquired 248 times a second, before 510 times. " +
				"3 threads lost 800 ms (53.3 % of all thread time). The costliest hold: A, 4 ms from 100 ms, most of " +
				"it running, with 2 threads behind it (8 ms).",
				"\tcontention: 3 threads lost 800 ms (53.3 % of all thread time) to lock M, in 101 waits. From 100 " +
					"ms to 500 ms some thread always waited for it, up to 2 at once."}},
		{"a queue that stays, at the same rate", queueStory(2),
			[]string{"contention: 3 threads lost 800 ms (53.3 % of all thread time) to lock M, in 201 waits. From " +
				"100 ms to 500 ms some thread always waited for it, up to 2 at once. " +
				"The costliest hold: A, 2 ms from 100 ms, most of it running, with 2 threads behind it (4 ms)."}},
		{"below a deadlock that explains it, without the ring", `tiv-text 1
			0s A start
			0s B start
			0s C start
			10ms A monitor-enter M
			10ms B monitor-enter N
			20ms C monitor-wait M
			25ms A monitor-wait N
			30ms B monitor-wait M
			100ms - gc-start`,
			[]string{"\tblocking-chain: 2 threads lost 10 ms (3.3 % of all thread time) behind lock N, 5 ms of it in " +
				"waits for other locks, whose holders waited for this one. " +
				"Most of them waited for lock M. The costliest hold: B, 90 ms from 10 ms, most of it waiting for " +
				"another lock, with 2 threads behind it (10 ms).",
				"\tcontention: 2 threads lost 10 ms (3.3 % of all thread time) to lock N, in 1 wait. Of that, 5 ms " +
					"are waits for other locks, whose holders waited for this one. " +
					"The costliest hold: B, 90 ms from 10 ms, most of it waiting for another lock, with 2 threads behind it (10 ms).",
				"\tcontention: 2 threads lost 5 ms (1.7 % of all thread time) to lock M, in 2 waits. From 20 ms to " +
					"100 ms some thread always waited for it, up to 2 at once. " +
					"The costliest hold: A, 90 ms from 10 ms, most of it waiting for another lock, with 1 thread behind it (5 ms)."}},
		{"a handed-over monitor has no owner", `tiv-text 1
			0s A start
			0s B start
			10ms A monitor-enter M
			20ms B monitor-exit M
			30ms B monitor-wait M
			90ms B run
			100ms A run`,
			nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(costs(tell(t, "", c.story)), "\n")
			if want := strings.Join(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
