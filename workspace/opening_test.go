package workspace

import (
	"context"
	"testing"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace/loader"
	"tiv/workspace/opening"
	"tiv/workspace/saved"
)

// A complete trace moves to its opening once that is known, unless the user has acted in
// it, or it has grown. All of it stays in view.
func TestMovesToOpening(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	found := loader.Loaded{Timeline: tl, Report: detect.Find(context.Background(), tl, nil), Searched: true,
		Opening: &opening.Moment{At: 3 * s, Why: "here"}}
	for name, c := range map[string]struct {
		does []Command
		want tracefeed.Time
	}{
		"alone":                   {nil, 3 * s},
		"after a passive command": {[]Command{Hover{}}, 3 * s},
		"after a jump":            {[]Command{SeekTo{7 * s}}, 7 * s},
		"after another command":   {[]Command{Select{1}}, 10 * s},
	} {
		w := New("story")
		w.UpdateLoaded(&loader.Loaded{Timeline: tl})
		for _, do := range c.does {
			w.Do(do)
		}
		w.UpdateLoaded(&found)
		if why := w.Opening.Shown(w.Look.Moment); w.Look.Moment != c.want || (why == "here") != (c.want == 3*s) {
			t.Errorf("%s: opens at %v, %q; want %v", name, w.Look.Moment, why, c.want)
		}
		if from, to := w.Look.Window(); c.does == nil && (from != 0 || to != 10*s) {
			t.Errorf("%s: %v to %v in view", name, from, to)
		}
		w.Do(SeekEnd{})
		if why := w.Opening.Shown(w.Look.Moment); why != "" || w.Look.Moment != 10*s {
			t.Errorf("%s: at the end, %v, the trace says that it opened %q", name, w.Look.Moment, why)
		}
	}
}

// A restored view keeps its moment.
func TestRestoredNotMoved(t *testing.T) {
	t.Parallel()
	w := opened(t)
	w.Do(SeekTo{8 * s})
	data := w.Save(saved.Identity{})
	again := New("story")
	if err := again.Restore(data, saved.Identity{}); err != nil {
		t.Fatal(err)
	}
	again.UpdateLoaded(&loader.Loaded{Timeline: w.Timeline, Searched: true, Opening: &opening.Moment{At: 3 * s}})
	if again.Look.Moment != 8*s {
		t.Errorf("restored at %v", again.Look.Moment)
	}
}

// A trace starts afresh at its opening, and keeps the user's notes.
func TestStartAfresh(t *testing.T) {
	t.Parallel()
	w := opened(t, SetView{view.Timeline}, Orbit{Yaw: 1}, SeekTo{s}, Select{1}, Hide{[]tracefeed.ThreadID{1}},
		AddNote{view.Note{Text: "here"}})
	w.UpdateLoaded(&loader.Loaded{Timeline: w.Timeline, Report: w.Report, Searched: true, Opening: &opening.Moment{At: 3 * s, Why: "here"}})
	w.Do(StartAfresh{})
	if l := &w.Look; l.Moment != 3*s || w.Opening.Shown(l.Moment) != "here" || l.Kind != view.Free || len(w.Hidden)+len(l.Selection) > 0 ||
		len(l.Notes) != 1 || l.Camera != view.LookAt(w.Timeline).Camera {
		t.Errorf("at %v, %+v", l.Moment, l.State)
	}
	if w.Do(Undo{}); w.Look.Kind != view.Timeline || len(w.Hidden) != 1 {
		t.Errorf("the view is not back: %+v", w.Look.State)
	}
}

// Recordings of a server, one with more events than are counted, open while threads wait
// for locks, and not in the quiet after that.
func TestOpeningOfRecordings(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"server", "server-traced"} {
		l, err := loader.Open("../testdata/questions/traces/"+name+".bin", loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.Wait()
		if err != nil {
			t.Fatal(err)
		}
		tl, o := found.Timeline, opening.Find(found.Timeline, detect.Report{})
		waiting := 0
		for id := range tl.Threads {
			if tl.Lane(tracefeed.ThreadID(id)).StateAt(o.At) == tracefeed.Blocking {
				waiting++
			}
		}
		if waiting < 3 {
			t.Errorf("%s opens at %v, where %d threads wait for locks", name, o.At, waiting)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
