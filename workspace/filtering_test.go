package workspace

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/scene"
	"tiv/tracefeed"
)

func TestFilter(t *testing.T) {
	w := opened(t, SetFilter{Filter{"blocking > 0%", true}}) // A and B deadlock, C sleeps
	if want := []tracefeed.ThreadID{1, 2}; !slices.Equal(w.Look.Threads, want) || len(w.Look.Dimmed) != 0 {
		t.Errorf("shown %v, dimmed %v", w.Look.Threads, w.Look.Dimmed)
	}
	w.Do(SetFilter{Filter{"blocking > 0%", false}})
	if want := []tracefeed.ThreadID{3}; len(w.Look.Threads) != 3 || !slices.Equal(w.Look.Dimmed, want) {
		t.Errorf("shown %v, dimmed %v", w.Look.Threads, w.Look.Dimmed)
	}
	w.Do(SeekTo{2 * s}) // before anybody waits
	if len(w.Look.Dimmed) != 3 {
		t.Errorf("at %v, dimmed %v", w.Look.Moment, w.Look.Dimmed)
	}
	w.Do(SetFilter{Filter{"blocking > (", true}})
	if w.FilterError() == nil || len(w.Look.Threads) != 3 || len(w.Look.Dimmed) != 0 {
		t.Errorf("a wrong filter: %v, shown %v, dimmed %v", w.FilterError(), w.Look.Threads, w.Look.Dimmed)
	}
	w.Do(ShowAll{})
	if w.FilterError() != nil {
		t.Errorf("no filter: %v", w.FilterError())
	}
	w.Do(SeekEnd{})
	w.Do(OnlyInteracting{1})
	if want := []tracefeed.ThreadID{1, 2}; !slices.Equal(w.Look.Threads, want) {
		t.Errorf("with A interact %v (filter %q, %v)", w.Look.Threads, w.Filter.Text, w.FilterError())
	}
}

// Proposals replace proposals, and leave alone what the user has made of them.
func TestPropose(t *testing.T) {
	w := opened(t, SelectMany{}, Propose{SameWaits})
	if c := w.Look.Clusters; len(c) != 1 || !c[0].Proposed || !slices.Equal(c[0].Threads, []tracefeed.ThreadID{1, 2}) || c[0].Color != scene.ClusterColors[0] {
		t.Fatalf("by waits: %+v", c)
	}
	w.Do(Propose{SameName}) // no two are alike
	if len(w.Look.Clusters) != 0 {
		t.Errorf("by name: %+v", w.Look.Clusters)
	}
	for _, c := range []Command{Undo{}, NameCluster{0, "the two"}, Propose{SameName}, Propose{SameProfile}} {
		w.Do(c)
	}
	if c := w.Look.Clusters; len(c) == 0 || c[0].Name != "the two" || len(c[0].Threads) != 2 || c[0].Proposed {
		t.Errorf("what the user has named: %+v", c)
	}
}

// No two clusters that are proposed have the same name, nor that of one which
// the user has made, whatever threads and monitors are called.
func TestProposedNamesDiffer(t *testing.T) {
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for pair := range 4 {
		for _, t := range "ab" {
			fmt.Fprintf(&b, "0s %c%d start name=worker\n", t, pair)
		}
	}
	for pair := range 4 {
		fmt.Fprintf(&b, "1s a%d monitor-enter L%d\n", pair, pair)
	}
	for pair := range 4 {
		fmt.Fprintf(&b, "2s b%d monitor-wait L%d\n", pair, pair)
	}
	b.WriteString("9s b3 end\n")
	w := New("story")
	tl := load(t, b.String())
	for i := range tl.Monitors {
		tl.Monitors[i].Name = "lock"
	}
	w.Update(tl, interaction.Report{})
	for _, c := range []Command{SelectMany{Threads: []tracefeed.ThreadID{1, 2}}, MakeCluster{Name: "worker and 1 other"}, Propose{SameWaits}} {
		w.Do(c)
	}
	var names []string
	for _, c := range w.Look.Clusters {
		names = append(names, c.Name)
	}
	want := []string{"worker and 1 other", "around lock", "worker and 1 other (2)", "worker and 1 other (3)"}
	if !slices.Equal(names, want) {
		t.Errorf("names: %q", names)
	}
}

func TestDistinct(t *testing.T) {
	d := distinct{}
	for _, x := range [][2]string{{"a", "a"}, {"a", "a (2)"}, {"a (3)", "a (3)"}, {"a", "a (4)"}, {"a (2)", "a (2) (2)"}, {"", ""}, {"", " (2)"}, {"a", "a (5)"}} {
		if got := d.take(x[0]); got != x[1] {
			t.Errorf("%q is %q, not %q", x[0], got, x[1])
		}
	}
}

func TestProposalNames(t *testing.T) {
	for p := SameName; p <= SameProfile; p++ {
		if got, ok := ParseProposal(p.String()); !ok || got != p {
			t.Errorf("%v is read as %v, %v", p, got, ok)
		}
	}
	if p, ok := ParseProposal("luck"); ok {
		t.Errorf("luck is read as %v", p)
	}
}
