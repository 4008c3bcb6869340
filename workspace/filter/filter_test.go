package filter_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/expression"
	"tiv/interaction/lockname"
	"tiv/internal/reduced"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// tell reduces a text trace.
func tell(t testing.TB, story string) *timeline.Timeline {
	t.Helper()
	return reduced.Story(t, "tiv-text 1\n"+story)
}

// story has a window of 100 ms, from 100 to 200, at the end of which w1 and w2
// wait for the main thread.
const story = `
	0ms main start name=main
	0ms w1 start name=worker_1
	0ms w2 start name=worker_2
	20ms old start name=Old.Worker
	40ms old end
	50ms idle start
	60ms idle suspend-start sleep
	110ms late start name=späti
	110ms main monitor-enter M
	120ms w1 monitor-wait M
	130ms main monitor-exit M
	130ms w1 monitor-enter M
	130ms w1 monitor-exit M
	140ms main monitor-enter M
	150ms w1 monitor-wait M
	160ms late io-start net
	170ms late io-end
	175ms w2 monitor-wait M
	180ms late end
	190ms main monitor-enter N
	200ms main monitor-exit N
	210ms main monitor-exit M
	210ms w1 monitor-enter M
	210ms w2 monitor-enter N
	300ms main end`

func storyView(t testing.TB) filter.View {
	tl := tell(t, story)
	from, to := 100*tracefeed.Millisecond, 200*tracefeed.Millisecond
	return filter.View{
		Timeline: tl, Moment: to, From: from, To: to, Until: to,
		Locks: lockname.New(tl.Monitors, lockname.Ranks{Kinds: []byte{1: byte(lockname.Mutex)}},
			map[tracefeed.MonitorID]string{1: "store"}),
		Clusters: []view.Cluster{{Name: "pool", Threads: []tracefeed.ThreadID{2, 3}}, {Name: "rest", Threads: []tracefeed.ThreadID{5}}},
		Since:    from,
	}
}

// match returns the ids of the threads that an expression is true of.
func match(t testing.TB, v filter.View, text string) string {
	t.Helper()
	f, err := filter.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	got, err := f.Match(context.Background(), v, everyThread(v.Timeline))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var ids []string
	for _, id := range got {
		ids = append(ids, v.Timeline.Threads[id].ID)
	}
	return strings.Join(ids, " ")
}

func everyThread(tl *timeline.Timeline) []tracefeed.ThreadID {
	var all []tracefeed.ThreadID
	for id := 1; id < len(tl.Threads); id++ {
		all = append(all, tracefeed.ThreadID(id))
	}
	return all
}

func TestMatch(t *testing.T) {
	t.Parallel()
	v := storyView(t)
	for _, c := range []struct{ text, want string }{
		{"", "main w1 w2 old idle late"},
		{"  ", "main w1 w2 old idle late"},
		{"worker", "w1 w2 old"},
		{" Worker_1 ", "w1"},
		{"old.worker", "old"},
		{"d.w", "old"},
		{"dxw", ""},
		{"späti", "late"},
		{`"worker"`, "w1 w2 old"},
		{`"(" || "main"`, "main"},
		{`"worker" && alive`, "w1 w2"},
		{`!"worker" and !(alive)`, "late"},
		{`name ~ "^worker"`, "w1 w2"},
		{`name ~ "ÄT"`, "late"},
		{`name !~ "worker|main"`, "idle late"},
		{`name ~ "\d$"`, "w1 w2"},
		{`name ~ '"'`, ""},
		{`name == "main"`, "main"},
		{`name != "main" && id == 'w1'`, "w1"},
		{`name in ["main", "idle"]`, "main idle"},
		{`name not in ["main", "idle"] and alive`, "w1 w2"},
		{`name contains "Work"`, "old"},
		{`name startsWith "work"`, "w1 w2"},
		{`name endsWith "2" or name not contains "k"`, "main w2 idle late"},
		{`in cluster("pool")`, "w1 w2"},
		{`not in cluster("pool") && alive`, "main idle"},
		{`cluster("pool") or cluster == "rest"`, "w1 w2 idle"},
		{`cluster == ""`, "main old late"},
		{`state == "blocking"`, "w1 w2"},
		{`state in ["suspended", "running"]`, "main idle"},
		{`state == "not alive"`, "old late"},
		{`alive`, "main w1 w2 idle"},
		{`alive == false`, "old late"},
		{`system`, ""},
		{`blocking > 0%`, "w1 w2"},
		{`blocking > 59.999999%`, "w1"},
		{`blocking > 60%`, ""},
		{`blocking >= 60%`, "w1"},
		{`60% == blocking`, "w1"},
		{`blocking != 60% && blocking > 0ns`, "w2"},
		{`25% <= blocking`, "w1 w2"},
		{`blocking < 25ms`, "main old idle late"},
		{`25ms < blocking`, "w1"},
		{`blocking == 25ms`, "w2"},
		{`10ms < io + blocking`, "w1 w2"},
		{`10ms <= io + blocking <= 0.025s`, "w2 late"},
		{`blocking - running >= 20%`, "w1"},
		{`running - blocking < 0%`, "w1"},
		{`suspended >= 100%`, "idle"},
		{`runnable > 0% || unknown > 0%`, ""},
		{`running > 50% && running < 100%`, "w2 late"},
		{`waits > 1`, "w1"},
		{`waits == 1`, "w2"},
		{`waits in [1, 2]`, "w1 w2"},
		{`waits_for == "main"`, "w1 w2"},
		{`"main" in waits_for`, "w1 w2"},
		{`waits_for != "main"`, "main old idle late"},
		{`waits_for == ""`, "main old idle late"},
		{`"" != waits_for`, "w1 w2"},
		{`waits_for ~ "MAI"`, "w1 w2"},
		{`waits_for !~ "."`, "main old idle late"},
		{`blocks == "worker_2"`, "main"},
		{`blocks ~ "2$" && "worker_1" == blocks`, "main"},
		{`lock == "M"`, "w1 w2"},
		{`lock == "store"`, "w1 w2"},
		{`lock == "mutex M"`, "w1 w2"},
		{`lock ~ "^mutex"`, "w1 w2"},
		{`lock == "mutex"`, ""},
		{`lock != "M" && state == "blocking"`, ""},
		{`lock == "" && alive`, "main idle"},
		{`monitor == "M"`, "w1 w2"}, // the former name of the word
		{`lock ~ "^x" || lock == "N"`, ""},
		{`interacts("main")`, "w1 w2"},
		{`interacts("worker_1")`, "main"},
		{`interacts("w2")`, "main"},
		{`interacts("late") || interacts("nobody")`, ""},
		{`start > 100ms`, "late"},
		{`start == 0s && end == 300ms`, "main w1 w2"},
		{`end - start <= 70ms`, "old late"},
		{`start < end`, "main w1 w2 old idle late"},
		{`function == ""`, "main w1 w2 old idle late"},
		{`true`, "main w1 w2 old idle late"},
		{`false`, ""},
		{`1 < waits < 3`, "w1"},
		{`waits > 007`, ""},
		{strings.Repeat("(", 490) + "false" + strings.Repeat(")", 490), ""},
		{strings.Repeat("!", 991) + "alive", "old late"},
		{`waits > 1.5`, "w1"},
	} {
		if got := match(t, v, c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// Match keeps any order of threads.
func TestMatchKeepsOrder(t *testing.T) {
	t.Parallel()
	v := storyView(t)
	f, err := filter.Parse("blocking > 0ms || running >= 80%")
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Match(context.Background(), v, []tracefeed.ThreadID{3, 6, 1, 2})
	if want := []tracefeed.ThreadID{3, 1, 2}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := f.Match(done, v, []tracefeed.ThreadID{1}); !errors.Is(err, context.Canceled) || got != nil {
		t.Errorf("once it is cancelled: %v, %v", got, err)
	}
}

// Sums that are too long for a number are as long as can be, and shares are of
// the longest windows there are.
func TestLongTimes(t *testing.T) {
	t.Parallel()
	tl := tell(t, `
		0ms A start
		1ms B start
		2562047h A suspend-start sleep`)
	v := filter.View{Timeline: tl, Moment: tl.End, To: tl.End, Until: tl.End}
	for text, want := range map[string]string{
		"running + running > 2562047h":          "A B",
		"running + running + running > 1ms":     "A B",
		"running >= 100%":                       "A",
		"running > 99.999999%":                  "A B",
		"suspended - running - running < 1ms":   "A B",
		"running + running - running > 1ms":     "A B",
		"running > 999999%":                     "",
		"end - start > 2562046.9h && waits > 0": "",
	} {
		if got := match(t, v, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A wait that begins with the last event of the trace does not count, and one
// whose blocker changes counts once.
func TestWaits(t *testing.T) {
	t.Parallel()
	tl := tell(t, `
		0ms A start
		0ms B start
		10ms A monitor-wait M by=B
		20ms A monitor-wait M by=C
		30ms A monitor-enter M
		40ms A monitor-wait N
		50ms A monitor-enter N
		60ms A monitor-wait N`)
	v := filter.View{Timeline: tl, Moment: tl.End, To: tl.End, Until: tl.End}
	for text, want := range map[string]string{"waits == 2": "A", "waits == 0": "B C"} {
		if got := match(t, v, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if v.From = 30 * tracefeed.Millisecond; match(t, v, "waits == 1") != "A" {
		t.Error("a wait that ends where the window begins is in it")
	}
}

// Names can have anything in them, and be of any length.
func TestNames(t *testing.T) {
	t.Parallel()
	tl := tell(t, "0ms A start name=a\"b\\\n0ms B start name="+strings.Repeat("x", 5000)+
		"end\n0ms C start\n0ms C monitor-enter M\n0ms A monitor-wait M\n1ms A end")
	own := *tl
	own.Threads = slices.Clone(tl.Threads)
	own.Threads[3].Name = "\xff\n\\\"'\\\\"
	v := filter.View{Timeline: &own, Moment: tl.End, To: tl.End, Until: tl.End}
	for text, want := range map[string]string{
		`name ~ "a\"b"`: "A", `name startsWith "a\"b"`: "A", `name ~ "b\\\\$"`: "A", `name ~ '^\w\W\w'`: "A",
		`name == "a\"b\\"`: "A", `"b\\"`: "A", `'"b'`: "A", `name ~ '\'\\\\'`: "C",
		"name == " + expression.Quote(own.Threads[1].Name):         "A",
		"name == " + expression.Quote(own.Threads[3].Name):         "C",
		expression.Quote(own.Threads[3].Name):                      "C",
		`interacts(` + expression.Quote(own.Threads[3].Name) + `)`: "A",
		`name ~ "xxx"`: "B", `name ~ "end"`: "",
	} {
		if got := match(t, v, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestFunction(t *testing.T) {
	t.Parallel()
	tl := tell(t, story)
	own := *tl
	own.Frames = []tracefeed.Frame{{}, {Func: "inner"}, {Func: "outer"}}
	own.Stacks = [][]tracefeed.FrameID{{1, 2}} // of every span
	v := filter.View{Timeline: &own, Moment: own.End, To: own.End, Until: own.End}
	if got := match(t, v, `function == "outer"`); got != "main w1 w2 old idle late" {
		t.Errorf("of the outermost function: %q", got)
	}
	if got := match(t, v, `function ~ "inner"`); got != "" {
		t.Errorf("of the innermost function: %q", got)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		column int
		says   string
	}{
		{`blocking > 5`, 10, `a length of time and a number: say how much, as in running > 50%`},
		{`alive && blocking`, 7, `a condition and a length of time: say how much`},
		{`blocking`, 1, "this is a length of time, not a condition"},
		{`name`, 1, "this is a text"},
		{`waits_for`, 1, "this is a list of texts"},
		{`name == 5`, 6, "a text and a number"},
		{`! name == "x"`, 1, "in brackets"},
		{`waits ~ "x"`, 7, "a number and a pattern"},
		{`end - start > 5%`, 13, "a length of time and a share"},
		{`start > 5%`, 7, "a moment and a share"},
		{`5% > 5%`, 4, "a share and a share"},
		{`alive < true`, 7, "join conditions"},
		{`alive in ["a"]`, 7, "in needs a list"},
		{`name in "abc"`, 6, "in needs a list"},
		{`"ä" && nam ~ "x"`, 8, `unknown word "nam"; did you mean name?`},
		{`blocks(5)`, 1, "blocks takes no arguments"},
		{`interacts(x)`, 1, `interacts("main")`},
		{`interacts`, 1, `interacts("main")`},
		{`cluster(5)`, 1, `cluster("main")`},
		{`name ~ "("`, 8, "missing closing )"},
		{`name ~ "a{1000}"`, 8, "the pattern is too large"},
		{`name ~ main`, 8, "needs a quoted text"},
		{`name ~`, 7, "needs a quoted text"},
		{`~ "x"`, 1, `a value is missing before "~"`},
		{`(alive`, 1, "not closed"},
		{`(alive || (system)`, 1, "not closed"},
		{`alive)`, 6, "unexpected"},
		{`(alive &&)`, 10, "a value is missing before"},
		{`alive &&`, 9, "unexpected end: a value is expected after"},
		{`&& alive`, 1, `a value is missing before "&&"`},
		{`alive & system`, 7, "write && instead of &"},
		{`blocking = 5ms`, 10, "write == instead of ="},
		{`name == "x`, 9, "no closing \""},
		{`name == "x" # y`, 13, "unexpected"},
		{`alive system`, 7, "an operator is missing"},
		{`alive !system`, 7, "an operator is missing"},
		{`alive (system)`, 1, "alive takes no arguments"},
		{`"x" ("y")`, 5, "an operator is missing"},
		{`"x" "y"`, 5, "an operator is missing"},
		{`alive not system`, 7, "an operator is missing"},
		{`blocking > 5parsec`, 12, "invalid time"},
		{`blocking > 0.5ns`, 12, "invalid time"},
		{`blocking > 1.2345678%`, 12, "too many digits"},
		{`waits > 0.5d0`, 9, "invalid time"},
		{`waits > 1234567890123456`, 9, "too many digits"},
		{`name == ["a"]`, 9, "only after in"},
		{`name in ["a" "b"]`, 14, "a comma is missing"},
		{`name in ["a", name]`, 15, "only quoted texts and numbers"},
		{`name in ["a"`, 9, "no closing ]"},
		{`name in []`, 10, "only quoted texts and numbers"},
		{`-waits > 1`, 1, "a value is missing"},
		{"\xff", 1, "not valid UTF-8"},
		{strings.Repeat("(", 1001), 1, "longer than 1000 bytes"},
		{strings.Repeat("1<", 490) + "waits", 670, "too many parts"},
		{strings.Repeat("io+io-", 100) + "io > 1ms", 93, "more than 30 + and -"},
		{strings.Repeat("(", 1000), 1001, "unexpected end: a value is expected after"},
	} {
		_, err := filter.Parse(c.text)
		var wrong *expression.Error
		if !errors.As(err, &wrong) || wrong.Column != c.column || !strings.Contains(wrong.Text, c.says) {
			t.Errorf("%s: %v; want column %d: … %s …", c.text, err, c.column, c.says)
		}
	}
}

// Every word can be used in expressions, and its example is valid; so are the examples of
// the operators.
func TestWords(t *testing.T) {
	t.Parallel()
	v := storyView(t)
	for _, w := range filter.Words() {
		match(t, v, w.Example)
		if !strings.Contains(w.Example, w.Name) || w.Help == "" {
			t.Errorf("%+v", w)
		}
	}
}

// Shares are exact, and so are sums of times, in any window.
func TestSharesAgainstBigNumbers(t *testing.T) {
	t.Parallel()
	v := storyView(t)
	r := rand.New(rand.NewPCG(7, 8))
	words := map[string]tracefeed.State{"running": tracefeed.Running, "blocking": tracefeed.Blocking,
		"suspended": tracefeed.Suspended, "io": tracefeed.IO}
	seen := map[bool]int{}
	for range 2000 {
		v.From = tracefeed.Time(r.Int64N(int64(2*v.Timeline.End))) - v.Timeline.End
		v.To = max(v.From, 0) + 1 + tracefeed.Time(r.Int64N(int64(v.Timeline.End)))
		for word, state := range words {
			id := tracefeed.ThreadID(1 + r.IntN(6))
			part := v.Timeline.Lane(id).Sum(v.From, v.To)[state]
			whole := v.To - max(v.From, 0)
			share := big.NewRat(int64(part), int64(whole))
			near := new(big.Rat).Mul(share, big.NewRat(100, 1)).FloatString(r.IntN(5)) // rounded
			want, _ := new(big.Rat).SetString(near)
			want.Quo(want, big.NewRat(100, 1))
			f, err := filter.Parse(fmt.Sprintf("%s >= %s%% && !(%s < %s%%)", word, near, word, near))
			if err != nil {
				t.Fatal(err)
			}
			got, err := f.Match(context.Background(), v, []tracefeed.ThreadID{id})
			if yes := share.Cmp(want) >= 0; err != nil || len(got) > 0 != yes {
				t.Fatalf("%d of %d ns are %s%%: %v, %v", part, whole, near, got, err)
			} else if part > 0 {
				seen[yes]++
			}
		}
	}
	if len(seen) < 2 {
		t.Errorf("only one answer came up: %v", seen)
	}
}

func FuzzParse(f *testing.F) {
	for _, w := range filter.Words() {
		f.Add(w.Example)
	}
	f.Add(`!(name in ["a", 'b', 3]) and "x" or 5% <= io + unknown - 3ms`)
	v := storyView(f)
	threads := everyThread(v.Timeline)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := filter.Parse(text)
		if err != nil {
			var wrong *expression.Error
			if !errors.As(err, &wrong) || wrong.Column < 1 || wrong.Column > len(text)+1 || strings.Contains(wrong.Text, "does not fit") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		got, err := p.Match(context.Background(), v, threads)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		one, err := p.Match(context.Background(), v, threads[:1])
		if err != nil || len(one) > 0 != slices.Contains(got, 1) {
			t.Fatalf("%q: %v of all, %v of one, %v", text, got, one, err)
		}
	})
}
