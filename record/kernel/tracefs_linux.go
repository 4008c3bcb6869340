package kernel

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// tracepoint is an event of the kernel: its name, number and description.
type tracepoint struct {
	group, name string
	id          uint16
	format      []byte
}

// readTracepoints reads the descriptions of tracepoints, given as group/name. A system call
// that the kernel does not describe is left out.
func readTracepoints(names ...string) (points []tracepoint, err error) {
	for _, root := range []string{"/sys/kernel/tracing", "/sys/kernel/debug/tracing"} {
		if points, err = readAll(root, names); err == nil {
			return points, nil
		}
	}
	if os.Getuid() != 0 {
		return nil, ErrRights
	}
	// The file system of tracepoints is not mounted.
	dir, err := os.MkdirTemp("", "tiv-tracefs-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(dir)
	if err := unix.Mount("nodev", dir, "tracefs", 0, ""); err != nil {
		if errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) {
			err = ErrRights
		}
		return nil, err
	}
	defer unix.Unmount(dir, 0)
	return readAll(dir, names)
}

func readAll(root string, names []string) (points []tracepoint, err error) {
	for _, name := range names {
		group, point := filepath.Split(name)
		format, err := os.ReadFile(filepath.Join(root, "events", name, "format"))
		if errors.Is(err, fs.ErrNotExist) && group == "syscalls/" {
			continue
		}
		if err != nil {
			return nil, err
		}
		_, rest, _ := strings.Cut(string(format), "\nID: ")
		number, _, _ := strings.Cut(rest, "\n")
		id, err := strconv.ParseUint(number, 10, 16)
		if err != nil {
			return nil, fmt.Errorf("%s has no number: %w", name, err)
		}
		points = append(points, tracepoint{strings.TrimSuffix(group, "/"), point, uint16(id), format})
	}
	return points, nil
}

// appendTracing appends descriptions of tracepoints in the form of perf.
func appendTracing(out []byte, points []tracepoint) []byte {
	out = append(out, "\x17\x08\x44tracing0.6\x00\x00\x08"...)
	out = le.AppendUint32(out, uint32(os.Getpagesize()))
	out = le.AppendUint64(append(out, "header_page\x00"...), 0)
	out = le.AppendUint64(append(out, "header_event\x00"...), 0)
	out = le.AppendUint32(out, 0)
	out = le.AppendUint32(out, uint32(len(points)))
	for _, p := range points {
		out = append(append(out, p.group...), 0)
		out = le.AppendUint32(out, 1)
		out = le.AppendUint64(out, uint64(len(p.format)))
		out = append(out, p.format...)
	}
	out = le.AppendUint32(out, 0)
	out = le.AppendUint32(out, 0)
	return le.AppendUint64(out, 0)
}

// appendKernel appends the record of the place of the running kernel, if the user may know
// it.
func appendKernel(out []byte) []byte {
	const text, everything = "_text", 1 << 29
	f, err := os.Open("/proc/kallsyms")
	if err != nil {
		return out
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) < 3 || words[2] != text {
			continue
		}
		address, err := strconv.ParseUint(words[0], 16, 64)
		if err != nil || address == 0 {
			break
		}
		body := le.AppendUint64(nil, 0xffffffff) // process -1
		for _, n := range []uint64{address, everything, address} {
			body = le.AppendUint64(body, n)
		}
		body = append(body, "[kernel.kallsyms]"+text+"\x00\x00"...) // a multiple of 8
		return appendRecord(out, recordMmap, body, make([]byte, 8*4))
	}
	return out
}
