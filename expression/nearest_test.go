package expression

import "testing"

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"info", "check", "dump", "snapshot", "report", "convert", "--", "3d"}
	for word, want := range map[string]string{
		"infos": "info", "inof": "info", "snapshto": "snapshot", "snap": "snapshot", "chekc": "check", "Dump": "dump", "conv": "convert",
		"ifo": "info", "4d": "3d", "x": "", "": "", "reprot": "report", "dmups": "", "boredom": "", "in": "", "ünfo": "info", "trace": "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := Nearest("x", nil); got != "" {
		t.Errorf("nothing is near %q", got)
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"", "ab", 2}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"abc", "xabc", 1},
		{"kitten", "sitting", 3}} {
		if got := mistakes([]rune(x.a), []rune(x.b)); got != x.want {
			t.Errorf("%q, %q: %d, want %d", x.a, x.b, got, x.want)
		}
	}
}
