package detect_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// herd is a story in which a thread wakes some workers every 10 ms, twenty times, on
// one processor. Each runs for a time in µs, the first one for another one, and
// waits again, with stacks that alternate.
func herd(workers, first, others int, stacks ...string) string {
	var b strings.Builder
	b.WriteString("frame f1 main.take /main.go:7\nframe f2 main.put /main.go:9\nstack s1 f1\nstack s2 f2\n0s P start " +
		"name=producer\n0s P run\n")
	for i := range workers {
		fmt.Fprintf(&b, "0s w%d start name=worker-%d\n0s w%d suspend-start wait stack=s1\n", i, i+1, i)
	}
	for round := range 20 {
		at := 10_000 * (round + 1)
		for i := range workers {
			fmt.Fprintf(&b, "%dus - wake w%d by=P mode=shared\n%dus w%d suspend-end\n", at+i, i, at+i, i)
		}
		at += 1000
		for i := range workers {
			ran := others
			if i == 0 {
				ran = first
			}
			fmt.Fprintf(&b, "%dus w%d run\n%dus w%d suspend-start wait stack=%s\n", at, i, at+ran, i, stacks[round%len(stacks)])
			at += ran
		}
	}
	return b.String() + "210ms P end\n"
}

func TestThunderingHerd(t *testing.T) {
	const text = "worker-* (5 threads) were woken together 20 times in main.take (main.go:7). Of 120 wakings, 100 " +
		"were for nothing: the thread waited there again at once. That lost 110.6 ms (7.5 % of all thread time). The " +
		"costliest: producer woke 6 of them at 10 ms. Wake only as many threads as can go on: signal one, or let " +
		"each wait for an event of its own."
	story := herd(6, 100, 3, "s1")
	single := func(story string) string { return strings.ReplaceAll(story, " mode=shared", "") }
	named := strings.ReplaceAll(single(story), "suspend-start wait", "suspend-start wait monitor=C")
	var own []string
	for i := range 6 {
		own = append(own, fmt.Sprintf("w%d suspend-start wait monitor=C", i), fmt.Sprintf("w%d suspend-start wait monitor=C%d", i, i))
	}
	testCosts(t, detect.ThunderingHerd, []costStory{
		{"one of six goes on", story, text, 110_600 * tracefeed.Microsecond},
		{"five threads", herd(5, 100, 3, "s1"), "", 0},
		{"equal work for all", herd(8, 100, 100, "s1"), "", 0},
		{"more work for one", herd(8, 900, 100, "s1"), "", 0},
		{"a wait at another place", herd(6, 100, 3, "s2", "s1"), "", 0},
		{"unknown work", regexp.MustCompile(`(\d+us w\d) run`).ReplaceAllString(story, "$1 run\n$1 unknown"), "", 0},
		{"wakes of one condition", named, text, 110_600 * tracefeed.Microsecond},
		{"each its own condition", strings.NewReplacer(own...).Replace(named), "", 0},
		{"conditions that may be several", single(story), "", 0},
		{"each its own channel", strings.ReplaceAll(single(story), "suspend-start wait", "suspend-start channel"), "", 0},
		{"items over one channel", strings.ReplaceAll(named, "suspend-start wait", "suspend-start channel"), "", 0},
		{"closed channels", strings.ReplaceAll(story, "suspend-start wait", "suspend-start channel"), text,
			110_600 * tracefeed.Microsecond},
		{"two wakers", strings.NewReplacer("w0 by=P", "w0 by=Q", "w2 by=P", "w2 by=Q").Replace(story), "", 0},
		{"little of a long trace", story + "100s P end\n", "", 0},
	})
}
