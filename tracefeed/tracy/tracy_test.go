package tracy

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// read reads an export, and lists its calls and counters.
func read(t testing.TB, file []byte) (lines []string, note string, err error) {
	t.Helper()
	f, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
	if err != nil {
		t.Fatal(err)
	}
	var last tracefeed.Time
	for ev, failed := range tracefeed.All(f) {
		if err = failed; err != nil {
			break
		}
		if ev.Time < last {
			t.Fatalf("an event at %d, after one at %d", ev.Time, last)
		}
		last = ev.Time
		switch tables := f.Tables(); ev.Kind {
		case tracefeed.CallEnter, tracefeed.CallExit:
			lines = append(lines, fmt.Sprintf("%d %s %v %s", ev.Time/1e6, tables.Threads[ev.Thread].ID, ev.Kind, tables.Names[ev.Name]))
		case tracefeed.Counter:
			lines = append(lines, fmt.Sprintf("%d %s = %d", ev.Time/1e6, tables.Names[ev.Name], ev.Value))
		}
	}
	return lines, f.Header().Note, err
}

func game(t testing.TB) []byte {
	t.Helper()
	file, err := os.ReadFile("testdata/game.csv")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestGame checks the zones and plots of an export, in order of time.
func TestGame(t *testing.T) {
	t.Parallel()
	file := game(t)
	if !Format().Sniff(file[:tracefeed.SniffLen]) {
		t.Error("not recognized")
	}
	got, note, err := read(t, file)
	want := strings.Split(`0 4101 call-enter Frame
1 4101 call-enter Update<int, std::less<int>>
2 entities = 12
3 4102 call-enter Load
3 load (thousandths) = 500
6 4101 call-exit Update<int, std::less<int>>
7 4101 call-enter Draw
14 4101 call-exit Draw
16 4101 call-exit Frame
16 4101 call-enter Frame
17 4101 call-enter Update<int, std::less<int>>
21 4101 call-exit Update<int, std::less<int>>
23 4102 call-exit Load
31 4101 call-exit Frame`, "\n")
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, note %q:\n%s", err, note, strings.Join(got, "\n"))
	}
}

// TestRefused checks files that are no export of zones, and lines that are no zone.
func TestRefused(t *testing.T) {
	t.Parallel()
	var damage *tracefeed.Damage
	_, _, err := read(t, []byte(
		"name,src_file,src_line,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns\nDraw,x.cpp,1,2,3,4,5,6,7,8\n"))
	if !errors.As(err, &damage) || damage.Line != 1 || !strings.Contains(err.Error(), "tracy-csvexport -u") {
		t.Errorf("sums: %v", err)
	}
	if Format().Sniff([]byte("name,src_file,Time from start of program,GPU execution time\n")) {
		t.Error("an export of another kind is recognized")
	}
	_, note, err := read(t, append(game(t), "a second line of a text\nDraw,x.cpp,1,99999999999999999999,1,1,\n"...))
	if err != nil || !strings.Contains(note, "2 other events left out") {
		t.Errorf("other lines: %v, note %q", err, note)
	}
	got, _, err := read(t, append(game(t), bytes.Repeat([]byte("x"), maxLine+1)...))
	if !errors.As(err, &damage) || damage.Line != 10 || len(got) != 14 {
		t.Errorf("a long line: %v after %d events", err, len(got))
	}
}

func FuzzRead(f *testing.F) {
	f.Add(game(f))
	f.Fuzz(func(t *testing.T, file []byte) { read(t, file) })
}

// BenchmarkRead reads an export of many zones.
func BenchmarkRead(b *testing.B) {
	const zones = 100_000
	file, _, _ := bytes.Cut(game(b), []byte("\n"))
	for i := range zones {
		file = fmt.Appendf(file, "\nUpdate<int, std::less<int>>,src/world.cpp,71,%d,900,%d,", i/4*1000, 4101+i%4)
	}
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		read(b, file)
	}
	b.ReportMetric(zones*float64(b.N)/b.Elapsed().Seconds(), "zones/s")
}
