package ui

import (
	"testing"

	"tiv/session"
	"tiv/ui/panel"
	"tiv/workspace"
)

// The finder says why the text of a command is none, and treats such a text without the prefix
// like any other name that the trace does not have.
func TestFinderExplainsNone(t *testing.T) {
	t.Parallel()
	f := finder{Trace: &panel.Trace{Document: &session.Document{Workspace: &workspace.Workspace{}}}}
	const refused = `set-step: step: invalid time "5x": want a number with ns, us, ms, s, m, h or d`
	for _, c := range []struct{ text, want string }{
		{"set-step 5x", "No match."}, {">set-step 5x", refused}, {"> set-step 5x", refused},
		{"set-step 5x", "No match."}, {">unset-step 5x", "No match."},
	} {
		f.text = c.text
		if f.lookUp(); len(f.hits) > 0 || f.none() != c.want {
			t.Errorf("%q: %d hits, %q; want %q", c.text, len(f.hits), f.none(), c.want)
		}
	}
}
