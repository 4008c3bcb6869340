// Package ci judges findings for continuous integration: which are known, ignored or
// new, and whether a trace keeps its budget; and it writes them in the forms that other
// programs read. Finding them is not part of it.
package ci

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tiv/interaction/detect"
	"tiv/report"
)

// accuses reports whether a finding says that something is wrong.
func accuses(f *report.Finding) bool {
	return f.Severity == detect.Error.String() || f.Severity == detect.Warning.String()
}

// Counts reports whether a finding makes a check fail: one that accuses, or, if kinds are
// given, one of those; but none that is ignored, known or
// outside of the base.
func Counts(f *report.Finding, kinds []string) bool {
	if f.Ignored != "" || f.Known || f.Outside {
		return false
	}
	if kinds != nil {
		return slices.Contains(kinds, f.Kind)
	}
	return accuses(f)
}

// MarkKnown marks the findings that an earlier check had, too.
func MarkKnown(found []report.Finding, earlier []report.Finding) {
	known := map[string]bool{}
	for i := range earlier {
		known[earlier[i].Identity] = true
		for k := range earlier[i].Also {
			known[earlier[i].Also[k].Identity] = true
		}
	}
	for i := range found {
		found[i].Known = known[found[i].Identity]
	}
}

// place returns the place that a finding is about: the one of the costliest hold or of the
// first wait in a file, nil if there is none.
func place(f *report.Finding) *report.Site {
	for i := range f.Sites {
		if s := &f.Sites[i]; s.File != "" && s.Role != "started" {
			return s
		}
	}
	return nil
}

// local returns the path of a source file relative to the working directory, if the file, or
// one with the same end of its path, lies there. Traces name files by the paths of
// the machine that built the program, or by those of its module.
func local(file string) string {
	file = filepath.ToSlash(file)
	rest := strings.TrimPrefix(file, "/")
	for {
		if st, err := os.Stat(filepath.FromSlash(rest)); err == nil && !st.IsDir() && filepath.IsLocal(rest) {
			return rest
		}
		var more bool
		if _, rest, more = strings.Cut(rest, "/"); !more {
			return file
		}
	}
}
