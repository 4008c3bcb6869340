package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPicturesInDocs checks that every picture of the README and of some pages is there
// and that `make pictures` or `make questions` makes it, and that there are no others.
func TestPicturesInDocs(t *testing.T) {
	script := string(read(t, top+"/scripts/pictures.sh"))
	shown := map[string]bool{}
	questions := string(read(t, top+"/ui/questions_test.go"))
	findings := string(read(t, top+"/scripts/finding-pictures.sh"))
	windows := ""
	for _, name := range []string{"divide", "spaces", "defining", "handling", "sending"} {
		windows += string(read(t, top+"/ui/"+name+"_test.go"))
	}
	for _, page := range []string{"README.md", "docs/gallery.md", "docs/questions.md", "docs/code.md", "docs/diff.md",
		"docs/findings.md", "docs/handlers.md", "docs/live.md", "docs/reports.md", "docs/slices.md", "docs/tasks.md"} {
		found := regexp.MustCompile(`\((?:docs/)?pictures/(.*?)\.png\)`).FindAllStringSubmatch(string(read(t,
			filepath.Join(top, page))), -1)
		if len(found) == 0 {
			t.Errorf("%s shows no picture", page)
		}
		for _, m := range found {
			shown[m[1]] = true
			if _, err := os.Stat(top + "/docs/pictures/" + m[1] + ".png"); err != nil {
				t.Errorf("%s: %v", page, err)
			}
			question, ok := strings.CutPrefix(m[1], "question-")
			if ok && strings.Contains(questions, `answer("`+question+`"`) {
				continue
			}
			finding, ok := strings.CutPrefix(m[1], "finding-")
			if ok && strings.Contains(findings, "\"$1\" "+finding+"/") {
				continue
			}
			if strings.Contains(windows, `d.picture("`+m[1]+`")`) {
				continue
			}
			draws := func(how string) bool { return strings.Contains(script, how+" "+m[1]+" ") }
			if !draws("draw") && !draws("shoot") && !draws("sheet") {
				t.Errorf("%s: scripts/pictures.sh does not draw %s", page, m[1])
			}
		}
	}
	files, err := filepath.Glob(top + "/docs/pictures/*.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !shown[strings.TrimSuffix(filepath.Base(f), ".png")] {
			t.Errorf("%s is on no page", f)
		}
	}
}

// TestNewestRelease compares the version with the newest release of the changelog.
func TestNewestRelease(t *testing.T) {
	t.Parallel()
	newest := regexp.MustCompile(`(?m)^## ([0-9.]+) – [0-9]{4}-[0-9]{2}-[0-9]{2}$`).FindStringSubmatch(string(read(t, top+"/CHANGELOG.md")))
	if newest == nil || newest[1] != version {
		t.Errorf("the version is %s, the newest release %q", version, newest)
	}
}
