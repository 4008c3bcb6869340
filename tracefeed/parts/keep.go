package parts

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Named returns the parts that paths name: a list stands for its parts.
func Named(paths []string) (list []Part, err error) {
	for _, path := range paths {
		parts, err := named(path)
		if err != nil {
			return nil, err
		}
		list = append(list, parts...)
	}
	return list, nil
}

func named(path string) ([]Part, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if st, err := os.Stat(abs); err == nil && st.Mode().IsRegular() {
		f, err := os.Open(abs)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if list := In(abs, f, st.Size()); len(list) > 0 {
			return list, nil
		}
	}
	return []Part{{Path: abs}}, nil
}

// Keep writes a list into a file of a folder that has the name of its first part, perhaps with a
// number. A file with the same text is kept, and made is false. An incomplete file has a path, too;
// no file has none.
func Keep(list []Part, folder string) (path string, made bool, err error) {
	text := Append(nil, folder, list)
	first := filepath.Base(list[0].Path)
	base := filepath.Join(folder, strings.TrimSuffix(first, filepath.Ext(first)))
	for n := 1; ; n++ {
		path := base + Extension
		if n > 1 {
			path = base + "-" + strconv.Itoa(n) + Extension
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		switch {
		case err == nil:
			_, err = f.Write(text)
			return path, true, errors.Join(err, f.Close())
		case !errors.Is(err, fs.ErrExist) || n > 9999:
			return "", false, err
		}
		if st, err := os.Stat(path); err != nil || st.Size() != int64(len(text)) {
			continue
		}
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			return path, false, nil
		}
	}
}
