package record

import (
	"bytes"
	"os"
	"path/filepath"
)

// makeReport makes the file for a program's reason for an incomplete trace. Its
// room is reserved, so that it can be written when a disk is full.
func (r *recording) makeReport() (string, error) {
	path := filepath.Join(r.tmp.path, "report")
	return path, os.WriteFile(path, make([]byte, 4096), 0o666)
}

// readReport adds the program's report to the notes.
func (r *recording) readReport(path string) {
	raw, _ := os.ReadFile(path)
	if text, _, _ := bytes.Cut(bytes.Trim(raw, "\x00"), []byte("\n")); len(text) > 0 {
		r.note("the trace is incomplete: %s", text)
	}
}
