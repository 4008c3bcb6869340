package usage

import "testing"

func TestRoff(t *testing.T) {
	if got, want := roff(`.a -b \c …`), `\&.a \-b \ec \[u2026]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
