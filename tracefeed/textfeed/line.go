package textfeed

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"tiv/tracefeed"
)

// line is one line of a trace, parsed and checked but not yet looked up in the
// tables. Its words point into the buffer of the reader. A word is nil if the
// line has none, or if it is "-".
type line struct {
	time    tracefeed.Time
	thread  []byte
	kind    tracefeed.Kind
	cause   tracefeed.Cause
	monitor []byte
	other   []byte
	name    []byte
	woken   []byte // still escaped
	what    []byte
	stack   []byte
	object  int64
	value   int64
	cpu     tracefeed.CPU
	shared  bool
	forever bool
}

// words is the unread rest of a line.
type words []byte

// next returns the next word; nil at the end of the line or at a comment.
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

// parse parses text, the line of an event.
func (l *line) parse(text []byte) error {
	*l = line{}
	rest := words(text)
	var err error
	if l.time, err = parseTime(rest.next()); err != nil {
		return err
	}
	thread := rest.next()
	word := rest.next()
	if word == nil {
		return errors.New("want TIME THREAD EVENT")
	}
	var ok bool
	if l.kind, ok = kindOf(word); !ok {
		return fmt.Errorf("unknown event %q", clip(word))
	}
	l.thread = parseName(thread)
	if err := l.parseRest(rest); err != nil {
		return fmt.Errorf("%s: %w", l.kind, err)
	}
	return nil
}

// parseRest parses the words after the event, and checks that they fit the
// event and its thread.
func (l *line) parseRest(rest words) error {
	seen := key(0)
	word := rest.next()
	if r := &rules[l.kind]; r.argument != noArgument {
		took, err := l.parseArgument(r, word)
		if err != nil {
			return err
		}
		if seen = took; took != 0 {
			word = rest.next()
		}
	}
	var by []byte
	for ; word != nil; word = rest.next() {
		k, value := keyOf(word)
		switch {
		case k == 0 || k == keyName && l.kind != tracefeed.ThreadStart:
			return fmt.Errorf("unexpected %q", clip(word))
		case k&seen != 0:
			return fmt.Errorf("duplicate %q", clip(word))
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

// argumentKey is the key equivalent to an argument. No key is equivalent to a
// thread, so its entry is a key that a wake cannot have.
var argumentKey = [...]key{
	monitorArgument: keyMonitor, causeArgument: keyCause, threadArgument: keyName, nameArgument: keyWhat,
}

// parseArgument parses the word after the event if it is the argument, and
// returns the equivalent key.
func (l *line) parseArgument(r *rule, word []byte) (key, error) {
	k, _ := keyOf(word)
	if r.argument == monitorArgument || r.argument == threadArgument {
		k &= firstKeys
	}
	switch {
	case r.argument == monitorArgument && word == nil:
		return 0, errors.New("want a monitor")
	case r.argument == monitorArgument && k != 0:
		return 0, fmt.Errorf("want a monitor before %q", clip(word))
	case word == nil || k != 0:
		return 0, nil
	}
	var err error
	switch r.argument {
	case monitorArgument:
		l.monitor = parseName(word)
	case threadArgument:
		l.woken = word
	case nameArgument:
		l.what = parseName(word)
	case causeArgument:
		l.cause, err = parseCause(word, r.causes)
	}
	return argumentKey[r.argument], err
}

// arrangeWake normalizes the forms of a wake: thread becomes the woken thread,
// other the one that woke it.
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
	l.thread = parseName(l.woken)
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
	case l.thread == nil && needsThread(l.kind):
		return errors.New("want a thread, not -")
	case l.thread != nil && neverHasThread(l.kind):
		return fmt.Errorf("want - for the thread, not %q", clip(l.thread))
	}
	return nil
}

// kindsByLen are the kinds by the length of their words.
var kindsByLen = func() (byLen [16][]tracefeed.Kind) {
	for k := range tracefeed.NumKinds {
		n := len(k.String())
		byLen[n] = append(byLen[n], k)
	}
	return byLen
}()

func kindOf(word []byte) (tracefeed.Kind, bool) {
	if len(word) < len(kindsByLen) {
		for _, k := range kindsByLen[len(word)] {
			if k.String() == string(word) {
				return k, true
			}
		}
	}
	return tracefeed.NoKind, false
}

// parseTime reads a time. A whole number, the usual case, allocates nothing.
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

// clip shortens untrusted text for a message.
func clip(word []byte) []byte {
	const most = 40
	if len(word) > most {
		return append(bytes.Clone(word[:most]), "…"...)
	}
	return word
}
