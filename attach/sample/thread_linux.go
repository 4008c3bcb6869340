package sample

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"tiv/tracefeed"
)

// threadFiles are the open files of a thread in /proc. An open file belongs to its
// thread for ever, also when a later one has the same number.
type threadFiles struct {
	folder            string
	schedstat, system *os.File
	buffer            [512]byte
}

// openThread opens the files of a thread; nil if it has ended.
func (p *process) openThread(tid int) (*threadFiles, error) {
	f := &threadFiles{folder: filepath.Join(p.root, "task", strconv.Itoa(tid))}
	for name, to := range map[string]**os.File{"schedstat": &f.schedstat, "syscall": &f.system} {
		file, err := os.Open(filepath.Join(f.folder, name))
		if err == nil {
			*to = file
			continue
		}
		f.close()
		if errors.Is(err, fs.ErrNotExist) {
			if _, gone := os.Stat(f.folder); gone == nil {
				return nil, fmt.Errorf("this kernel does not show the %s of threads", name)
			}
		}
		return nil, unlessGone(err)
	}
	return f, nil
}

func (f *threadFiles) close() {
	for _, file := range []*os.File{f.schedstat, f.system} {
		if file != nil {
			file.Close()
		}
	}
}

// name returns the name of the thread.
func (f *threadFiles) name() string { return trimmed(os.ReadFile(filepath.Join(f.folder, "comm"))) }

// read looks at the thread; nil if it has ended.
func (f *threadFiles) read() (*seen, call, error) {
	data, err := f.contents(f.system)
	if data == nil || err != nil {
		return nil, call{}, err
	}
	c := parseCall(data)
	if c.outside && strings.Contains("ZX", f.state()) {
		return nil, call{}, nil
	}
	if data, err = f.contents(f.schedstat); data == nil || err != nil {
		return nil, call{}, err
	}
	fields := bytes.Fields(data)
	if len(fields) < 3 {
		return nil, call{}, fmt.Errorf("%s/schedstat: unknown contents %q", f.folder, data)
	}
	return &seen{run: number(fields[0]), queue: number(fields[1]), switches: int64(number(fields[2]))}, c, nil
}

// contents reads one of the files from its start; nil if the thread has ended.
func (f *threadFiles) contents(file *os.File) ([]byte, error) {
	n, err := syscall.Pread(int(file.Fd()), f.buffer[:], 0)
	if err != nil || n <= 0 {
		return nil, unlessGone(err)
	}
	return f.buffer[:n], nil
}

// unlessGone returns an error about the file of a thread; nil if the thread has ended.
func unlessGone(err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return ErrNotPermitted
	case errors.Is(err, syscall.ESRCH), errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// number reads a decimal number; one that is too large is 0.
func number(digits []byte) tracefeed.Time {
	n, _ := strconv.ParseInt(string(digits), 10, 64)
	return tracefeed.Time(n)
}

// kernelFunction returns the function of the kernel that the thread waits in.
func (f *threadFiles) kernelFunction() string {
	if name := trimmed(os.ReadFile(filepath.Join(f.folder, "wchan"))); name != "0" {
		return name
	}
	return ""
}

// onDisk reports whether the thread is in an uninterruptible sleep.
func (f *threadFiles) onDisk() bool { return f.state() == "D" }

// state returns the letter of the thread's state, X for one that is gone.
func (f *threadFiles) state() string {
	data, _ := os.ReadFile(filepath.Join(f.folder, "stat"))
	after := data[bytes.LastIndexByte(data, ')')+1:] // the name can have parentheses
	if len(after) < 2 {
		return "X"
	}
	return string(after[1:2])
}
