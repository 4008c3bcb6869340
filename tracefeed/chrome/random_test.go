package chrome

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// interval is a slice of a thread, or an asynchronous one.
type interval struct {
	name     string
	from, to int64 // in µs
}

// line is an event of a file.
type line struct {
	at   int64
	text string
}

// generator writes random slices as events of one thread.
type generator struct {
	*rand.Rand
	slices []interval
	// ordered are begins and ends, which keep their order except at equal times; free are
	// events in any order.
	ordered []line
	free    []line
	numbers int
}

// name returns a name that others have, too, or one of its own.
func (g *generator) name(own bool) string {
	if g.numbers++; own {
		return fmt.Sprint("n", g.numbers)
	}
	return string(rune('a' + g.IntN(3)))
}

func (g *generator) event(phase, rest string, at int64, name string) line {
	return line{at, fmt.Sprintf(`{"ph":%q,"pid":1,"tid":1,"ts":%d,"name":%q%s}`, phase, at, name, rest)}
}

// nested adds a slice and those in it. Begins and ends that share a time have names of their
// own, so that their order does not matter.
func (g *generator) nested(from, to int64, depth int) {
	pair := g.IntN(2) == 0
	x := interval{g.name(pair), from, to}
	g.slices = append(g.slices, x)
	if pair {
		g.ordered = append(g.ordered, g.event("B", "", from, x.name))
	} else {
		g.free = append(g.free, g.event("X", fmt.Sprintf(`,"dur":%d`, to-from), from, x.name))
	}
	for at := from; depth < 4 && at < to && g.IntN(4) > 0; {
		start := at + g.Int64N(to-at)
		end := start + 1 + g.Int64N(to-start)
		g.nested(start, end, depth+1)
		at = end + g.Int64N(2)
	}
	if pair {
		g.ordered = append(g.ordered, g.event("E", "", to, x.name))
	}
}

// overlapping adds slices that overlap in any way.
func (g *generator) overlapping(after int64) {
	for range g.IntN(6) {
		from := after + g.Int64N(20)
		x := interval{g.name(false), from, from + 1 + g.Int64N(20)}
		g.slices = append(g.slices, x)
		g.free = append(g.free, g.event("X", fmt.Sprintf(`,"dur":%d`, x.to-x.from), x.from, x.name))
	}
}

// file returns the file with its events in a random order: of begins and ends, those of one
// time.
func (g *generator) file() string {
	lines := slices.Clone(g.ordered)
	g.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.at, b.at) })
	for _, l := range g.free {
		lines = slices.Insert(lines, g.IntN(len(lines)+1), l)
	}
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	list := "[" + strings.Join(texts, ",\n") + "]"
	return []string{list, "\n " + list, `{"x":[1],"traceEvents":` + list + `}`, byteOrderMark + list}[g.IntN(4)]
}

// sorted returns intervals as text, in a fixed order.
func sorted(list []interval) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = fmt.Sprintf("%s %d %d", x.name, x.from, x.to)
	}
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}

// load returns the timeline of a file, and the time of its first event in µs.
func load(t *testing.T, file string) *timeline.Timeline {
	feed, err := Format().Open(tracefeed.Input{Reader: strings.NewReader(file)})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// TestRandomSlices checks that slices in random order and forms are read as they are.
func TestRandomSlices(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		g := generator{Rand: rand.New(rand.NewPCG(seed, 1))}
		g.slices = append(g.slices, interval{"zero", 0, 1})
		g.free = append(g.free, g.event("X", `,"dur":1`, 0, "zero"))
		for range 1 + g.IntN(3) {
			from := g.Int64N(3)
			if n := len(g.slices); n > 0 {
				from += g.slices[0].to
			}
			for _, x := range g.slices {
				from = max(from, x.to)
			}
			g.nested(from, from+1+g.Int64N(30), 0)
		}
		if g.IntN(2) == 0 {
			g.overlapping(1000)
		}
		file := g.file()
		tl := load(t, file)
		q := execution.Query{Of: []bool{false, true}, To: tl.End}
		var got []interval
		counts := execution.EachCall(context.Background(), tl, q, func(c execution.Call) {
			got = append(got, interval{tl.Names[c.Function], int64(c.Start / 1000), int64(c.End / 1000)})
		})
		execution.EachRegion(context.Background(), tl, q, func(r execution.Region) {
			got = append(got, interval{tl.Names[r.Name], int64(r.Start / 1000), int64(r.End / 1000)})
		})
		if sorted(got) != sorted(g.slices) || counts.Unbalanced > 0 {
			t.Fatalf("seed %d: %s\ngot\n%s\nwant\n%s", seed, file, sorted(got), sorted(g.slices))
		}
	}
}
