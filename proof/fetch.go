package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// fetch downloads a module and copies it to folder: the module cache cannot be
// written, and the go command takes no overlay for it.
func (b *bench) fetch(ctx context.Context, m Module, folder string) error {
	at := m.Path + "@" + m.Version
	list := filepath.Join(b.logs, m.Name+".download.json")
	_, err := b.command(ctx, job{args: []string{"go", "mod", "download", "-json", at}, dir: b.work, log: list, timeout: fetchTimeout})
	text, readErr := os.ReadFile(list)
	if readErr != nil {
		return readErr
	}
	var got struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(text, &got); jsonErr == nil && got.Error != "" {
		err = fmt.Errorf("%s", got.Error)
	}
	if err != nil || got.Dir == "" {
		return fmt.Errorf("download %s: %w", at, err)
	}
	if err := copyTree(got.Dir, folder); err != nil {
		return fmt.Errorf("copy %s: %w", at, err)
	}
	return b.complete(ctx, m, folder)
}

// complete gives the copy the go.mod that an old module lacks.
func (b *bench) complete(ctx context.Context, m Module, folder string) error {
	edits := []string{"go", "mod", "edit"}
	if _, err := os.Stat(filepath.Join(folder, "go.mod")); os.IsNotExist(err) {
		edits = append(edits, "-module="+m.Path, "-go=1.21")
		if err := os.WriteFile(filepath.Join(folder, "go.mod"), nil, 0o666); err != nil {
			return err
		}
	}
	for _, r := range m.Require {
		edits = append(edits, "-require="+r)
	}
	if len(edits) == 3 {
		return nil
	}
	_, err := b.command(ctx, job{args: edits, dir: folder, log: filepath.Join(b.logs, m.Name+".edit.txt"), timeout: fetchTimeout})
	return err
}

// copyTree replaces the folder to by a copy of one in the module cache, which is
// read-only. The copy can be written.
func copyTree(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(from))
}
