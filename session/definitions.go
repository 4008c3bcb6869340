package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"tiv/command"
	"tiv/internal/replace"
	"tiv/task/definition"
	"tiv/workspace"
)

// Definitions is the text in the editor of the definitions of tasks of a document.
type Definitions struct {
	// Text is the text as it was typed.
	Text string
	// Applied is the text in effect when Text was last compared with it, and File the contents of the
	// project's file that Text replaces: "" for none.
	Applied, File string
	// Begun says that the editor was opened.
	Begun bool
}

// Edit makes the text of the editor follow the text in effect, if it has nothing of its own.
func (x *Definitions) Edit(w *workspace.Workspace) {
	text := definitionsOf(w)
	if !x.Begun {
		*x = Definitions{Text: text, Applied: text, File: w.Tasking.FileText(), Begun: true}
	}
	if text != x.Applied && x.Text == x.Applied {
		x.Text = text
	}
	x.Applied = text
}

// definitionsOf returns the definitions of the project of a trace, or an empty file.
func definitionsOf(w *workspace.Workspace) string {
	if text := w.Tasking.Text(); text != "" {
		return text
	}
	return definition.Template
}

// ErrFileChanged says that a file is not overwritten.
var ErrFileChanged = errors.New("the file has changed since it was read")

// ReadDefinitions returns the contents of the project's file of definitions; "" if there is none. It may
// wait for the disk.
func ReadDefinitions(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case info.Size() > definition.MostBytes:
		return "", fmt.Errorf("%s is larger than %d MB", path, definition.MostBytes>>20)
	}
	data, err := os.ReadFile(path)
	return string(data), err
}

// SaveDefinitions writes the project's file of definitions. If the contents are not those
// before, it returns ErrFileChanged and writes nothing. It may wait for the disk.
func SaveDefinitions(path, text, before string) error {
	now, err := ReadDefinitions(path)
	switch {
	case err != nil:
		return err
	case now != before:
		return ErrFileChanged
	}
	if err := replace.Bytes(path, []byte(text)); err != nil {
		return fmt.Errorf("save definitions: %s: %w", path, err)
	}
	return nil
}

// definitionsError returns the errors of the definitions in a command.
func definitionsError(c command.Command, w *workspace.Workspace) error {
	if d, ok := c.(workspace.DefineTasks); ok && d.Text != "" {
		if _, err := w.Tasking.Read(d.Text); err != nil {
			return fmt.Errorf("define tasks: %w", err)
		}
	}
	return nil
}
