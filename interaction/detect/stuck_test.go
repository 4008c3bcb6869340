package detect_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// tell reduces a text trace.
func tell(t *testing.T, header, story string) *timeline.Timeline {
	t.Helper()
	continues(t, header+"\n"+story)
	return reduced.Story(t, header+"\n"+story)
}

func TestStuck(t *testing.T) {
	t.Parallel()
	const answered = `
			frame f1 main.receive
			stack s1 f1
			0s A start
			0s B start
			1ms A suspend-start channel stack=s1
			2ms - wake A by=B
			2ms A suspend-end
			3ms A suspend-start channel stack=s1 lasts=forever
			4ms ?
			9ms C ready`
	for _, c := range []struct {
		name, story string
		// want is, for the threads of each finding that is no note, by id, its kind and a
		// part of its text.
		want map[string]string
	}{
		{"behind a thread that ended with the lock", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M
			2ms B monitor-wait M
			3ms A end
			4ms C ready`,
			map[string]string{"B": "stuck: and has ended"}},
		{"the owner has only just ended", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M
			2ms B monitor-wait M
			3999us A end
			4ms C ready`,
			nil},
		{"behind a deadlock, and behind that", `
			0s A start
			0s B start
			0s C start
			0s D start
			0s E start
			1ms A monitor-enter M
			1ms B monitor-enter N
			1ms C monitor-enter O
			2ms C monitor-wait M
			2ms D monitor-wait O
			3ms A monitor-wait N
			4ms B monitor-wait M
			900ms E ready`,
			map[string]string{"A B": "deadlock: closed at 4 ms and never opened", "C D": "stuck: behind A, which is deadlocked"}},
		{"behind a reader that ended with the lock, whoever reads besides", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M mode=shared
			1ms B monitor-enter M mode=shared
			50ms C monitor-wait M
			90ms A end
			100ms B ready`,
			map[string]string{"C": "stuck: and has ended"}},
		{"not at a semaphore of which one holder is left", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M
			1ms B monitor-enter M
			50ms C monitor-wait M
			90ms A end
			100ms B ready`,
			nil},
		{"a reader behind a writer that waits for it", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M mode=shared
			2ms B monitor-wait M
			3ms A monitor-wait M mode=shared
			4ms C monitor-wait M mode=shared
			90ms - gc-start`,
			map[string]string{"A B": "deadlock: A waits for B at rwlock M; B waits for A at rwlock M",
				"C": "stuck: behind A, which holds rwlock M and is deadlocked"}},
		{"a lock that one thread takes and another releases", `
			0s A start
			0s B start
			1ms A monitor-enter M
			2ms A monitor-wait M
			3ms - wake A by=B
			3ms B monitor-exit M
			3ms A monitor-enter M
			4ms A monitor-wait M
			90ms B ready`,
			nil},
		{"the same, but nobody else ever released it", `
			0s A start
			0s B start
			1ms A monitor-enter M
			4ms A monitor-wait M
			90ms B ready`,
			map[string]string{"A": "deadlock: A waits for itself at lock M"}},
		{"a lock that one thread takes and another releases, who has ended", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M
			2ms A monitor-wait M
			3ms - wake A by=B
			3ms B monitor-exit M
			3ms A monitor-enter M
			4ms A monitor-wait M
			5ms - wake A by=B
			5ms B monitor-exit M
			5ms A monitor-enter M
			6ms A monitor-wait M
			7ms - wake A by=B
			7ms B monitor-exit M
			7ms A monitor-enter M
			8ms A monitor-wait M
			9ms B end
			90ms C ready`,
			map[string]string{"A": "stuck: ended all 3 earlier waits"}},
		{"a lock that one thread takes and another releases, of which too little is known", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M
			2ms A monitor-wait M
			3ms - wake A by=B
			3ms B monitor-exit M
			3ms A monitor-enter M
			8ms A monitor-wait M
			9ms B end
			90ms C ready`,
			nil},
		{"nothing runs any more", `
			0s A start
			0s B start
			1ms A suspend-start wait
			2ms B suspend-start channel
			3ms - gc-start`,
			map[string]string{"A B": "stuck: Since 2 ms nothing in the program runs"}},
		{"nothing runs any more, and the owner of a lock is unknown", `
			0s A start
			0s B start
			1ms A monitor-wait M
			2ms B suspend-start channel
			3ms - gc-start`,
			map[string]string{"A B": "stuck: Since 2 ms nothing in the program runs"}},
		{"nothing runs, but a lock is free: its waiter has not run yet", `
			0s A start
			0s B start
			0s C start
			1ms B monitor-enter M
			1ms A monitor-wait M
			2ms B monitor-exit M
			2ms B suspend-start channel
			2ms C suspend-start channel
			3ms - gc-start`,
			nil},
		{"nothing runs for a moment", `
			0s A start
			0s B start
			1ms A suspend-start wait
			2990us B suspend-start channel
			3ms - gc-start`,
			nil},
		{"a sleeper may still wake somebody", `
			0s A start
			0s B start
			1ms A suspend-start wait
			2ms B suspend-start sleep
			3ms - gc-start`,
			nil},
		{"the trace says that a wait never ends", `
			0s A start
			0s B start
			1ms A suspend-start channel
			2ms A suspend-start channel lasts=forever
			3ms B ready`,
			map[string]string{"A": "stuck: Nothing can ever wake it"}},
		{"the object of the wait is known", `
			0s A start
			0s B start
			1ms A suspend-start wait monitor=C
			2ms A suspend-start wait monitor=C lasts=forever
			3ms B ready`,
			map[string]string{"A": "stuck: A has been waiting for a signal of object C since 1 ms"}},
		{"two objects", `
			0s A start
			0s B start
			0s C start
			1ms A suspend-start join monitor=G lasts=forever
			1ms B suspend-start join monitor=H lasts=forever
			3ms C ready`,
			map[string]string{"A B": "stuck: 2 threads have been waiting for other threads to end, the first"}},
		{"all that ended the waits at an object have ended", `
			0s A start
			0s B start
			0s C start
			1ms A suspend-start join monitor=G
			2ms - wake A by=B
			3ms A suspend-start join monitor=G
			4ms B wake A
			5ms A suspend-start join monitor=G
			6ms B end
			90ms C ready`,
			nil},
		{"a lock held before by a thread that has ended", `
			0s A start
			0s B start
			1ms B monitor-enter M
			2ms B monitor-exit M
			3ms B end
			4ms A monitor-enter M
			5ms A monitor-exit M
			5ms A suspend-start wait
			6ms A suspend-start wait lasts=forever
			9ms C ready`,
			map[string]string{"A": "stuck: B held its lock, lock M, until 2 ms, and has ended: if it signalled then, A did not wait yet."}},
		{"a lock held before by a thread that lives", `
			0s A start
			0s B start
			1ms B monitor-enter M
			2ms B monitor-exit M
			4ms A monitor-enter M
			5ms A monitor-exit M
			5ms A suspend-start wait
			6ms A suspend-start wait lasts=forever
			9ms B ready`,
			map[string]string{"A": "stuck: Nothing can ever wake it.$"}},
		{"another lock held before", `
			0s A start
			0s B start
			1ms B monitor-enter N
			2ms B monitor-exit N
			3ms B end
			4ms A monitor-enter M
			5ms A monitor-exit M
			5ms A suspend-start wait
			6ms A suspend-start wait lasts=forever
			9ms C ready`,
			map[string]string{"A": "stuck: Nothing can ever wake it.$"}},
		{"a wait like one that a thread ended that has ended since", strings.Replace(answered, "?", "B end", 1),
			map[string]string{"A": "stuck: B ended its last wait there, and has ended at 4 ms, while A waited: " +
				"it may have been the one to end this wait (statistical)."}},
		{"a wait like one that a thread ended that lives", strings.Replace(answered, "?", "B ready", 1),
			map[string]string{"A": "stuck: Nothing can ever wake it.$"}},
		{"behind a thread whose wait never ends", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M
			1ms A suspend-start channel lasts=forever
			2ms B monitor-wait M
			3ms C ready`,
			map[string]string{"A": "stuck: Nothing can", "B": "stuck: A, which holds lock M and waits without end itself"}},
		{"three waits alike that never end", `
			0s A start
			0s B start
			0s C start
			0s D start
			1ms A suspend-start channel lasts=forever
			1ms B suspend-start channel lasts=forever
			1ms C suspend-start channel lasts=forever
			3ms D ready`,
			map[string]string{"A B C": "leak: Nothing can ever wake them"}},
		{"the only thread that ever woke it died: its channel may have others", `
			0s A start
			0s B start
			0s C start
			1ms A suspend-start channel
			2ms - wake A by=B
			2ms A suspend-end
			3ms A suspend-start channel
			4ms B end
			5ms C ready`,
			nil},
		{"overtaken: the topics of the others are busy", `
			0s A start
			0s B start
			1ms A suspend-start channel
			2ms B suspend-start channel
			3ms B suspend-end
			9ms B ready`,
			nil},
		{"a lock for a quarter of the trace, its holder asleep", `
			0s A start
			0s B start
			1ms A monitor-enter M
			2ms A io-start net
			3ms B monitor-wait M
			90ms - gc-start`,
			nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			tl := tell(t, "tiv-text 1 alone", c.story)
			got := map[string]string{}
			for _, f := range detect.Find(context.Background(), tl, nil).Findings {
				if f.Severity.Accuses() {
					got[names(tl, f.Threads)] = f.Kind + ": " + f.Text
				}
			}
			for threads, want := range c.want {
				kind, part, _ := strings.Cut(want, ": ")
				if text := got[threads]; !strings.HasPrefix(text, kind+": ") || !strings.Contains(text+"$", part) {
					t.Errorf("%s: %q, want %s: …%s…", threads, text, kind, part)
				}
				delete(got, threads)
			}
			for threads, text := range got {
				t.Errorf("%s must not be found: %s", threads, text)
			}
		})
	}
}

// names lists threads by id.
func names(tl *timeline.Timeline, threads []tracefeed.ThreadID) string {
	var ids []string
	for _, t := range threads {
		ids = append(ids, tl.Threads[t].ID)
	}
	return strings.Join(ids, " ")
}

// notes returns the texts of the notes of a kind.
func notes(tl *timeline.Timeline, kind string) (texts []string) {
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		for _, f := range append([]detect.Finding{f}, f.Also...) {
			if f.Kind == kind && f.Severity == detect.Note {
				texts = append(texts, f.Text)
			}
		}
	}
	return texts
}

func TestLongWait(t *testing.T) {
	t.Parallel()
	story := `
		0s A start
		0s B start
		1ms A monitor-enter M
		2ms A io-start net
		WAIT B monitor-wait M
		90ms - gc-start`
	for wait, want := range map[string]int{"3ms": 1, "80ms": 0} {
		texts := notes(tell(t, "tiv-text 1", strings.ReplaceAll(story, "WAIT", wait)), detect.LongWait)
		if len(texts) != want || want > 0 && !strings.Contains(texts[0], "B waits behind A, which holds lock M and "+
			"has been waiting for IO since 2 ms") {
			t.Errorf("waits from %s: %q", wait, texts)
		}
	}
}

// TestLongWaitsWithOneCause has threads that wait for different monitors, whose owners wait
// for one thread: one finding, about that thread.
func TestLongWaitsWithOneCause(t *testing.T) {
	t.Parallel()
	tl := tell(t, "tiv-text 1", `
		0s A start
		0s B start
		0s C start
		0s D start
		1ms A monitor-enter M
		1ms B monitor-enter N
		2ms A io-start net
		3ms B monitor-wait M
		4ms C monitor-wait N
		5ms D monitor-wait O
		90ms - gc-start`)
	got := notes(tl, detect.LongWait)
	want := []string{
		"2 threads wait behind A, which has been waiting for IO since 2 ms. The first has been waiting since 3 ms: B " +
			"and C. It may still let go.",
		"D has been waiting for lock O since 5 ms and never got it (85 ms). The holder is unknown.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestCycle has two threads try to take two locks in opposite order, and one give
// up, three times.
func TestCycle(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("0s A start\n0s B start\n0s C start\n0s C monitor-enter O\n1ms C monitor-wait M\n1ms C run\n")
	for i := range 3 {
		at := 10 * (i + 1)
		fmt.Fprintf(&b, "%dms A monitor-enter M\n%dms B monitor-enter N\n%dms A monitor-wait N\n%dms B monitor-wait M\n", at,
			at, at+1, at+2)
		fmt.Fprintf(&b, "%dms A run\n%dms A monitor-exit M\n%dms B monitor-enter M\n%dms B monitor-exit M\n%dms B monitor-exit N\n",
			at+4+i, at+4+i, at+4+i, at+8, at+8)
	}
	tl := tell(t, "tiv-text 1", b.String()+"50ms A ready")
	var found []detect.Finding
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		if f.Kind == detect.Cycle {
			found = append(found, f)
		} else if f.Severity.Accuses() {
			t.Errorf("found: %s", f.Text)
		}
	}
	if len(found) != 1 || names(tl, found[0].Threads) != "A B" || found[0].Start != 32*tracefeed.Millisecond ||
		found[0].End != 36*tracefeed.Millisecond || !strings.Contains(found[0].Text, "It closed at least 3 times") {
		t.Errorf("found %+v", found)
	}
}

// TestPileUp starts threads that wait at one place: at long intervals or all at
// once, for the first time or again.
func TestPileUp(t *testing.T) {
	t.Parallel()
	story := func(gap int, again bool) string {
		var b strings.Builder
		b.WriteString("frame f1 runtime.chanrecv1 /go/chan.go:1\nframe f2 main.wait /a.go:7\nframe f3 main.leak " +
			"/a.go:2\nstack s1 f1 f2 f3\n0s main start\n")
		for i := range 20 {
			at := 10 + gap*i
			fmt.Fprintf(&b, "%dms T%d start by=main\n", at, i)
			if again {
				fmt.Fprintf(&b, "%dms T%d suspend-start channel stack=s1\n", at, i)
				fmt.Fprintf(&b, "%d500us T%d suspend-end\n", at, i)
			}
			fmt.Fprintf(&b, "%d900us T%d suspend-start channel stack=s1\n", at, i)
		}
		return b.String() + "1s main run"
	}
	for _, c := range []struct {
		gap   int
		again bool
		want  int
	}{{40, false, 1}, {1, false, 0}, {40, true, 0}} {
		if texts := notes(tell(t, "tiv-text 1", story(c.gap, c.again)), detect.PileUp); len(texts) != c.want {
			t.Errorf("%+v: %q", c, texts)
		}
	}
}
