package policy

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// mostFiles is the largest number of files of a package, tests aside.
const mostFiles = 40

// TestFiles counts the files of all packages, except those of programs that show a problem.
func TestFiles(t *testing.T) {
	t.Parallel()
	files := map[string]int{}
	for _, s := range sources(t) {
		files[s.folder]++
	}
	for _, folder := range slices.Sorted(maps.Keys(files)) {
		if n := files[folder]; n > mostFiles && !strings.HasPrefix(folder, "proof/") {
			t.Errorf("%s has %d files, more than %d", folder, n, mostFiles)
		}
	}
}
