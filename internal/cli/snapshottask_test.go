package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"tiv/report/shot"
)

// A picture follows a task and has the colours of types; its view says so.
func TestSnapshotOfTask(t *testing.T) {
	t.Parallel()
	trace, picture := filepath.Join("..", "..", "testdata", "shop.tiv"), filepath.Join(t.TempDir(), "x.png")
	if r := tiv(t, "snapshot", trace, "-o", picture, "--task", "2", "--colour-by", "task", "--size", "320x200"); r.exit != exitOK {
		t.Fatalf("%+v", r)
	}
	p, err := shot.Open(picture, "")
	if err != nil {
		t.Fatal(err)
	}
	view := strings.ReplaceAll(string(p.View), `": `, `":`)
	for _, part := range []string{`"task":"2@15ms"`, `"task_colours":true`, `"moment_ns":108000000`} {
		if !strings.Contains(view, part) {
			t.Errorf("the view lacks %s:\n%s", part, view)
		}
	}
	for _, c := range []struct{ args, says string }{
		{"--task 99", "the trace has no task 99"}, {"--task x", `"x" is no task`}, {"--colour-by x", "state, slice, task"},
	} {
		if r := tiv(t, append([]string{"snapshot", trace, "-o", picture, "--force"}, strings.Fields(c.args)...)...); r.exit == exitOK ||
			!strings.Contains(r.errors, c.says) {
			t.Errorf("%s: %+v, want %q", c.args, r, c.says)
		}
	}
}
