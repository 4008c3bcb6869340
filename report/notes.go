package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"tiv/interaction/lockname"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Notes writes notes on a trace as Markdown, for a bug report: each with its
// number, its moment, its thread, that thread's state and blockers at the
// moment, and its text. Times are exact.
func Notes(tl *timeline.Timeline, locks *lockname.Names, trace string, notes []view.Note) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Notes on %s\n", MarkdownCode(trace))
	for i := range notes {
		n := &notes[i]
		fmt.Fprintf(&b, "\n%d. **at %s**%s\n", i+1, n.Moment.Exact(), noteAbout(tl, locks, n))
		if text := quoted(n.Text); text != "" {
			b.WriteString("\n" + text)
		}
	}
	return b.String()
}

// names formats threads, functions and states for a kind of text.
type names struct {
	thread      func(*timeline.Timeline, tracefeed.ThreadID) string
	code, plain func(string) string
}

var (
	markdown  = names{threadCode, MarkdownCode, plain}
	asTheyAre = names{ThreadName, oneLine, oneLine}
)

// noteAbout returns the state of a note's thread at its moment, in Markdown.
func noteAbout(tl *timeline.Timeline, locks *lockname.Names, n *view.Note) string {
	if s := markdown.about(tl, locks, n); s != "" {
		return " " + s
	}
	return ""
}

// About returns the thread of a note with its state and blockers at the moment;
// "" if the note has no thread.
func About(tl *timeline.Timeline, locks *lockname.Names, n *view.Note) string {
	return asTheyAre.about(tl, locks, n)
}

func (w names) about(tl *timeline.Timeline, locks *lockname.Names, n *view.Note) string {
	if n.Thread <= tracefeed.NoThread || int(n.Thread) >= len(tl.Threads) {
		return ""
	}
	var b strings.Builder
	b.WriteString(w.thread(tl, n.Thread))
	if n.Blocker > tracefeed.NoThread && int(n.Blocker) < len(tl.Threads) {
		b.WriteString(" and its wait for " + w.thread(tl, n.Blocker))
	}
	if n.Moment > tl.End {
		return b.String() + ": after the end of the trace"
	}
	d := Span(tl, n.Thread, n.Moment)
	fmt.Fprintf(&b, ": %s, %s", w.plain(d.Doing(locks)), d.Lasting())
	b.WriteString(w.blockers(tl, &d))
	if f, ok := Place(d.Stack); ok {
		b.WriteString(", in " + w.code(f.Func))
	}
	return b.String()
}

// maxBlockers is the largest number of blockers that a note names.
const maxBlockers = 5

// WaitsFor names the blockers of a thread: "waits for A (observed)"; "" if
// there are none.
func (d *Description) WaitsFor(tl *timeline.Timeline) string {
	return strings.TrimPrefix(asTheyAre.blockers(tl, d), ", ")
}

// blockers names the blockers of a thread, after a comma.
func (w names) blockers(tl *timeline.Timeline, d *Description) string {
	if len(d.Blockers) == 0 {
		if d.State == tracefeed.Blocking {
			return ", holder unknown"
		}
		return ""
	}
	var names []string
	for _, t := range d.Blockers[:min(len(d.Blockers), maxBlockers)] {
		names = append(names, w.thread(tl, t))
	}
	s := ", waits for "
	if d.State == tracefeed.Suspended {
		s = ", signalled by "
	}
	s += strings.Join(names, ", ")
	if left := len(d.Blockers) - maxBlockers; left > 0 {
		s += fmt.Sprintf(" and %d more", left)
	}
	return s + " (" + d.Evidence.String() + ")"
}

// ThreadName returns a thread's name, with its id if the name does not contain
// it.
func ThreadName(tl *timeline.Timeline, t tracefeed.ThreadID) string {
	return named(tl, t, oneLine)
}

func named(tl *timeline.Timeline, t tracefeed.ThreadID, as func(string) string) string {
	th := &tl.Threads[t]
	return withID(th.Name, th.ID, as)
}

// MonitorName returns a monitor's name, with its id if the name does not
// contain it.
func MonitorName(tl *timeline.Timeline, locks *lockname.Names, m tracefeed.MonitorID) string {
	return NameWithID(locks.Full(m), tl.Monitors[m].ID)
}

// NameWithID returns a name, with an id if the name does not contain it.
func NameWithID(name, id string) string { return withID(name, id, oneLine) }

func withID(name, id string, as func(string) string) string {
	if id == "" || id == name || slices.Contains(strings.Fields(name), id) {
		return as(name)
	}
	return as(name) + " (" + as(id) + ")"
}

func oneLine(s string) string { return view.OneLine(s, maxCode) }

// maxCode is the largest number of bytes written of a name.
const maxCode = 200

// threadCode returns a thread's name, with its id if that differs, as Markdown
// code.
func threadCode(tl *timeline.Timeline, t tracefeed.ThreadID) string {
	return named(tl, t, MarkdownCode)
}

// MarkdownCode returns text as Markdown code: verbatim, in one line.
func MarkdownCode(s string) string {
	s = oneLine(s)
	longest, run := 0, 0
	for _, c := range s {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	if longest == 0 && s != "" {
		return "`" + s + "`"
	}
	fence := strings.Repeat("`", longest+1)
	return fence + " " + s + " " + fence
}

// plain returns text in one line, escaped for Markdown.
func plain(s string) string { return Markdown(oneLine(s)) }

// Markdown returns text escaped for Markdown, tables included. Names of users and addresses
// in it are no links.
func Markdown(s string) string {
	var b strings.Builder
	for i, c := range s {
		if c == '@' {
			b.WriteString("&#64;")
			continue
		}
		if c == '/' && strings.HasSuffix(s[:i], ":") || c == '.' && strings.HasSuffix(s[:i], "www") {
			b.WriteByte('\\')
		}
		if strings.ContainsRune("\\`*_[]<>#|~&!", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// quoted writes a note's text as a quotation in a list. Its Markdown is kept, but
// cannot end the quotation.
func quoted(text string) string {
	text = strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "?")))
	if text == "" {
		return ""
	}
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Map(func(c rune) rune {
			if unicode.IsControl(c) {
				return ' '
			}
			return c
		}, line)
		b.WriteString(strings.TrimRight("   > "+line, " ") + "\n")
	}
	return b.String()
}
