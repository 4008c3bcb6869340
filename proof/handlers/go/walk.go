package main

import (
	"context"
	"crypto/sha256"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// walk adds up the files of Go's library, and has no handlers: visit is called for each, but no event
// comes in.
func walk(ctx context.Context) {
	for ctx.Err() == nil {
		var v visitor
		must(filepath.WalkDir(filepath.Join(build.Default.GOROOT, "src", "cmd"), v.visit))
	}
}

type visitor struct{ sum [sha256.Size]byte }

func (v *visitor) visit(path string, entry fs.DirEntry, err error) error {
	if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
		return err
	}
	text, err := os.ReadFile(path)
	if err == nil {
		v.sum = sha256.Sum256(append(v.sum[:], text...))
	}
	return err
}
