package detect_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/interaction/detect/lockorder"
	"tiv/timeline"
)

// inversions returns the lock-order inversions of a story as their orders, such as
// "A:M>N B:N>M".
func inversions(tl *timeline.Timeline) []string {
	var found []string
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		if f.Kind == detect.LockOrderInversion {
			found = append(found, orders(tl, f.Orders()))
		}
	}
	return found
}

func orders(tl *timeline.Timeline, list []lockorder.Order) string {
	var words []string
	for _, o := range list {
		words = append(words, fmt.Sprintf("%s:%s>%s", tl.Threads[o.Thread].ID, tl.Monitors[o.Held].ID, tl.Monitors[o.Wanted].ID))
	}
	return strings.Join(words, " ")
}

// nested returns the lines in which a thread acquires some monitors one after the
// other from a time on, in milliseconds, and releases them. A monitor may have a
// mode and a stack: "M mode=shared".
func nested(at int, thread string, monitors ...string) string {
	var b strings.Builder
	for _, m := range monitors {
		fmt.Fprintf(&b, "%dms %s monitor-enter %s\n", at, thread, m)
		at++
	}
	for i := range monitors {
		name, _, _ := strings.Cut(monitors[len(monitors)-1-i], " ")
		fmt.Fprintf(&b, "%dms %s monitor-exit %s\n", at, thread, name)
		at++
	}
	return b.String()
}

const start = "0s A start\n0s B start\n0s C start\n"

// group is the start of a thread that starts two others at one place.
const group = "frame f1 main.begin a.go:1\nframe f2 main.other a.go:2\nstack s1 f1\nstack s2 f2\n" +
	"0s A start\n0s B start by=A stack=s1\n0s C start by=A stack=s1\n"

var lockOrderStories = []struct {
	name, story, want string
}{
	{"two orders, one after the other", start + nested(1, "A", "M", "N") + nested(9, "B", "N", "M"), "A:M>N B:N>M"},
	{"the second lock of one order by a try", start + nested(1, "A", "M", "N cause=try") + nested(9, "B", "N", "M"), ""},
	{"a try that shares the lock", start + nested(1, "A", "M", "N mode=shared cause=try") + nested(9, "B", "N", "M"), ""},
	{"the first locks by tries", start + nested(1, "A", "M cause=try", "N") + nested(9, "B", "N cause=try", "M"), "A:M>N B:N>M"},
	{"a try once, and a wait once", start + nested(1, "A", "M", "N cause=try") + nested(9, "B", "N", "M") +
		nested(17, "A", "M", "N"), "A:M>N B:N>M"},
	{"one order", start + nested(1, "A", "M", "N") + nested(9, "B", "M", "N"), ""},
	{"one after the other, not nested", start + nested(1, "A", "M", "N") + nested(9, "B", "N") + nested(15, "B", "M"), ""},
	{"one thread with two orders", start + nested(1, "A", "M", "N") + nested(9, "A", "N", "M"), ""},
	{"with another monitor between them", start + nested(1, "A", "M", "O", "N") + nested(19, "B", "N", "P", "M"), "A:M>N B:N>M"},
	{"a gate around both", start + nested(1, "A", "G", "M", "N") + nested(9, "B", "G", "N", "M"), ""},
	{"a gate around one", start + nested(1, "A", "G", "M", "N") + nested(9, "B", "N", "M"), "A:M>N B:N>M"},
	{"a gate that both only read", start + nested(1, "A", "G mode=shared", "M", "N") +
		nested(9, "B", "G mode=shared", "N", "M"), "A:M>N B:N>M"},
	{"a gate that one reads", start + nested(1, "A", "G mode=shared", "M", "N") + nested(9, "B", "G", "N", "M"), ""},
	{"a gate between the two, itself in two orders", start + nested(1, "A", "M", "G", "N") + nested(9, "B", "N", "G", "M"),
		"A:M>G B:G>M; A:G>N B:N>G"},
	{"readers of both", start + nested(1, "A", "M mode=shared", "N mode=shared") + nested(9, "B", "N mode=shared", "M mode=shared"), ""},
	{"a reader of one who blocks nobody", start + nested(1, "A", "M mode=shared", "N") + nested(9, "B", "N", "M mode=shared"), ""},
	{"readers that writers block", start + nested(1, "A", "M mode=shared", "N mode=shared") + nested(9, "B", "N", "M"), "A:M>N B:N>M"},
	{"recursive", start + nested(1, "A", "M", "N", "M") + nested(9, "B", "M", "N"), ""},
	{"a ring of three", start + nested(1, "A", "M", "N") + nested(9, "B", "N", "O") + nested(19, "C", "O", "M"), "A:M>N B:N>O C:O>M"},
	{"a ring of three by two threads", start + nested(1, "A", "M", "N") + nested(9, "B", "N", "O") + nested(19, "A", "O", "M"), ""},
	{"a ring of three around one of two",
		start + nested(1, "A", "M", "N") + nested(9, "B", "N", "O") + nested(19, "C", "O", "M") + nested(29, "C", "N", "M"),
		"A:M>N C:N>M"},
	{"before the other thread is started", "0s A start\n" + nested(1, "A", "M", "N") + "8ms B start by=A\n" + nested(9, "B", "N", "M"), ""},
	{"after the other thread is started", "0s A start\n0s B start by=A\n" + nested(1, "A", "M", "N") + nested(9, "B", "N", "M"),
		"A:M>N B:N>M"},
	{"before and after the other thread is started",
		"0s A start\n" + nested(1, "A", "M", "N") + "8ms B start by=A\n" + nested(9, "B", "N", "M") + nested(19, "A", "M", "N"),
		"A:M>N B:N>M"},
	{"while the other thread is started", "0s A start\n1ms A monitor-enter M\n2ms B start by=A\n3ms A monitor-enter " +
		"N\n4ms A monitor-exit N\n5ms A monitor-exit M\n" + nested(9, "B", "N", "M"),
		"A:M>N B:N>M"},
	{"started by one started later", "0s A start\n" + nested(1, "A", "M", "N") + "8ms C start by=A\n8ms B start by=C\n" +
		nested(9, "B", "N", "M"), ""},
	{"after the end of the other thread", "0s A start\n0s B start by=A\n" + nested(1, "B", "M", "N") +
		"8ms A suspend-start join\n9ms B end\n9ms - wake A by=B\n9ms A suspend-end\n" + nested(10, "A", "N", "M"), ""},
	{"after the end of a thread that was started after the end of the other", "0s A start\n0s B start by=A\n" + nested(1, "B", "M", "N") +
		"8ms A suspend-start join\n9ms B end\n9ms - wake A by=B\n9ms A suspend-end\n9ms C start by=A\n" + nested(10, "C", "N", "M"), ""},
	{"after a group of threads started at one place, of which the last is named", group + nested(1, "B", "M stack=s2", "N stack=s2") +
		"8ms A suspend-start join\n8ms B end\n9ms C end\n9ms - wake A by=C\n9ms A suspend-end\n" +
		nested(10, "A", "N stack=s2", "M stack=s2"), ""},
	{"after another thread started there, which has not ended", group + nested(1, "B", "M stack=s2", "N stack=s2") +
		"8ms A suspend-start join\n9ms C end\n9ms - wake A by=C\n9ms A suspend-end\n" +
		nested(10, "A", "N stack=s2", "M stack=s2"), "B:M>N A:N>M"},
	{"after another thread started elsewhere",
		strings.Replace(group, "s1\n0s C", "s2\n0s C", 1) + nested(1, "B", "M stack=s2", "N stack=s2") +
			"8ms A suspend-start join\n8ms B end\n9ms C end\n9ms - wake A by=C\n9ms A suspend-end\n" +
			nested(10, "A", "N stack=s2", "M stack=s2"), "B:M>N A:N>M"},
	{"after a message of the other thread, which orders only this run", "0s A start\n0s B start by=A\n" + nested(1, "B", "M", "N") +
		"8ms A suspend-start channel\n9ms - wake A by=B\n9ms A suspend-end\n" + nested(10, "A", "N", "M"), "B:M>N A:N>M"},
	{"a deadlock of the same monitors", start + nested(1, "A", "M", "N") + nested(9, "B", "N", "M") +
		"20ms A monitor-enter M\n20ms B monitor-enter N\n21ms A monitor-wait N\n22ms B monitor-wait M\n90ms C ready", ""},
	{"a ring of the same monitors that opened again", start + nested(1, "A", "M", "N") + nested(9, "B", "N", "M") +
		"20ms A monitor-enter M\n20ms B monitor-enter N\n21ms A monitor-wait N\n22ms B monitor-wait M\n" +
		"23ms A run\n24ms A monitor-exit M\n" +
		"24ms B monitor-enter M\n25ms B monitor-exit M\n25ms B monitor-exit N\n90ms C ready", ""},
	{"a wait that is given up", start + nested(1, "A", "M", "N") + "10ms B monitor-enter N\n11ms B monitor-wait " +
		"M\n12ms B run\n13ms B monitor-exit N", ""},
	{"a monitor that is handed over", start + nested(1, "A", "M", "N") + nested(9, "B", "N", "M") +
		"20ms A monitor-enter M\n21ms B monitor-exit M", ""},
	{"a semaphore", start + nested(1, "A", "M", "N") + nested(9, "B", "N", "M") +
		"20ms A monitor-enter M\n20ms B monitor-enter M\n21ms C ready", ""},
	{"after a collection, which lets addresses be used again",
		start + nested(1, "A", "M", "N") + "8ms - gc-start\n9ms - gc-end\n" + nested(10, "B", "N", "M"), ""},
	{"before and after a collection", start + nested(1, "A", "M", "N") + "8ms - gc-start\n9ms - gc-end\n" +
		nested(10, "B", "N", "M") + nested(20, "A", "M", "N"),
		"A:M>N B:N>M"},
	{"collections between all of them", start + nested(1, "A", "M", "N") + "8ms - gc-start\n9ms - gc-end\n" + nested(10, "B", "N", "M") +
		"18ms - gc-start\n19ms - gc-end\n" + nested(20, "A", "M", "N"), ""},
	{"collections between all but two",
		start + nested(1, "A", "M", "N") + "8ms - gc-start\n9ms - gc-end\n" + nested(10, "B", "N", "M") + nested(14, "A", "M", "N") +
			"18ms - gc-start\n19ms - gc-end\n" + nested(20, "A", "M", "N") + "28ms - gc-start\n29ms - gc-end\n" +
			nested(30, "B", "N", "M"), "A:M>N B:N>M"},
	{"while events of the thread are missing",
		start + "1ms A monitor-enter M\n2ms A lost\n3ms A monitor-enter N\n4ms A monitor-exit N\n" + nested(9, "B", "N", "M"), ""},
	{"five philosophers, one after the other", "0s A start\n0s B start\n0s C start\n0s D start\n0s E start\n" +
		nested(1, "A", "1", "2") + nested(10, "B", "2", "3") + nested(20, "C", "3", "4") + nested(30, "D", "4", "5") +
		nested(40, "E", "5", "1"),
		"A:1>2 B:2>3 C:3>4 D:4>5 E:5>1"},
	{"five philosophers, one of them left-handed", "0s A start\n0s B start\n0s C start\n0s D start\n0s E start\n" +
		nested(1, "A", "1", "2") + nested(10, "B", "2", "3") + nested(20, "C", "3", "4") + nested(30, "D", "4", "5") +
		nested(40, "E", "1", "5"), ""},
}

func TestLockOrder(t *testing.T) {
	t.Parallel()
	for _, c := range lockOrderStories {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(inversions(tell(t, "tiv-text 1", c.story)), "; "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A thread that held many monitors at once has orders again once it holds few.
func TestLockOrderAfterMany(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(start)
	for i := range 40 {
		fmt.Fprintf(&b, "%dms A monitor-enter m%d\n", i+1, i)
	}
	for i := range 40 {
		if m := (i * 7) % 40; m != 3 {
			fmt.Fprintf(&b, "%dms A monitor-exit m%d\n", i+50, m)
		}
	}
	b.WriteString(nested(100, "A", "N") + "103ms A monitor-exit m3\n" + nested(110, "B", "N", "m3"))
	if got := strings.Join(inversions(tell(t, "tiv-text 1", b.String())), "; "); got != "A:m3>N B:N>m3" {
		t.Errorf("%q", got)
	}
}

// places has stacks of acquisitions: s1 in transfer, s2 in transfer further down, s3
// in audit, s4 a try in audit, and s5 in a function that does not wait.
const places = `frame f1 runtime.lock /go/lock.go:1
frame f2 sync.(*Mutex).Lock /go/mutex.go:40
frame f3 sync.(*Mutex).TryLock /go/mutex.go:50
frame f4 bank.transfer /bank.go:7
frame f5 bank.transfer /bank.go:8
frame f6 bank.audit /bank.go:20
frame f7 syscall.acquireForkLock /go/forkpipe2.go:45
stack s1 f1 f2 f4
stack s2 f1 f2 f5
stack s3 f1 f2 f6
stack s4 f1 f3 f6
stack s5 f1 f2 f7
`

// Sets of monitors that are acquired at the same places are one finding.
func TestLockOrderPlaces(t *testing.T) {
	t.Parallel()
	story := places + start
	for i := range 3 {
		x, y := fmt.Sprintf("account%d", 2*i), fmt.Sprintf("account%d", 2*i+1)
		story += nested(100*i+1, "A", x+" stack=s1", y+" stack=s2") + nested(100*i+10, "B", y+" stack=s1", x+" stack=s2")
	}
	story += nested(400, "A", "account0 stack=s1", "log stack=s2") + nested(410, "C", "log stack=s3", "account0 stack=s3")
	tl := tell(t, "tiv-text 1", story)
	var found []detect.Finding
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		if f.Kind == detect.LockOrderInversion {
			found = append(found, f)
		}
	}
	if len(found) != 2 || found[0].Facts.(*detect.Inversion).Count != 3 || found[1].Facts.(*detect.Inversion).Count != 1 {
		t.Fatalf("found %+v", found)
	}
	f := found[0]
	if f.Severity != detect.Note || len(f.Threads) != 2 || len(f.Monitors) != 2 || f.Evidence.String() != "observed" ||
		f.Start.String() != "1 ms" || f.End.String() != "11 ms" {
		t.Errorf("found %+v", f)
	}
	for _, part := range []string{"A acquired mutex account1 while it held mutex account0; B acquired mutex account0 " +
		"while it held mutex account1.", "with 3 sets of locks"} {
		if !strings.Contains(f.Text, part) {
			t.Errorf("%q does not say %q", f.Text, part)
		}
	}
	var sites []string
	for _, s := range f.Sites {
		sites = append(sites, fmt.Sprintf("%s %s %s %s", tl.Threads[s.Thread].ID, s.Role, tl.Monitors[s.Monitor].ID, s))
	}
	want := []string{"A acquires account0 bank.transfer (bank.go:7)", "A then-acquires account1 bank.transfer (bank.go:8)",
		"B acquires account1 bank.transfer (bank.go:7)", "B then-acquires account0 bank.transfer (bank.go:8)"}
	if strings.Join(sites, "\n") != strings.Join(want, "\n") {
		t.Errorf("sites %q, want %q", sites, want)
	}
}

// Tries make no order, nor do acquisitions that the trace reports only later. What a
// thread holds by a try, or since some time, does.
func TestLockOrderStacks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		held, wanted string
		want         int
	}{
		{"N stack=s3", "M stack=s3", 1},
		{"N stack=s3", "M stack=s4", 0},
		{"N stack=s3", "M stack=s5", 0},
		{"N stack=s4", "M stack=s3", 1},
		{"N stack=s3", "M", 0},
		{"N", "M stack=s3", 1},
	} {
		story := places + start + nested(1, "A", "M stack=s1", "N stack=s2") + nested(9, "B", c.held, c.wanted)
		if got := inversions(tell(t, "tiv-text 1", story)); len(got) != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
