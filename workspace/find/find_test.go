package find

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// slow is the meaning of scores, letter by letter.
func slow(name, text string) Score {
	n, q := []rune(name), []rune(strings.ToLower(strings.TrimSpace(text)))
	small := []rune(strings.ToLower(name))
	switch {
	case slices.Equal(small, q):
		return Exact
	case len(small) >= len(q) && slices.Equal(small[:len(q)], q):
		return Prefix
	}
	best := NoMatch
	for at := 0; at+len(q) <= len(small); at++ {
		if slices.Equal(small[at:at+len(q)], q) {
			best = max(best, Inside)
			if slowStart(n, at) {
				best = max(best, Word)
			}
		}
	}
	packed := []rune(strings.ReplaceAll(string(q), " ", ""))
	if best < Initials && slowRuns(n, small, packed, 0, false, true) {
		return Initials
	}
	if best < Scattered && slowRuns(n, small, packed, 0, false, false) {
		return Scattered
	}
	return best
}

// slowRuns tries all ways to find q in the text after place at. inRun says that
// the letter before at was part of a run.
func slowRuns(name, small, q []rune, at int, inRun, atWords bool) bool {
	if len(q) == 0 || at == len(small) {
		return len(q) == 0
	}
	if small[at] == q[0] && (inRun || !atWords || slowStart(name, at)) && slowRuns(name, small, q[1:], at+1, true, atWords) {
		return true
	}
	return slowRuns(name, small, q, at+1, false, atWords)
}

func slowStart(name []rune, at int) bool {
	r := name[at]
	if at == 0 {
		return true
	}
	b := name[at-1]
	inWord := unicode.IsLetter(b) || unicode.IsDigit(b)
	return unicode.IsDigit(r) && !unicode.IsDigit(b) ||
		unicode.IsLetter(r) && !inWord ||
		unicode.IsUpper(r) && !unicode.IsUpper(b)
}

func randomText(r *rand.Rand, alphabet []rune, most int) string {
	out := make([]rune, r.IntN(most+1))
	for i := range out {
		out[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(out)
}

func TestSearchAgainstSlow(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[Score]int{}
	for range 20000 {
		alphabet := []rune("éèĩabAB 1.\xe9世")[r.IntN(4):][:2+r.IntN(7)]
		var commands []string
		for range 1 + r.IntN(4) {
			commands = append(commands, randomText(r, alphabet, 10))
		}
		if r.IntN(3) == 0 { // a long one, across two words of bits
			commands[0] = strings.Repeat("z", 64*(1+r.IntN(2))-r.IntN(8)) + commands[0]
		}
		text := randomText(r, alphabet, 5)
		want := map[int]Score{}
		for i, name := range commands {
			if s := slow(name, text); s != NoMatch {
				want[i] = s
				seen[s]++
			}
		}
		got := NewListIndex(List{Command, commands}).Search(text, 10)
		if len(got) != len(want) {
			t.Fatalf("%q in %q: %v, want %v", text, commands, got, want)
		}
		for i, h := range got {
			if h.Score != want[h.ID] || h.Name != commands[h.ID] || i > 0 && h.Score > got[i-1].Score {
				t.Fatalf("%q in %q: %v, want %v", text, commands, got, want)
			}
			checkRanges(t, h, text)
		}
	}
	if len(seen) != int(Exact) {
		t.Errorf("only these scores came up: %v", seen)
	}
}

// checkRanges checks that the ranges of a hit are in order, apart, and spell
// the query.
func checkRanges(t *testing.T, h Hit, text string) {
	t.Helper()
	var parts string
	for i, r := range h.Ranges {
		if r.From >= r.To || i > 0 && r.From <= h.Ranges[i-1].To {
			t.Fatalf("%q in %q: ranges %v", text, h.Name, h.Ranges)
		}
		if h.Score == Initials && !slowStart([]rune(h.Name), len([]rune(h.Name[:r.From]))) {
			t.Fatalf("%q in %q: no word begins at %v", text, h.Name, r)
		}
		parts += h.Name[r.From:r.To]
	}
	query := strings.ToLower(strings.TrimSpace(text))
	if h.Score == Scattered || h.Score == Initials {
		query = strings.ReplaceAll(query, " ", "")
	} else if len(h.Ranges) > 1 {
		t.Fatalf("%q in %q: ranges %v", text, h.Name, h.Ranges)
	}
	if strings.ToLower(parts) != query {
		t.Fatalf("%q in %q: ranges %v spell %q", text, h.Name, h.Ranges, parts)
	}
}

// noRanks returns the names of the monitors of a trace that nobody waited for.
func noRanks(tl *timeline.Timeline) *lockname.Names {
	return lockname.New(tl.Monitors, lockname.Ranks{}, nil)
}

func hits(found []Hit) (out []string) {
	for _, h := range found {
		out = append(out, fmt.Sprint(h.Kind, " ", h.Name))
	}
	return out
}

func TestRank(t *testing.T) {
	t.Parallel()
	tl := &timeline.Timeline{
		Threads: []tracefeed.Thread{{}, {ID: "1", Name: "worker 10"}, {ID: "2", Name: "worker 9"}, {ID: "3", Name: "coworker"},
			{ID: "4", Name: "Worker"}, {ID: "5", Name: "the worker"}, {ID: "6", Name: "w o rker"}, {ID: "7", Name: "wooorker"},
			{ID: "10", Name: "other 4"}, {ID: "2x5z7", Name: "last 2x5z7"},
			{ID: "1c5z1", Name: "Y"}},
		Monitors: []tracefeed.Monitor{{}, {ID: "0xabc", Name: "0xabc main.lock:12"}, {ID: "m", Name: "worker 9"}},
		Frames:   []tracefeed.Frame{{}, {Func: "main.worker", Line: 1}, {Func: "main.worker", Line: 2}, {Func: "net/http.(*conn).serve"}},
	}
	x := NewIndex(tl, noRanks(tl), List{Command, []string{"Zoom out", "Go to the worker"}})
	for _, c := range []struct {
		text string
		want []string
	}{
		{"worker", []string{"thread Worker", "lock lock worker 9", "thread worker 9", "thread worker 10",
			"command Go to the worker", "function main.worker", "thread the worker",
			"thread w o rker", "thread coworker", "thread wooorker"}},
		{"zo", []string{"command Zoom out"}},
		{"nhcs", []string{"function net/http.(*conn).serve"}},
		{"4", []string{"thread Worker", "thread other 4"}}, // the id of the first
		{"wk9", []string{"lock lock worker 9", "thread worker 9"}},
		{"0XABC", []string{"lock lock main.lock:12"}},
		{"xyz", nil},
		{"2x5z7", []string{"thread last 2x5z7"}},
		{"c5z", nil}, // not by parts of ids
		{strings.Repeat("w", 300), nil},
	} {
		if got := hits(x.Search(c.text, 20)); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if got := hits(x.Search(c.text, 2)); !slices.Equal(got, c.want[:min(2, len(c.want))]) {
			t.Errorf("two of %q: %q", c.text, got)
		}
	}
	if got := x.Search("4", 1)[0]; got.ID != 4 || got.Ranges != nil {
		t.Errorf("found by id: %+v", got)
	}
	if got := x.Search("2x5z7", 1)[0]; got.Score != Exact || !slices.Equal(got.Ranges, []Range{{5, 10}}) {
		t.Errorf("found by an id that is in the name: %+v", got)
	}
	if got := x.Search("main.worker", 1)[0]; got.ID != 1 || !slices.Equal(got.Ranges, []Range{{0, 11}}) {
		t.Errorf("a function: %+v", got)
	}
	if got := len(x.Search(" ", 100)); got != 16 {
		t.Errorf("%d names fit nothing", got)
	}
}

// A lock is found by its name, its letter, its place, its address, and the name that the
// user replaced.
func TestLocks(t *testing.T) {
	t.Parallel()
	tl := &timeline.Timeline{
		Threads: []tracefeed.Thread{{}, {ID: "1", Name: "a table"}},
		Monitors: []tracefeed.Monitor{{}, {ID: "0xc0", Name: "0xc0 main.move:36"}, {ID: "0xd0", Name: "0xd0 main.move:36"},
			{ID: "0xe0", Name: "0xe0 main.draw:9"}},
	}
	own := map[tracefeed.MonitorID]string{3: "canvas"}
	x := NewIndex(tl, lockname.New(tl.Monitors, lockname.Ranks{Order: []tracefeed.MonitorID{2, 1, 3}}, own))
	for text, want := range map[string][]string{
		"A":                     {"lock lock main.move:36 · A"},
		"b":                     {"lock lock main.move:36 · B"},
		"0xd0":                  {"lock lock main.move:36 · A"},
		"main.move:36":          {"lock lock main.move:36 · A", "lock lock main.move:36 · B"},
		"lock main.move:36 · B": {"lock lock main.move:36 · B"},
		"canvas":                {"lock canvas"},
		"main.draw":             {"lock canvas"},
		"C":                     {"lock canvas"},
		"0xe0":                  {"lock canvas"},
	} {
		if got := hits(x.Search(text, len(want))); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Of long names, only the start is looked at.
func TestLongNames(t *testing.T) {
	t.Parallel()
	for n := 240; n < 270; n++ {
		x := NewListIndex(List{Command, []string{strings.Repeat("é", n/2) + "abc"}})
		if got := x.Search("abc", 1); len(got) > 0 != (n/2*2+3 <= maxLen) {
			t.Errorf("behind %d bytes: %v", n/2*2, got)
		}
	}
	x := NewListIndex(List{Command, []string{strings.Repeat("ⱥ", 100)}})
	if got := x.Search(strings.Repeat("Ⱥ", 100), 1); got != nil {
		t.Errorf("a query that grows too long: %v", got)
	}
}

// Several goroutines have the same result as one.
func TestManyNames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	tl := &timeline.Timeline{Threads: make([]tracefeed.Thread, 40000)}
	for i := range tl.Threads {
		tl.Threads[i] = tracefeed.Thread{ID: fmt.Sprint(i), Name: randomText(r, []rune("ab1"), 8)}
	}
	x := NewIndex(tl, noRanks(tl))
	for _, text := range []string{"", "a", "ab1", "1", "39999", "b1b1b1"} {
		q, _ := newQuery(text)
		want := x.bestOf(&q, 0, len(x.entries), 50)
		if got := x.best(&q, 50); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		if !slices.IsSortedFunc(want, x.compare) || len(want) == 0 {
			t.Errorf("%q: %v is in no order", text, want)
		}
	}
	if n := len(x.Search("", 1<<30)); n != maxHits {
		t.Errorf("%d hits", n)
	}
}

// Names with equal scores are in natural order, as are rows of tables.
func TestNatural(t *testing.T) {
	t.Parallel()
	names := []string{"", "a", "main 1", "main 9", "main 10", "worker-2 x", "worker-10 a", "worker-010 b", "x"}
	shuffled := slices.Clone(names)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(names), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, text := range []string{"", "wor", "main"} {
		var want, got []string
		for _, name := range names {
			if strings.HasPrefix(name, text) {
				want = append(want, name)
			}
		}
		for _, h := range NewListIndex(List{Command, shuffled}).Search(text, 20) {
			got = append(got, h.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
}

func FuzzSearch(f *testing.F) {
	f.Add("net/http.(*conn).serve", "hc s")
	f.Add("\xff\x00é", "\x00")
	f.Fuzz(func(t *testing.T, name, text string) {
		tl := &timeline.Timeline{Threads: []tracefeed.Thread{{}, {ID: text, Name: name}}}
		x := NewIndex(tl, noRanks(tl), List{Command, []string{name}})
		for _, h := range x.Search(text, 10) {
			for i, r := range h.Ranges {
				if r.From >= r.To || r.To > len(name) || i > 0 && r.From < h.Ranges[i-1].To {
					t.Fatalf("%q in %q: %v", text, name, h.Ranges)
				}
			}
		}
	})
}

// manyThreads are 100 000 threads as programs call them.
func manyThreads(r *rand.Rand) *timeline.Timeline {
	tl := &timeline.Timeline{Threads: make([]tracefeed.Thread, 100001)}
	kinds := []string{"worker ", "http-nio-8080-exec-", "main.(*Server).handleConn.func1 ",
		"github.com/some/library/internal/pool.run ", "GC Thread#"}
	for i := range tl.Threads {
		id := fmt.Sprint(i)
		tl.Threads[i] = tracefeed.Thread{ID: id, Name: kinds[r.IntN(len(kinds))] + id}
	}
	return tl
}

func BenchmarkSearch(b *testing.B) {
	tl := manyThreads(rand.New(rand.NewPCG(5, 6)))
	x := NewIndex(tl, noRanks(tl))
	for _, text := range []string{"", "e", "worker", "wrk", "hsf1", "rn9", "main.(*Server).handleConn.func1 99", "zzz"} {
		b.Run("for "+text, func(b *testing.B) {
			for b.Loop() {
				x.Search(text, 50)
			}
		})
	}
}

func BenchmarkNewIndex(b *testing.B) {
	tl := manyThreads(rand.New(rand.NewPCG(5, 6)))
	b.ReportAllocs()
	for b.Loop() {
		NewIndex(tl, noRanks(tl))
	}
}
