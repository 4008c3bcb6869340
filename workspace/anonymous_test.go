package workspace

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// An anonymous workspace has the view and the findings of the other one, and none of its
// names.
func TestAnonymous(t *testing.T) {
	t.Parallel()
	w := New("secret.trace")
	tl := reduced.Story(t, strings.ReplaceAll(story, "A start", "A start name=secret")+"type secret java.lang.Object\n")
	w.Update(tl, detect.Find(context.Background(), tl, nil))
	for _, c := range []Command{SetView{view.Interaction}, SetStep{3 * ms}, SeekTo{5 * s},
		AddNote{view.Note{Text: "secret", Moment: 5 * s, Thread: 1}},
		NameLock{Monitor: 1, Name: "secret"}, SetFilter{Filter{Text: `name contains "secret"`}},
		Hide{Threads: []tracefeed.ThreadID{2}}, Select{1}, named("secret"), OpenSpace{"secret"}} {
		w.Do(c)
	}
	w.Look.Clusters = []view.Cluster{{Name: "secret", Threads: []tracefeed.ThreadID{1, 2}}}
	w.Look.Highlighted, w.Panels = "secret", map[string]bool{"secret": true}
	got, err := Anonymous(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	if all := fmt.Sprintf("%s %+v %+v %+v", got.Name, got.State, got.Report, got.Timeline.Threads) +
		string(got.Save(saved.Identity{})); strings.Contains(all, "secret") {
		i := strings.Index(all, "secret")
		t.Errorf("a name is left: %s", all[max(0, i-200):i+20])
	}
	types := tracefeed.Supertypes(got.Timeline.Types, got.Timeline.Names)
	if fmt.Sprint(types) != "map[thread-A:[java.lang.Object]]" {
		t.Errorf("the types are %v", types)
	}
	if got.Look.Kind != w.Look.Kind || got.Look.Moment != w.Look.Moment || got.Look.Step != w.Look.Step ||
		got.Look.Selected != 1 || len(got.Hidden) != 1 ||
		len(got.Look.Notes) != 1 || len(got.Look.Clusters) != len(w.Look.Clusters) || len(got.Report.Findings) != len(w.Report.Findings) {
		t.Errorf("the view is %+v, was %+v", got.Look.State, w.Look.State)
	}
	if !strings.Contains(fmt.Sprintf("%+v", w.State), "secret") {
		t.Error("the original has no names any more")
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Anonymous(ctx, w); err == nil {
		t.Error("a cancelled one ends without error")
	}
}
