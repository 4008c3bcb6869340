package defining

import (
	"testing"

	"tiv/internal/reduced"
	"tiv/session"
	"tiv/workspace"
)

// Only other definitions are searched for: a comment, a space or another line makes no difference, and neither does a text with an
// error.
func TestRedraft(t *testing.T) {
	t.Parallel()
	w := workspace.New("trace")
	w.Update(reduced.Story(t, "tiv-text 1\n0s A start\n1ms A call-enter main.pay\n2ms A call-exit main.pay\n3ms A end\n"), w.Report)
	d := &session.Document{Workspace: w}
	var s search
	for i, c := range []struct {
		text  string
		other bool
	}{
		{`<EVENTS><EVENT METHOD="pay"/></EVENTS>`, true},
		{"<EVENTS> <!-- p -->\n<EVENT METHOD='pay' /></EVENTS>", false},
		{`<EVENTS> <!-- p -- --><EVENT METHOD="pay"/></EVENTS>`, false},
		{`<EVENTS><EVENT METHOD="pay"/><EVENT METHOD="p</EVENTS>`, false},
		{`<EVENTS><EVENT METHOD="pay" TYPE="SHOP"/></EVENTS>`, true},
		{`<EVENTS><EVENT METHOD="pay" TYPE="SHOP"/><EVENT METHOD="order"/></EVENTS>`, true},
		{`<EVENTS><EVENT METHOD="order"/><EVENT METHOD="pay" TYPE="SHOP"/></EVENTS>`, true},
		{`<EVENTS/>`, true},
	} {
		before := s.draft
		r := read(&w.Tasking, c.text)
		s.redraft(d, &r)
		if other := s.draft != before; other != c.other || s.draft == nil {
			t.Errorf("text %d: searched for is %t, want %t: %s", i, other, c.other, c.text)
		}
	}
	before := s.draft
	w.Do(workspace.SetTaskType{Type: "SHOP", On: false})
	w.Do(workspace.DefineTasks{Text: `<EVENTS><EVENT METHOD="pay" TYPE="SHOP"/></EVENTS>`})
	r := read(&w.Tasking, `<EVENTS/>`)
	if s.redraft(d, &r); s.draft == before {
		t.Error("other types are not searched for")
	}
}
