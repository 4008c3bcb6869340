package parts

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// TestDamagedPart joins traces of which one has a wrong byte, at each place. The list opens or
// says why not, and the rest of it is read.
func TestDamagedPart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole, damaged, list := filepath.Join(dir, "a.bin"), filepath.Join(dir, "b.bin"), filepath.Join(dir, "x.join")
	writeBin(t, whole, 40, 1000, 0)
	writeBin(t, damaged, 41, 1005, 0)
	write(t, list, "tiv-join 1\na.bin\nb.bin offset=5ns\n")
	trace, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range trace {
		old := trace[i]
		trace[i] ^= byte(1 + rng.IntN(255))
		write(t, damaged, string(trace))
		trace[i] = old
		source, err := tracefeed.Open(list, []tracefeed.Format{Format(formats)})
		if err != nil {
			continue
		}
		ended := false
		for ev, err := range tracefeed.All(source) {
			if err != nil {
				break
			}
			ended = ended || ev.Kind == tracefeed.ThreadEnd && source.Tables().Threads[ev.Thread].ID == "40/1"
		}
		if !ended {
			t.Errorf("a wrong byte %d: the other trace lacks its end", i)
		}
		source.Close()
	}
}

// TestGreatOffset checks that an offset for which times overflow is an error.
func TestGreatOffset(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeBin(t, filepath.Join(dir, "a.bin"), 40, 1000, 0)
	writeBin(t, filepath.Join(dir, "b.bin"), 41, 1005, 0)
	list := filepath.Join(dir, "x.join")
	write(t, list, "tiv-join 1\na.bin\nb.bin offset=-9223372036854ms\n")
	want := "open trace: " + list + ": line 3: b.bin: the offset -2562047 h is too great"
	if got, _ := told(t, list); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// perfData writes a recording of the scheduler, and returns the number of one of its processes.
func perfData(t *testing.T, path string) (process int64) {
	t.Helper()
	packed, err := os.ReadFile("../perfdata/testdata/pair.data.gz")
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, string(data))
	k, err := openKernel(Part{}, tracefeed.Input{At: bytes.NewReader(data), Size: int64(len(data))})
	if err == nil {
		process, err = k.processOf(func(int64) bool { return true })
	}
	if err != nil {
		t.Fatal(err)
	}
	return process
}

// TestPlaceOfDamage checks that damage names the part, and its place in the part: of a process, of a
// program that is joined with the kernel's events, of the recording of these, and of a part that
// does not open.
func TestPlaceOfDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	process := perfData(t, at("perf.data"))
	whole, err := os.ReadFile(at("perf.data"))
	if err != nil {
		t.Fatal(err)
	}
	for i := len(whole) / 2; i < len(whole)/2+256; i++ {
		whole[i] = 0xff
	}
	write(t, at("broken.data"), string(whole))
	writeBin(t, at("a.bin"), 40, 1000, 0)
	write(t, at("whole.tiv"), "tiv-text 1\n1ns A start\n4ns A end\n")
	write(t, at("broken.tiv"), "tiv-text 1\n1ns A start\n"+strings.Repeat("2ns A none\n", 100_000)+"nonsense\n")
	write(t, at("never.tiv"), "tiv-text 1\nnonsense\n")
	for list, want := range map[string]string{
		"a.bin\nbroken.tiv offset=1ns":                                       "broken.tiv: line 100003: ",
		"a.bin\nnever.tiv offset=1ns":                                        "line 3: never.tiv: line 2: ",
		fmt.Sprintf("perf.data\nbroken.tiv offset=1ns process=%d", process):  "broken.tiv: line 100003: ",
		fmt.Sprintf("broken.data\nwhole.tiv offset=1ns process=%d", process): "broken.data: byte ",
	} {
		write(t, at("x.join"), "tiv-join 1\n"+list+"\n")
		source, err := tracefeed.Open(at("x.join"), []tracefeed.Format{Format(formats)})
		got := ""
		if err == nil {
			for _, err = range tracefeed.All(source) {
			}
			got = source.Header().Note
			source.Close()
		}
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "open trace: "+at("x.join")+": ")
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
		if damage := (*tracefeed.Damage)(nil); err != nil && !errors.As(err, &damage) {
			t.Errorf("%q: %v is no damage", list, err)
		}
	}
}
