package textfeed

import (
	"slices"
	"strconv"

	"tiv/tracefeed"
)

// maxWord is the maximum length in bytes of a word in an event, so that an
// event with all keys fits into maxLine.
const maxWord = 12 << 10

// wordTable maps the entries of one table (threads, monitors or names) to
// words, and records the definitions written so far.
type wordTable struct {
	keyword string
	entries []entry
	taken   map[string]struct{}
}

// entry is the state of a thread, monitor or name as readers have it.
type entry struct {
	// word is escaped, ready to be written.
	word string
	// written is the entry as defined so far. Of a monitor or name, System is
	// false. The text of a name is both ID and Name.
	written tracefeed.Thread
	// named is true after a definition with a name, mentioned after any line
	// with the word.
	named, mentioned bool
}

func newWordTable(keyword string) wordTable {
	return wordTable{keyword: keyword, entries: []entry{{word: "-"}}, taken: map[string]struct{}{}}
}

// ownWord returns id as a word, escaped; empty if it cannot be one or is taken.
func (b *wordTable) ownWord(id string) string {
	if _, taken := b.taken[id]; taken || len(id) > maxWord {
		return ""
	}
	if word := appendName(nil, id); len(word) <= maxWord {
		return string(word)
	}
	return ""
}

// add adds an entry with a unique word: its id, if possible.
func (b *wordTable) add(id string) {
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
	b.entries = append(b.entries, entry{word: escaped, written: tracefeed.Thread{ID: word, Name: word}})
}

// mentionDefines reports whether the first mention of an entry, not added yet,
// defines it completely.
func (b *wordTable) mentionDefines(is tracefeed.Thread) bool {
	return is.Name == is.ID && !is.System && is.Process == tracefeed.NoProcess && b.ownWord(is.ID) != ""
}

// mention is the occasion of a definition.
type mention uint8

const (
	byEvent mention = iota // the next event mentions the entry
	byStart                // the next event starts the entry's thread, and names it
	byNone                 // no event mentions the entry
)

// appendDefinition appends the line that defines entry id for readers. It
// appends nothing if they know it, or will by the next event.
func (b *wordTable) appendDefinition(out []byte, id int, is tracefeed.Thread, how mention) []byte {
	en := &b.entries[id]
	start := len(out)
	if en.written.ID != is.ID {
		out = appendName(append(out, " id="...), is.ID)
		if !en.mentioned {
			en.written.Name = is.ID
		}
	}
	if en.written.Name != is.Name && how != byStart {
		out = appendName(append(out, " name="...), is.Name)
		en.named = true
	}
	switch {
	case is.System && !en.written.System:
		out = append(out, " system=yes"...)
	case !is.System && en.written.System:
		out = append(out, " system=no"...)
	}
	if is.Process != en.written.Process {
		out = append(out, " process="...)
		out = appendProcess(out, is.Process)
	}
	if len(out) > start || how == byNone && !en.mentioned {
		out = slices.Insert(out, start, []byte(b.keyword+" "+en.word)...)
	}
	en.written, en.mentioned = is, true
	return out
}
