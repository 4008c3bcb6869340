package filter_test

import (
	"slices"
	"strings"
	"testing"

	"tiv/workspace/filter"
)

func TestComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		from int
		want []string // the first ones
	}{
		{"", 0, []string{"name", "id", "function"}},
		{"bl", 0, []string{"blocking", "blocks"}},
		{"blocking", 0, nil},
		{"blocking ", 9, []string{">", "<"}},
		{"blocking >", 10, []string{"50%", "5ms"}},
		{"blocking > 50%", 14, []string{"&&", "||"}},
		{"blocking > 50% && wai", 18, []string{"waits", "waits_for"}},
		{"!", 1, []string{"name"}},
		{"(alive ", 7, []string{"&&", "||"}},
		{"not sys", 4, []string{"system"}},
		{"name ", 5, []string{"~", "=="}},
		{`name ~ "wor`, 7, nil},
		{"state == ", 9, []string{`"running"`, `"runnable"`}},
		{`state == "RUN`, 9, []string{`"running"`, `"runnable"`}},
		{"lock == ", 8, []string{`"mutex main.move:36 · A"`, `"rwlock main.get:9 · B"`}},
		{`alive && lock != "get`, 17, []string{`"rwlock main.get:9 · B"`}},
		{"blocking >= 5ms && unknown == ", 30, []string{"50%", "5ms"}},
		{"inter", 0, []string{`interacts("`}},
		{"worker", 0, nil},
		{"é", 0, nil},
		{"1 < ", 4, nil},
	} {
		from, list := filter.Complete(c.text, len(c.text), map[string][]string{"lock": {"mutex main.move:36 · A", "rwlock main.get:9 · B"}})
		var got []string
		for _, x := range list {
			got = append(got, x.Text)
		}
		if n := min(len(got), len(c.want)); from != c.from || n < len(c.want) || c.want == nil && got != nil ||
			!slices.Equal(got[:n], c.want) {
			t.Errorf("%q: at %d %q; want at %d %q", c.text, from, got, c.from, c.want)
		}
	}
	if from, list := filter.Complete("bl > 5%", 2, nil); from != 0 || len(list) != 2 {
		t.Errorf("before the end: at %d %v", from, list)
	}
}

// Each name is completed to an expression that is valid, by choosing the first
// completion again and again; a text of the user's is needed only after ~.
func TestCompleteToTheEnd(t *testing.T) {
	t.Parallel()
	for _, w := range filter.Words() {
		text := w.Name
		for range 5 {
			if _, err := filter.Parse(text); err == nil {
				break
			}
			from, list := filter.Complete(text+" ", len(text)+1, nil)
			switch {
			case strings.HasSuffix(text, "~"):
				text += ` "x"`
			case text == "interacts":
				text = `interacts("x")`
			case strings.HasSuffix(text, "> ") || len(list) == 0:
				text += "1"
			default:
				text = (text + " ")[:from] + list[0].Text
			}
		}
		if _, err := filter.Parse(text); err != nil {
			t.Errorf("%s is completed to %s: %v", w.Name, text, err)
		}
	}
}
