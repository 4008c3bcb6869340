package session

import (
	"fmt"
	"slices"
	"time"

	"tiv/command"
	"tiv/report"
)

// Messages are the notifications of a session: confirmations, for some seconds, and
// errors, until they are closed.
type Messages struct{ List []Message }

// Message is a notification.
type Message struct {
	Text  string
	Wrong bool      // it is an error
	Brief bool      // it confirms the choice of a key
	Stays bool      // it has no end of its own
	until time.Time // the end of its time; of no meaning for an error, or if it stays
	// Do is the action of a button with the text Label and the tooltip Tip; nil
	// for no button. Entry is the name of the entry of package command that does
	// the same, or, without a button, that the text is about; "" for none.
	Label, Tip, Entry string
	Do                func()
	File              string // that was saved; "" for none
}

// messageTime is the duration of a confirmation, briefTime the duration of a choice.
const (
	messageTime = 6 * time.Second
	briefTime   = 2 * time.Second
)

// maxMessages is the largest number of messages shown together.
const maxMessages = 4

// add shows a message, in one line.
func (m *Messages) add(x Message) {
	x.Text, x.until = report.Safe(x.Text), time.Now().Add(messageTime)
	m.List = append(m.List, x)
	if len(m.List) > maxMessages {
		m.List = m.List[len(m.List)-maxMessages:]
	}
}

// Say shows a confirmation.
func (m *Messages) Say(text string) { m.add(Message{Text: text}) }

// Chose shows the choice of a key for a short time, in place of the choice before.
func (m *Messages) Chose(text string) {
	m.List = slices.DeleteFunc(m.List, func(x Message) bool { return x.Brief })
	m.add(Message{Text: text, Brief: true})
	m.List[len(m.List)-1].until = time.Now().Add(briefTime)
}

// withdraw removes the messages with a button that is no longer of use.
func (m *Messages) withdraw(label string) {
	m.List = slices.DeleteFunc(m.List, func(x Message) bool { return x.Label == label })
}

// Fail shows an error; nil is ignored.
func (m *Messages) Fail(err error) {
	if err != nil {
		m.add(Message{Text: err.Error(), Wrong: true})
	}
}

// named returns a message by its number from 0, or says that there is none.
func (m *Messages) named(i int) (x Message, ok bool) {
	if i < 0 || i >= len(m.List) {
		m.Say(fmt.Sprintf("There is no message %d.", i))
		return x, false
	}
	return m.List[i], true
}

// close closes a message, or with -1 all.
func (m *Messages) close(i int) {
	if i == -1 {
		m.List = nil
	} else if _, ok := m.named(i); ok {
		m.List = slices.Delete(m.List, i, i+1)
	}
}

// answer presses the button of a message, and closes it.
func (m *Messages) answer(i int) {
	switch x, ok := m.named(i); {
	case !ok:
	case x.Do == nil:
		m.Say(fmt.Sprintf("The message %d has no button.", i))
	default:
		m.close(i)
		x.Do()
	}
}

// Saved returns the file that a message is about, or says that there is none.
func (m *Messages) Saved(i int) (path string, ok bool) {
	x, ok := m.named(i)
	if ok && x.File == "" {
		m.Say(fmt.Sprintf("The message %d is about no saved file.", i))
	}
	return x.File, x.File != ""
}

// messageHandlers carry out the commands about messages.
var messageHandlers = command.Handlers[*Session]{
	command.Does(func(s *Session, c command.CloseMessage) { s.Messages.close(c.Message) }),
	command.Does(func(s *Session, c command.AnswerMessage) { s.Messages.answer(c.Message) }),
}

// Expire removes the messages whose time is over.
func (m *Messages) Expire() {
	now := time.Now()
	m.List = slices.DeleteFunc(m.List, func(x Message) bool { return !x.Wrong && !x.Stays && !now.Before(x.until) })
}

// Passing reports whether a message is going to vanish by itself, and when the
// first of them does.
func (m *Messages) Passing() (in time.Duration, ok bool) {
	in = messageTime
	for _, x := range m.List {
		if !x.Wrong && !x.Stays {
			in, ok = min(in, time.Until(x.until)), true
		}
	}
	return max(in, time.Millisecond), ok
}
