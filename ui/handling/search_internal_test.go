package handling

import (
	"testing"
	"time"

	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/handling"
)

// growing is a trace that is not complete.
func growing(t *testing.T, text string) *timeline.Timeline {
	t.Helper()
	tl := *reduced.Story(t, "tiv-text 1\nframe f main.f\nframe s java.lang.Thread.sleep\nstack s s f\n0s A start\n"+text)
	tl.Complete = false
	return &tl
}

// settle runs a search until it is not busy.
func settle(s *search, step func()) {
	for step(); s.busy(); step() {
		time.Sleep(time.Millisecond)
	}
}

// The stacks of a trace that grows are added up again only after a pause, or if the user changes what is the
// system's; those of a complete one at once.
func TestPause(t *testing.T) {
	t.Parallel()
	var s search
	defer s.Close()
	first := growing(t, "1ms A suspend-start sleep stack=s\n5ms A suspend-end\n")
	tl, of, change := first, part{}, handling.Change{}
	step := func() { s.request(tl, of, change, func() {}) }
	settle(&s, step)
	if s.stacks.Key.tl != first || s.found.Value == nil || s.calls.Value == nil || s.next.IsZero() {
		t.Fatalf("nothing found: %+v", s.stacks.Key)
	}
	s.next = time.Now().Add(time.Hour)
	tl = growing(t, "1ms A suspend-start sleep stack=s\n9ms A suspend-end\n")
	settle(&s, step)
	if s.stacks.Key.tl != first {
		t.Error("no pause")
	}
	change = change.WithCode("main", true)
	settle(&s, step)
	if s.stacks.Key.tl != tl || !s.stacks.Value.Functions[0].System {
		t.Errorf("another side of the code does not count at once: %+v", s.stacks.Value.Functions)
	}
	of = part{from: tracefeed.Millisecond, to: 2 * tracefeed.Millisecond}
	settle(&s, step)
	if x := s.stacks.Value; x.Samples != int64(tracefeed.Millisecond) || x.key.part.String() != "from 1 ms to 2 ms" {
		t.Errorf("another interval does not count at once: %+v", x.Trie)
	}
	tl = growing(t, "1ms A suspend-start sleep stack=s\n19ms A suspend-end\n")
	s.next = time.Now() // the pause is over
	settle(&s, step)
	if s.stacks.Key.tl != tl {
		t.Error("the pause does not end")
	}
	complete := *tl
	complete.Complete = true
	tl = &complete
	settle(&s, step)
	if s.stacks.Key.tl != tl {
		t.Error("a pause of a complete trace")
	}
	s.reset()
	if s.found.Present || s.listed.table != nil {
		t.Error("something is left")
	}
}
