package workspace

import (
	"slices"
	"testing"

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
