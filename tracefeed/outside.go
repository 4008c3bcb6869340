package tracefeed

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Outside is the statement of a recorder about what can end waits besides the threads of
// the trace. It is a time in nanoseconds, at which the recorder looked, and the words of
// what it found: "1200000 handler:15 timer". Alone, without a time, holds for the whole
// trace. "" is no statement.
type Outside string

// Alone states that nothing besides the threads of the trace can end their waits.
const Alone Outside = "nothing"

// enders are the words of things that can end waits, and their names.
var enders = map[string]string{
	"timer":    "a timer",
	"thread":   "a thread that was not recorded",
	"memory":   "another process, through memory that both can change",
	"child":    "a child process",
	"debugger": "a debugger",
}

// handler begins the word of a signal with a handler.
const handler = "handler:"

// Enders returns the names of the things that can end waits, and the time up to which waits
// have begun that the statement is about. ok is false without a statement, or if a word of
// it is not known.
func (o Outside) Enders() (names []string, until Time, ok bool) {
	words := strings.Fields(string(o))
	until = math.MaxInt64
	if len(words) > 1 {
		t, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil {
			return nil, 0, false
		}
		until, words = Time(t), words[1:]
	}
	if len(words) == 1 && words[0] == string(Alone) {
		return nil, until, true
	}
	var signals []string
	for _, word := range words {
		if number, ok := strings.CutPrefix(word, handler); ok {
			signals = append(signals, signalName(number))
		} else if name := enders[word]; name != "" {
			names = append(names, name)
		} else {
			return nil, 0, false
		}
	}
	switch {
	case len(words) == 0, slices.Contains(signals, ""):
		return nil, 0, false
	case len(signals) == 1:
		names = append([]string{"a handler of " + signals[0]}, names...)
	case len(signals) > 1:
		names = append([]string{"handlers of " + Listed(signals)}, names...)
	}
	return names, until, true
}

// Shifted returns the statement for a trace whose times are greater by d.
func (o Outside) Shifted(d Time) Outside {
	at, words, timed := strings.Cut(string(o), " ")
	t, err := strconv.ParseInt(at, 10, 64)
	if !timed || err != nil {
		return o
	}
	return Outside(fmt.Sprintf("%d %s", Time(t)+d, words))
}

// signalNames are the names of Linux's signals, by number.
var signalNames = [...]string{"", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
	"TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS"}

// signalName returns the name of a signal, "" if the number is none.
func signalName(number string) string {
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 1 || n > 64:
		return ""
	case n < len(signalNames):
		return "SIG" + signalNames[n]
	}
	return fmt.Sprintf("signal %d", n)
}
