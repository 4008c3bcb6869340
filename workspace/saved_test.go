package workspace

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

var trace = saved.Identity{Name: "story", Sum: "123"}

// everything writes down all that a saved workspace keeps.
func everything(w *Workspace) string {
	p := w.Playback
	p.Playing = false
	return written(w) + string(w.Save(trace))
}

// again opens the same trace anew and restores a workspace.
func again(t *testing.T, tl *timeline.Timeline, data []byte) *Workspace {
	t.Helper()
	w := New("story")
	w.Update(tl, detect.Find(context.Background(), tl, nil))
	if err := w.Restore(data, trace); err != nil {
		t.Fatal(err)
	}
	return w
}

// After any commands, a restored workspace equals the saved one.
func TestSaveAndRestore(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 2))
		w := New("story")
		w.Update(tl, detect.Find(context.Background(), tl, nil))
		for range rng.IntN(60) {
			w.Do(anyCommand(rng))
		}
		got := again(t, tl, w.Save(trace))
		check(t, got)
		// Palettes are equal, but not the same.
		got.Look.Palette = w.Look.Palette
		w.Defined.Text = "" // counts until the trace is closed
		if a, b := everything(w), everything(got); a != b {
			t.Fatalf("seed %d: saved\n%s\nrestored\n%s", seed, a, b)
		}
	}
}

// A workspace that is restored while the trace is read gets its threads as they
// come, until the user's first command.
func TestRestoreWhileReading(t *testing.T) {
	t.Parallel()
	whole := load(t, story)
	w := New("story")
	w.Update(whole, detect.Report{})
	w.Do(MakeCluster{"last", []tracefeed.ThreadID{2, 3}})
	w.Do(SeekTo{9 * s})
	data := w.Save(trace)
	half := load(t, story[:strings.Index(story, "3s B")])
	for _, touched := range []bool{false, true} {
		w = New("story")
		if err := w.Restore(data, trace); err != nil {
			t.Fatal(err)
		}
		growing := *half
		growing.Complete = false
		w.Update(&growing, detect.Report{})
		if c := w.Look.Clusters; len(c) != 1 || len(c[0].Threads) != 1 || w.Look.Moment > half.End {
			t.Fatalf("of half a trace, %+v at %v", c, w.Look.Moment)
		}
		if touched {
			w.Do(SeekTo{s})
		}
		w.Update(whole, detect.Report{})
		if n := len(w.Look.Clusters[0].Threads); !touched && (n != 2 || w.Look.Moment != 9*s) || touched && (n != 1 || w.Look.Moment != s) {
			t.Errorf("touched %v: %+v at %v", touched, w.Look.Clusters, w.Look.Moment)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	w := opened(t, MakeCluster{"mine", []tracefeed.ThreadID{1}})
	data := string(w.Save(trace))
	before := everything(w)
	for _, bad := range []string{
		"", "{", "[]", "null", "{}", "\x00", `{"format":"other","version":1}`, `{"format":"tiv-workspace","version":0}`,
		strings.Replace(data, `"version": 1`, `"version": 99`, 1), strings.Replace(data, `"123"`, `"456"`, 1),
		strings.Replace(data, `"steps": `, `"steps": "x`, 1), data[:len(data)/2], strings.Repeat("[", 1<<20),
		strings.Replace(data, `"threads": [`, `"threads": [7, `, 1),
	} {
		if err := w.Restore([]byte(bad), trace); err == nil {
			t.Errorf("%.40q is restored", bad)
		}
		if everything(w) != before {
			t.Fatalf("%.40q has left something", bad)
		}
	}
	if err := w.Restore([]byte(strings.Replace(data, `"123"`, `"456"`, 1)), trace); !errors.Is(err, errForeign) {
		t.Errorf("of another trace: %v", err)
	}
	if err := w.Restore([]byte(strings.Replace(data, `"123"`, `"456"`, 1)), saved.Identity{}); err != nil {
		t.Errorf("of another trace, allowed: %v", err)
	}
}

// kept is a trace in a folder of its own, and the store of its workspace.
func kept(t *testing.T) (path string, k *Store) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "story.tiv")
	if err := os.WriteFile(path, []byte(story), 0o644); err != nil {
		t.Fatal(err)
	}
	return path, NewStore(path, t.TempDir())
}

func TestStore(t *testing.T) {
	t.Parallel()
	path, k := kept(t)
	w := opened(t, AddNote{view.Note{Text: "here", Moment: s, Thread: 2}})
	if err := k.Save(w); err != nil {
		t.Fatal(err)
	}
	got := opened(t)
	if err := NewStore(path, "").Restore(got); err != nil || written(got) == written(opened(t)) || len(got.Look.Notes) != 1 {
		t.Errorf("%v: restored %+v", err, got.Look.Notes)
	}
	files, _ := filepath.Glob(filepath.Dir(path) + "/*")
	if len(files) != 2 {
		t.Errorf("there are %v", files)
	}
	if err := NewStore(filepath.Dir(path)+"/none", "").Restore(got); err != nil {
		t.Errorf("of a trace that is gone: %v", err)
	}
}

// Peek moves no file.
func TestStorePeek(t *testing.T) {
	t.Parallel()
	path, k := kept(t)
	w := opened(t)
	if kept, err := k.Peek(w); kept || err != nil {
		t.Errorf("of nothing: %t, %v", kept, err)
	}
	if err := k.Save(opened(t, AddNote{view.Note{Text: "here", Moment: s}})); err != nil {
		t.Fatal(err)
	}
	if kept, err := NewStore(path, "").Peek(w); !kept || err != nil || len(w.Look.Notes) != 1 {
		t.Errorf("%t, %v, %+v", kept, err, w.Look.Notes)
	}
	if err := os.WriteFile(path+Suffix, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if kept, err := k.Peek(w); kept || err == nil || !strings.Contains(err.Error(), path+Suffix) {
		t.Errorf("of nonsense: %t, %v", kept, err)
	}
	if got, _ := os.ReadFile(path + Suffix); string(got) != "{" {
		t.Errorf("the file holds %q", got)
	}
}

func TestStoreRetiresUnusableFile(t *testing.T) {
	t.Parallel()
	path, k := kept(t)
	for i, bad := range []string{"{", `{"format":"tiv-workspace","version":77}`, string(opened(t).Save(saved.Identity{Sum: "other"}))} {
		if err := os.WriteFile(path+Suffix, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		w := opened(t)
		err := k.Restore(w)
		aside := path + Suffix + ".aside-" + string(rune('1'+i))
		if err == nil || !strings.Contains(err.Error(), aside) {
			t.Fatalf("%q: %v", bad, err)
		}
		if got, _ := os.ReadFile(aside); string(got) != bad {
			t.Errorf("%s holds %q, want %q", aside, got, bad)
		}
		w.Do(SetOption{"signals", true})
		if err := k.Save(w); err != nil {
			t.Error(err)
		}
	}
}

func FuzzRestore(f *testing.F) {
	f.Add(`{"format":"tiv-workspace","version":1,"view":{"steps":-1,"zoom":1e38,"clusters":[{"threads":["A","A","Z"]}],"bookmarks":{"77":{}},"loop_ns":[-9,0]}}`)
	f.Add(`{"format":"tiv-workspace","version":1,"view":{"slices":[{"name":"a","of":"threads"}],"shown":2,"workspaces":[{"id":0,"view":{"zoom":-1}},{"id":1,"base":"a","slices":[{"name":"a","of":"spans"}],"view":{"step_ns":-1,"interval_ns":[9,3]}},{"id":2,"parent":1,"base":"a 2"},{"id":3,"parent":4,"base":"a"}]}}`)
	var tl *timeline.Timeline
	f.Fuzz(func(t *testing.T, data string) {
		if tl == nil {
			tl = load(t, story)
		}
		w := New("story")
		w.Update(tl, detect.Report{})
		if w.Restore([]byte(data), saved.Identity{}) != nil {
			return
		}
		check(t, w)
		checkSpaces(t, w)
		for _, x := range w.Spaces {
			w.Do(ShowSpace{x.ID})
			check(t, w)
		}
		w.Do(Play{})
		w.Advance(1)
		l := &w.Look
		if l.Moment < 0 || l.Moment > tl.End || l.Step <= 0 || l.Steps < MinSteps || l.Steps > MaxSteps || l.History < 1 {
			t.Fatalf("%+v", *l)
		}
		if got := again(t, tl, w.Save(trace)); string(got.Save(trace)) != string(w.Save(trace)) {
			t.Fatalf("saved %s, restored %s", w.Save(trace), got.Save(trace))
		}
	})
}

// The workspace of a demo, which has no file, is kept among the user's own files.
func TestStoreOfDemo(t *testing.T) {
	t.Parallel()
	config := t.TempDir()
	w := opened(t, AddNote{view.Note{Text: "here"}}, Orbit{Yaw: 1}, SeekTo{s}, Select{1})
	if err := NewStore("demo:deadlock", config).Save(w); err != nil {
		t.Fatal(err)
	}
	got, first := opened(t), opened(t)
	if err := NewStore("demo:deadlock", config).Restore(got); err != nil || len(got.Look.Notes) != 1 {
		t.Errorf("restored %d notes, %v", len(got.Look.Notes), err)
	}
	got = opened(t)
	if at := got.Playback.Moment; !reflect.DeepEqual(got.Look.Camera, first.Look.Camera) || at != first.Playback.Moment ||
		len(got.Look.Selection) > 0 {
		t.Errorf("the demo opens at %v, not afresh", at)
	}
	if err := NewStore("demo:two-locks", config).Restore(got); err != nil || len(got.Look.Notes) != 0 {
		t.Errorf("another demo has %d notes, %v", len(got.Look.Notes), err)
	}
}
