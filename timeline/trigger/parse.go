package trigger

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"tiv/expression"
	"tiv/tracefeed"
)

// Deadlock is the trigger for threads that wait for each other in a ring.
const Deadlock = "deadlock"

// words are those with which a trigger begins.
var words = []string{Deadlock, "share", "task", "counter"}

// Trigger is a condition for keeping what led to it.
type Trigger struct {
	text string
	word string
	// name is that of a task or counter, and state the state of share.
	name  string
	state tracefeed.State
	// operator compares with value: per cent of threads, a counter, or nanoseconds of a task.
	operator string
	value    float64
	lasting  tracefeed.Time // how long it has to hold
}

// String returns the text of the trigger.
func (t *Trigger) String() string { return t.text }

// Parse parses a trigger; any error is an *expression.Error.
func Parse(text string) (*Trigger, error) {
	p := &parser{text: []rune(text)}
	t := &Trigger{text: strings.TrimSpace(text)}
	at := p.skip()
	if t.word = p.word(); t.word == "" {
		return nil, p.expected(at, "a trigger: deadlock, share(STATE), task(NAME) or counter(NAME)")
	}
	var err error
	switch t.word {
	case Deadlock:
	case "share":
		err = p.share(t)
	case "task":
		err = p.task(t)
	case "counter":
		err = p.counter(t)
	default:
		return nil, unknown(at, "trigger", t.word, words)
	}
	if err == nil {
		if at = p.skip(); at < len(p.text) {
			err = p.expected(at, "the end")
		}
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// unknown returns the error of a word that is none of those known.
func unknown(at int, kind, word string, known []string) error {
	text := fmt.Sprintf("unknown %s %q", kind, word)
	if near := expression.Nearest(word, known); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	} else {
		text += "; there are " + strings.Join(known, ", ")
	}
	return &expression.Error{Column: at + 1, Text: text}
}

// parser reads a text from a position.
type parser struct {
	text []rune
	at   int
}

func (p *parser) expected(at int, what string) error {
	return &expression.Error{Column: at + 1, Text: "expected " + what}
}

// skip skips spaces, and returns the position.
func (p *parser) skip() int {
	for p.at < len(p.text) && unicode.IsSpace(p.text[p.at]) {
		p.at++
	}
	return p.at
}

func (p *parser) while(fits func(rune) bool) string {
	from := p.skip()
	for p.at < len(p.text) && fits(p.text[p.at]) {
		p.at++
	}
	return string(p.text[from:p.at])
}

func (p *parser) word() string { return p.while(unicode.IsLetter) }

// argument reads a word in brackets, perhaps in quotes.
func (p *parser) argument() (text string, at int, err error) {
	if p.skip(); p.at == len(p.text) || p.text[p.at] != '(' {
		return "", 0, p.expected(p.at, "(")
	}
	p.at++
	at = p.skip()
	if at < len(p.text) && p.text[at] == '"' {
		p.at++
		for escaped := false; p.at < len(p.text) && (escaped || p.text[p.at] != '"'); p.at++ {
			escaped = !escaped && p.text[p.at] == '\\'
		}
		if p.at == len(p.text) {
			return "", 0, p.expected(p.at, `"`)
		}
		p.at++
		if text, err = strconv.Unquote(string(p.text[at:p.at])); err != nil {
			return "", 0, &expression.Error{Column: at + 1, Text: "this is no text in quotes"}
		}
	} else {
		text = strings.TrimSpace(p.while(func(r rune) bool { return r != ')' && r != '(' && r != '"' }))
	}
	if text == "" {
		return "", 0, p.expected(at, "a name")
	}
	if p.skip(); p.at == len(p.text) || p.text[p.at] != ')' {
		return "", 0, p.expected(p.at, ")")
	}
	p.at++
	return text, at, nil
}

// compare reads an operator.
func (p *parser) compare(t *Trigger, known ...string) error {
	at := p.skip()
	t.operator = p.while(func(r rune) bool { return strings.ContainsRune("<>=!~", r) })
	for _, k := range known {
		if t.operator == k {
			return nil
		}
	}
	return p.expected(at, strings.Join(known, " or "))
}

func (p *parser) number() (float64, int, error) {
	at := p.skip()
	text := p.while(func(r rune) bool { return unicode.IsDigit(r) || r == '.' || r == '-' })
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, at, p.expected(at, "a number")
	}
	return v, at, nil
}

func (p *parser) time() (tracefeed.Time, error) {
	at := p.skip()
	text := p.while(func(r rune) bool { return unicode.IsDigit(r) || unicode.IsLetter(r) || r == '.' })
	d, err := tracefeed.ParseTime(text)
	if err != nil || d < 0 {
		return 0, p.expected(at, "a time, such as 200ms")
	}
	return d, nil
}

// lasts reads for TIME, if it is there.
func (p *parser) lasts(t *Trigger) (err error) {
	at := p.skip()
	if at == len(p.text) {
		return nil
	}
	if p.word() != "for" {
		return p.expected(at, "for TIME, or the end")
	}
	t.lasting, err = p.time()
	return err
}

var operators = []string{">", ">=", "<", "<="}

func (p *parser) share(t *Trigger) error {
	name, at, err := p.argument()
	if err != nil {
		return err
	}
	var known []string
	t.state = tracefeed.NotAlive
	for s := range tracefeed.NumStates {
		state := tracefeed.State(s)
		if known = append(known, state.String()); state.String() == name {
			t.state = state
		}
	}
	if t.state == tracefeed.NotAlive {
		return unknown(at, "state", name, known)
	}
	if err := p.compare(t, operators...); err != nil {
		return err
	}
	if t.value, at, err = p.number(); err != nil {
		return err
	}
	if p.skip(); p.at == len(p.text) || p.text[p.at] != '%' {
		return p.expected(p.at, "%")
	}
	p.at++
	if t.value < 0 || t.value > 100 {
		return &expression.Error{Column: at + 1, Text: "a share is from 0% to 100%"}
	}
	return p.lasts(t)
}

func (p *parser) task(t *Trigger) (err error) {
	if t.name, _, err = p.argument(); err == nil {
		err = p.compare(t, ">", ">=")
	}
	if err != nil {
		return err
	}
	t.lasting, err = p.time()
	return err
}

func (p *parser) counter(t *Trigger) (err error) {
	if t.name, _, err = p.argument(); err == nil {
		err = p.compare(t, operators...)
	}
	if err == nil {
		t.value, _, err = p.number()
	}
	if err != nil {
		return err
	}
	return p.lasts(t)
}

// compares applies the operator.
func (t *Trigger) compares(v, with float64) bool {
	switch t.operator {
	case ">":
		return v > with
	case ">=":
		return v >= with
	case "<":
		return v < with
	}
	return v <= with
}
