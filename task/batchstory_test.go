package task_test

import (
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
)

// TestEndOfBatches tells when batches begin and end, and on which thread: that which is passed on, when the
// last thread is done with it; that which goes on at the end of the trace has no end.
func TestEndOfBatches(t *testing.T) {
	t.Parallel()
	index, err := task.Build(t.Context(), reduced.Story(t, `tiv-text 1
		0us A start
		0us V start
		0us W start
		1us A call-enter x.serve
		1us A put object=1 value=1
		2us A call-exit x.serve
		3us A call-enter x.serve
		3us A put object=1 value=2
		4us A call-exit x.serve
		5us W take object=1 value=1
		6us W take object=1 value=2
		7us W put object=2 value=1
		8us W take object=1
		10us V take object=2 value=1
		20us V take object=2
		30us A call-enter x.serve
		30us A put object=1 value=3
		31us A call-exit x.serve
		32us A call-enter x.serve
		32us A put object=1 value=4
		33us A call-exit x.serve
		40us W take object=1 value=3
		41us W take object=1 value=4
		60us A end`), task.Options{Definitions: definition.List{serve}})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for i := range index.Tasks {
		if x := &index.Tasks[i]; x.Type == "batch" {
			fmt.Fprintf(&got, "%v %v-%v %v by %d, queue %v; ", x.Links, x.Start, x.End, x.Ended, x.EndedBy, x.Bill.Queue)
		}
	}
	if want := "[1 2] 6 µs-20 µs true by 2, queue 2 µs; [4 5] 41 µs-60 µs false by 0, queue 0 ns; "; got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}

// TestBatchStories tells for whom threads work that take several items. Tasks 1, 2 and 3 have put an
// item each into queue 1 before, as its items 1, 2 and 3; item 4 is of nobody.
func TestBatchStories(t *testing.T) {
	t.Parallel()
	var begin strings.Builder
	begin.WriteString("frame send runtime.chansend1 chan.go:1\nstack send send\n0us A start\n0us W start\n")
	for n := range 3 {
		fmt.Fprintf(&begin, "%dns A call-enter x.serve\n%dns A put object=1 value=%d\n%dns A call-exit x.serve\n", n, n, n+1, n)
	}
	begin.WriteString("1us A put object=1 value=4\n")
	var keeper, kept strings.Builder
	keeper.WriteString("2us A call-enter x.serve\n3us W take object=1 value=1\n4us W take object=1 value=4\n5us W take object=1\n")
	kept.WriteString("W serve1 3 µs-4 µs observed; ")
	for n := range 30 {
		fmt.Fprintf(&keeper, "%d0us A put object=1 value=%d\n%d1us W take object=1 value=%d\n", n+1, n+5, n+1, n+5)
		fmt.Fprintf(&keeper, "%d2us W take object=1\n%d2us W suspend-start channel\n", n+1, n+1)
		fmt.Fprintf(&kept, "W serve4 %d1 µs-%d2 µs observed; ", n+1, n+1)
	}
	keeper.WriteString("400us A put object=1 value=35\n400us W take object=1 value=35\n900us W end")
	for _, test := range []struct{ name, text, want string }{
		{"who takes items one after the other works for all of them, until it asks for the next", `
			10us W take object=1 value=1
			11us W take object=1 value=2
			12us W take object=1 value=3
			50us W take object=1
			60us W end`,
			"W serve1 10 µs-11 µs observed; W batch4[1 2 3] 11 µs-50 µs observed"},
		{"who has run as long as work takes works for the next item alone", `
			10us W take object=1 value=1
			20us W take object=1 value=2
			50us W take object=1
			60us W end`,
			"W serve1 10 µs-20 µs observed; W serve2 20 µs-50 µs observed"},
		{"to sleep is work of who never takes two items at once", `
			10us W take object=1 value=1
			11us W suspend-start sleep
			31us W suspend-end
			32us W take object=1 value=2
			60us W take object=1
			90us W end`,
			"W serve1 10 µs-32 µs observed; W serve2 32 µs-60 µs observed"},
		{"to sleep, or to wait for a lock or a processor, is no work of who takes several items at some time", `
			10us W take object=1 value=1
			11us W suspend-start sleep
			31us W suspend-end
			31us W ready
			41us W run
			42us W monitor-wait L
			62us W monitor-enter L
			62us A monitor-wait L
			62us W monitor-exit L
			62us W wake A
			62us A monitor-enter L
			63us W take object=1 value=2
			80us W take object=1
			90us A put object=1 value=5
			90us A put object=1 value=6
			91us W take object=1 value=5
			92us W take object=1 value=6
			93us W end`,
			"W serve1 10 µs-63 µs observed; W batch4[1 2] 63 µs-80 µs observed"},
		{"who passes an item on, wakes another thread, or starts one is done with it", `
			10us W take object=1 value=1
			11us W put object=2 value=1
			12us W take object=1 value=2
			13us V start by=W
			14us W take object=1 value=3
			30us W take object=1
			90us W end
			90us V end`,
			"W serve1 10 µs-12 µs observed; W serve2 12 µs-14 µs observed; W serve3 14 µs-30 µs observed; V serve2 13 µs-14 µs inferred"},
		{"who was in a region of a task has worked", `
			10us W take object=1 value=1
			11us W region-start x object=7
			12us W region-end x object=7
			13us W take object=1 value=2
			60us W take object=1
			90us W end`,
			"W serve1 10 µs-11 µs observed; W serve1 12 µs-13 µs observed; W serve2 13 µs-60 µs observed"},
		{"who can have run has worked", `
			9us W unknown
			10us W take object=1 value=1
			20us W take object=1 value=2
			60us W take object=1
			90us W end`,
			"W serve1 10 µs-20 µs observed; W serve2 20 µs-60 µs observed"},
		{"a batch is over when the last thread is done with it", `
			5us U start
			6us V start
			10us W take object=1 value=1
			11us W take object=1 value=2
			12us W put object=2 value=1
			12us W put object=2 value=2
			13us W take object=1
			14us V take object=2 value=1
			15us U take object=2 value=2
			16us T start by=V
			20us U take object=2
			30us V take object=2
			90us T end`,
			"W serve1 10 µs-11 µs observed; W batch4[1 2] 11 µs-13 µs observed; U batch4[1 2] 15 µs-20 µs observed; " +
				"V batch4[1 2] 14 µs-30 µs observed; T batch4[1 2] 16 µs-30 µs inferred"},
		{"who makes room for a thread that waits to send is not done with anything", `
			2us A suspend-start channel stack=send
			10us W take object=1 value=1
			11us W wake A
			12us W take object=1 value=2
			30us W take object=1
			90us W end`,
			"W serve1 10 µs-12 µs observed; W batch4[1 2] 12 µs-30 µs observed"},
		{"an item of nobody among others makes the work that of none", `
			10us W take object=1 value=3
			11us W take object=1 value=4
			12us A put object=1 value=5
			90us W end`,
			"W serve3 10 µs-11 µs observed"},
		{"who gathers items, and is not seen for long, works for none; but locks show it at work", `
			10us W take object=1 value=1
			11us W take object=1 value=2
			40us W take object=1 value=3
			60us W end`,
			"W serve1 10 µs-11 µs observed; W batch4[1 2] 11 µs-40 µs observed"},
		{"locks show who gathers items at work", `
			10us W take object=1 value=1
			11us W take object=1 value=2
			30us W monitor-enter L
			31us W monitor-exit L
			40us W take object=1 value=3
			60us W end`,
			"W serve1 10 µs-11 µs observed; W batch4[1 2] 11 µs-40 µs observed; W serve3 40 µs-60 µs observed"},
		{"a batch on which nobody has worked is none", `
			10us W take object=1 value=1
			11us W take object=1 value=2
			12us W take object=1
			60us W end`,
			"W serve1 10 µs-11 µs observed"},
		{"to sleep before the next item is work", `
			10us W take object=1 value=1
			11us W take object=1 value=2
			12us W suspend-start sleep
			50us W suspend-end
			51us W take object=1
			60us W end`,
			"W serve1 10 µs-11 µs observed; W batch4[1 2] 11 µs-51 µs observed"},
		{"a batch that is passed on is one, and work for its tasks", `
			5us V start
			10us W take object=1 value=1
			11us W take object=1 value=2
			12us W put object=2 value=1
			13us W take object=1 value=3
			14us W put object=2 value=2
			15us V take object=2 value=1
			16us V take object=2 value=2
			30us V take object=2
			40us W take object=1
			60us W end`,
			"W serve1 10 µs-11 µs observed; W batch4[1 2] 11 µs-13 µs observed; W serve3 13 µs-40 µs observed; " +
				"V batch4[1 2] 15 µs-16 µs observed; V batch5[1 2 3] 16 µs-30 µs observed"},
		{"who works on few of the items that it takes keeps them, and works for none", keeper.String(), kept.String()},
		{"a queue from which calls take what other tasks have put gives nothing to anybody", `
			10us A call-enter x.serve
			11us A take object=1 value=1
			12us A call-exit x.serve
			20us W take object=1 value=2
			60us W end`,
			""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for piece := range strings.SplitSeq(work(t, begin.String()+test.text, serve), "; ") {
				if !strings.HasPrefix(piece, "A ") {
					got = append(got, piece)
				}
			}
			if got := strings.Join(got, "; "); got != strings.TrimSuffix(test.want, "; ") {
				t.Errorf("got\n%s\nwant\n%s", strings.ReplaceAll(got, "; ", "\n"), strings.ReplaceAll(test.want, "; ", "\n"))
			}
		})
	}
}

// TestLargeBatch takes an item of one task more than a batch can have.
func TestLargeBatch(t *testing.T) {
	t.Parallel()
	const most = 1024
	var text strings.Builder
	text.WriteString("tiv-text 1\n0us A start\n0us W start\n")
	for n := range most + 2 {
		fmt.Fprintf(&text, "%dns A call-enter x.serve\n%dns A put object=1 value=%d\n%dns A call-exit x.serve\n", n, n, n+1, n)
	}
	for n := range most + 2 {
		fmt.Fprintf(&text, "%dns W take object=1 value=%d\n", 10_000+n, n+1)
	}
	text.WriteString("90us W end")
	index, err := task.Build(t.Context(), reduced.Story(t, text.String()), task.Options{Definitions: definition.List{serve}})
	if err != nil {
		t.Fatal(err)
	}
	work := index.Work(2)
	if len(work) != 2 || work[1].End != 10_000+most || len(index.Tasks[work[1].Task].Links) != most {
		t.Errorf("works %v", work)
	}
}
