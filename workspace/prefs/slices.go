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
	f, err := os.Open(filepath.Join(dir, sliceFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read slices: %w", err)
	}
	defer f.Close()
	list, err := slice.Read(f)
	if err != nil {
		return nil, fmt.Errorf("read slices: %s: %w", f.Name(), err)
	}
	return list, nil
}

// KeepSlice adds a slice to the user's own ones, in place of one with its name.
func KeepSlice(dir string, d slice.Definition) error {
	return changeSlices(dir, func(list []slice.Definition) ([]slice.Definition, error) {
		if i := slice.Find(list, d.Name); i >= 0 {
			list[i] = d
			return list, nil
		}
		if len(list) >= slice.Max {
			return nil, fmt.Errorf("there is room for %d slices of your own", slice.Max)
		}
		return append(list, d), nil
	})
}

// DropSlice removes one of the user's own slices.
func DropSlice(dir, name string) error {
	return changeSlices(dir, func(list []slice.Definition) ([]slice.Definition, error) {
		return slices.DeleteFunc(list, func(d slice.Definition) bool { return d.Name == name }), nil
	})
}

// changeSlices changes the file of slices. After an error it is as before.
func changeSlices(dir string, change func([]slice.Definition) ([]slice.Definition, error)) error {
	if dir == "" {
		return errors.New("keep slices: settings are not kept, because of " + Variable + "=off")
	}
	list, err := Slices(dir)
	if err == nil {
		list, err = change(list)
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	var b bytes.Buffer
	if err == nil {
		err = slice.Write(&b, list)
	}
	if err == nil {
		err = replace.Bytes(filepath.Join(dir, sliceFile), b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("keep slices: %w", err)
	}
	return nil
}
