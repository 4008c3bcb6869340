package ui_test

import (
	"testing"

	"tiv/workspace/prefs"
)

// Settings and recent traces are saved while the window is open: the session may end
// without a warning.
func TestWindowSavesSettings(t *testing.T) {
	t.Parallel()
	config := t.TempDir()
	d := driveAs(t, copied(t, "a.tiv"), config)
	d.rest()
	d.key("t")
	d.untilScreen("a file of settings with another palette and the trace", func() bool {
		p, err := prefs.Load(config)
		return err == nil && p.Palette == "light" && len(p.Recent) == 1
	})
	quit(t, d)
}
