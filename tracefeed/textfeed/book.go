package textfeed

import (
	"slices"
	"strconv"

	"tiv/tracefeed"
)

// maxWord is the most bytes of a word on the line of an event, so that a line
// of an event that says everything fits into maxLine.
const maxWord = 12 << 10

// book is the words that stand for the entries of one table, threads, monitors
// or names, and what has been told of them.
type book struct {
	keyword string
	entries []entry
	taken   map[string]struct{}
}

// entry is what readers know of a thread, monitor or name.
type entry struct {
	// word is escaped, ready to be written.
	word string
	// told is what they believe; of a monitor or name, System is false. A
	// name has its text as ID and Name.
	told tracefeed.Thread
	// named is true after a definition with a name, known after any mention.
	named, known bool
}

func newBook(keyword string) book {
	return book{keyword: keyword, entries: []entry{{word: "-"}}, taken: map[string]struct{}{}}
}

// ownWord returns id as a word, escaped; empty if it cannot be one or is taken.
func (b *book) ownWord(id string) string {
	if _, taken := b.taken[id]; taken || len(id) > maxWord {
		return ""
	}
	if word := appendName(nil, id); len(word) <= maxWord {
		return string(word)
	}
	return ""
}

// add adds an entry with a word of its own: its id, if possible.
func (b *book) add(id string) {
	word, escaped := id, b.ownWord(id)
	if escaped == "" {
		word = b.keyword + "-" + strconv.Itoa(len(b.entries))
		for taken := true; taken; {
			if _, taken = b.taken[word]; taken {
				word += "'"
			}
		}
		escaped = word
	}
	b.taken[word] = struct{}{}
	b.entries = append(b.entries, entry{word: escaped, told: tracefeed.Thread{ID: word, Name: word}})
}

// mentionTells reports whether mentioning an entry that is to be added tells
// all about it.
func (b *book) mentionTells(is tracefeed.Thread) bool {
	return is.Name == is.ID && !is.System && b.ownWord(is.ID) != ""
}

// mention says why a definition is asked for.
type mention uint8

const (
	byEvent mention = iota // the event to come mentions the entry
	byStart                // and names it
	byNone
)

// appendDefinition appends the line that tells readers what entry id is. It
// appends nothing if the event to come tells, or if they know.
func (b *book) appendDefinition(out []byte, id int, is tracefeed.Thread, how mention) []byte {
	en := &b.entries[id]
	start := len(out)
	if en.told.ID != is.ID {
		out = appendName(append(out, " id="...), is.ID)
		if !en.known {
			en.told.Name = is.ID
		}
	}
	if en.told.Name != is.Name && how != byStart {
		out = appendName(append(out, " name="...), is.Name)
		en.named = true
	}
	switch {
	case is.System && !en.told.System:
		out = append(out, " system=yes"...)
	case !is.System && en.told.System:
		out = append(out, " system=no"...)
	}
	if len(out) > start || how == byNone && !en.known {
		out = slices.Insert(out, start, []byte(b.keyword+" "+en.word)...)
	}
	en.told, en.known = is, true
	return out
}
