package sample

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// process is a process in /proc.
type process struct {
	pid  int
	root string // its folder
	task *os.File
	// watched are the answers of watches. They are used for a second.
	watched map[uint64]watched
	list    []int // scratch of threads
}

type watched struct {
	until time.Time
	files []uint64
}

// openProcess opens a process. The error says why it cannot be looked at.
func openProcess(pid int) (*process, error) {
	p := &process{pid: pid, root: fmt.Sprintf("/proc/%d", pid), watched: map[uint64]watched{}}
	if rules == nil {
		return nil, errors.New("the numbers of this processor's system calls are not known; only amd64 and arm64")
	}
	task, err := os.Open(filepath.Join(p.root, "task"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoProcess
	}
	if err != nil {
		return nil, err
	}
	p.task = task
	if err := p.check(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// check returns an error if the threads of the process cannot be looked at.
func (p *process) check() error {
	f, err := p.openThread(p.pid)
	if err != nil {
		return err
	}
	if f == nil {
		return ErrNoProcess
	}
	defer f.close()
	_, _, err = f.read()
	return err
}

func (p *process) close() { p.task.Close() }

// count returns the number of threads.
func (p *process) count() int {
	found, _ := p.threads()
	return len(found)
}

// threads returns the numbers of the threads, in ascending order; none of a process that
// has ended. The list is valid until the next call.
func (p *process) threads() ([]int, error) {
	if _, err := p.task.Seek(0, 0); err != nil {
		return nil, err
	}
	names, err := p.task.Readdirnames(-1)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p.list = p.list[:0]
	for _, name := range names {
		if tid, err := strconv.Atoi(name); err == nil {
			p.list = append(p.list, tid)
		}
	}
	slices.Sort(p.list)
	return p.list, nil
}

// name returns the name of the program.
func (p *process) name() string { return trimmed(os.ReadFile(filepath.Join(p.root, "comm"))) }

func trimmed(data []byte, _ error) string { return strings.TrimSuffix(string(data), "\n") }

// memory reads the memory of the process.
func (p *process) memory(address uint64, data []byte) bool {
	if address == 0 {
		return false
	}
	local := []unix.Iovec{{Base: &data[0], Len: uint64(len(data))}}
	remote := []unix.RemoteIovec{{Base: uintptr(address), Len: len(data)}}
	n, err := unix.ProcessVMReadv(p.pid, local, remote, 0)
	return err == nil && n == len(data)
}

// file returns the link of an open file, "" if it has none.
func (p *process) file(descriptor uint64) string {
	link, _ := os.Readlink(filepath.Join(p.root, "fd", strconv.FormatUint(descriptor, 10)))
	return link
}

// maxWatched is the number of files of an epoll descriptor that are looked at.
const maxWatched = 64

// watches returns the files that an epoll descriptor watches, the first of them.
func (p *process) watches(descriptor uint64) []uint64 {
	now := time.Now()
	if w, ok := p.watched[descriptor]; ok && now.Before(w.until) {
		return w.files
	}
	w := watched{until: now.Add(time.Second)}
	data, _ := os.ReadFile(filepath.Join(p.root, "fdinfo", strconv.FormatUint(descriptor, 10)))
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() && len(w.files) < maxWatched {
		if fields := strings.Fields(lines.Text()); len(fields) > 1 && fields[0] == "tfd:" {
			if n, err := strconv.ParseUint(fields[1], 10, 64); err == nil {
				w.files = append(w.files, n)
			}
		}
	}
	p.watched[descriptor] = w
	return w.files
}
