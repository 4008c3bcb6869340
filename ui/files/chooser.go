package files

import (
	"context"
	"errors"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/background"
	"tiv/internal/portal"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace/prefs"
)

// chooser asks for files with the file dialog of the desktop, in the background.
// Where there is none, its owner offers a list of its own.
type chooser struct {
	ui       *widget.Kit
	messages *session.Messages
	prefs    *panel.Preferences
	wake     func() // wakes the window
	*panel.Desktop
	task    *background.Job[[]string] // nil if no dialog was requested
	began   time.Time
	dropped bool // nobody waits for task
}

// ask requests the desktop's dialog. It reports whether it did: the settings can
// prefer the list.
func (c *chooser) ask(r portal.Request) bool {
	if c.Choose == nil || c.prefs.FileDialogs == prefs.OwnDialogs {
		return false
	}
	r.Parent = c.Parent
	c.task.Stop() // it was dropped, and ends at once
	c.began, c.dropped = time.Now(), false
	time.AfterFunc(panel.ShowAfter, c.wake) // for layOut
	c.task = background.Start(func(ctx context.Context, _ func(float64)) ([]string, error) { return c.Choose(ctx, r) }, c.wake)
	return true
}

// busy reports whether a dialog was requested and has not ended.
func (c *chooser) busy() bool { return c.task != nil && !c.task.Done() && !c.dropped }

// visible reports whether a dialog has been busy for so long that the window says
// so.
func (c *chooser) visible() bool { return c.busy() && time.Since(c.began) > panel.ShowAfter }

// chosen returns the paths of a dialog that has ended, once; none if the user
// cancelled it. missing says that the desktop has no dialog. Other errors are
// shown as messages.
func (c *chooser) chosen() (paths []string, missing bool) {
	if c.task == nil || c.dropped || !c.task.Done() {
		return nil, false
	}
	paths, err := c.task.Result()
	c.task = nil
	missing = errors.Is(err, portal.ErrUnavailable)
	if !missing || c.prefs.FileDialogs == prefs.DesktopDialogs {
		c.messages.Fail(err)
	}
	return paths, missing
}

// drop closes the dialog if it is open. Nothing has been chosen.
func (c *chooser) drop() {
	if c.busy() {
		c.task.Cancel()
		c.dropped = true
	}
}

// layOut says that the dialog of the desktop is open. It reports whether the user
// prefers TIV's list to it.
func (c *chooser) layOut() (list bool) {
	widget.Text("Choose a file in the desktop's dialog.")
	c.ui.Mark("choose", widget.LastItem())
	list = imgui.Button("Use TIV's list")
	c.ui.Mark("use list", widget.LastItem())
	widget.Tip("Closes the desktop's dialog and lists files here. The settings can do so always.")
	if list {
		c.drop()
	}
	return list
}

// kinds of files to open and to save, for the dialog of the desktop.
var (
	allFiles  = portal.Kind{Name: "All files", Patterns: []string{"*"}}
	openKinds = []portal.Kind{
		allFiles,
		{Name: "Traces", Patterns: []string{"*.trace", "*.out", "*.jfr", "*.data", "*.bin", "*.tiv", "*.json", "*.pftrace",
			"*.perfetto-trace"}},
		{Name: "Thread dumps", Patterns: []string{"*.txt", "*.log", "*.dump"}},
		{Name: "Pictures saved by TIV", Patterns: []string{"*.png", "*.apng"}},
	}
	saveKinds = map[string][]portal.Kind{
		".png":  {{Name: "PNG pictures", Patterns: []string{"*.png"}}, allFiles},
		".html": {{Name: "HTML documents", Patterns: []string{"*.html"}}, allFiles},
		".pdf":  {{Name: "PDF documents", Patterns: []string{"*.pdf"}}, allFiles},
		".svg":  {{Name: "SVG pictures", Patterns: []string{"*.svg"}}, allFiles},
		".md":   {{Name: "Markdown", Patterns: []string{"*.md"}}, allFiles},
		".json": {{Name: "Files of slices", Patterns: []string{"*.json"}}, allFiles},
	}
)
