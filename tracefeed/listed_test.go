package tracefeed

import "testing"

func TestListed(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := Listed(names); got != want {
			t.Errorf("%q: %q", names, got)
		}
	}
}
