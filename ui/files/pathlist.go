package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/background"
	"tiv/report"
	"tiv/session"
	"tiv/ui/widget"
)

// pathList lists the files and folders that a typed path can continue with. It
// reads folders in the background: they can be huge, or on a network that does not
// answer.
type pathList struct {
	ui      *widget.Kit
	wake    func()                // wakes the window
	delay   func(context.Context) // called before a folder is read; nil for nothing
	folders background.Latest[string, folder]
	typed   string   // the text of entries
	start   string   // the folder as it was typed
	ready   bool     // the folder has been read
	entries []string // names in it
}

// folder holds the names in a folder.
type folder struct {
	names []string // sorted, folders first; those of folders end with a separator
	more  bool     // there are more than maxListed
	err   error    // that ended reading
}

// maxListed is the largest number of names that are read of a folder, at once
// maxAtOnce.
const (
	maxListed = 200_000
	maxAtOnce = 1000
)

const separator = string(filepath.Separator)

// restart reads folders again: files come and go.
func (l *pathList) restart() {
	l.folders.Reset()
	l.ready, l.entries = false, nil
}

// update lists the continuations of a typed path, as soon as its folder has been
// read.
func (l *pathList) update(typed string) {
	start, part := filepath.Split(typed)
	path := cmp.Or(session.ExpandHome(start), ".")
	l.folders.Update(path, func(ctx context.Context, _ func(float64)) (folder, error) {
		return background.Detach(ctx, func() (folder, error) {
			if l.delay != nil {
				l.delay(ctx)
			}
			return readFolder(ctx, path), nil
		}, nil)
	}, l.wake)
	ready := l.folders.Present && l.folders.Key == path
	if typed == l.typed && ready == l.ready {
		return
	}
	l.typed, l.start, l.ready, l.entries = typed, start, ready, nil
	if !ready {
		return
	}
	for _, name := range l.folders.Value.names {
		hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".")
		if !hidden && len(name) >= len(part) && strings.EqualFold(name[:len(part)], part) {
			l.entries = append(l.entries, name)
		}
	}
}

// readFolder reads the names in a folder, of files and folders alone.
func readFolder(ctx context.Context, path string) (f folder) {
	dir, err := os.Open(path)
	if err != nil {
		return folder{err: err}
	}
	defer dir.Close()
	var files []string
	for f.err == nil && !f.more && ctx.Err() == nil {
		var entries []os.DirEntry
		entries, f.err = dir.ReadDir(maxAtOnce)
		for _, e := range entries {
			kind := e.Type()
			if kind&os.ModeSymlink != 0 {
				if st, err := os.Stat(filepath.Join(path, e.Name())); err == nil {
					kind = st.Mode()
				}
			}
			switch {
			case kind.IsDir():
				f.names = append(f.names, e.Name()+separator)
			case kind.IsRegular():
				files = append(files, e.Name())
			}
		}
		f.more = len(f.names)+len(files) > maxListed
	}
	if errors.Is(f.err, io.EOF) {
		f.err = nil
	}
	slices.Sort(f.names)
	slices.Sort(files)
	f.names = append(f.names, files...)
	return f
}

// complete returns the longest beginning that all entries have in common; the
// typed path if it has no continuation.
func (l *pathList) complete() string {
	if len(l.entries) == 0 {
		return l.typed
	}
	common := l.entries[0]
	for _, e := range l.entries[1:] {
		for !strings.HasPrefix(e, common) {
			common = common[:len(common)-1]
		}
	}
	common = strings.ToValidUTF8(common, "")
	if common = l.start + common; len(common) < len(l.typed) {
		return l.typed
	}
	return common
}

// edited completes the path when Tab is pressed in the field.
func (l *pathList) edited(field imgui.InputTextCallbackData) int {
	if field.EventFlag() == imgui.InputTextFlagsCallbackCompletion {
		l.update(field.Buf())
		if s := l.complete(); s != l.typed {
			field.DeleteChars(0, field.BufTextLen())
			field.InsertChars(0, s)
		}
	}
	return 0
}

// layOut lays out the entries; it returns the path that was clicked.
func (l *pathList) layOut() (clicked string) {
	em := imgui.FontSize()
	if imgui.BeginChildStrV("##entries", imgui.Vec2{X: 32 * em, Y: 10 * imgui.TextLineHeightWithSpacing()}, imgui.ChildFlagsBorders, 0) {
		if up := l.above(); up != "" {
			if imgui.SelectableBoolV("..", false, imgui.SelectableFlagsNoAutoClosePopups, imgui.Vec2{}) {
				clicked = up
			}
			l.ui.Mark("entry ..", widget.LastItem())
			widget.Tip(report.Safe(up))
		}
		clip := imgui.NewListClipper()
		defer clip.Destroy()
		clip.Begin(int32(len(l.entries)))
		for clip.Step() {
			for i := int(clip.DisplayStart()); i < int(clip.DisplayEnd()); i++ {
				name := l.entries[i]
				imgui.PushIDInt(int32(i))
				if imgui.SelectableBoolV(widget.Shorten(report.Safe(name), 30*em), false,
					imgui.SelectableFlagsNoAutoClosePopups, imgui.Vec2{}) {
					clicked = l.start + name
				}
				widget.Tip(report.Safe(l.start + name))
				imgui.PopID()
				l.ui.Mark("entry "+name, widget.LastItem())
			}
		}
		if s := l.remark(); s != "" {
			l.ui.FaintWrapped(s)
			l.ui.Mark(s, widget.LastItem())
		}
	}
	imgui.EndChild()
	return clicked
}

// above returns the folder above the listed one; "" if there is none, or if a name
// is being typed.
func (l *pathList) above() string {
	path, err := filepath.Abs(session.ExpandHome(l.start))
	if err != nil || l.typed != l.start || path == filepath.Dir(path) {
		return ""
	}
	return strings.TrimSuffix(filepath.Dir(path), separator) + separator
}

// remark says why the list is empty or incomplete; "" if it is neither.
func (l *pathList) remark() string {
	switch f := &l.folders.Value; {
	case !l.ready:
		return "Reading the folder…"
	case f.err != nil:
		var reason *fs.PathError
		if errors.As(f.err, &reason) {
			return fmt.Sprintf("The folder cannot be read: %v.", reason.Err)
		}
		return fmt.Sprintf("The folder cannot be read: %v.", f.err)
	case f.more:
		return fmt.Sprintf("The folder has more names; %d were read.", len(f.names))
	case len(l.entries) == 0 && l.typed == l.start:
		return "No files or folders are here."
	case len(l.entries) == 0:
		return "No file or folder has such a name."
	}
	return ""
}
