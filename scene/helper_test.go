package scene

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/interaction/detect"
	"tiv/interaction/subject"
	"tiv/interaction/threadname"
	"tiv/internal/looks"
	"tiv/internal/reduced"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// story reduces a text trace, written without its first line.
func story(t testing.TB, text string) *timeline.Timeline {
	t.Helper()
	return pages(t, text, 0)
}

// pages is story with pages of so many events; 0 for as many as is best.
func pages(t testing.TB, text string, pageLen int) *timeline.Timeline {
	t.Helper()
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader("tiv-text 1\n" + text)})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{PageEvents: pageLen})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// threads returns a trace of n threads that run for a second.
func threads(t testing.TB, n int) *timeline.Timeline {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%dus t%d start\n", i, i)
	}
	b.WriteString("1s - gc-start\n1s - gc-end\n")
	return story(t, b.String())
}

// deadlocked is a ring of three and one thread that lives on.
const deadlocked = `
0ms A start name=reader
0ms B start name=writer
0ms C start name=flusher
0ms D start name=timer
10ms A monitor-enter M
11ms B monitor-enter N
12ms C monitor-enter O
20ms A monitor-wait N
30ms B monitor-wait O
40ms C monitor-wait M
50ms D suspend-start sleep
90ms D suspend-end
100ms D end
`

// lookAt is LookAt with findings, without a subject and without locks that are objects.
func lookAt(tl *timeline.Timeline) view.Look {
	l := view.LookAt(tl)
	l.AllEqual, l.DirectWaits = true, true
	l.Findings = detect.Find(context.Background(), tl, nil).Findings
	return l
}

// tell sets the story of a look at its moment.
func tell(tl *timeline.Timeline, l *view.Look) {
	l.Names = threadname.New(tl.Threads)
	x := subject.Teller{Timeline: tl, Report: detect.Report{Findings: l.Findings, End: l.Searched}, Locks: l.Locks, Names: l.Names}
	l.Story = x.At(l.Moment, nil, l.Selection)
}

// kinds are the views of threads.
var kinds = slices.DeleteFunc(slices.Clone(view.Kinds[:]), func(k *view.Kind) bool { return k.Tasks })

// allText lists the texts of a frame with their boxes.
func boxes(f *Frame) []shape.Rect {
	var all []shape.Rect
	for _, t := range f.Overlay.Texts {
		w := assets.TextWidth(t.Text, t.Size, t.Bold)
		all = append(all, shape.Rect{X0: t.X, Y0: t.Y - 0.75*t.Size, X1: t.X + w, Y1: t.Y + 0.22*t.Size})
	}
	return all
}

// randomClusters returns clusters of a trace's threads, some of them empty.
func randomClusters(rng *rand.Rand, tl *timeline.Timeline) []view.Cluster {
	clusters := make([]view.Cluster, rng.IntN(4))
	for i := range clusters {
		clusters[i] = view.Cluster{Name: fmt.Sprint("cluster ", i), Color: paint.Color{R: uint8(80 * i), G: 200, B: 90, A: 255},
			Folded: rng.IntN(2) == 0}
	}
	for id := 1; id < len(tl.Threads) && len(clusters) > 0; id++ {
		if i := rng.IntN(len(clusters) + 1); i < len(clusters) {
			clusters[i].Threads = append(clusters[i].Threads, tracefeed.ThreadID(id))
		}
	}
	return clusters
}

// randomLook is some way to look at a timeline.
func randomLook(rng *rand.Rand, tl *timeline.Timeline) view.Look {
	l := lookAt(tl)
	l.Kind = kinds[rng.IntN(len(kinds))]
	l.Moment = tracefeed.Time(rng.Int64N(int64(tl.End) + 1))
	l.Ahead = []float64{0, view.StartAhead, 1}[rng.IntN(3)]
	l.Caption = rng.IntN(2) == 0
	l.After, l.CalmApart, l.Lanes = l.Moment%2 == 0, l.Moment%3 == 0, l.Moment%7 < 3
	l.Signals = rng.IntN(2) == 0
	l.Camera.Yaw, l.Camera.Pitch = rng.Float32()*6-3, rng.Float32()*3-1.5
	if rng.IntN(2) == 0 {
		l.Camera.Zoom = 0.3 + 6*rng.Float32()
		l.Camera.Pan = mgl32.Vec2{rng.Float32() - 0.5, rng.Float32() - 0.5}
	}
	if rng.IntN(3) == 0 && len(l.Threads) > 0 {
		l.Selected = l.Threads[rng.IntN(len(l.Threads))]
	}
	l.Places = map[tracefeed.ThreadID]mgl32.Vec2{}
	for _, id := range l.Threads {
		if rng.IntN(4) == 0 {
			l.Places[id] = mgl32.Vec2{rng.Float32()*4 - 2, rng.Float32()*4 - 2}
		}
	}
	if rng.IntN(2) == 0 {
		l.Detailed, l.Dimmed, l.Selection = looks.Threads(rng, tl), looks.Threads(rng, tl), looks.Threads(rng, tl)
		l.Chain = looks.Threads(rng, tl)
		l.Clusters = randomClusters(rng, tl)
	}
	l.Notes = randomNotes(rand.New(rand.NewPCG(uint64(l.Moment), 1)), tl)
	if l.Moment%5 < 2 {
		l.Slicing = looks.Slices(rand.New(rand.NewPCG(uint64(l.Moment), 2)), tl, int(l.Moment%40))
		l.SliceColours, l.Base = l.Moment%3 > 0, []string{"", "s0", "s2"}[l.Moment%3]
	}
	tell(tl, &l)
	l.NoSentence, l.AllEqual, l.DirectWaits = l.Moment%7 == 0, l.Moment%11 == 0, l.Moment%3 == 0
	l.Title = []string{"x.tiv", strings.Repeat("a long name of a trace ", rng.IntN(12))}[rng.IntN(2)]
	if rng.IntN(3) == 0 {
		l.Caveats = strings.Repeat("damaged ", 1+rng.IntN(30))
	}
	return l
}

// randomNotes are notes about anything, some of it not there.
func randomNotes(rng *rand.Rand, tl *timeline.Timeline) (notes []view.Note) {
	words := []string{"here", "a wait\nthat never\tends \x00\x1b[31m", "", strings.Repeat("long words of a note ", 40),
		strings.Repeat("ü", 900), "\xff\xfe"}
	for range []int{0, 1, 5, 40, 400}[rng.IntN(5)] {
		n := view.Note{Text: words[rng.IntN(len(words))], Moment: tracefeed.Time(rng.Int64N(int64(tl.End) + 10))}
		if rng.IntN(4) > 0 {
			n.Thread = tracefeed.ThreadID(rng.IntN(len(tl.Threads) + 1))
		}
		if rng.IntN(2) == 0 {
			n.Blocker = tracefeed.ThreadID(rng.IntN(len(tl.Threads) + 1))
		}
		notes = append(notes, n)
	}
	return notes
}

// checkGoroutines reports more goroutines than before. It waits for those that
// have reported their end but are still running.
func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	for i := 0; i < 1e6 && runtime.NumGoroutine() > before; i++ {
		runtime.Gosched()
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines are left", n-before)
	}
}

// The emphasis of bars.
const brightness, dimness, calmness, faintness, sameness = 1.15, 0.55, 0.4, 0.32, 0.65
