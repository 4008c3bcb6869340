package cli

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"tiv/internal/testtrace"
)

// Every format opens compressed, from a file and from a pipe.
func TestPacked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	reduced := filepath.Join(dir, "trace.bin")
	if r := tiv(t, "convert", filepath.Join(top, "testdata", "handoff.tiv"), "-o", reduced); r.exit != exitOK {
		t.Fatal(r.errors)
	}
	for i, path := range []string{reduced, "gotrace/testdata/go-deadlock.trace", "gotrace/testdata/go-1.26.trace.gz",
		"jfr/testdata/mixed.jfr.gz", "chrome/testdata/node.json.gz", "perfetto/testdata/chromium.pftrace.gz",
		"perfdata/testdata/pair.data.gz", "otlp/testdata/request.pb", "otlp/testdata/shop.jsonl",
		"pprof/testdata/goroutine.pb.gz", "schedtext/testdata/perf.txt.gz", "tracy/testdata/game.csv",
		"threaddump/testdata/java-locks.txt"} {
		if path != reduced {
			path = filepath.Join(top, "tracefeed", path)
		}
		data := testtrace.File(t, path)
		plain := filepath.Join(dir, "plain")
		if err := os.WriteFile(plain, data, 0o600); err != nil {
			t.Fatal(err)
		}
		want := tiv(t, "dump", plain, "threads")
		if want.exit != exitOK || strings.Count(want.out, "\n") < 2 {
			t.Fatalf("%s: %s%s", path, want.out, want.errors)
		}
		packed := packedFile(t, dir, data, i%2 == 0)
		if r := tiv(t, "dump", packed, "threads"); r.out != want.out || r.exit != want.exit {
			t.Errorf("%s packed: %d bytes, want %d: %s", path, len(r.out), len(want.out), r.errors)
		}
		if r := run(t, invocation{args: []string{"dump", "-", "threads"}, in: piped(t, read(t, packed))}); r.out != want.out {
			t.Errorf("%s packed, from a pipe: %d bytes, want %d: %s", path, len(r.out), len(want.out), r.errors)
		}
	}
}

// What is before the end of a compressed file that was cut off is read, and the command says so.
func TestPackedCutOff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, path := range []string{"chrome/testdata/node.json.gz", "threaddump/testdata/java-locks.txt"} {
		packed := packedFile(t, dir, testtrace.File(t, filepath.Join(top, "tracefeed", path)), true)
		if err := os.Truncate(packed, int64(len(read(t, packed))*9/10)); err != nil {
			t.Fatal(err)
		}
		if r := tiv(t, "dump", packed, "threads"); strings.Count(r.out, "\n") < 2 || !strings.Contains(r.errors, "gzip: unexpected EOF") {
			t.Errorf("%s: %s%s", path, r.out, r.errors)
		}
	}
}

func packedFile(t *testing.T, dir string, data []byte, zip bool) string {
	t.Helper()
	var out bytes.Buffer
	if zip {
		w := gzip.NewWriter(&out)
		w.Write(data)
		w.Close()
	} else {
		w, err := zstd.NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(data)
		w.Close()
	}
	path := filepath.Join(dir, "packed")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
