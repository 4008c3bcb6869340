package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tiv/internal/replace"
	"tiv/tracefeed"
)

// ReportName returns the default file name of a trace's report.
func ReportName(trace string) string { return fileName(trace) + ".report.html" }

// FlameName returns the default file name of a trace's flame graph.
func FlameName(trace string) string {
	return fileName(strings.TrimSuffix(trace, filepath.Ext(trace))) + "-flame.svg"
}

// PictureName returns the default file name of a trace's picture at some
// moments.
func PictureName(trace string, moments ...tracefeed.Time) string {
	name := strings.TrimSuffix(trace, filepath.Ext(trace))
	for _, t := range moments {
		name += "-" + strings.ReplaceAll(t.String(), "µ", "u")
	}
	return fileName(name) + ".png"
}

// fileName returns a name as a file can have it.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return -1
		case r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r):
			return '-'
		}
		return r
	}, name)
}

// unusedPath returns path if no such file exists; else it with a number appended to
// the name.
func unusedPath(path string) string {
	ext := filepath.Ext(path)
	for n, p := 2, path; ; n++ {
		if _, err := os.Lstat(p); errors.Is(err, fs.ErrNotExist) || n > 9999 {
			return p
		}
		p = strings.TrimSuffix(path, ext) + "-" + strconv.Itoa(n) + ext
	}
}

// pictureFolder returns the default folder for pictures of the trace at path:
// beside it or, if that is not writable or the trace is no file, the user's
// pictures, or the working folder.
func pictureFolder(trace string) string {
	var places []string
	if st, err := os.Stat(trace); err == nil && st.Mode().IsRegular() {
		places = append(places, filepath.Dir(trace))
	}
	if home, err := os.UserHomeDir(); err == nil {
		places = append(places, os.Getenv("XDG_PICTURES_DIR"), filepath.Join(home, "Pictures"), ".", home)
	}
	for _, dir := range places {
		if dir != "" && writable(dir) {
			if abs, err := filepath.Abs(dir); err == nil {
				return abs
			}
		}
	}
	return os.TempDir()
}

// writable reports whether files can be created in a folder.
func writable(dir string) bool {
	f, err := os.CreateTemp(dir, ".tiv-*")
	if err != nil {
		return false
	}
	f.Close()
	return os.Remove(f.Name()) == nil
}

// ExpandHome replaces the ~ at the beginning of a path by the user's home.
func ExpandHome(s string) string {
	if rest, ok := strings.CutPrefix(s, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return s
}

// ResolvePath returns the full path for a typed one, with a default folder and
// extension.
func ResolvePath(s, folder, ext string) string {
	s = ExpandHome(strings.TrimSpace(s))
	if s != "" && !filepath.IsAbs(s) {
		s = filepath.Join(folder, s)
	}
	if s != "" && !strings.EqualFold(filepath.Ext(s), ext) {
		s += ext
	}
	return s
}

// PathCheck is the result of the check of a path.
type PathCheck struct {
	Path    string
	Problem string // "" if the path may be written
	Exists  bool
}

// CheckPath reports whether a path may be written: a file that is being read, or is of
// another kind, is never replaced.
func CheckPath(path string, kind replace.Kind, sources []replace.Source) PathCheck {
	c := PathCheck{Path: path}
	if st, err := os.Stat(filepath.Dir(path)); err != nil || !st.IsDir() {
		c.Problem = "There is no folder " + filepath.Dir(path) + "."
	} else if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		c.Problem = path + " is not a regular file."
	} else if refused := replace.Check(path, kind, sources...); refused != nil {
		c.Problem = fmt.Sprintf("%s %v.", path, refused)
	} else {
		c.Exists = err == nil
	}
	return c
}
