package gotrace_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/exp/trace"

	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/gotrace/wire"
)

// insert copies a trace in parts of random lengths, with dumps inserted in between.
func insert(r *rand.Rand, data []byte, dumps ...string) []byte {
	var out bytes.Buffer
	in := wire.NewInserter(&out)
	for len(data) > 0 {
		if len(dumps) > 0 && r.IntN(3) == 0 {
			in.Insert([]byte(dumps[0]))
			dumps = dumps[1:]
		}
		n := min(1+r.IntN(1+r.IntN(2000)), len(data))
		in.Write(data[:n])
		data = data[n:]
	}
	return out.Bytes()
}

// TestInserter inserts dumps into traces. The library and this package must read the
// same events as before.
func TestInserter(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var long strings.Builder // of several batches
	for range 30000 {
		long.WriteString(string(rune('a' + r.IntN(26))))
		long.WriteByte(byte(r.Uint32()))
	}
	for _, name := range []string{"go-mutex2.trace", "go-deadlock.trace", "tiny.trace"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if got := insert(r, data); !bytes.Equal(got, data) {
			t.Errorf("%s: the copy differs without a dump", name)
		}
		with := insert(r, data, "goroutine 1 [running]:\nmain.main()\n", long.String())
		if len(with) == len(data) {
			t.Errorf("%s: nothing was inserted", name)
		}
		want, _ := raw(t, data, 0)
		if got, _ := raw(t, with, 0); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the library reads other states", name)
		}
		if got, want := readWith(t, gotrace.Format(), with).events,
			readWith(t, gotrace.Format(), data).events; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: other events", name)
		}
		syncs(t, with)
	}
}

// syncs asks the library for the details that its tools use of each generation: of an
// experiment that it does not know, it panics.
func syncs(t *testing.T, data []byte) {
	r, err := trace.NewReader(bytes.NewReader(data))
	for err == nil {
		var ev trace.Event
		if ev, err = r.ReadEvent(); err == nil && ev.Kind() == trace.EventSync {
			ev.Sync()
		}
	}
}

// TestInserterDamaged copies damaged traces: nothing may be lost.
func TestInserterDamaged(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	data, err := os.ReadFile("testdata/tiny.trace")
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		broken := bytes.Clone(data[:r.IntN(len(data)+1)])
		for range r.IntN(4) {
			if len(broken) > 0 {
				broken[r.IntN(len(broken))] = byte(r.Uint32())
			}
		}
		if got := insert(r, broken); !bytes.Equal(got, broken) {
			t.Fatal("the copy differs")
		}
		insert(r, broken, "dump")
	}
}
