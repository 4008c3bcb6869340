// Command slowlog is an interpreter: it reads MySQL's slow query log on standard input, and
// writes a text trace. Queries are tasks and calls of their connections.
//
// A query is in the log once it has ended, so queries are sorted. One that took longer than an hour
// of the log, and began before others that have been written, begins with those.
package main

import (
	"bufio"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// window is the time of the log in which queries are sorted.
const window = time.Hour

func main() {
	if err := convert(os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// query is one entry of the log.
type query struct {
	start, end       time.Time
	connection, user string
	lock             time.Duration
	examined, sent   int64
	text             []string
	complete         bool // it has the line with its times
}

// The lines of an entry, as MySQL 5.7 and later write them.
var (
	timeLine  = regexp.MustCompile(`^# Time: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))\s*$`)
	userLine  = regexp.MustCompile(`^# User@Host: (\S*?)\[(\S*)\] @ (\S*) ?\[(\S*)\]\s+Id:\s*(\d+)`)
	timesLine = regexp.MustCompile(`^# Query_time: (\d+\.\d+)\s+Lock_time: (\d+\.\d+)\s+Rows_sent: (\d+)\s+Rows_examined: (\d+)`)
	setLine   = regexp.MustCompile(`^SET timestamp=\d+;\s*$`)
	useLine   = regexp.MustCompile(`^use \S+;\s*$`)
	// bannerLine is one of the three lines that a server writes when it opens the log.
	bannerLine = regexp.MustCompile(`, Version: .* started with:|^Tcp port: |^Time +Id Command +Argument`)
	values     = regexp.MustCompile(`'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|\b0x[0-9a-fA-F]+\b|\b\d+(?:\.\d+)?\b`)
	lists      = regexp.MustCompile(`\(\?(?:, ?\?)+\)(?:, ?\(\?(?:, ?\?)*\))*`)
)

// convert writes the queries of a log as a text trace.
func convert(in io.Reader, out, messages io.Writer) error {
	w := &writer{out: bufio.NewWriter(out), connections: map[string]bool{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20) // of a query in one line
	w.line("tiv-text 1")
	var now query
	number := 0
	for lines.Scan() {
		number++
		text := lines.Text()
		if timeLine.MatchString(text) || strings.HasPrefix(text, "# User@Host: ") && now.complete || bannerLine.MatchString(text) {
			w.add(now)
			now = query{end: now.end}
		}
		if err := now.read(text); err != nil {
			fmt.Fprintf(messages, "line %d: %v: %.60s\n", number, err, text)
		}
	}
	w.add(now)
	w.flush(time.Time{})
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	if w.count == 0 {
		return errors.New("there is no query in the log")
	}
	return w.out.Flush()
}

// read takes over a line of an entry.
func (q *query) read(line string) (err error) {
	if m := timeLine.FindStringSubmatch(line); m != nil {
		q.end, err = time.Parse(time.RFC3339Nano, m[1])
		return err
	}
	if m := userLine.FindStringSubmatch(line); m != nil {
		q.user, q.connection = m[1]+"@"+strings.Trim(m[3]+" "+m[4], " "), m[5]
		return nil
	}
	if m := timesLine.FindStringSubmatch(line); m != nil {
		return q.readTimes(m)
	}
	switch {
	case bannerLine.MatchString(line), setLine.MatchString(line), useLine.MatchString(line), line == "":
	case strings.HasPrefix(line, "# administrator command: "):
		q.text = append(q.text, strings.TrimSuffix(strings.TrimPrefix(line, "# administrator command: "), ";"))
	case !q.complete:
		return errors.New("not a line of MySQL's slow query log")
	default:
		q.text = append(q.text, line)
	}
	return nil
}

// readTimes takes over the line with the times of a query.
func (q *query) readTimes(m []string) error {
	took, err := strconv.ParseFloat(m[1], 64)
	lock, lockErr := strconv.ParseFloat(m[2], 64)
	if err = errors.Join(err, lockErr); err != nil || q.end.IsZero() || q.connection == "" {
		return errors.Join(err, errors.New("a query without the lines before it"))
	}
	if took > math.MaxInt64/1e10 {
		return errors.New("the time of a query is too long")
	}
	q.sent, _ = strconv.ParseInt(m[3], 10, 64)
	q.examined, _ = strconv.ParseInt(m[4], 10, 64)
	q.lock = time.Duration(lock * 1e9).Round(time.Microsecond)
	q.start = q.end.Add(-time.Duration(took * 1e9).Round(time.Microsecond))
	q.complete = true
	return nil
}

// name returns the text of a query without its values, so that equal ones have equal names.
func (q *query) name() string {
	text := strings.TrimSuffix(strings.Join(strings.Fields(strings.Join(q.text, " ")), " "), ";")
	text = lists.ReplaceAllString(values.ReplaceAllString(text, "?"), "(?…)")
	if runes := []rune(text); len(runes) > 200 {
		text = string(runes[:200]) + "…"
	}
	return text
}

// event is a line of the trace.
type event struct {
	at    time.Time
	order int // of events of one time
	text  string
}

type events []event

func (l events) Len() int { return len(l) }
func (l events) Less(i, j int) bool {
	return l[i].at.Before(l[j].at) || l[i].at.Equal(l[j].at) && l[i].order < l[j].order
}
func (l events) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *events) Push(x any)   { *l = append(*l, x.(event)) }
func (l *events) Pop() any {
	last := len(*l) - 1
	x := (*l)[last]
	*l = (*l)[:last]
	return x
}

// writer writes queries in order of time.
type writer struct {
	out         *bufio.Writer
	held        events
	connections map[string]bool
	origin, now time.Time // time 0 of the trace, and the time of the last line
	count       int
}

// add adds a query, unless it is not complete.
func (w *writer) add(q query) {
	if !q.complete {
		return
	}
	w.count++
	thread, name := word(q.connection), word(q.name())
	if !w.connections[q.connection] {
		w.connections[q.connection] = true
		w.line("thread %s name=%s", thread, word(q.user+" "+q.connection))
	}
	first := 10 * w.count
	hold := func(at time.Time, order int, format string, a ...any) {
		heap.Push(&w.held, event{at, first + order, fmt.Sprintf(format, a...)})
	}
	hold(q.start, 0, "%s task-start %s object=%d", thread, name, w.count)
	hold(q.start, 1, "%s call-enter %s", thread, name)
	// Where in the query it waited for locks is not in the log.
	hold(q.end, 2, "%s counter lock%%20time%%20in%%20us value=%d", thread, q.lock.Microseconds())
	hold(q.end, 3, "%s counter rows%%20examined value=%d", thread, q.examined)
	hold(q.end, 4, "%s counter rows%%20sent value=%d", thread, q.sent)
	hold(q.end, 5, "%s call-exit %s", thread, name)
	hold(q.end, 6, "%s task-end %s object=%d", thread, name, w.count)
	w.flush(q.end.Add(-window))
}

// flush writes the events up to a time; all for none.
func (w *writer) flush(until time.Time) {
	for len(w.held) > 0 && (until.IsZero() || !w.held[0].at.After(until)) {
		e := heap.Pop(&w.held).(event)
		if w.origin.IsZero() {
			w.origin, w.now = e.at, e.at
		}
		if e.at.After(w.now) {
			w.now = e.at
		}
		w.line("%dus %s", w.now.Sub(w.origin).Microseconds(), e.text)
	}
	w.out.Flush()
}

func (w *writer) line(format string, a ...any) { fmt.Fprintf(w.out, format+"\n", a...) }

// word escapes a text for a text trace.
func word(text string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
		if letter || strings.IndexByte("_.:/@*?<>!+", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	if b.Len() == 0 {
		return "%3F"
	}
	return b.String()
}
