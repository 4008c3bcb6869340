package cli

import (
	"regexp"
	"strings"
	"testing"
)

// TestTasksPage runs the commands of docs/tasks.md about the demo again. Of their output the page
// has some lines; "…" stands for others.
func TestTasksPage(t *testing.T) {
	page := string(read(t, top+"/docs/tasks.md"))
	ran, rest := 0, ""
	for _, block := range regexp.MustCompile("(?s)```\n(.*?)```").FindAllStringSubmatch(page, -1) {
		rest = ""
		for line := range strings.Lines(block[1]) {
			line = strings.TrimSuffix(line, "\n")
			if words, ok := strings.CutPrefix(line, "$ tiv "); ok {
				if rest = ""; strings.Contains(words, "demo:shop") {
					r := tiv(t, shellWords(words)...)
					if r.exit != exitOK {
						t.Fatalf("%s: %s", line, r.errors)
					}
					ran, rest = ran+1, r.out
				}
				continue
			}
			if rest == "" || line == "…" {
				continue
			}
			at := strings.Index("\n"+rest, "\n"+line+"\n")
			if at < 0 {
				t.Errorf("the page has the line\n%s\nwhich is not in\n%s", line, rest)
				continue
			}
			rest = rest[at:]
		}
	}
	if ran < 4 {
		t.Errorf("only %d commands were run", ran)
	}
}

// shellWords divides a command line; a word can be in single quotes.
func shellWords(line string) (words []string) {
	for _, m := range regexp.MustCompile(`'([^']*)'|\S+`).FindAllStringSubmatch(line, -1) {
		if m[1] != "" {
			words = append(words, m[1])
		} else {
			words = append(words, m[0])
		}
	}
	return words
}
