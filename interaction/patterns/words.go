package patterns

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/tracefeed"
)

// String returns the words for a pattern.
func (k Kind) String() string {
	return [...]string{"waits in pairs or chains", "many wait for one", "many wait for many", "deadlock",
		"waits for unknown holders"}[k]
}

// Describe describes the patterns of groups, shorter in each line: those of several groups one
// after the other, or that of the only group; nothing if it has none. name returns the short
// name of a thread.
func Describe(groups []interaction.Group, name func(tracefeed.ThreadID) string) (lines []string) {
	const most = 3
	var words []string
	for i := range groups {
		if word := describe(&groups[i], name, len(groups) > 1); word != "" {
			words = append(words, word)
		}
	}
	if len(groups) < 2 {
		return words
	}
	head := fmt.Sprintf("%d separate groups", len(groups))
	for n := min(len(words), most); n > 0; n-- {
		line := head + " · " + strings.Join(words[:n], " · ")
		if n < len(words) {
			line += " · …"
		}
		lines = append(lines, line)
	}
	return append(lines, head)
}

// describe names the pattern of a group of threads; it is empty if there is none. Among
// several groups the thread that is waited for most stands for its group.
func describe(group *interaction.Group, name func(tracefeed.ThreadID) string, several bool) string {
	holder, of := name(group.Holder), tracefeed.Count(group.Threads)+" threads"
	switch {
	case group.Pattern == interaction.NoPattern:
		return ""
	case group.Pattern == interaction.ManyToOne:
		return fmt.Sprintf("%v: %s threads behind %s", ManyToOne, tracefeed.Count(group.Waiters), holder)
	case several:
		of = fmt.Sprintf("%s and %s others", holder, tracefeed.Count(group.Threads-1))
	}
	switch group.Locks {
	case 0:
		return fmt.Sprintf("%v: %s take turns", ManyToMany, of)
	case 1:
		return fmt.Sprintf("%v: %s take turns at 1 lock", ManyToMany, of)
	}
	return fmt.Sprintf("%v: %s take turns at %d locks", ManyToMany, of, group.Locks)
}

// Describe describes the waits of a moment in one line. name returns the short name of a thread.
func (m *Moment) Describe(name func(tracefeed.ThreadID) string) string {
	var parts []string
	switch rings := len(m.Kinds) - len(m.Groups); {
	case len(m.Kinds) == 0:
		return "no waits between threads"
	case m.Kinds[0] == Unknown:
		return Unknown.String()
	case !slices.Contains(m.Kinds, Ring):
	case rings == 1:
		parts = append(parts, Ring.String())
	default:
		parts = append(parts, fmt.Sprintf("%d deadlocks", rings))
	}
	if lines := Describe(m.Groups, name); len(lines) > 0 {
		parts = append(parts, lines[0])
	} else if len(parts) == 0 {
		parts = append(parts, Other.String())
	}
	return strings.Join(parts, " · ")
}
