package scene

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// twoLocks is B waiting for A at two monitors, and A for B at one.
const twoLocks = `
0ms A start
0ms B start
1ms A monitor-enter M
2ms A monitor-enter N
10ms B monitor-wait M
20ms A monitor-exit M
20ms B monitor-enter M
30ms B monitor-wait N
60ms A monitor-exit N
60ms B monitor-enter N
61ms A monitor-wait M
80ms B monitor-exit M
80ms A monitor-enter M
100ms B monitor-exit N
`

func TestNearTellsMonitorsApart(t *testing.T) {
	t.Parallel()
	tl := story(t, twoLocks)
	for _, c := range []struct {
		level lod.Level
		want  string
	}{
		{lod.Near, "2→1 M 10 ms ×1, 1→2 M 19 ms ×1, 2→1 N 30 ms ×1"},
		{lod.Mid, "1→2 M 19 ms ×1, 2→1 N 40 ms ×2"},
	} {
		look := lookAt(tl)
		look.Kind, look.Level, look.History = view.Interaction, c.level, look.Steps
		p, f := pictureOf(tl, &look)
		var got []string
		for _, l := range f.Links {
			got = append(got, fmt.Sprintf("%d→%d %s %v ×%d", l.Blocked, l.Blocker, tl.Monitors[l.Monitor].ID, l.Total, l.Count))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("level %v: %s, want %s", c.level, s, c.want)
		}
		keepApart(t, p, f)
		named := 0
		for _, text := range f.Overlay.Texts {
			if text.Text == "M" || text.Text == "N" {
				named++
			}
		}
		if want := map[lod.Level]int{lod.Near: 2}[c.level]; named != want {
			t.Errorf("level %v: %d labels of monitors, want one each: %d", c.level, named, want)
		}
	}
}

// keepApart checks that no edges cover each other.
func keepApart(t *testing.T, p *picture, f *Frame) {
	t.Helper()
	for i := range f.Links {
		for k := range f.Links {
			for _, at := range along(wedgeOf(p, &f.Links[i]).Outline()) {
				if i != k && shape.Inside(wedgeOf(p, &f.Links[k]).Outline(), at) {
					t.Fatalf("edges %d and %d of %d cover each other", i, k, len(f.Links))
				}
			}
		}
	}
}

// queue is a trace in which some threads of each of two pools wait in turn for
// the same lock, which keeper has for most of the time.
func queue(n int) string {
	var b strings.Builder
	b.WriteString("0ms keeper start\n")
	for i := range n {
		fmt.Fprintf(&b, "0ms %s%d start name=%s-%d\n", "ab"[i%2:i%2+1], i, []string{"alpha", "beta"}[i%2], i)
	}
	b.WriteString("1ms keeper monitor-enter M\n")
	for i := range n {
		fmt.Fprintf(&b, "2ms %s%d monitor-wait M\n", "ab"[i%2:i%2+1], i)
	}
	b.WriteString("80ms keeper monitor-exit M\n")
	for i := range n {
		who := fmt.Sprintf("%s%d", "ab"[i%2:i%2+1], i)
		fmt.Fprintf(&b, "%dus %s monitor-enter M\n%dus %s monitor-exit M\n", 80000+10*i, who, 80009+10*i, who)
	}
	return b.String() + "90ms keeper end\n"
}

// Many threads that wait in turn for one lock have an edge each, however many pairs they are,
// and all of their waiting is drawn.
func TestQueueOfManyLeadsToItsLock(t *testing.T) {
	t.Parallel()
	const n = 150
	tl := story(t, queue(n))
	look := lookAt(tl)
	look.Kind, look.History, look.DirectWaits = view.Interaction, look.Steps, false
	_, f := pictureOf(tl, &look)
	var want, total tracefeed.Time
	from, to := look.Past()
	for _, pair := range interaction.Pairs(context.Background(), tl, from, to) {
		want += pair.Total
	}
	into := 0
	for _, l := range f.Links {
		if l.Holds.Kind == shape.PickLock {
			total += l.Total
			into++
		}
	}
	if len(f.Locks) != 1 || into != n || total != want || f.LinksOmitted != 0 {
		t.Errorf("%d locks, %d edges with %v of %v lead there, %d edges left out", len(f.Locks), into, total, want, f.LinksOmitted)
	}
}

// Weak edges are left out where there are many, are counted, and come back when
// their thread is selected.
func TestWeakEdgesAreLeftOut(t *testing.T) {
	t.Parallel()
	tl := story(t, queue(59))
	look := lookAt(tl)
	look.Kind, look.Level, look.History, look.NoFaintWaits = view.Interaction, lod.Mid, look.Steps, true
	_, f := pictureOf(tl, &look)
	all := 59 + 59*58/2
	if n := len(f.Links); n > maxDrawn[lod.Mid] || n < 59 || f.LinksOmitted != all-n || f.OmittedShare <= 0 || f.OmittedShare > 0.2 {
		t.Errorf("%d edges drawn, %d left out, %v of the waiting", n, f.LinksOmitted, f.OmittedShare)
	}
	shortest := f.Links[0].Total
	if !slices.IsSortedFunc(f.Links, func(a, b Link) int { return int(a.Total - b.Total) }) {
		t.Error("the longest waits are not drawn last")
	}
	look.Selected, look.Selection = 30, []tracefeed.ThreadID{30}
	_, f = pictureOf(tl, &look)
	of := 0
	for _, l := range f.Links {
		if l.Blocked == 30 || l.Blocker == 30 {
			of++
		} else if l.Total < shortest {
			t.Errorf("a wait of %v is drawn", l.Total)
		}
	}
	if of != 59 {
		t.Errorf("%d edges of the selected thread, want all 59", of)
	}
}

// A link with both ends out of view is not drawn, and takes no room from the
// others.
func TestEdgesOutOfViewAreNotDrawn(t *testing.T) {
	t.Parallel()
	tl := story(t, queue(59))
	look := lookAt(tl)
	look.Kind, look.Level, look.History = view.Interaction, lod.Mid, look.Steps
	look.Camera.Zoom, look.Camera.Target = 6, 40
	p, f := pictureOf(tl, &look)
	if len(f.Links) < 20 {
		t.Fatalf("%d edges", len(f.Links))
	}
	for _, l := range f.Links {
		seen := false
		for _, i := range []int{l.blocked, l.blocker} {
			at, _ := f.Views[0].Project(p.graph.ends[i].At.Vec3(0))
			r := f.Views[0].Rect
			pad := mgl32.Vec2{0.3 * r.Width(), 0.3 * r.Height()}
			seen = seen || at[0] > r.X0-pad[0] && at[0] < r.X1+pad[0] && at[1] > r.Y0-pad[1] && at[1] < r.Y1+pad[1]
		}
		if !seen {
			t.Errorf("edge %d→%d is far out of view", l.Blocked, l.Blocker)
		}
	}
}

func TestHubs(t *testing.T) {
	t.Parallel()
	pair := func(blocker tracefeed.ThreadID, total tracefeed.Time) interaction.Pair {
		return interaction.Pair{Blocked: 99, Blocker: blocker, Total: total}
	}
	even := make([]interaction.Pair, 40)
	for i := range even {
		even[i] = pair(tracefeed.ThreadID(i+1), 10)
	}
	signal := pair(7, 1e6)
	signal.Kind = interaction.Signal
	for _, c := range []struct {
		pairs []interaction.Pair
		want  []tracefeed.ThreadID
	}{
		{nil, nil},
		{even, nil},
		{append(slices.Clone(even), signal), nil},
		{append(slices.Clone(even), pair(5, 90), pair(5, 90), pair(9, 200)), []tracefeed.ThreadID{9, 5}},
		{even[:8], []tracefeed.ThreadID{1, 2, 3, 4, 5, 6}},
	} {
		if got, _ := hubsOf(sumWaits(c.pairs, 100).causes); !slices.Equal(got, c.want) {
			t.Errorf("hubs %v, want %v", got, c.want)
		}
	}
}

// In a crowd the edges to a cluster name its hub.
func TestHubsAreNamedInACrowd(t *testing.T) {
	t.Parallel()
	tl := story(t, strings.ReplaceAll(queue(30), "keeper start", "keeper start name=alpha-30"))
	look := lookAt(tl)
	look.Kind, look.Level, look.History = view.Interaction, lod.Crowd, look.Steps
	_, f := pictureOf(tl, &look)
	hubs := 0
	for _, l := range f.Links {
		if l.Hub == tracefeed.NoThread {
			continue
		}
		hubs++
		var want tracefeed.Time
		from, to := look.Past()
		for _, pair := range interaction.Pairs(context.Background(), tl, from, to) {
			if pair.Blocker == l.Hub && slices.Contains(f.Clusters[l.Waits.Index].Threads, pair.Blocked) {
				want += pair.Total
			}
		}
		if tl.Threads[l.Hub].ID != "keeper" || l.HubTotal != want || want == 0 {
			t.Errorf("hub %s of %v, want keeper of %v", tl.Threads[l.Hub].ID, l.HubTotal, want)
		}
	}
	if hubs != 2 {
		t.Errorf("%d edges name a hub, want those of both clusters", hubs)
	}
	isNamed := func(x shape.Text) bool { return strings.HasSuffix(x.Text, " % of this waiting is for alpha-30") }
	named := slices.ContainsFunc(f.Overlay.Texts, isNamed)
	if !named {
		t.Error("the hub's name is not in the picture")
	}
}
