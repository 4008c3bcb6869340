package policy

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// mostFiles is the largest number of files of a package, tests aside.
const mostFiles = 40

// crowded are the packages with more files than mostFiles, with their number, which may only
// become smaller.
var crowded = map[string]int{
	"interaction/detect": 61,
	"ui":                 118,
	"workspace":          54,
}

// TestFiles counts the files of all packages, except those of programs that show a problem.
func TestFiles(t *testing.T) {
	t.Parallel()
	files := map[string]int{}
	for _, s := range sources(t) {
		files[s.folder]++
	}
	for _, folder := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(folder, "proof/") {
			continue
		}
		switch n, known := files[folder], max(crowded[folder], mostFiles); {
		case n > known:
			t.Errorf("%s has %d files, more than %d", folder, n, known)
		case n < known && known > mostFiles:
			t.Errorf("%s has only %d files now, instead of %d: change the list of crowded packages", folder, n, known)
		}
	}
}
