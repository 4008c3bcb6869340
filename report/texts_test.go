package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSafe(t *testing.T) {
	for _, s := range []string{"", "main.worker 12", "é…→", "100 %s"} {
		if got := Safe(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	if got := Safe("a\nb\x00c\xffd"); got != "a?b?c?d" {
		t.Errorf("got %q", got)
	}
	for n := range 8 {
		long := strings.Repeat("x", n) + strings.Repeat("€", 1e5) + "y"
		got := Safe(long)
		if len(got) > maxSafe+10 || !utf8.ValidString(got) || strings.Contains(got, "?") || !strings.HasSuffix(got, "y") {
			t.Errorf("%d bytes became %q", len(long), got)
		}
	}
}
