package parts

import (
	"math/rand/v2"
	"os"
	"path/filepath"
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
	bytes, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range bytes {
		old := bytes[i]
		bytes[i] ^= byte(1 + rng.IntN(255))
		write(t, damaged, string(bytes))
		bytes[i] = old
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
