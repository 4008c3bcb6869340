package find

import (
	"math"
	"slices"
	"unicode/utf8"
)

// letter is a character of a name in small letters, and the part of the name
// that it is.
type letter struct {
	r        rune
	start    bool
	from, to int
}

// spell splits a name into letters, up to the length limit.
func spell(name string) []letter {
	var letters []letter
	fold(name, func(r rune, start bool, at int) {
		_, size := utf8.DecodeRuneInString(name[at:])
		letters = append(letters, letter{r, start, at, at + size})
	})
	return letters
}

// ranges returns the parts of a name that fit a query with a score, in as few
// runs as possible.
func ranges(name string, q *query, score Score) []Range {
	letters := spell(name)
	if score == Scattered || score == Initials {
		return scattered(letters, []rune(string(q.packed)), score == Initials)
	}
	whole := []rune(string(q.whole))
	for at := 0; len(whole) > 0 && at+len(whole) <= len(letters); at++ {
		part := letters[at : at+len(whole)]
		same := slices.EqualFunc(part, whole, func(l letter, r rune) bool { return l.r == r })
		if same && (score != Word || part[0].start) {
			return []Range{{part[0].from, part[len(part)-1].to}}
		}
	}
	return nil
}

// scattered finds the smallest number of runs that make up a query, and among
// equals the last.
// 1. fewest[i][j] is the smallest number of runs for the first i+1 characters
// of the query if the last of them is at letter j.
// 2. Going back from the best end, a character is just before the next if that
// takes no more runs, and else at the best place further left.
func scattered(letters []letter, packed []rune, atWords bool) []Range {
	const never = math.MaxInt32
	fewest := make([][]int32, len(packed))
	for i, r := range packed {
		fewest[i] = make([]int32, len(letters))
		left := int32(never) // the best of the character before, further left
		if i == 0 {
			left = 0
		}
		for j, l := range letters {
			fewest[i][j] = never
			if l.r == r {
				if (l.start || !atWords) && left != never {
					fewest[i][j] = left + 1
				}
				if i > 0 && j > 0 {
					fewest[i][j] = min(fewest[i][j], fewest[i-1][j-1])
				}
			}
			if i > 0 {
				left = min(left, fewest[i-1][j])
			}
		}
	}
	return collect(letters, fewest)
}

// collect walks back through the table that scattered has computed.
func collect(letters []letter, fewest [][]int32) []Range {
	var out []Range
	end := len(letters)
	for i := len(fewest) - 1; i >= 0; i-- {
		row := fewest[i]
		at := end - 1
		if i == len(fewest)-1 || fewest[i+1][end] != row[at] {
			at = best(row[:end])
		}
		if n := len(out); n > 0 && at == end-1 {
			out[n-1].From = letters[at].from
		} else {
			out = append(out, Range{letters[at].from, letters[at].to})
		}
		end = at
	}
	slices.Reverse(out)
	return out
}

// best returns the last of the least.
func best(row []int32) int {
	at := 0
	for j, n := range row {
		if n <= row[at] {
			at = j
		}
	}
	return at
}
