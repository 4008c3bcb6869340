package detect_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
)

// hangStacks has stacks: s1 acquires a lock, s2 sends, s3 receives, s4 reads from the network,
// s5 is in a select.
const hangStacks = `frame lock sync.(*Mutex).Lock /go/mutex.go:40
frame send runtime.chansend1 /go/chan.go:1
frame recv runtime.chanrecv1 /go/chan.go:2
frame f1 hub.count /hub.go:1
frame f2 hub.publish /hub.go:2
frame f3 hub.follow /hub.go:3
frame f4 hub.ask /hub.go:4
stack s1 lock f1
stack s2 send f2
stack s3 recv f3
stack s4 f4
frame select runtime.selectgo /go/select.go:1
stack s5 select f4
`

// A play is a story of hubs, told line by line.
type play struct{ strings.Builder }

func newPlay(threads ...string) *play {
	p := &play{}
	for i, name := range threads {
		fmt.Fprintf(p, "0s %d start name=%s\n", i+1, strings.ReplaceAll(name, " ", "%20"))
	}
	return p
}

// waits has a thread wait at a stack for 1 ms, from a time in ms on, and another one end that;
// 0 for a timer.
func (p *play) waits(at, thread int, stack string, by int) {
	fmt.Fprintf(p, "%dms %d suspend-start channel stack=%s\n", at, thread, stack)
	if by > 0 {
		fmt.Fprintf(p, "%dms - wake %d by=%d\n", at+1, thread, by)
	}
	fmt.Fprintf(p, "%dms %d suspend-end\n", at+1, thread)
}

// holds has a thread hold lock M for 1 ms.
func (p *play) holds(at, thread int) {
	fmt.Fprintf(p, "%dms %d monitor-enter M stack=s1\n%dms %d monitor-exit M\n", at, thread, at+1, thread)
}

func (p *play) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// A hub (1) sends to a subscriber (2) under lock M. The others are clients, and the last one
// has a ticker.
func hubPlay(history func(p *play, at int)) *play {
	p := newPlay("hub 1", "sub 1", "client 1", "client 2", "client 3", "ticker")
	for n := range 4 {
		p.holds(10*n+1, 3)
		history(p, 10*n+3)
	}
	p.line("100ms 1 monitor-enter M stack=s1")
	p.line("101ms 1 suspend-start channel stack=s2")
	return p
}

// queues has the clients wait for the lock, and the program go on to 1 s.
func (p *play) queues(last string) string {
	for t := 3; t <= 5; t++ {
		p.line("%dms %d monitor-wait M stack=s1", 100+t, t)
	}
	p.line("%s", last)
	for at := 200; at <= 1000; at += 200 {
		p.line("%dms 6 ready", at)
		p.line("%dms 6 run", at+1)
	}
	return p.String()
}

func TestHang(t *testing.T) {
	t.Parallel()
	hubSends := func(p *play, at int) { p.waits(at, 1, "s2", 2) }
	subReceives := func(p *play, at int) { p.waits(at, 2, "s3", 1) }
	holdsOnly := func(*play, int) {}
	pool := func(stack string, waker func(n int) int) string {
		p := newPlay("worker 1", "worker 2", "worker 3", "main")
		for n := range 6 {
			p.waits(10*n+1, n%3+1, stack, waker(n))
		}
		for w := 1; w <= 3; w++ {
			p.line("%dms %d suspend-start channel stack=%s", 100+w, w, stack)
		}
		p.line("104ms 4 suspend-start sleep")
		p.line("1s 4 suspend-end")
		return p.String()
	}
	others := func(n int) int { return (n+1)%3 + 1 }
	for _, c := range []struct {
		name, story string
		want        string // a part of the text of the hang; "" for no accusation
	}{
		{"the receiver wants the lock of the sender", hubPlay(hubSends).queues("108ms 2 monitor-wait M stack=s1"),
			"4 of 6 threads have waited 898 ms for hub 1, which holds mutex M and sends to a channel in hub.publish " +
				"(hub.go:2). Nothing behind it has moved since 108 ms"},
		{"the same, and it never waited for room before", hubPlay(subReceives).queues("108ms 2 monitor-wait M stack=s1"),
			"The lock was never held for longer than 1 ms before."},
		{"the receiver idles, and only the sender wakes it",
			hubPlay(func(p *play, at int) { hubSends(p, at); p.waits(at+2, 2, "s3", 1) }).queues("108ms 2 suspend-start channel stack=s3"),
			"3 of 6 threads have waited"},
		{"the receiver sleeps", hubPlay(hubSends).queues("108ms 2 suspend-start sleep"), ""},
		{"the receiver works", hubPlay(hubSends).queues("108ms 2 ready"), ""},
		{"the receiver reads from the network", hubPlay(hubSends).queues("108ms 2 io-start net stack=s4"), ""},
		{"the receiver waits for something new, and it never waited for room before",
			hubPlay(subReceives).queues("108ms 2 suspend-start channel stack=s5"), ""},
		{"the receiver is in a select", hubPlay(hubSends).queues("108ms 2 suspend-start channel stack=s5"), ""},
		{"the sender is in a select", strings.ReplaceAll(
			hubPlay(func(p *play, at int) { p.waits(at, 1, "s5", 2) }).queues("108ms 2 monitor-wait M stack=s1"),
			"101ms 1 suspend-start channel stack=s2", "101ms 1 suspend-start channel stack=s5"), ""},
		{"the receiver is not known", hubPlay(holdsOnly).queues("108ms 2 monitor-wait M stack=s1"), ""},
		{"such a lock is held for long", strings.ReplaceAll(
			hubPlay(subReceives).queues("108ms 2 suspend-start channel stack=s3"),
			"2ms 3 monitor-exit M", "2ms 2 ready\n95ms 3 monitor-exit M"), ""},
		{"a timer ended such waits", hubPlay(func(p *play, at int) {
			hubSends(p, at)
			p.waits(at+2, 1, "s2", 0)
		}).queues("108ms 2 ready"), ""},
		{"the places of a semaphore are kept", pool("s2", others),
			"3 of 4 threads have waited to send to a channel in hub.publish (hub.go:2) for 899 ms"},
		{"an idle pool that feeds itself", pool("s3", others), ""},
		{"an idle pool", pool("s3", func(int) int { return 4 }), ""},
		{"a full queue, with a consumer that sleeps", pool("s2", func(int) int { return 4 }), ""},
		{"a timer gave room in a queue", pool("s2", func(n int) int { return others(n) * (n % 2) }), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := detect.Find(context.Background(), tell(t, "tiv-text 1", hangStacks+sorted(c.story)), nil)
			var accusations []string
			for _, f := range r.Findings {
				if f.Severity.Accuses() {
					accusations = append(accusations, f.Kind+": "+f.Text)
				} else if c.want != "" && strings.Contains(f.Text, "It may still let go.") {
					t.Errorf("a note about the hang: %s", f.Text)
				}
			}
			if c.want == "" && len(accusations) == 0 {
				return
			}
			if len(accusations) != 1 || !strings.HasPrefix(accusations[0], "hang: ") ||
				!strings.Contains(accusations[0], c.want) || c.want == "" {
				t.Errorf("accusations %q, want %q", accusations, c.want)
			}
		})
	}
}

// sorted sorts the lines of a story by time.
func sorted(story string) string {
	lines := strings.Split(strings.TrimSpace(story), "\n")
	at := func(line string) (ms int) {
		if _, err := fmt.Sscanf(line, "%dms", &ms); err != nil {
			fmt.Sscanf(line, "%ds", &ms)
			ms *= 1000
		}
		return ms
	}
	slices.SortStableFunc(lines, func(a, b string) int { return at(a) - at(b) })
	return strings.Join(lines, "\n") + "\n"
}
