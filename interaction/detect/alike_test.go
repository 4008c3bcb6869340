package detect_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
)

// bank is the text of a trace with deadlocks of a payer and a refunder each, and an inspector
// behind every one. The function chooses the call stacks of both, for each deadlock.
func bank(deadlocks int, stacks func(i int) (payer, refunder string)) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\nframe m main.move /src/bank.go:36\nframe o main.move /src/bank.go:40\nframe r main.back /src/bank.go:52\n" +
		"frame p main.payer /src/bank.go:80\nframe q main.refunder /src/bank.go:90\nframe l main.look /src/bank.go:70\n" +
		"frame lock sync.(*Mutex).Lock /go/mutex.go:45\n" +
		"stack a m p\nstack other o p\nstack entry m q\nstack b r q\nstack c l\nstack locks lock\n")
	for i := range deadlocks {
		fmt.Fprintf(&b, "0s p%d start\n0s r%d start\n0s i%d start\n", i, i, i)
	}
	for i := range deadlocks {
		fmt.Fprintf(&b, "%dms p%d monitor-enter A%d\n%dms r%d monitor-enter B%d\n", 10+i, i, i, 10+i, i, i)
	}
	for i := range deadlocks {
		p, r := stacks(i)
		fmt.Fprintf(&b, "%dms p%d monitor-wait B%d%s\n%dms r%d monitor-wait A%d%s\n", 100+i, i, i, p, 100+i, i, i, r)
	}
	for i := range deadlocks {
		fmt.Fprintf(&b, "%dms i%d monitor-wait A%d stack=c\n", 200+i, i, i)
	}
	return b.String() + "900ms m start\n1s m end\n"
}

// TestEqualDeadlocks has deadlocks of equal and of different functions: those with one cause are
// one finding, and so are the threads behind them.
func TestEqualDeadlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stacks func(i int) (string, string)
		want   []int // rings of each finding
	}{
		"one place each": {func(int) (string, string) { return " stack=a", " stack=b" }, []int{40}},
		"the other first": {func(i int) (string, string) {
			return []string{" stack=a", " stack=b"}[i%2], []string{" stack=b", " stack=a"}[i%2]
		}, []int{40}},
		"two lines": {func(i int) (string, string) {
			return []string{" stack=a", " stack=other"}[i%2], " stack=b"
		}, []int{20, 20}},
		"two entry functions": {func(i int) (string, string) {
			return []string{" stack=a", " stack=entry"}[i%2], " stack=b"
		}, []int{20, 20}},
		"one without a place": {func(i int) (string, string) {
			return []string{" stack=a", ""}[min(i, 1)], " stack=b"
		}, slices.Repeat([]int{1}, 40)},
		"in the code of locks": {func(int) (string, string) { return " stack=locks", " stack=locks" }, slices.Repeat([]int{1}, 40)},
	} {
		var got []int
		behind := 0
		for _, f := range detect.Find(context.Background(), reduced.Story(t, bank(40, c.stacks)), nil).Findings {
			switch f.Kind {
			case detect.Deadlock:
				rings := f.Rings()
				got = append(got, len(rings))
				if len(f.Threads) != 2*len(rings) || len(f.Monitors) != len(f.Threads) || f.Start != rings[0].Start {
					t.Errorf("%s: %d rings have %d threads, %d monitors", name, len(rings), len(f.Threads), len(f.Monitors))
				}
				for i, ring := range rings {
					if !slices.Equal(ring.Threads, f.Threads[2*i:2*i+2]) || i > 0 && ring.Start <= rings[i-1].Start {
						t.Errorf("%s: ring %d is %+v", name, i, ring)
					}
				}
			case detect.Stuck:
				behind++
			}
		}
		if !slices.Equal(got, c.want) || behind != len(c.want) {
			t.Errorf("%s: findings with %d rings, and %d behind them; want %d", name, got, behind, c.want)
		}
	}
}

// TestEqualDeadlocksText describes equal deadlocks and the threads behind them.
func TestEqualDeadlocksText(t *testing.T) {
	t.Parallel()
	story := bank(6, func(int) (string, string) { return " stack=a", " stack=b" })
	found := detect.Find(context.Background(), reduced.Story(t, story), nil).Findings
	want := []string{
		"6 deadlocks of main.move (bank.go:36) and main.back (bank.go:52): p0 and r0; p1 and r1; p2 and r2; p3 and r3; and 2 more. " +
			"In the first, 2 threads wait for each other: p0 waits for r0 at lock B0; r0 waits for p0 at lock A0. " +
			"The first of them closed at 100 ms, and none ever opened.",
		"6 threads are stuck behind 6 equal threads. The first of these is p0, which holds lock A0 and is deadlocked. " +
			"The first has been waiting since 200 ms: i0, i1, i2, i3 and 2 more.",
	}
	for i, f := range found {
		if i >= len(want) || f.Text != want[i] {
			t.Errorf("finding %d: %s", i, f.Text)
		}
	}
	if len(found) != len(want) {
		t.Errorf("%d findings", len(found))
	}
}

// TestEqualDeadlocksGrow compares searches of a growing trace in which equal deadlocks close one
// after the other.
func TestEqualDeadlocksGrow(t *testing.T) {
	t.Parallel()
	continues(t, bank(12, func(i int) (string, string) { return []string{" stack=a", " stack=other"}[i%3/2], " stack=b" }))
}

// TestEqualHolders has threads that wait for long behind holders that acquired their locks at one
// line, at another one, and at an unknown place.
func TestEqualHolders(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\nframe a main.take /src/a.go:10\nframe b main.take /src/a.go:20\nstack a a\nstack b b\n")
	for i, place := range []string{" stack=a", " stack=a", " stack=b", " stack=a", "", ""} {
		fmt.Fprintf(&b, "0s h%d start\n0s w%d start\n0s h%d monitor-enter L%d%s\n0s w%d monitor-wait L%d\n", i, i, i, i, place, i, i)
	}
	story := b.String() + "1s h0 run\n"
	var got []int
	for _, f := range detect.Find(context.Background(), reduced.Story(t, story), nil).Findings {
		for _, x := range append(f.Also, f) {
			if x.Kind == detect.LongWait {
				got = append(got, len(x.Threads))
			}
		}
	}
	slices.Sort(got)
	if want := []int{1, 1, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("long waits of %d threads, want %d", got, want)
	}
	continues(t, story)
}

// TestEqualAbandoned has threads that wait at one place for locks whose releasers have ended.
func TestEqualAbandoned(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\nframe a main.await /src/a.go:10\nstack a a\n")
	const locks = 5
	each := func(format string, more ...any) {
		for i := range locks {
			b.WriteString(strings.ReplaceAll(fmt.Sprintf(format, more...), "#", fmt.Sprint(i)))
		}
	}
	each("0s A# start\n0s B# start\n")
	each("1ms A# monitor-enter M#\n")
	for at := 2; at < 8; at += 2 {
		each("%dms A# monitor-wait M#\n", at)
		each("%dms - wake A# by=B#\n%dms B# monitor-exit M#\n%dms A# monitor-enter M#\n", at+1, at+1, at+1)
	}
	each("8ms A# monitor-wait M# stack=a\n")
	each("9ms B# end\n")
	found := detect.Find(context.Background(), reduced.Story(t, b.String()+"90ms C start\n90ms C ready\n"), nil).Findings
	want := []string{"The holders of these 5 locks are unknown.",
		"The threads that ended all 15 earlier waits for these 5 locks have ended themselves."}
	for i, f := range found {
		if i >= len(want) || len(f.Threads) != locks || len(f.Monitors) != locks || !strings.HasSuffix(f.Text, want[i]) {
			t.Errorf("finding %d: %s", i, f.Text)
		}
	}
	if len(found) != len(want) {
		t.Errorf("%d findings", len(found))
	}
}
