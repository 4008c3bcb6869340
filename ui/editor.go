package ui

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// edit opens a line of a file in the user's editor: with the command or the URL
// of the settings, or else with $VISUAL or $EDITOR.
//
// The path is from a trace, possibly a stranger's. It must be absolute and name a file,
// so it is no option of the editor; it is one argument, and no shell sees it.
func (l *launcher) edit(setting, path string, line int) error {
	f, err := openSource(path)
	if err != nil {
		return err
	}
	f.Close()
	argv, err := editorCommand(setting, os.Getenv, path, line)
	if err != nil {
		return err
	}
	if err := l.launch(argv); err != nil {
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
		return urlCommand(strings.NewReplacer("{path}", escaped, "{line}", number).Replace(setting)), nil
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

// urlCommand returns the command that opens a URL with the program of the desktop.
func urlCommand(address string) []string {
	switch runtime.GOOS {
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", address}
	case "darwin":
		return []string{"open", address}
	}
	return []string{"xdg-open", address}
}
