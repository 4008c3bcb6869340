package gotrace_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// sample returns the bytes of a trace in testdata.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	path := filepath.Join("testdata", name+".trace")
	data, err := os.ReadFile(path)
	if err == nil {
		return data
	}
	if data, err = os.ReadFile(path + ".gz"); err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return data
}
