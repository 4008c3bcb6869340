package detect_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
)

// costStory is a story, and the text and the time lost of the only finding of a kind
// in it, to four digits; "" for none.
type costStory struct {
	name, story, want string
	lost              tracefeed.Time
}

// testCosts checks the findings of a kind in stories of programs with complete
// scheduler events.
func testCosts(t *testing.T, kind string, stories []costStory) {
	t.Parallel()
	for _, c := range stories {
		t.Run(c.name, func(t *testing.T) {
			tl := tell(t, "tiv-text 1 sched", c.story)
			var texts []string
			for _, f := range ofKind(tl, kind) {
				texts = append(texts, f.Text)
				if f.Lost.String() != c.lost.String() || f.Severity != detect.Cost {
					t.Errorf("a %v of %v, want a cost of %v", f.Severity, f.Lost, c.lost)
				}
			}
			if got := strings.Join(texts, "\n"); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// ofKind returns the findings of a kind.
func ofKind(tl *timeline.Timeline, kind string) []detect.Finding {
	found := detect.Find(context.Background(), tl, nil).Findings
	return slices.DeleteFunc(found, func(f detect.Finding) bool { return f.Kind != kind })
}

// turns is a story of threads that take turns at some processors, in slices of a
// millisecond, from a time to another one, in ms.
func turns(threads, processors, from, to int) string {
	var b strings.Builder
	for i := range threads {
		fmt.Fprintf(&b, "%dms w%d start name=worker-%d\n", from, i, i+1)
	}
	for at := from; at < to; at++ {
		for p := range processors {
			if at > from {
				fmt.Fprintf(&b, "%dms w%d ready\n", at, ((at-1)*processors+p)%threads)
			}
		}
		for p := range processors {
			fmt.Fprintf(&b, "%dms w%d run\n", at, (at*processors+p)%threads)
		}
	}
	for i := range threads {
		fmt.Fprintf(&b, "%dms w%d end\n", to, i)
	}
	return b.String()
}

func TestOversubscription(t *testing.T) {
	testCosts(t, detect.Oversubscription, []costStory{
		{"six threads on two processors", turns(6, 2, 0, 100),
			"On average 4 threads waited for a processor while 2 processors were busy, during 100.0 % of the trace: " +
				"400 ms in all (66.7 % of all thread time), most of it by worker-* (6 threads). More threads cannot " +
				"make it faster: look at what they compute, or let fewer of them work at once.",
			400 * tracefeed.Millisecond},
		{"for a fifth of the trace", "0s main start\n0s main run\n0s idle start\n0s idle suspend-start channel\n" +
			turns(5, 1, 10, 30) + "100ms main end",
			"On average 4 threads waited for a processor while 2 processors were busy, during 20.0 % of the trace: " +
				"80 ms in all (26.7 % of all thread time), most of it by worker-* (5 threads). More threads cannot " +
				"make it faster: look at what they compute, or let fewer of them work at once.",
			80 * tracefeed.Millisecond},
		{"in a burst", "0s main start\n0s main run\n" + turns(5, 1, 10, 15) + "100ms main end", "", 0},
		{"three threads on two processors", turns(3, 2, 0, 100), "", 0},
	})
}

// TestOversubscriptionUnknown has threads that are runnable in a trace that does not
// have all scheduler events.
func TestOversubscriptionUnknown(t *testing.T) {
	t.Parallel()
	if found := ofKind(tell(t, "tiv-text 1", turns(6, 2, 0, 100)), detect.Oversubscription); len(found) > 0 {
		t.Errorf("found %s", found[0].Text)
	}
}

// rounds is a story of a main thread that prepares work alone, hands it to workers,
// and waits for the last of them, again and again. Times are in ms: work is that of
// each worker in each round, with a processor each.
func rounds(n, alone int, work ...int) string {
	var b strings.Builder
	at, last := 0, slices.Max(work)
	b.WriteString("0s main start\n0s main run\n")
	for i := range work {
		fmt.Fprintf(&b, "0s w%d start name=worker-%d\n0s w%d suspend-start channel\n", i, i+1, i)
	}
	for range n {
		at += alone
		for i := range work {
			fmt.Fprintf(&b, "%dms - wake w%d by=main\n%dms w%d suspend-end\n%dms w%d run\n", at, i, at, i, at, i)
		}
		fmt.Fprintf(&b, "%dms main suspend-start join\n", at)
		for ms := 1; ms <= last; ms++ {
			for i, w := range work {
				if w == ms && w == last {
					fmt.Fprintf(&b, "%dms - wake main by=w%d\n%dms main suspend-end\n%dms main run\n", at+ms, i, at+ms, at+ms)
				}
				if w == ms {
					fmt.Fprintf(&b, "%dms w%d suspend-start channel\n", at+ms, i)
				}
			}
		}
		at += last
	}
	return b.String()
}

func TestSerialization(t *testing.T) {
	helper := "0s log start name=logger\n0s log suspend-start channel\n50ms - wake log by=main\n50ms log " +
		"suspend-end\n50ms log run\n51ms log suspend-start channel\n"
	var clients strings.Builder
	clients.WriteString("0s s start name=server\n0s s suspend-start channel\n")
	for i := range 3 {
		fmt.Fprintf(&clients, "0s c%d start name=client-%d\n0s c%d suspend-start sleep\n", i, i, i)
	}
	for at := 0; at < 90; at += 10 {
		c := at / 10 % 3
		for _, event := range []string{"0 c# suspend-end", "0 c# run", "2 c# suspend-start channel", "2 - wake s by=c#",
			"2 s suspend-end", "2 s run",
			"9 - wake c# by=s", "9 c# suspend-end", "9 c# run", "9 s suspend-start channel", "9 c# suspend-start sleep"} {
			ms, rest, _ := strings.Cut(strings.ReplaceAll(event, "#", strconv.Itoa(c)), " ")
			fmt.Fprintf(&clients, "%d%sms %s\n", at/10, ms, rest)
		}
	}
	clients.WriteString("100ms c0 run\n100ms c1 run\n100ms c2 run\n110ms s end\n")
	testCosts(t, detect.Serialization, []costStory{
		{"a server and its clients, one at a time", clients.String(), "", 0},
		{"half of the time alone", rounds(10, 5, 5, 5, 5),
			"main ran alone for 50 ms (in 10 phases, the longest from 0 ns to 5 ms) while worker-* (3 threads) " +
				"waited for it: 150 ms in all (37.5 % of all thread time). Look at what main computes there: split " +
				"that work, or give the others something to do meanwhile.",
			150 * tracefeed.Millisecond},
		{"beside a thread in an unknown state", "0s x start\n0s x unknown\n" + rounds(10, 5, 5, 5, 5), "", 0},
		{"a hundredth of the time alone", rounds(1, 1, 400, 400), "", 0},
		{"with little else to do", rounds(4, 60, 1, 1, 1), "", 0},
		{"helpers of different kinds", strings.NewReplacer("name=worker-1", "name=logger", "name=worker-2",
			"name=meter").Replace(rounds(10, 5, 5, 5)), "", 0},
		{"one thread and its logger", "0s main start\n0s main run\n" + helper + "100ms main end", "", 0},
	})
}

func TestImbalance(t *testing.T) {
	uneven := rounds(10, 1, 10, 2, 2, 2)
	testCosts(t, detect.Imbalance, []costStory{
		{"one of four works five times as long", uneven,
			"The work of worker-* (4 threads) is uneven: in 10 waits for them, worker-1 ran for 100 ms, with equal " +
				"shares 40 ms would have been enough. The others lost 240 ms (43.6 % of all thread time) to that. " +
				"Divide the work into smaller pieces, or let each thread fetch the next piece when it is done.",
			240 * tracefeed.Millisecond},
		{"in turns", rounds(5, 1, 10, 2) + shifted(rounds(5, 1, 2, 10), 55),
			"", 0},
		{"one processor for all", `
			0s main start
			0s w0 start name=worker-1
			0s w1 start name=worker-2
			0s main suspend-start join
			0s w1 run
			2ms w1 suspend-start channel
			2ms w0 run
			12ms - wake main by=w0
			12ms main suspend-end
			12ms w0 end
			12ms main run
			13ms main end`, "", 0},
		{"the first of two threads started anew for each round", startedAnew(10, 2, 10, 2),
			"The work of worker-* (2 threads) is uneven: in 4 waits for them, the one started as number 1 each time, " +
				"such as worker-01, ran for 40 ms, with equal shares 24 ms would have been enough. The others lost " +
				"16 ms (17.4 % of all thread time) to that. Divide the work into smaller pieces, or let each thread " +
				"fetch the next piece when it is done.",
			16 * tracefeed.Millisecond},
		{"threads started anew, in turns", startedAnew(10, 2, 2, 10), "", 0},
		{"nearly equal work", rounds(10, 1, 10, 9, 10, 9), "", 0},
		{"a pool that is waited for thread by thread", pool(100, 101, 102, 103), "", 0},
		{"a pool, one of which works longer", pool(50, 51, 52, 103),
			"The work of pool-1-thread-* (4 threads) is uneven: in 2 waits for them, pool-1-thread-4 ran for 103 ms, " +
				"with equal shares 68.67 ms would have been enough. The others lost 34.33 ms (4.3 % of all thread " +
				"time) to that. Divide the work into smaller pieces, or let each thread fetch the next piece when it is done.",
			34_333_334},
		{"unequal work that ends together", `
			0s main start
			0s w0 start name=worker-1
			0s w1 start name=worker-2
			0s w0 run
			0s w1 run
			0s main suspend-start join
			10ms w0 suspend-start channel
			90ms w0 run
			98500us w0 end
			100ms - wake main by=w1
			100ms main suspend-end
			100ms w1 end
			100ms main end`, "", 0},
		{"one of four works", rounds(10, 1, 10, 0, 0, 0), "", 0},
		{"other names", strings.NewReplacer("name=worker-1", "name=alpha", "name=worker-2",
			"name=beta").Replace(rounds(10, 1, 10, 2)), "", 0},
		{"waits for messages", strings.ReplaceAll(uneven, "suspend-start join", "suspend-start channel"), "", 0},
	})
}

// pool has four threads of a pool beside others, that run up to times in ms. A thread waits
// for the first to end, and then for the last.
func pool(ends ...int) string {
	var s strings.Builder
	s.WriteString("0s main start\n")
	for _, name := range []string{"alpha", "beta", "gamma", "delta"} {
		fmt.Fprintf(&s, "0s %s start\n0s %s run\n", name, name)
	}
	for i := range ends {
		fmt.Fprintf(&s, "0s w%d start name=pool-1-thread-%d\n0s w%d run\n", i, i+1, i)
	}
	s.WriteString("0s main suspend-start join\n")
	for i, end := range ends {
		if i == 0 || i == len(ends)-1 {
			fmt.Fprintf(&s, "%dms - wake main by=w%d\n%dms main suspend-end\n", end, i, end)
		}
		if fmt.Fprintf(&s, "%dms w%d end\n", end, i); i == 0 {
			fmt.Fprintf(&s, "%dms main suspend-start join\n", end)
		}
	}
	for _, name := range []string{"alpha", "beta", "gamma", "delta"} {
		fmt.Fprintf(&s, "110ms %s end\n", name)
	}
	return s.String() + "110ms main end"
}

// startedAnew has four rounds. In each, a thread starts two threads and waits for them;
// they run for a and b, or in every second round for c and d, in ms.
func startedAnew(a, b, c, d int) string {
	var s strings.Builder
	s.WriteString("0s main start\n0s main run\n")
	for i := range 4 {
		at, work := i*11, [2]int{a, b}
		if i%2 == 1 {
			work = [2]int{c, d}
		}
		for n := range work {
			fmt.Fprintf(&s, "%dms w%d%d start name=worker-%d%d\n%dms w%d%d run\n", at, i, n, i, n+1, at, i, n)
		}
		fmt.Fprintf(&s, "%dms main suspend-start join\n", at)
		first := 0
		if work[1] < work[0] {
			first = 1
		}
		fmt.Fprintf(&s, "%dms w%d%d end\n", at+work[first], i, first)
		fmt.Fprintf(&s, "%dms - wake main by=w%d%d\n%dms main suspend-end\n%dms w%d%d end\n%dms main run\n", at+10, i, 1-first,
			at+10, at+10, i, 1-first, at+10)
	}
	return s.String() + "44ms main end\n"
}

// shifted returns a story that begins later, by a number of ms, without the starts of
// its threads.
func shifted(story string, by int) string {
	var b strings.Builder
	for line := range strings.Lines(story) {
		if at, rest, ok := strings.Cut(line, "ms "); ok {
			ms, _ := strconv.Atoi(at)
			fmt.Fprintf(&b, "%dms %s", ms+by, rest)
		}
	}
	return b.String()
}

func TestIOWait(t *testing.T) {
	// files is a story of two threads that wait for a device for 60 ms of 100, of
	// which one is suspended for 20 ms.
	const files = `
		frame f1 syscall.Fsync /go/syscall.go:9
		frame f2 os.(*File).Sync /go/file.go:5
		frame f3 main.save /main.go:7
		stack s1 f1 f2 f3
		0s w0 start name=writer-1
		0s w1 start name=writer-2
		0s w0 run
		0s w1 run
		10ms w0 io-start disk stack=s1
		10ms w1 io-start disk stack=s1
		70ms w0 io-end
		70ms w1 io-end
		70ms w0 run
		70ms w1 run
		80ms w1 suspend-start sleep
		100ms w0 end
		100ms w1 end`
	testCosts(t, detect.IOWait, []costStory{
		{"writes of two threads", files,
			"Operations on files took 66.7 % of the active time of writer-* (2 threads): 120 ms in all (60.0 % of " +
				"all thread time), most in main.save (main.go:7). Read and write less, or in larger pieces, or let " +
				"other threads do it meanwhile.",
			120 * tracefeed.Millisecond},
		{"the network", strings.ReplaceAll(files, "io-start disk", "io-start net"), "", 0},
		{"pipes", strings.ReplaceAll(files, "io-start disk", "io-start other"), "", 0},
		{"mostly computing", strings.ReplaceAll(files, "10ms w", "40ms w"), "", 0},
		{"mostly unknown", strings.NewReplacer("10ms w", "40ms w", "0s w0 run", "0s w0 unknown", "0s w1 run",
			"0s w1 unknown").Replace(files), "", 0},
		{"little of a long trace", strings.Replace(files, "0s w0 start", "0s main start\n0s w0 start", 1) + "\n20s main end", "", 0},
	})
}

// TestLongestTrace searches a trace that ends at the largest time.
func TestLongestTrace(t *testing.T) {
	t.Parallel()
	tl := tell(t, "tiv-text 1 sched", `
		0s A start
		0s B start
		1s A run
		4000000000000000000ns A suspend-start gc
		9223372036854775800ns - gc-start
		9223372036854775807ns B run`)
	for _, f := range ofKind(tl, detect.Oversubscription) {
		t.Errorf("found %s", f.Text)
	}
}

// TestInversion has a thread that holds a monitor while it waits for the processor, on
// which another one runs.
func TestInversion(t *testing.T) {
	const story = `
		0s low start
		0s high start
		0s busy start
		0s low run
		1ms low monitor-enter M
		2ms high monitor-wait M
		3ms low ready
		3ms busy run
		43ms busy suspend-start sleep
		43ms low run
		44ms low monitor-exit M
		44ms high monitor-enter M
		44ms high run
		45ms high monitor-exit M
		50ms low end`
	const text = "1 thread lost 42 ms (28.0 %% of all thread time) to lock M, in 1 wait. The costliest hold: low, 43 " +
		"ms from 1 ms, most of it %s, with 1 thread behind it (42 ms)."
	testCosts(t, detect.Contention, []costStory{
		{"the holder waits for a processor", story,
			fmt.Sprintf(text, "waiting for a processor while busy ran (a priority inversion)"), 42 * tracefeed.Millisecond},
		{"nothing runs meanwhile", strings.ReplaceAll(story, "busy run", "busy suspend-start sleep"),
			fmt.Sprintf(text, "waiting for a processor"), 42 * tracefeed.Millisecond},
	})
}
