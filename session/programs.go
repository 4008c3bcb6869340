package session

import (
	"errors"
	"slices"
	"strings"

	"tiv/report"
)

// program is a program that runs to be recorded, by its command line.
type program struct {
	line string
	*Recording
}

// programs are those that a session runs to record them.
type programs struct {
	session *Session
	running []*program
}

// stopLabel is the text of the button that ends a program.
const stopLabel = "Stop and open"

// run runs a program, by its command line, and opens its trace when it has ended. A message has a
// button that ends it.
func (p *programs) run(line string) {
	s := p.session
	words, err := splitLine(line)
	switch {
	case err != nil:
		s.Messages.Fail(err)
		return
	case len(words) == 0:
		s.Messages.Say("Type the command line of a program first.")
		return
	case s.Opener.options.Record == nil:
		s.Messages.Say("This window cannot run programs; tiv record can.")
		return
	}
	x, err := s.Opener.options.Record(words)
	if err != nil {
		s.Messages.Fail(err)
		return
	}
	p.running = append(p.running, &program{line, x})
	s.Messages.add(Message{Text: "Recording " + line + ". Its trace opens when it ends.", Label: stopLabel, Stays: true,
		Tip: "Ends the program and opens its trace.", Do: x.Stop})
	go func() {
		<-x.Done
		s.wake()
	}()
}

// openEnded opens the traces of programs that have ended.
func (p *programs) openEnded() {
	s, ended := p.session, func(x *program) bool { return x.ended() }
	for _, x := range p.running {
		if !ended(x) {
			continue
		}
		if err := x.Err(); err != nil {
			s.Messages.Fail(err)
		} else {
			s.Opener.open(Request{Paths: []string{x.Path}})
		}
		text := report.Safe("Recording " + x.line)
		s.Messages.List = slices.DeleteFunc(s.Messages.List, func(x Message) bool {
			return x.Label == stopLabel && strings.HasPrefix(x.Text, text)
		})
	}
	p.running = slices.DeleteFunc(p.running, ended)
}

// splitLine splits a command line into words at its blanks. Text in quotes is one word, and a sign after
// a backslash stands for itself, but not in single quotes. "tiv record --" before it has no meaning.
func splitLine(line string) (words []string, err error) {
	line = strings.TrimPrefix(strings.TrimSpace(line), "tiv record -- ")
	var word strings.Builder
	in, quote, escaped := false, rune(0), false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, in = true, true
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, in = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if in {
				words = append(words, word.String())
			}
			word.Reset()
			in = false
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if quote != 0 || escaped {
		return nil, errors.New("record: the command line ends within quotes or after a backslash")
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}
