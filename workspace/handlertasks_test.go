package workspace

import (
	"context"
	"os"
	"strings"
	"testing"

	"tiv/interaction/detect"
)

// Calls of found handlers begin tasks behind the project's definitions, until that is undone. Without calls
// or handlers, a note says so.
func TestDefineByHandlers(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../testdata/workers.tiv")
	if err != nil {
		t.Fatal(err)
	}
	w := New("workers")
	w.Update(load(t, string(text)), detect.Report{})
	prepared := w.Prepare(DefineByHandlers{})(context.Background())
	if want := "Calls of acme.Job.handle begin tasks now."; !strings.Contains(prepared.Note, want) {
		t.Errorf("note %q", prepared.Note)
	}
	w.Do(prepared)
	if err := SlicingOf(w).Sync(context.Background()); err != nil {
		t.Fatal(err)
	}
	if x := w.Look.Tasks; x == nil || len(x.Tasks) != 12 || x.Tasks[0].Type != "acme.Job.handle" {
		t.Errorf("got %+v", x)
	}
	if own := w.Tasking.Text(); strings.Count(own, "<EVENT ") != 1 {
		t.Errorf("definitions: %s", own)
	}
	w.Do(DefineByHandlers{}) // again
	if own := w.Tasking.Text(); strings.Count(own, "<EVENT ") != 1 {
		t.Errorf("definitions: %s", own)
	}
	w.Do(Undo{})
	if own := w.Tasking.Text(); strings.Contains(own, "FOUND") {
		t.Errorf("undone: %s", own)
	}
	withoutCalls := strings.NewReplacer("call-enter acme.Job.handle", "sample value=1 stack=h", "call-exit acme.Job.handle",
		"sample value=1 stack=h", "call-enter acme.Worker.loop", "sample value=1 stack=h").Replace(string(text))
	for story, want := range map[string]string{
		callStory:    "No handlers were found",
		withoutCalls: "The trace has no calls of acme.Job.handle, so they begin no tasks.",
	} {
		w := New("other")
		w.Update(load(t, story), detect.Report{})
		if note := w.Prepare(DefineByHandlers{})(context.Background()).Note; !strings.Contains(note, want) {
			t.Errorf("note %q, want %q", note, want)
		}
	}
}
