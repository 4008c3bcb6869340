package session_test

import (
	"errors"
	"testing"

	"tiv/internal/visit"
	"tiv/session"
)

// Messages are closed by commands, and their buttons pressed.
func TestMessageCommands(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/deadlock.tiv")
	answered := 0
	s.Messages.Fail(errors.New("one"))
	s.Messages.List = append(s.Messages.List, session.Message{Text: "two", Wrong: true, Do: func() { answered++ }},
		session.Message{Text: "three", Wrong: true})
	texts := func() (list string) {
		for _, m := range s.Messages.List {
			list += m.Text + "; "
		}
		return list
	}
	for _, x := range []struct{ do, list string }{
		{"close-message 0", "two; three; "},
		{"answer-message 1", "two; three; The message 1 has no button.; "},
		{"close-message 2", "two; three; "},
		{"answer-message 0", "three; "},
		{"close-message 4", "three; There is no message 4.; "},
		{"close-message -1", ""},
	} {
		if done(t, s, x.do); texts() != x.list {
			t.Errorf("%s: %s", x.do, texts())
		}
	}
	if answered != 1 {
		t.Errorf("answered %d times", answered)
	}
}
