package handler_test

import (
	"testing"

	"tiv/handler"
)

// Labels are those of the nodes, in their order.
func TestLabels(t *testing.T) {
	t.Parallel()
	b := handler.NewBuilder(1)
	split := handler.NewSplit(nil, handler.Patterns{User: []string{"app"}})
	loop, work, rare := b.Function("app.loop", split), b.Function("app.work", split), b.Function("app.rare", split)
	b.Add([]int32{loop}, handler.Counts{handler.Wait: 900}, 0)
	b.Add([]int32{loop, work}, handler.Counts{handler.Run: 99, handler.IO: 1}, 0)
	b.Add([]int32{loop, rare}, handler.Counts{handler.Run: 9}, 0)
	trie := b.Trie()
	trie.Instants = 1009
	th := handler.DefaultThresholds()
	words := func() (all string) {
		for _, l := range trie.Labels(th) {
			all += l.String() + " "
		}
		return all
	}
	if got := words(); got != "WAIT RUN ANY " {
		t.Error(got)
	}
	for _, change := range []string{"own=9", "run=99.5%", "wait-instants=95%"} {
		if err := th.Change(change); err != nil {
			t.Fatal(err)
		}
	}
	if got := words(); got != "MIXED RUN RUN " {
		t.Error(got)
	}
}

// Each limit has the value that its text says.
func TestLimitValues(t *testing.T) {
	t.Parallel()
	th := handler.DefaultThresholds()
	for i, text := range []string{"own=7", "wait=12.5%"} {
		if err := th.Change(text); err != nil {
			t.Fatal(i, err)
		}
	}
	for _, l := range handler.Limits() {
		switch v := l.Value(&th); {
		case l.Name == "own" && (l.IsShare() || v != 7), l.Name == "wait" && (!l.IsShare() || v != 0.125):
			t.Errorf("%s is %v, a share %v", l.Name, v, l.IsShare())
		}
	}
}
