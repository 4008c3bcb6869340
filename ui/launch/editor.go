package launch

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"tiv/report"
)

// Edit opens a line of a file in the user's editor: with the command or the URL
// of the settings, or else with $VISUAL or $EDITOR.
//
// The path is from a trace, possibly a stranger's. It must be absolute and name a file,
// so it is no option of the editor; it is one argument, and no shell sees it.
func (l *Launcher) Edit(setting, path string, line int) error {
	f, err := OpenSource(path)
	if err != nil {
		return err
	}
	f.Close()
	argv, err := editorCommand(setting, os.Getenv, path, line)
	if err != nil {
		return err
	}
	if err := l.start(argv); err != nil {
		return fmt.Errorf("open editor: %w", err)
	}
	return nil
}

// editorCommand returns the command that opens a line of a file. A setting is a URL or a
// command with {path} and {line}.
func editorCommand(setting string, env func(string) string, path string, line int) ([]string, error) {
	number := strconv.Itoa(line)
	if scheme, _, ok := strings.Cut(setting, "://"); ok && !strings.ContainsAny(scheme, " /\\") {
		escaped := (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
		return URL(strings.NewReplacer("{path}", escaped, "{line}", number).Replace(setting)), nil
	}
	if words := strings.Fields(setting); len(words) > 0 {
		for i, w := range words {
			words[i] = strings.NewReplacer("{path}", path, "{line}", number).Replace(w)
		}
		if !strings.Contains(setting, "{path}") {
			words = append(words, path)
		}
		return words, nil
	}
	for _, name := range []string{"VISUAL", "EDITOR"} {
		words := strings.Fields(env(name))
		if len(words) == 0 {
			continue
		}
		switch strings.TrimSuffix(filepath.Base(words[0]), ".exe") {
		case "code", "codium", "cursor":
			return append(words, "--goto", path+":"+number), nil
		case "subl", "zed", "hx":
			return append(words, path+":"+number), nil
		}
		return append(words, "+"+number, path), nil
	}
	return nil, errors.New(`no editor is known: set $EDITOR, or "editor" in the settings`)
}

// URL returns the command that opens a URL with the program of the desktop.
func URL(address string) []string {
	switch runtime.GOOS {
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", address}
	case "darwin":
		return []string{"open", address}
	}
	return []string{"xdg-open", address}
}

// OpenSource opens a regular file. Paths of other machines and relative ones are
// refused: the trace does not say what they are relative to.
func OpenSource(path string) (*os.File, error) {
	if !filepath.IsAbs(path) || strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//") {
		return nil, fmt.Errorf("the trace has no full path of %s", report.Safe(path))
	}
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open source: %w", err)
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("open source: %s is not a file", report.Safe(path))
	}
	return os.Open(path)
}

// Open opens a file or folder with the user's program for it.
func (l *Launcher) Open(path string) error {
	argv := URL((&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String())
	if err := l.start(argv); err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	return nil
}
