package preload_test

import (
	"testing"

	"tiv/record/clib"
	"tiv/record/preload"
)

// Each file compiles alone, without warnings, and all together need nothing else.
func TestUnits(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	l := preload.Library("")
	l.Flags = append(l.Flags, "-Werror", "-O0", "-Wl,--no-undefined")
	if _, err := clib.Build(t.Context(), l); err != nil {
		t.Fatal(err)
	}
}
