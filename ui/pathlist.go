package ui

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// pathList lists the files and folders that a typed path can continue with.
type pathList struct {
	folder  string   // of the names
	all     []string // names in the folder; those of folders end with a separator
	typed   string   // the text of entries
	entries []string // paths, with the folder as it was typed
}

// maxListed is the largest number of names that are read of a folder.
const maxListed = 2000

const separator = string(filepath.Separator)

// update lists the continuations of a typed path. It reads a folder once, until
// another one is typed.
func (l *pathList) update(typed string) {
	start, part := filepath.Split(typed)
	if folder := cmp.Or(expandHome(start), "."); folder != l.folder {
		l.folder, l.all, l.typed = folder, namesIn(folder), ""
	}
	if typed == l.typed && l.entries != nil {
		return
	}
	l.typed, l.entries = typed, []string{}
	for _, name := range l.all {
		hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".")
		if !hidden && len(name) >= len(part) && strings.EqualFold(name[:len(part)], part) {
			l.entries = append(l.entries, start+name)
		}
	}
}

// namesIn returns the names in a folder: folders first, none if it is not
// readable.
func namesIn(folder string) (names []string) {
	f, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(maxListed) // those before an error are enough
	var files []string
	for _, e := range entries {
		st, err := os.Stat(filepath.Join(folder, e.Name())) // of the target of a link
		switch {
		case err != nil:
		case st.IsDir():
			names = append(names, e.Name()+separator)
		case st.Mode().IsRegular():
			files = append(files, e.Name())
		}
	}
	slices.Sort(names)
	slices.Sort(files)
	return append(names, files...)
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
	if len(common) < len(l.typed) {
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
func (l *pathList) layOut(ui *widgets) (clicked string) {
	em := imgui.FontSize()
	if imgui.BeginChildStrV("##entries", imgui.Vec2{X: 32 * em, Y: 10 * imgui.TextLineHeightWithSpacing()}, imgui.ChildFlagsBorders, 0) {
		clip := imgui.NewListClipper()
		defer clip.Destroy()
		clip.Begin(int32(len(l.entries)))
		for clip.Step() {
			for i := int(clip.DisplayStart()); i < int(clip.DisplayEnd()); i++ {
				name := filepath.Base(l.entries[i])
				if strings.HasSuffix(l.entries[i], separator) {
					name += separator
				}
				imgui.PushIDInt(int32(i))
				if imgui.SelectableBool(shorten(sanitize(name), 30*em)) {
					clicked = l.entries[i]
				}
				tip(sanitize(l.entries[i]))
				imgui.PopID()
				ui.mark("entry "+name, lastItem())
			}
		}
		if len(l.entries) == 0 {
			ui.faint("No file or folder has such a name.")
		}
	}
	imgui.EndChild()
	return clicked
}
