package chrome

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	index "tiv/task"
)

// identities are the ways to name an asynchronous slice. Those of different ones never belong
// together.
var identities = []struct{ begin, end, fields string }{
	{"b", "e", `"cat":"x","id":"1"`},
	{"b", "e", `"cat":"y","id":"1"`},
	{"b", "e", `"cat":"x","id":"2"`},
	{"b", "e", `"cat":"x","id":"1","scope":"s"`},
	{"b", "e", `"cat":"x","id2":{"local":"1"}`},
	{"b", "e", `"cat":"x","id2":{"global":"9"}`},
	{"S", "F", `"cat":"x","id":"1"`},
	{"S", "F", `"cat":"z","id":7`},
}

// asyncGenerator writes random asynchronous slices. No two events have the same time.
type asyncGenerator struct {
	*rand.Rand
	lines []string
	tasks []interval
	open  map[string][]interval // by identity and name; the older form has at most one
	now   int64
	ends  int // without a begin
	again int // begins of the older form while it is open
}

func (g *asyncGenerator) step() {
	i := g.IntN(len(identities))
	id := identities[i]
	name := string(rune('p' + g.IntN(3)))
	key := fmt.Sprint(i, name)
	open := g.open[key]
	add := func(phase string) {
		g.lines = append(g.lines, fmt.Sprintf(`{"ph":%q,"pid":1,"tid":1,"ts":%d,"name":%q,%s}`, phase, g.now, name, id.fields))
	}
	switch g.now++; {
	case g.IntN(2) == 0 && id.begin == "S" && len(open) > 0:
		g.again++
		add("S")
	case g.IntN(2) == 0:
		if id.begin == "b" || len(open) == 0 {
			g.open[key] = append(open, interval{name: name, from: g.now})
			add(id.begin)
		}
	case len(open) == 0:
		g.ends++
		add(id.end)
	default:
		x := open[len(open)-1]
		x.to = g.now
		g.tasks, g.open[key] = append(g.tasks, x), open[:len(open)-1]
		add(id.end)
	}
}

// TestRandomTasks checks that asynchronous slices of many identities at once are read as they
// are, and that what belongs to none is counted.
func TestRandomTasks(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		g := asyncGenerator{Rand: rand.New(rand.NewPCG(seed, 2)), open: map[string][]interval{}}
		g.lines = append(g.lines, `{"ph":"i","pid":1,"tid":1,"ts":0,"name":"zero"}`)
		for range 60 {
			g.step()
		}
		g.now++
		g.lines = append(g.lines, fmt.Sprintf(`{"ph":"i","pid":1,"tid":1,"ts":%d,"name":"end"}`, g.now))
		for _, open := range g.open {
			for _, x := range open {
				g.tasks = append(g.tasks, interval{x.name, x.from, g.now})
			}
		}
		g.Shuffle(len(g.lines), func(i, j int) { g.lines[i], g.lines[j] = g.lines[j], g.lines[i] })
		file := "[" + strings.Join(g.lines, ",\n") + "]"
		tl := load(t, file)
		var got []interval
		found, err := index.Build(t.Context(), tl, index.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range found.Tasks {
			got = append(got, interval{x.Type, int64(x.Start / 1000), int64(x.End / 1000)})
		}
		if sorted(got) != sorted(g.tasks) {
			t.Fatalf("seed %d: %s\ngot\n%s\nwant\n%s", seed, file, sorted(got), sorted(g.tasks))
		}
		for kind, n := range map[string]int{"unmatched task end": g.ends, "repeated task begin": g.again} {
			if plural := fmt.Sprintf("%d %ss", n, kind); n > 1 && !strings.Contains(tl.Header.Note, plural) {
				t.Errorf("seed %d: the note %q lacks %q", seed, tl.Header.Note, plural)
			}
		}
	}
}
