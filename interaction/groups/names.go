package groups

import (
	"strconv"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
)

// ByName groups threads with names that differ only in numbers, in the order of the
// first of each. Every thread is in a group, perhaps alone.
//
// A group's name is the name of its threads with a * for each number that differs. If
// several numbers do, the last one distinguishes members and those before it
// groups, as in pool-1-thread-*, unless such groups would mostly have one thread.
func ByName(tl *timeline.Timeline, threads []tracefeed.ThreadID) []Group {
	n := namer{kinds: map[string]int{}, names: make([]string, 0, len(threads)), numbers: make([][]cut, 0, len(threads))}
	var groups []Group
	_, alike := gather(threads, func(i int, t tracefeed.ThreadID) (int, bool) {
		return n.add(tl.Threads[t].Name), true
	})
	n.index = make(map[tracefeed.ThreadID]int, len(threads))
	for i, t := range threads {
		n.index[t] = i
	}
	first := make(map[tracefeed.ThreadID]int, len(alike))
	for _, list := range alike {
		for _, g := range n.split(list, 0) {
			first[g.Threads[0]] = len(groups)
			groups = append(groups, g)
		}
	}
	ordered := groups[:0:0]
	for _, t := range threads {
		if i, ok := first[t]; ok {
			ordered = append(ordered, groups[i])
		}
	}
	return ordered
}

// Pattern returns a name with a * for each number that can distinguish threads. It
// is the same for threads of one kind in any trace. A name that is only a number is *.
func Pattern(name string) string {
	var n namer
	cuts := n.cuts(name)
	if !strings.ContainsFunc(name, func(r rune) bool { return r > '9' || r < '0' }) {
		return "*"
	}
	var b strings.Builder
	done := int32(0)
	for _, c := range cuts {
		b.WriteString(name[done:c.from])
		b.WriteByte('*')
		done = c.to
	}
	return b.String() + name[done:]
}

// namer splits names into numbers and the rest.
type namer struct {
	names []string
	// numbers are the positions of the numbers of each name.
	numbers [][]cut
	index   map[tracefeed.ThreadID]int
	room    []cut
	mask    []byte
	kinds   map[string]int // keys by what names have beside numbers
}

// cut is a range of a name, in bytes.
type cut struct{ from, to int32 }

// add adds the next name and returns a key that is equal for names that differ only
// in numbers.
func (n *namer) add(name string) (key int) {
	cuts := n.cuts(name)
	n.names, n.numbers = append(n.names, name), append(n.numbers, cuts)
	n.mask = strconv.AppendInt(n.mask[:0], int64(len(cuts)), 10)
	done := int32(0)
	for _, c := range cuts {
		n.mask = append(append(n.mask, name[done:c.from]...), 0)
		done = c.to
	}
	n.mask = append(n.mask, name[done:]...)
	key, known := n.kinds[string(n.mask)]
	if !known {
		key = len(n.kinds)
		n.kinds[string(n.mask)] = key
	}
	return key
}

// cuts returns the positions of the numbers in a name that may distinguish threads.
// A number that follows a letter, as in func1 or http2, is part of the word, unless
// it is the last of the name. A name without letters has none.
func (n *namer) cuts(name string) []cut {
	start, words := len(n.room), false
	for i := 0; i < len(name); i++ {
		if !digit(name[i]) {
			words = words || letter(name[i])
			continue
		}
		c := cut{int32(i), int32(numberEnd(name, i))}
		n.room = append(n.room, c)
		i = int(c.to) - 1
	}
	found := n.room[start:]
	if !words {
		n.room = n.room[:start]
		return nil
	}
	kept := found[:0]
	for i, c := range found {
		if i == len(found)-1 || c.from == 0 || !letter(name[c.from-1]) {
			kept = append(kept, c)
		}
	}
	n.room = n.room[:start+len(kept)]
	return kept[:len(kept):len(kept)]
}

// numberEnd returns the end of the number that begins at i: decimal, or hexadecimal
// after 0x.
func numberEnd(name string, i int) int {
	end := i + 1
	if name[i] == '0' && i+2 < len(name) && name[i+1]|0x20 == 'x' && hex(name[i+2]) {
		for end = i + 3; end < len(name) && hex(name[end]); end++ {
		}
		return end
	}
	for end < len(name) && digit(name[end]) {
		end++
	}
	return end
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hex(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// letter reports whether c is a letter; bytes outside of ASCII count as letters.
func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

// split groups threads with names that differ only in numbers, from the k-th number
// on.
func (n *namer) split(threads []tracefeed.ThreadID, k int) []Group {
	here, last := n.differing(threads, k)
	if here == last {
		return []Group{{n.pattern(threads), threads}}
	}
	_, parts := gather(threads, func(_ int, t tracefeed.ThreadID) (string, bool) { return n.number(t, here), true })
	if len(threads) < 2*len(parts) {
		return []Group{{n.pattern(threads), threads}}
	}
	var groups []Group
	for _, part := range parts {
		groups = append(groups, n.split(part, here+1)...)
	}
	return groups
}

// differing returns the first, from the k-th on, and the last number that differs
// among threads; the same if at most one does.
func (n *namer) differing(threads []tracefeed.ThreadID, k int) (first, last int) {
	first, last = -1, -1
	for ; k < len(n.numbers[n.index[threads[0]]]); k++ {
		if n.differs(threads, k) {
			if first < 0 {
				first = k
			}
			last = k
		}
	}
	return first, last
}

func (n *namer) differs(threads []tracefeed.ThreadID, k int) bool {
	for _, t := range threads[1:] {
		if n.number(t, k) != n.number(threads[0], k) {
			return true
		}
	}
	return false
}

// number returns the k-th number in a thread's name.
func (n *namer) number(t tracefeed.ThreadID, k int) string {
	i := n.index[t]
	c := n.numbers[i][k]
	return n.names[i][c.from:c.to]
}

// pattern returns the common name of threads, with a * for each number that
// differs.
func (n *namer) pattern(threads []tracefeed.ThreadID) string {
	i := n.index[threads[0]]
	name, done := n.names[i], int32(0)
	var b strings.Builder
	for k, c := range n.numbers[i] {
		if n.differs(threads, k) {
			b.WriteString(name[done:c.from])
			b.WriteByte('*')
			done = c.to
		}
	}
	return b.String() + name[done:]
}
