package gobuild

import "testing"

// A pattern that covers nothing leaves the program as it is.
func TestCallsOfNothing(t *testing.T) {
	notes := 0
	b := &Build{Calls: []string{"nothing"}, Tmp: t.TempDir(), Command: &Command{Verb: "run", Targets: []string{"./called"}},
		tc: toolchain{command: "go", dir: "../testdata"}, Note: func(string, ...any) { notes++ }}
	over := &overlay{Replace: map[string]string{}}
	if err := b.addCalls(t.Context(), over, &moduleLayer{}); err != nil || len(over.Replace) != 0 || notes != 1 {
		t.Errorf("%d files replaced, %d notes, %v", len(over.Replace), notes, err)
	}
}
