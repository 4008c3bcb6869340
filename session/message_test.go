package session

import (
	"errors"
	"fmt"
	"testing"
)

// A confirmation passes by itself, an error does not.
func TestMessages(t *testing.T) {
	var m Messages
	if m.Fail(nil); len(m.List) > 0 {
		t.Error("no error is a message")
	}
	m.Fail(errors.New("broken"))
	if _, ok := m.Passing(); ok {
		t.Error("an error passes by itself")
	}
	for i := range maxMessages {
		m.Say(fmt.Sprint(i))
	}
	if in, ok := m.Passing(); !ok || in <= briefTime || len(m.List) != maxMessages || m.List[0].Text != "0" {
		t.Errorf("messages %v, the first vanishes in %v", m.List, in)
	}
	m.Chose("one")
	m.Chose("two")
	if in, _ := m.Passing(); in > briefTime || len(m.List) != maxMessages || m.List[maxMessages-1].Text != "two" ||
		m.List[maxMessages-2].Text != "3" {
		t.Errorf("messages %v, the first vanishes in %v", m.List, in)
	}
}
