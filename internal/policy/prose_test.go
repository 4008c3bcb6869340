package policy

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// plain are the packages with comments in short sentences. Add a package once its comments are.
var plain = []string{
	"assets", "attach", "attach/jvm", "attach/pprof", "attach/sample", "block", "canvas", "canvas/pdf", "canvas/raster",
	"canvas/svg", "command", "convert", "interaction/detect/overtaking", "interaction/groups", "interaction/lockname",
	"interaction/threadname", "interaction/totals", "interaction/turns", "internal/background", "internal/bench",
	"internal/cli/memory", "internal/cli/usage", "internal/portal", "internal/protobuf", "internal/ranktest", "internal/reduced",
	"internal/vision", "lod", "record/agent", "record/clib", "record/emit", "record/kernel", "render/offscreen", "report/markdown",
	"report/pdf", "session", "timeline/replay", "tracefeed/anonymous", "tracefeed/joined", "tracefeed/language", "tracefeed/live",
	"tracefeed/merge", "tracefeed/parts", "tracefeed/pprof", "tracefeed/tracy", "ui/help", "ui/input", "ui/keys", "ui/launch",
	"ui/menu", "ui/notes", "ui/tables", "workspace/cache", "workspace/find", "workspace/prefs", "workspace/saved",
}

// clauses are words that begin clauses, with the greatest number of comment lines of a thousand that
// have one. A package may have one such line, whatever its size. scripts/prose.sh counts more words.
var clauses = map[*regexp.Regexp]int{
	regexp.MustCompile(` which `):               20,
	regexp.MustCompile(` (that of|those of) `):  1,
	regexp.MustCompile(` what `):                10,
	regexp.MustCompile(` one of [a-z ]* that `): 1,
}

var notLetters = regexp.MustCompile(`[^a-z]+`)

// TestProse counts the clauses in the comments of plain packages.
func TestProse(t *testing.T) {
	t.Parallel()
	comments := map[string][]string{} // lines, by package
	for _, s := range sources(t) {
		for _, group := range s.Comments {
			comments[s.folder] = append(comments[s.folder], commentLines(group)...)
		}
	}
	for _, folder := range plain {
		lines := comments[folder]
		if len(lines) == 0 {
			t.Errorf("%s has no comments: remove it from the list", folder)
		}
		for word, most := range clauses {
			var with []string
			for _, line := range lines {
				if word.MatchString(line) {
					with = append(with, line)
				}
			}
			if len(with) > 1 && 1000*len(with) > most*len(lines) {
				t.Errorf("%s has %d lines of %d with %q, more than %d of a thousand:\n%s", folder, len(with), len(lines), word, most,
					strings.Join(with, "\n"))
			}
		}
	}
}

// commentLines returns the lines of comments in lower case, with a space for all but letters.
func commentLines(group *ast.CommentGroup) (lines []string) {
	for _, c := range group.List {
		lines = append(lines, notLetters.ReplaceAllString(strings.ToLower(" "+c.Text+" "), " "))
	}
	return lines
}
