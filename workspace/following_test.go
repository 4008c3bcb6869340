package workspace

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
	"tiv/workspace/saved"
)

// grownTo returns the story up to a time, as of a trace that still grows.
func grownTo(t *testing.T, end tracefeed.Time) *loader.Loaded {
	t.Helper()
	part := *load(t, story)
	part.End, part.Complete = end, false
	return &loader.Loaded{Timeline: &part, Growing: true}
}

// The moment stays at the end of a growing trace until it is moved, and again
// after FollowEnd and when the playback reaches the end.
func TestFollowEnd(t *testing.T) {
	t.Parallel()
	w := New("story")
	w.UpdateLoaded(grownTo(t, 2*s))
	grows := func(name string, to, want tracefeed.Time, following bool) {
		t.Helper()
		w.UpdateLoaded(grownTo(t, to))
		if w.Look.Moment != want || w.Following() != following {
			t.Errorf("%s: at %v, following %t; want %v, %t", name, w.Look.Moment, w.Following(), want, following)
		}
	}
	grows("at first", 3*s, 3*s, true)
	w.Do(SetSteps{50}) // a zoom does not end it
	grows("after a zoom", 4*s, 4*s, true)
	for _, x := range []struct {
		name string
		do   Command
		want tracefeed.Time
	}{
		{"scrub", SeekTo{s}, s},
		{"pause", Pause{}, 4 * s},
		{"step", StepBy{-1}, 4*s - w.Look.Step},
		{"stop", Stop{}, 0},
		{"range", ShowRange{s, 2 * s}, 2 * s},
	} {
		w.UpdateLoaded(grownTo(t, 4*s))
		w.Do(x.do)
		grows(x.name, 5*s, x.want, false)
		if w.Playback.Playing {
			t.Errorf("%s: it plays", x.name)
		}
		w.Do(FollowEnd{})
		grows(x.name+", then following", 6*s, 6*s, true)
	}
	w.Do(SeekTo{5 * s})
	w.Do(SetSpeed{1})
	w.Do(Play{})
	w.Advance(0.5)
	grows("while it plays", 7*s, 5*s+s/2, false)
	w.Advance(5)
	grows("once it has played to the end", 8*s, 8*s, true)
	w.Do(SeekEnd{})
	grows("after a jump to the end", 9*s, 8*s, false)
	w.Do(SeekEnd{})
	w.Do(Play{})
	grows("played at the end", 9*s+1, 9*s+1, true)
	w.Do(Rewind{})
	grows("backwards", 9*s+2, 9*s+1, false)
	w.Do(FollowEnd{})
	whole := load(t, story)
	w.UpdateLoaded(&loader.Loaded{Timeline: whole, Searched: true})
	if w.Growing() || w.Following() || w.Look.Moment != whole.End {
		t.Errorf("in the end: growing %t, following %t, at %v", w.Growing(), w.Following(), w.Look.Moment)
	}
	w.Do(Play{})
	if !w.Playback.Playing || w.Playback.Moment != 0 {
		t.Errorf("played at the end of a complete trace: %+v", w.Playback)
	}
}

// A saved workspace is restored in a growing trace, except for its moment. The
// view of a picture is restored with its moment.
func TestFollowRestored(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "story.tiv")
	if err := os.WriteFile(path, []byte(story), 0o644); err != nil {
		t.Fatal(err)
	}
	store := NewStore(path, "")
	if err := store.Save(opened(t, SeekTo{s}, SetSteps{77})); err != nil {
		t.Fatal(err)
	}
	kept, picture := New("story"), New("story")
	if err := store.Restore(kept); err != nil {
		t.Fatal(err)
	}
	if err := picture.Restore(opened(t, SeekTo{s}, SetSteps{77}).Save(saved.Identity{}), saved.Identity{}); err != nil {
		t.Fatal(err)
	}
	for _, end := range []tracefeed.Time{4 * s, 5 * s} {
		for w, want := range map[*Workspace]tracefeed.Time{kept: end, picture: s} {
			w.UpdateLoaded(grownTo(t, end))
			if w.Look.Steps != 77 || w.Look.Moment != want || w.Following() != (w == kept) {
				t.Errorf("restored: %d steps, at %v of %v, following %t", w.Look.Steps, w.Look.Moment, end, w.Following())
			}
		}
	}
}

// A deadlock that was found in the part of a growing trace that was searched stays the subject,
// with its ring, in each snapshot after that, until an event opens it. The snapshots come
// more often than reports.
func TestDeadlockStaysWhileFollowing(t *testing.T) {
	t.Parallel()
	const begin = "tiv-text 1\n0s A start\n0s B start\n0s C start\n1s A monitor-enter M\n1s B monitor-enter N\n2s A monitor-wait N\n" +
		"3s B monitor-wait M\n"
	grows := func(more string) *timeline.Timeline {
		tl := *load(t, begin+more)
		tl.Complete = false
		return &tl
	}
	w := New("story")
	var report detect.Report
	for i, x := range []struct {
		more   string
		search bool
		holds  bool
	}{
		{"", false, false}, {"4s C ready\n", true, true}, {"5s C ready\n", false, true}, {"6s C ready\n", false, true},
		{"6s C ready\n7s C ready\n", true, true}, {"8s C ready\n", false, true}, {"8s A monitor-enter N\n9s C ready\n", false, false},
	} {
		tl := grows(x.more)
		if x.search {
			report = detect.Find(context.Background(), tl, nil)
		}
		w.UpdateLoaded(&loader.Loaded{Timeline: tl, Growing: true, Report: report})
		story := w.Look.Story
		if got := story.Finding != nil && story.Finding.Kind == detect.Deadlock; w.Look.Moment != tl.End || got != x.holds {
			t.Errorf("snapshot %d at %v: subject %v: %v, want %v", i, w.Look.Moment, story.Sentence, got, x.holds)
		}
		if got := strings.Contains(story.Sentence, "wait for each other"); got != x.holds {
			t.Errorf("snapshot %d: %q", i, story.Sentence)
		}
	}
}
