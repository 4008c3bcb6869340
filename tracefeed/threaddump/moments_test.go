package threaddump

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// history returns the events of a text in words: "0 7 suspend-start".
func history(t *testing.T, text string) (list []string, note string) {
	t.Helper()
	s, events, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range events {
		w := fmt.Sprintf("%v %s %v", ev.Time, s.Tables().Threads[ev.Thread].ID, ev.Kind)
		if ev.Monitor != tracefeed.NoMonitor {
			w += " " + s.Tables().Monitors[ev.Monitor].ID
		}
		if ev.Kind != tracefeed.Counter {
			list = append(list, w)
		}
	}
	return list, s.Header().Note
}

func goroutine(id int, status, function string) string {
	return fmt.Sprintf("goroutine %d [%s]:\nmain.%s()\n\t/a.go:7\ncreated by main.main\n\t/a.go:1\n\n", id, status, function)
}

// Dumps of one text are moments of one trace.
func TestMoments(t *testing.T) {
	t.Parallel()
	blocked := func(name, number, wants, holds string) string {
		return fmt.Sprintf("%q #%s prio=5 tid=0x%s nid=1 waiting for monitor entry [0x1]\n   java.lang.Thread.State: "+
			"BLOCKED (on object monitor)\n\tat a.B.c(B.java:1)\n"+
			"\t- waiting to lock <0x%s> (a a.Lock)\n\t- locked <0x%s> (a a.Lock)\n\n", name, number, number, wants, holds)
	}
	sleeping := "\"idle\" #3 prio=5 tid=0x3 nid=1 waiting on condition [0x1]\n   java.lang.Thread.State: " +
		"TIMED_WAITING (sleeping)\n\tat java.lang.Thread.sleep(Native Method)\n\tat a.B.idle(B.java:2)\n\n"
	ring := blocked("one", "1", "a", "b") + blocked("two", "2", "b", "a")
	for text, want := range map[string]string{
		// A wait that has grown has lasted; the time between the dumps is that of its growth.
		goroutine(1, "select, 2 minutes", "f") + goroutine(2, "chan receive", "g") + goroutine(1, "select, 5 minutes", "f") +
			goroutine(2, "chan receive", "g"): "" +
			"0 ns 1 suspend-start; 120 s 2 suspend-start; 122 s 2 unknown; 300 s 2 suspend-start; 302 s  none",
		// Another wait at the same place begins after the first dump, the state between is unknown.
		goroutine(1, "select, 5 minutes", "f") + goroutine(2, "chan receive", "g") + goroutine(1, "select, 2 minutes", "f") +
			goroutine(3, "running", "g"): "" +
			"0 ns 1 suspend-start; 300 s 2 suspend-start; 305 s 1 unknown; 305 s 2 unknown; 305 s 1 suspend-start; " +
			"310 s 2 end; 310 s 3 run; 315 s 3 sample; 315 s  none",
		// Threads of a deadlock stay in it although a later dump does not have them.
		"2026-01-01 10:00:00\nFull thread dump X:\n" + ring + "2026-01-01 10:00:05\nFull thread dump X:\n" + sleeping +
			strings.Replace(sleeping, `"idle" #3`, `"other" #4`, 1): "" +
			"0 ns 1 monitor-enter 0xb; 0 ns 2 monitor-enter 0xa; 0 ns 1 monitor-wait 0xa; 0 ns 2 monitor-wait 0xb; 5 " +
			"s 3 suspend-start; 5 s 4 suspend-start; 5.01 s  none",
		// What threads hold between two dumps is unknown.
		"Full thread dump X:\n" + blocked("one", "1", "a", "b") + sleeping + "Full thread dump X:\n" +
			blocked("one", "1", "a", "b") + sleeping: "" +
			"0 ns 1 monitor-enter 0xb; 0 ns 1 monitor-wait 0xa; 0 ns 3 suspend-start; 10 ms 1 monitor-exit 0xb; 10 " +
			"ms 1 unknown; 10 ms 3 unknown; 20 ms 1 monitor-enter 0xb; 20 ms 1 monitor-wait 0xa; 20 ms 3 suspend-start; 30 ms  none",
	} {
		got, note := history(t, text)
		if strings.Join(got, "; ") != want || !strings.HasPrefix(note, "2 dumps are moments of one trace") {
			t.Errorf("%s\nis %q (%s), want\n%q", text, strings.Join(got, "; "), note, want)
		}
	}
}

// A thread is the same in two dumps if its id and its name are.
func TestThreadsOfMoments(t *testing.T) {
	t.Parallel()
	text := goroutine(1, "select", "f") + goroutine(2, "select", "g") + goroutine(1, "select", "h") + goroutine(2, "select", "g")
	s, _, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, th := range s.Tables().Threads[1:] {
		got = append(got, th.ID+" "+th.Name)
	}
	if want := []string{"1 main.f 1", "2 main.g 2", "1/2 main.h 1"}; !slices.Equal(got, want) {
		t.Errorf("the threads are %q, want %q", got, want)
	}
}

// Stack traces that a program prints are no dumps, if the text has one.
func TestStackTraces(t *testing.T) {
	t.Parallel()
	panics := "2026/11/22 http: panic serving 1.2.3.4: oops\n" + goroutine(99, "running", "serve")
	for text, want := range map[string]string{
		panics + sample(t, "go-asleep.txt") + panics: "2 stack traces of one thread are left out",
		panics + strings.ReplaceAll(panics, "99", "98"): "2 dumps are moments of one trace, the last near line 9; " +
			"between them states are unknown",
	} {
		s, _, err := read(t, text)
		if err != nil {
			t.Fatal(err)
		}
		if note := s.Header().Note; note != want {
			t.Errorf("%.30s…: %q, want %q", text, note, want)
		}
	}
}
