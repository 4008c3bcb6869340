package perfetto

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// generator writes random slices of a track.
type generator struct {
	*rand.Rand
	track  int64
	row    int // of the track
	names  int
	slices []string
	// packets are in order of time; those of one time keep their order.
	packets []packetAt
}

type packetAt struct {
	at   int64
	data []byte
}

// nested adds a slice and those in it. Ends have no names.
func (g *generator) nested(from, to int64, depth int) {
	g.names++
	name := fmt.Sprint("s", g.names)
	g.slices = append(g.slices, fmt.Sprint(g.row, " ", name, " ", from, " ", to))
	g.packets = append(g.packets, packetAt{from, event(from, typeSliceBegin, g.track, text(eventName, name))})
	for at := from; depth < 5 && at < to && g.IntN(4) > 0; {
		start := at + g.Int64N(to-at)
		end := start + 1 + g.Int64N(to-start)
		g.nested(start, end, depth+1)
		at = end
	}
	g.packets = append(g.packets, packetAt{to, event(to, typeSliceEnd, g.track)})
}

// TestRandomSlices checks that slices on tracks of threads and of none, whose packets are in
// any order of tracks, are read as they are.
func TestRandomSlices(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 3))
		parts := [][]byte{threadTrack(10, 1, 5, "a"), threadTrack(11, 1, 6, "b"), event(0, typeInstant, 10, text(eventName, "zero"))}
		var want []string
		packets := [][]packetAt{}
		for i, track := range []int64{10, 11, 20} { // the last one has no thread
			g := generator{Rand: rng, track: track, row: i + 1}
			for at := int64(0); at < 100 && rng.IntN(5) > 0; {
				to := at + 1 + rng.Int64N(30)
				g.nested(at, to, 0)
				at = to + rng.Int64N(2)
			}
			slices.SortStableFunc(g.packets, func(a, b packetAt) int { return cmp.Compare(a.at, b.at) })
			want, packets = append(want, g.slices...), append(packets, g.packets)
		}
		for left := true; left; {
			left = false
			for _, i := range rng.Perm(len(packets)) {
				n := min(rng.IntN(4), len(packets[i]))
				for _, p := range packets[i][:n] {
					parts = append(parts, p.data)
				}
				packets[i] = packets[i][n:]
				left = left || len(packets[i]) > 0
			}
		}
		if got := shown(t, join(parts...)); strings.Join(got, "\n") != strings.Join(sorted(want), "\n") {
			t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, strings.Join(got, "\n"), strings.Join(sorted(want), "\n"))
		}
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

// shown lists the calls and tasks of a file.
func shown(t *testing.T, file []byte) (list []string) {
	feed, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{"5": 1, "6": 2, "track 20": 3}
	q := execution.Query{Of: make([]bool, len(tl.Threads)), To: tl.End}
	for i := range q.Of {
		q.Of[i] = i > 0
	}
	add := func(of tracefeed.ThreadID, name string, from, to tracefeed.Time) {
		list = append(list, fmt.Sprint(rows[tl.Threads[of].ID], " ", name, " ", int64(from), " ", int64(to)))
	}
	execution.EachCall(context.Background(), tl, q, func(c execution.Call) { add(c.Thread, tl.Names[c.Function], c.Start, c.End) })
	index, err := task.Build(context.Background(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range index.Tasks {
		add(x.Threads[0], x.Type, x.Start, x.End)
	}
	return sorted(list)
}
