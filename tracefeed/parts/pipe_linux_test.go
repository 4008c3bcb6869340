package parts

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// writeProgram writes a trace.bin of a process with some threads, the first of which has the number of
// the process.
func writeProgram(t *testing.T, path, name string, pid uint32, threads int) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := binfeed.NewWriter(file, binfeed.Header{PID: pid})
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{binfeed.StartKey: "1000", "process": name, "command": name + " -v", "recorder": "preload"} {
		if err := w.Property(key, value); err != nil {
			t.Fatal(err)
		}
	}
	tables, b := tracefeed.NewTables(), new(block.Builder)
	var numbers []byte // records of META
	for i := range threads {
		id := tables.AddThread(tracefeed.Thread{ID: strconv.Itoa(int(pid) + i), Name: "thread " + strconv.Itoa(i)})
		numbers = binary.AppendUvarint(append(numbers, 7, byte(len(binary.AppendUvarint(nil, uint64(id)))+
			len(binary.AppendUvarint(nil, uint64(pid)+uint64(i)))), byte(id)), uint64(pid)+uint64(i))
		b.Add(&tracefeed.Event{Time: tracefeed.Time(10 + i), Thread: id, Kind: tracefeed.ThreadStart}, tracefeed.Running)
	}
	whole := b.Block()
	whole.End = tracefeed.Time(10 + threads - 1)
	if err = w.Block(whole, tables, 0); err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	withNumbers(t, path, numbers, uint32(threads))
}

// withNumbers inserts a META chunk with records before all others, and leaves the index away.
func withNumbers(t *testing.T, path string, records []byte, count uint32) {
	t.Helper()
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const headLen, sum, index = 64, 60, 4
	le, table := binary.LittleEndian, crc32.MakeTable(crc32.Castagnoli)
	head := append([]byte("TCHK\x01"), make([]byte, headLen-5)...)
	le.PutUint32(head[8:], uint32(len(records)))
	le.PutUint32(head[12:], uint32(len(records)))
	le.PutUint32(head[24:], count)
	le.PutUint32(head[48:], crc32.Checksum(records, table))
	out := append(slices.Clone(old[:headLen]), head...)
	le.PutUint32(out[headLen+sum:], crc32.Checksum(head[:sum], table))
	out = append(out, records...)
	number := uint32(1)
	for at := headLen; old[at+4] != index; number++ {
		end := at + headLen + int(le.Uint32(old[at+8:])+le.Uint32(old[at+16:]))
		c := slices.Clone(old[at:end])
		le.PutUint32(c[28:], number)
		le.PutUint32(c[sum:], crc32.Checksum(c[:sum], table))
		out, at = append(out, c...), end
	}
	write(t, path, string(out))
}

// names returns the processes, the threads with their last states, of a list.
func names(t *testing.T, list string) (all []string) {
	t.Helper()
	source, err := tracefeed.Open(list, []tracefeed.Format{Format(formats)})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	last := map[tracefeed.ThreadID]tracefeed.Kind{}
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		last[ev.Thread] = ev.Kind
	}
	tables := source.Tables()
	for _, p := range tables.Processes[1:] {
		all = append(all, p.ID+" "+p.Name+": "+p.Command)
	}
	for id, th := range tables.Threads[1:] {
		all = append(all, th.ID+" "+th.Name+" of "+tables.Processes[th.Process].Name+": "+last[tracefeed.ThreadID(id+1)].String())
	}
	return all
}

// Processes and threads have the same names whether the traces come from files or from pipes.
func TestNamesFromPipes(t *testing.T) {
	t.Parallel()
	for _, threads := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 3}} {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		text := "tiv-join 1\n"
		for i, n := range threads {
			name := []string{"server", "worker"}[i]
			writeProgram(t, at(name+".bin"), name, uint32(40+10*i), n)
			text += name + ".bin\n"
		}
		write(t, at("x.join"), text)
		want := names(t, at("x.join"))
		for _, name := range []string{"server.bin", "worker.bin"} {
			data, err := os.ReadFile(at(name))
			if err == nil {
				err = os.Remove(at(name))
			}
			if err == nil {
				err = syscall.Mkfifo(at(name), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			go os.WriteFile(at(name), data, 0o600)
		}
		if got := names(t, at("x.join")); !slices.Equal(got, want) {
			t.Errorf("%d threads:\ngot  %q\nwant %q", threads, got, want)
		}
	}
}
