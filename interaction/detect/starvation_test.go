package detect_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// greedy is a story of 200 ms in which one thread acquires M every ms, and others ask
// for it at 0.5 ms and get it after some ms, again and again. every is the form of their
// events every 2 ms in between: such as a waking.
func greedy(after int, every string, others ...string) string {
	var b strings.Builder
	b.WriteString("0s G start name=greedy\n0s G run\n")
	for _, t := range others {
		fmt.Fprintf(&b, "0s %s start\n0s %s run\n", t, t)
	}
	for at := range 200 {
		if at%after == after-1 {
			for i, t := range others {
				fmt.Fprintf(&b, "%d%03dus %s run\n%d%03dus %s monitor-enter M\n%d%03dus %s monitor-exit M\n", at, 100*i, t, at,
					100*i, t, at, 100*i+90, t)
			}
			continue
		}
		fmt.Fprintf(&b, "%d000us G monitor-enter M\n", at)
		for _, t := range others {
			if at%after == 0 {
				fmt.Fprintf(&b, "%d500us %s monitor-wait M\n", at, t)
			} else if at%2 == 0 {
				b.WriteString(strings.NewReplacer("@", strconv.Itoa(at), "T", t).Replace(every))
			}
		}
		fmt.Fprintf(&b, "%d900us G monitor-exit M\n", at)
	}
	return b.String()
}

func TestStarvation(t *testing.T) {
	const text = "A was overtaken 180 times at lock M: threads that came later got the lock first, 18 times for each " +
		"time that it got it. That lost 180 ms (45.2 % of all thread time). Its longest wait lasted 18.5 ms, from " +
		"500 µs. greedy got the lock most often, 190 times: let it do more in one hold, or leave a pause between two."
	const woken = "@500us T ready\n@550us T run\n@600us T monitor-wait M\n"
	const polling = "@500us T suspend-end\n@510us T run\n@520us T monitor-wait M\n@600us T suspend-start sleep\n"
	testCosts(t, detect.Starvation, []costStory{
		{"overtaken 18 times in each wait", greedy(20, "", "A"), text, 180 * tracefeed.Millisecond},
		{"woken again and again", greedy(20, woken, "A"), text, 180 * tracefeed.Millisecond},
		{"two threads", greedy(20, "", "A", "B"),
			"B and A were overtaken 350 times at lock M: threads that came later got the lock first, 18 times for " +
				"each time that they got it. That lost 341 ms (57.1 % of all thread time). The longest wait, of B, " +
				"lasted 18.6 ms, from 500 µs. greedy got the lock most often, 190 times: let it do more in one hold, " +
				"or leave a pause between two.",
			341 * tracefeed.Millisecond},
		{"overtaken 5 times in each wait", greedy(7, "", "A"), "", 0},
		{"polling with sleeps", greedy(20, polling, "A"), "", 0},
		{"first come, first served", greedy(2, "", "A", "B", "C"), "", 0},
		{"little of a long trace", greedy(20, "", "A") + "100s G end\n", "", 0},
	})
}

func TestOutrun(t *testing.T) {
	// One of five threads waits for a processor for most of the time.
	unequal := turns(4, 3, 0, 100)
	extra := func(from, to int) string {
		lines := strings.SplitAfter(unequal, "\n")
		at := func(ms int) int {
			for i, line := range lines {
				if before, _, _ := strings.Cut(line, "ms"); before == strconv.Itoa(ms) {
					return i
				}
			}
			return len(lines)
		}
		story := "0s z start name=worker-9\n0s z run\n" + strings.Join(lines[:at(from)], "")
		story += fmt.Sprintf("%dms z ready\n", from) + strings.Join(lines[at(from):at(to)], "")
		return story + fmt.Sprintf("%dms z run\n", to) + strings.Join(lines[at(to):], "")
	}
	testCosts(t, detect.Starvation, []costStory{
		{"one of five", extra(10, 90),
			"worker-9 waited for a processor for 80 ms at once, from 10 ms, while 4 others of worker-* (5 threads) " +
				"ran and none of them waited longer than 1 ms. In all it waited 55 ms (11.0 % of all thread time) " +
				"longer than they usually do. Look at its priority, and at the processors that it may use.",
			55 * tracefeed.Millisecond},
		{"equal turns", unequal, "", 0},
		{"a short wait", extra(10, 14), "", 0},
	})
}
