package prefs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tiv/execution/slice"
	"tiv/internal/replace"
)

// sliceFile is the name of the file with the user's own slices.
const sliceFile = "slices.json"

// Slices returns the user's own slices for every trace, from the folder of settings.
func Slices(dir string) ([]slice.Definition, error) {
	if dir == "" {
		return nil, nil
	}
	return readSlices(filepath.Join(dir, sliceFile))
}

// readSlices reads a file of slices; it has none if there is no such file.
func readSlices(path string) ([]slice.Definition, error) {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil && !st.Mode().IsRegular(): // a pipe would block
		err = fmt.Errorf("%s is not a regular file", path)
	}
	if err != nil {
		return nil, fmt.Errorf("read slices: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read slices: %w", err)
	}
	defer f.Close()
	list, err := slice.Read(f)
	if err != nil {
		return nil, fmt.Errorf("read slices: %s: %w", path, err)
	}
	return list, nil
}

// KeepSlice adds a slice to the user's own ones, in place of one with its name.
func KeepSlice(dir string, d slice.Definition) error { return changeOwn(dir, keep(d)) }

// DropSlice removes one of the user's own slices.
func DropSlice(dir, name string) error { return changeOwn(dir, drop(name)) }

// sliceChange changes a list of slices.
type sliceChange func([]slice.Definition) ([]slice.Definition, error)

// keep adds a slice, in place of one with its name.
func keep(d slice.Definition) sliceChange {
	return func(list []slice.Definition) ([]slice.Definition, error) {
		if i := slice.Find(list, d.Name); i >= 0 {
			list[i] = d
			return list, nil
		}
		if len(list) >= slice.Max {
			return nil, fmt.Errorf("there is room for %d slices", slice.Max)
		}
		return append(list, d), nil
	}
}

func drop(name string) sliceChange {
	return func(list []slice.Definition) ([]slice.Definition, error) {
		return slices.DeleteFunc(list, func(d slice.Definition) bool { return d.Name == name }), nil
	}
}

// changeOwn changes the user's own slices.
func changeOwn(dir string, change sliceChange) error {
	if dir == "" {
		return errors.New("keep slices: settings are not kept, because of " + variable + "=off")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("keep slices: %w", err)
	}
	return changeSlices(filepath.Join(dir, sliceFile), change)
}

// changeSlices changes a file of slices. After an error it is as before; one that cannot be
// read is never replaced.
func changeSlices(path string, change sliceChange) error {
	list, err := readSlices(path)
	if err == nil {
		list, err = change(list)
	}
	var b bytes.Buffer
	if err == nil {
		err = slice.Write(&b, list)
	}
	if err == nil {
		err = replace.Bytes(path, b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("keep slices: %w", err)
	}
	return nil
}
