package record

import (
	"bytes"
	"os"
	"path/filepath"
)

// makeReport makes the file in which a program says why its trace is not
// complete. It has room for that, so that it can be said when a disk is full.
func (r *recording) makeReport() (string, error) {
	path := filepath.Join(r.tmp.path, "report")
	return path, os.WriteFile(path, make([]byte, 4096), 0o666)
}

// readReport notes what a program said.
func (r *recording) readReport(path string) {
	raw, _ := os.ReadFile(path)
	if text, _, _ := bytes.Cut(bytes.Trim(raw, "\x00"), []byte("\n")); len(text) > 0 {
		r.note("the trace is incomplete: %s", text)
	}
}
