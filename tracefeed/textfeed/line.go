package textfeed

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"tiv/tracefeed"
)

// line is one line of a trace, taken apart and checked but not yet looked up
// in the tables. Its words lie in the buffer of the reader. A word is nil where
// the line has none, or where it is - for none.
type line struct {
	time    tracefeed.Time
	thread  []byte
	kind    tracefeed.Kind
	cause   tracefeed.Cause
	monitor []byte
	other   []byte
	name    []byte
	woken   []byte // still escaped
	cpu     tracefeed.CPU
	shared  bool
}

// words are the words of a line that are still to be read.
type words []byte

// next takes the next word off; nil at the end of the line or at a comment.
func (w *words) next() []byte {
	b := *w
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	if i == len(b) || b[i] == '#' {
		*w = nil
		return nil
	}
	start := i
	for i < len(b) && b[i] != ' ' && b[i] != '\t' {
		i++
	}
	*w = b[i:]
	return b[start:i:i]
}

// parse takes text apart. It returns false for a line without an event.
func (l *line) parse(text []byte) (bool, error) {
	if !utf8.Valid(text) {
		return false, errors.New("not UTF-8")
	}
	*l = line{}
	rest := words(text)
	word := rest.next()
	if word == nil {
		return false, nil
	}
	var err error
	if l.time, err = parseTime(word); err != nil {
		return false, err
	}
	thread := rest.next()
	word = rest.next()
	if word == nil {
		return false, errors.New("want TIME THREAD EVENT")
	}
	var ok bool
	if l.kind, ok = kindOf(word); !ok {
		return false, fmt.Errorf("%q is no event", clip(word))
	}
	if l.thread, err = parseName(thread); err != nil {
		return false, err
	}
	if err := l.parseRest(rest); err != nil {
		return false, fmt.Errorf("%s: %w", l.kind, err)
	}
	return true, nil
}

// parseRest reads what follows the event, and checks that it fits the event
// and its thread.
func (l *line) parseRest(rest words) error {
	r := &rules[l.kind]
	word := rest.next()
	if r.argument != noArgument && word != nil {
		if k, _ := keyOf(word); k == 0 {
			if err := l.parseArgument(r, word); err != nil {
				return err
			}
			word = rest.next()
		} else if r.argument == monitorArgument {
			return fmt.Errorf("want a monitor before %q", clip(word))
		}
	} else if r.argument == monitorArgument {
		return errors.New("want a monitor")
	}
	var by []byte
	for seen := key(0); word != nil; word = rest.next() {
		k, value := keyOf(word)
		switch {
		case k&r.keys == 0:
			return fmt.Errorf("unexpected %q", clip(word))
		case k&seen != 0:
			return fmt.Errorf("%q: said twice", clip(word))
		case len(value) == 0:
			return fmt.Errorf("%q: want a value", clip(word))
		}
		seen |= k
		if k == keyBy {
			by = value
		}
		if err := l.parseValue(k, value); err != nil {
			return err
		}
	}
	if l.kind == tracefeed.Wake {
		return l.arrangeWake(by)
	}
	return l.checkThread()
}

// parseArgument reads the word after the event.
func (l *line) parseArgument(r *rule, word []byte) (err error) {
	switch r.argument {
	case monitorArgument:
		l.monitor, err = parseName(word)
	case threadArgument:
		l.woken = word
	case causeArgument:
		for _, c := range r.causes {
			if c.String() == string(word) {
				l.cause = c
				return nil
			}
		}
		err = fmt.Errorf("%q is none of %s", clip(word), causeList(r.causes))
	}
	return err
}

// parseValue reads what follows a key.
func (l *line) parseValue(k key, value []byte) (err error) {
	switch k {
	case keyName:
		l.name, err = unescape(value)
	case keyBy:
		l.other, err = parseName(value)
	case keyMode:
		l.shared = string(value) == "shared"
		if !l.shared && string(value) != "exclusive" {
			err = fmt.Errorf("mode=%s: want shared or exclusive", clip(value))
		}
	case keyCPU:
		n, bad := strconv.ParseUint(string(value), 10, 31)
		if bad != nil || n == math.MaxInt32 {
			err = fmt.Errorf("cpu=%s: want the number of a processor, from 0", clip(value))
		}
		l.cpu = tracefeed.CPU(n + 1)
	}
	return err
}

// arrangeWake brings the ways to write a wake to one: thread is who was let go
// on, other by whom.
//
//   - wake B by=A
//     A wake B
//     A wake B by=A
//     B wake by=A
func (l *line) arrangeWake(by []byte) error {
	switch {
	case l.woken == nil && by == nil:
		return errors.New("want the thread that was let go on")
	case l.woken == nil:
		return l.checkThread()
	}
	writer := l.thread
	var err error
	if l.thread, err = parseName(l.woken); err != nil {
		return err
	}
	if by == nil {
		l.other = writer
	} else if writer != nil && !bytes.Equal(writer, l.other) {
		return fmt.Errorf("by=%s, but the line is of thread %s", clip(by), clip(writer))
	}
	return l.checkThread()
}

// checkThread checks that the line has a thread if its event is of one.
func (l *line) checkThread() error {
	switch {
	case l.thread == nil && hasThread(l.kind):
		return errors.New("want a thread, not -")
	case l.thread != nil && !hasThread(l.kind):
		return fmt.Errorf("want - for the thread, not %q", clip(l.thread))
	}
	return nil
}

func kindOf(word []byte) (tracefeed.Kind, bool) {
	for k := tracefeed.NoKind + 1; k < tracefeed.NumKinds; k++ {
		if k.String() == string(word) {
			return k, true
		}
	}
	return tracefeed.NoKind, false
}

// keyOf splits a word into its key and value; the key is 0 if it is none.
func keyOf(word []byte) (k key, value []byte) {
	for i := range keyWords {
		w := keyWords[i].word
		if len(word) >= len(w) && string(word[:len(w)]) == w {
			return keyWords[i].key, word[len(w):]
		}
	}
	return 0, nil
}

// parseTime reads a time. Whole numbers, which are nearly all, make no
// garbage.
func parseTime(word []byte) (tracefeed.Time, error) {
	const fewDigits = 15 // so that n fits
	var n tracefeed.Time
	i := 0
	for ; i < len(word) && i < fewDigits && '0' <= word[i] && word[i] <= '9'; i++ {
		n = n*10 + tracefeed.Time(word[i]-'0')
	}
	unit := tracefeed.Time(0)
	switch string(word[i:]) {
	case "ns":
		unit = tracefeed.Nanosecond
	case "us":
		unit = tracefeed.Microsecond
	case "ms":
		unit = tracefeed.Millisecond
	case "s":
		unit = tracefeed.Second
	}
	if i == 0 || unit == 0 || n > math.MaxInt64/unit {
		return tracefeed.ParseTime(string(word))
	}
	return n * unit, nil
}

func causeList(causes []tracefeed.Cause) string {
	list := make([]string, len(causes))
	for i, c := range causes {
		list[i] = c.String()
	}
	return strings.Join(list, ", ")
}

// clip shortens untrusted text for a message.
func clip(word []byte) []byte {
	const most = 40
	if len(word) > most {
		return append(bytes.Clone(word[:most]), "…"...)
	}
	return word
}
