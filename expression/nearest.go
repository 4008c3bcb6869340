package expression

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the known word that is nearest to a mistyped one: with at most one
// mistake in three letters, or begun by it. It returns "" if there is none.
func Nearest(word string, known []string) (best string) {
	word = strings.ToLower(word)
	letters := utf8.RuneCountInString(word)
	least := max(1, letters/3) + 1
	for _, k := range known {
		d := mistakes([]rune(word), []rune(strings.ToLower(k)))
		if letters > 2 && strings.HasPrefix(strings.ToLower(k), word) {
			d = 0
		}
		if d < least {
			best, least = k, d
		}
	}
	return best
}

// mistakes returns the number of mistakes between two words: letters that are wrong,
// missing, added, or swapped with the next one.
func mistakes(a, b []rune) int {
	before, above := make([]int, len(b)+1), make([]int, len(b)+1) // two rows and one row up
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			wrong := 1
			if a[i] == b[j] {
				wrong = 0
			}
			row[j+1] = min(above[j]+wrong, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
