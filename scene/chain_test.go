package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// queueOfThree is D waiting for C, C for B, B for A.
const queueOfThree = `
0ms A start
0ms B start
0ms C start
0ms D start
1ms A monitor-enter M
1ms B monitor-enter N
1ms C monitor-enter O
2ms B monitor-wait M
3ms C monitor-wait N
4ms D monitor-wait O
50ms A ready
`

// A chain has a numbered triangle for each step, from bar to bar, and its root
// is framed and named, unless it closes a ring.
func TestChain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		from  tracefeed.ThreadID
		steps int
		root  bool
	}{
		{queueOfThree, 4, 3, true},
		{queueOfThree, 2, 1, true},
		{queueOfThree, 1, 0, false},
		{deadlocked, 1, 3, false},
		{"0ms A start\n0ms B start\n1ms A monitor-enter M\n1ms B monitor-enter N\n2ms A monitor-wait N\n3ms B " +
			"monitor-wait M\n80ms C start\n90ms C ready\n", 1, 2, false},
	} {
		tl := story(t, c.text)
		for _, kind := range []*view.Kind{view.Interaction, view.Free, view.Split} {
			look := lookAt(tl)
			look.Kind = kind
			look.Palette.Select = paint.Color{R: 1, G: 2, B: 3, A: 255}
			look.Selected, look.Selection = c.from, []tracefeed.ThreadID{c.from}
			look.Chain = interaction.OnChain(interaction.Chain(tl, c.from, look.Moment))
			p, f := pictureOf(tl, &look)
			said := func(word string) bool {
				return slices.ContainsFunc(f.Overlay.Texts,
					func(text shape.Text) bool { return text.Text == word && text.Color == look.Palette.Select })
			}
			for step := 1; step <= c.steps+1; step++ {
				if said(fmt.Sprint(step)) != (step <= c.steps) {
					t.Errorf("%v, from %d: step %d has a number: %v, want %d steps", kind, c.from, step, said(fmt.Sprint(step)), c.steps)
				}
			}
			root := "1 waits for it"
			if c.steps > 1 {
				root = fmt.Sprintf("1 to %d wait for it", c.steps)
			}
			if root := said(root); root != c.root {
				t.Errorf("%v, from %d: a root is named: %v", kind, c.from, root)
			}
			for _, thread := range look.Chain {
				if s := &p.Layout.Slots[p.Layout.SlotOf[thread]]; p.Emphasis(s) < 1 {
					t.Errorf("%v: thread %d of the chain has emphasis %v", kind, thread, p.Emphasis(s))
				}
			}
		}
	}
}

// Beside its number, a step of a chain leaves room for the monitor's name,
// however thin its edge is.
func TestChainLeavesNames(t *testing.T) {
	t.Parallel()
	tl := story(t, strings.NewReplacer("\n2ms", "\n44ms", "\n3ms", "\n46ms", "\n4ms", "\n48ms").Replace(queueOfThree))
	for _, kind := range []*view.Kind{view.Interaction, view.Free} {
		for _, history := range []int{1, 10, 1000} {
			look := lookAt(tl)
			look.Kind, look.History = kind, history
			look.Selected, look.Selection = 4, []tracefeed.ThreadID{4}
			for _, chain := range [][]tracefeed.ThreadID{nil, {4, 3, 2, 1}} {
				look.Chain = chain
				_, f := pictureOf(tl, &look)
				for _, name := range []string{"M", "N", "O"} {
					if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == name }) {
						t.Errorf("%v, a history of %d, chain %v: no name %s", kind, history, chain, name)
					}
				}
			}
		}
	}
}

// The timeline view numbers the rows of a chain.
func TestChainInTime(t *testing.T) {
	t.Parallel()
	tl := story(t, queueOfThree)
	look := lookAt(tl)
	look.Kind, look.Chain = view.Timeline, []tracefeed.ThreadID{4, 3, 2, 1}
	p, f := pictureOf(tl, &look)
	for i, word := range []string{"1", "2", "3", "1 to 3 wait for it"} {
		row, _ := f.Views[0].Project(p.Layout.Slots[p.Layout.SlotOf[look.Chain[i]]].At.Vec3(0))
		if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == word && mgl32.Abs(x.Y-row[1]) < 0.5*x.Size }) {
			t.Errorf("%q is not in its row", word)
		}
	}
	look.Chain = look.Chain[:1] // no known blocker
	if _, f = pictureOf(tl, &look); slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == "1" }) {
		t.Error("a chain without a step has a number")
	}
}

// A bar of several threads does not wait for itself: the chain names the threads in it.
func TestChainWithinCrowd(t *testing.T) {
	t.Parallel()
	tl := story(t, queueOfThree)
	for _, kind := range []*view.Kind{view.Interaction, view.Timeline} {
		look := lookAt(tl)
		look.Kind, look.Chain = kind, []tracefeed.ThreadID{3, 2, 1}
		look.Clusters = []view.Cluster{{Name: "all", Threads: []tracefeed.ThreadID{1, 2, 3}, Folded: true}}
		_, f := pictureOf(tl, &look)
		root := tl.Threads[1].Name + ": 1 to 2 wait for it"
		if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == root }) {
			t.Errorf("%v: no text says %q", kind, root)
		}
		if kind == view.Interaction && !slices.ContainsFunc(f.Overlay.Texts,
			func(x shape.Text) bool { return x.Text == "1: "+tl.Threads[3].Name+" waits for "+tl.Threads[2].Name }) {
			t.Error("the step within the bar does not name its threads")
		}
	}
}

// Threads of a chain that are hidden, or in a crowd, do no harm.
func TestChainOfWhatIsNotShown(t *testing.T) {
	t.Parallel()
	tl := story(t, queueOfThree)
	look := lookAt(tl)
	look.Chain = []tracefeed.ThreadID{4, 3, 2, 1, 77}
	for _, level := range []lod.Level{lod.Near, lod.Crowd} {
		look.Level = level
		look.Threads = []tracefeed.ThreadID{4, 1}
		pictureOf(tl, &look)
		look.Threads = nil
		pictureOf(tl, &look)
	}
}
