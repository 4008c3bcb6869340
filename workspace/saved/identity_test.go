package saved_test

import (
	"os"
	"path/filepath"
	"testing"

	"tiv/workspace/saved"
)

// The identity of a list changes with its parts.
func TestIdentityOfList(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	list, part := filepath.Join(dir, "x.join"), filepath.Join(dir, "a.tiv")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(list, "tiv-join 1\na.tiv\nx.join\n")
	write(part, "tiv-text 1\n0s A start\n")
	before := saved.Identify(list)
	write(part, "tiv-text 1\n0s B start\n")
	if after := saved.Identify(list); before.Sum == "" || after.Sum == before.Sum {
		t.Errorf("the identity %+v became %+v", before, after)
	}
}
