package lockname_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/lockname"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// story has waits of 30 ms for 0x10, of 2 × 20 ms for 0x20, none for 0x30, a reader of
// 0x40, and a lock with a name.
const story = `tiv-text 1
0ms  A start
0ms  B start
0ms  C start
0ms  A monitor-enter 0x10
0ms  A monitor-enter 0x20
0ms  C monitor-enter 0x30
0ms  C monitor-enter 0x40 mode=shared
0ms  C monitor-enter table
5ms  B monitor-wait 0x20
10ms C monitor-wait 0x20
25ms A monitor-exit 0x20
25ms B monitor-enter 0x20
25ms B monitor-exit 0x20
30ms C monitor-enter 0x20
30ms C monitor-exit 0x20
40ms B monitor-wait 0x10
70ms B end
90ms C end
`

// census returns the ranks of a trace in pages of a few events.
func census(t *testing.T, text string, pageEvents int) (*timeline.Timeline, lockname.Ranks) {
	t.Helper()
	feed, err := tracefeed.OpenInput(tracefeed.Input{Name: "story", Reader: strings.NewReader(text)}, []tracefeed.Format{textfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{PageEvents: pageEvents})
	if err != nil {
		t.Fatal(err)
	}
	c := lockname.NewCensus(tl)
	tl.EachLockPage(context.Background(), 0, math.MaxInt, c.Page)
	return tl, c.Ranks()
}

func monitor(t *testing.T, tl *timeline.Timeline, id string) tracefeed.MonitorID {
	t.Helper()
	i := slices.IndexFunc(tl.Monitors, func(m tracefeed.Monitor) bool { return m.ID == id })
	if i < 0 {
		t.Fatalf("no monitor %s", id)
	}
	return tracefeed.MonitorID(i)
}

// Letters follow the waiting, whatever the pages; names that people can remember stay.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, events := range []int{0, 1, 3, 7} {
		tl, ranks := census(t, story, events)
		own := map[tracefeed.MonitorID]string{monitor(t, tl, "0x30"): "accounts"}
		n := lockname.New(tl.Monitors, ranks, own)
		for id, want := range map[string][3]string{
			"0x20":  {"lock A", "A", "id 0x20"},
			"0x10":  {"lock B", "B", "id 0x10"},
			"0x30":  {"accounts", "accounts", "lock 0x30, id 0x30"},
			"0x40":  {"rwlock 0x40", "0x40", "id 0x40"},
			"table": {"lock table", "table", "id table"},
		} {
			m := monitor(t, tl, id)
			if got := [3]string{n.Full(m), n.Short(m), n.Detail(m)}; got != want {
				t.Errorf("pages of %d, %s: %q, want %q", events, id, got, want)
			}
		}
	}
}

// A monitor's place in the code belongs to its name.
func TestPlaces(t *testing.T) {
	t.Parallel()
	monitors := []tracefeed.Monitor{{}, {ID: "0xc0", Name: "0xc0 main.move:36"}, {ID: "0xd0", Name: "results"},
		{ID: "0xe0", Name: "0xe0 main.get:9"}}
	n := lockname.New(monitors, lockname.Ranks{Kinds: []byte{0, byte(lockname.Mutex)}, Order: []tracefeed.MonitorID{2, 1}}, nil)
	for m, want := range map[tracefeed.MonitorID][2]string{
		1: {"mutex main.move:36 · B", "B main.move:36"},
		2: {"lock results · A", "A results"},
		3: {"lock main.get:9", "main.get:9"},
	} {
		if got := [2]string{n.Full(m), n.Short(m)}; got != want {
			t.Errorf("%d: %q, want %q", m, got, want)
		}
	}
}

// The place of a monitor is its class, where it is taken, or both.
func TestTaken(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]string{
		"0x1 main.move:36":               {"", "main.move:36"},
		"0x1 ReentrantLock Bank.move:41": {"ReentrantLock", "Bank.move:41"},
		"0x1 ReentrantLock":              {"ReentrantLock", ""},
		"0x1 host:":                      {"host:", ""},
		"0x1":                            {"", ""},
	} {
		n := lockname.New([]tracefeed.Monitor{{}, {ID: "0x1", Name: name}, {ID: "db:1", Name: "db:1"}}, lockname.Ranks{}, nil)
		if class, at := n.Taken(1); [2]string{class, at} != want {
			t.Errorf("%s: %q, %q", name, class, at)
		}
		if class, at := n.Taken(2); class != "db:1" || at != "" {
			t.Errorf("a name of its own: %q, %q", class, at)
		}
	}
}

// The letters of a growing trace stay; new monitors get the next ones.
func TestAfter(t *testing.T) {
	t.Parallel()
	older := lockname.Ranks{Order: []tracefeed.MonitorID{5, 2}}
	newer := lockname.Ranks{Order: []tracefeed.MonitorID{2, 9, 5, 1}}
	if got, want := newer.After(older).Order, []tracefeed.MonitorID{5, 2, 9, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := newer.After(lockname.Ranks{}).Order; !slices.Equal(got, newer.Order) {
		t.Errorf("%v", got)
	}
}

// objects are a lock, and objects at which threads are suspended for longer than they wait
// for the lock.
const objects = `tiv-text 1
frame lock sync.(*Mutex).Lock
frame once sync.(*Once).doSlow
frame cond sync.(*Cond).Wait
frame group sync.(*WaitGroup).Wait
frame sem golang.org/x/sync/semaphore.(*Weighted).Acquire
frame send runtime.chansend1
frame select runtime.selectgo
frame main main.f
stack s8 send main
stack s9 select main
stack s6 sem main
stack s7 lock sem main
stack s1 lock once main
stack s2 cond main
stack s3 group main
stack s4 main
stack s5 lock cond main
0ms  A monitor-enter 0x10 stack=s4
0ms  B monitor-wait 0x10 stack=s1
1ms  A monitor-exit 0x10
1ms  B monitor-enter 0x10 stack=s1
1ms  E monitor-enter 0x50 stack=s4
1ms  B monitor-wait 0x50 stack=s5
3ms  E monitor-exit 0x50
3ms  B monitor-enter 0x50 stack=s5
3ms  B suspend-start wait monitor=0x20 stack=s2
3ms  C suspend-start join monitor=0x30 stack=s3
3ms  D suspend-start wait monitor=0x40 stack=s4
4ms  D suspend-end
9ms  B suspend-end
30ms C suspend-end
30ms E monitor-enter 0x60 stack=s6
30ms E monitor-enter 0x70 stack=s7
30ms C suspend-start channel monitor=0x80 stack=s8
31ms C suspend-end
31ms C suspend-start channel monitor=0x90 stack=s9
31.5ms C suspend-end
40ms A end
`

func TestObjects(t *testing.T) {
	t.Parallel()
	for _, events := range []int{0, 1, 3} {
		tl, ranks := census(t, objects, events)
		n := lockname.New(tl.Monitors, ranks, nil)
		for id, want := range map[string]string{
			"0x10": "Once B", "0x50": "mutex A", "0x30": "wait group C", "0x20": "condition D", "0x40": "object E",
			"0x60": "semaphore 0x60", "0x70": "mutex 0x70", "0x80": "channel F", "0x90": "channel G",
		} {
			if got := n.Full(monitor(t, tl, id)); got != want {
				t.Errorf("pages of %d, %s: %q, want %q", events, id, got, want)
			}
		}
		if got := n.MostWaited(10); len(got) != 2 {
			t.Errorf("the locks with waits are %v", got)
		}
	}
}

func TestLetters(t *testing.T) {
	t.Parallel()
	monitors := make([]tracefeed.Monitor, 800)
	var order []tracefeed.MonitorID
	for m := range monitors {
		monitors[m].ID = "0x1"
		order = append(order, tracefeed.MonitorID(m))
	}
	n := lockname.New(monitors, lockname.Ranks{Order: order[1:]}, nil)
	for m, want := range map[tracefeed.MonitorID]string{1: "A", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA"} {
		if got := n.Letter(m); got != want {
			t.Errorf("%d: %q, want %q", m, got, want)
		}
	}
}
