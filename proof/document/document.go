// Package document replaces the parts of documents that programs write.
package document

import (
	"bytes"
	"fmt"
	"os"
	"slices"
)

// Replace replaces the text of a file between the lines <!-- NAME: begin --> and <!-- NAME: end -->. Without
// both of them it is an error.
func Replace(path, name, text string) error {
	begin, end := []byte("<!-- "+name+": begin -->\n"), []byte("<!-- "+name+": end -->\n")
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, begins := bytes.Cut(old, begin)
	_, after, ends := bytes.Cut(rest, end)
	if !begins || !ends {
		return fmt.Errorf("%s: no marks %q and %q", path, begin, end)
	}
	return os.WriteFile(path, slices.Concat(before, begin, []byte(text), end, after), 0o666)
}
