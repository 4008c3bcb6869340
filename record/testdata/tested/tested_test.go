package tested

import (
	"flag"
	"testing"
)

var want = flag.Int("want", 4, "what twice two is")

func TestTwice(t *testing.T) {
	if got := Twice(2); got != *want {
		t.Errorf("twice two is %d", got)
	}
}
