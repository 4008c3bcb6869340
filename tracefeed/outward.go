package tracefeed

import (
	"iter"
	"path/filepath"
)

// maxOutward bounds the folders around one.
const maxOutward = 64

// Outward returns a folder and the folders around it, the nearest first: where files of the
// project of a trace can be.
func Outward(folder string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for range maxOutward {
			outer := filepath.Dir(folder)
			if !yield(folder) || outer == folder {
				return
			}
			folder = outer
		}
	}
}
