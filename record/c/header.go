// Package c holds the header with which C and C++ programs write a trace.bin, for
// libraries that are compiled while TIV runs. It is one file for its users, put together
// from those in the folder parts by "go test ./record/c -update". The programs beside it
// show and measure the header; Go does not build them.
package c

import (
	"embed"
	"io/fs"
)

// header is the text of tiv.h.
//
//go:embed tiv.h
var header []byte

//go:embed rate.h rate.c connection.h connection.c
var common embed.FS

// Files returns the files of a library of several units that records a program: tiv.h, a
// limit of the rate by which a trace grows, names of connections, and the library's own, which are all in a folder.
// Its hooks for tiv.h are in hooks.h; its units need the compiler's Flag.
func Files(own fs.FS) (map[string][]byte, error) {
	files := map[string][]byte{"tiv.h": header}
	for _, folder := range []fs.FS{common, own} {
		names, err := fs.Glob(folder, "*")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if files[name], err = fs.ReadFile(folder, name); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// Flag names the hooks of such a library.
const Flag = `-DTIV__HOOKS="hooks.h"`
