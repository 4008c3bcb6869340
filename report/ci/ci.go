// Package ci judges findings for continuous integration: which are known, ignored or
// new, and whether a trace keeps its budget; and it writes them in the forms that other
// programs read. Finding them is not part of it.
package ci

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tiv/interaction/detect"
	"tiv/report"
)

// accuses reports whether a finding says that something is wrong.
func accuses(f *report.Finding) bool {
	return f.Severity == detect.Error.String() || f.Severity == detect.Warning.String()
}

// Identity returns the part of a finding that stays the same from run to run and from one
// version of the program to the next: its kind, and the functions that it names, else
// its locks, else its threads, all without numbers.
func Identity(f *report.Finding) string {
	var places []string
	for i := range f.Sites {
		if s := &f.Sites[i]; s.Role != "started" {
			places = append(places, s.Role+" "+s.Function)
		}
	}
	if len(places) == 0 {
		places = steady(f.Monitors)
	}
	if len(places) == 0 {
		places = steady(f.Threads)
	}
	slices.Sort(places)
	return f.Kind + ": " + strings.Join(slices.Compact(places), ", ")
}

var (
	letter = regexp.MustCompile(` · [A-Z]+$`)
	number = regexp.MustCompile(`0x[0-9a-fA-F]+|\d+`)
)

// steady returns names without the letters of locks and without numbers.
func steady(names []report.Named) (out []string) {
	for _, n := range names {
		out = append(out, number.ReplaceAllString(letter.ReplaceAllString(n.Name, ""), "*"))
	}
	return out
}

// Counts reports whether a finding makes a check fail: one that accuses, or, if kinds are
// given, one of those; but none that is ignored or known.
func Counts(f *report.Finding, kinds []string) bool {
	if f.Ignored != "" || f.Known {
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
		known[Identity(&earlier[i])] = true
		for k := range earlier[i].Also {
			known[Identity(&earlier[i].Also[k])] = true
		}
	}
	for i := range found {
		found[i].Known = known[Identity(&found[i])]
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
