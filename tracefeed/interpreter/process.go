package interpreter

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// process is a running interpreter, and a reader of its output. Read and start belong to one
// goroutine, all else is safe for concurrent use.
type process struct {
	limits Limits
	cmd    *exec.Cmd
	out    *os.File // its output
	// start is the start of the output, for Account.
	start  []byte
	errors printedLines
	// read and written are lengths of input and output in bytes, lines the complete lines of output.
	read, written, lines atomic.Int64
	// starved is true while the process has all input that there is, and more may come; waited
	// while a Read waits for output.
	starved, waited atomic.Bool
	ended           chan struct{} // closed after the end of the process; its state is then in cmd
	printed         chan struct{} // closed after its last printed line

	mu sync.Mutex
	// why is the first reason to kill it, input the error of reading the input.
	why, input error
}

// Executable returns the path of the program of an interpreter. A relative path is one in the folder
// of the file that defines it; a name without a slash is looked up in the PATH.
func (c *Choice) Executable() (string, error) {
	name := c.Command[0]
	if !strings.ContainsRune(filepath.ToSlash(name), '/') {
		return exec.LookPath(name)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(c.File.Path), name)
	}
	return exec.LookPath(name)
}

// start starts an interpreter in the folder of its file, as the head of a group of processes.
func start(c Choice, in io.Reader, variables []string) (*process, error) {
	program, err := c.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{limits: c.Limits, ended: make(chan struct{}), printed: make(chan struct{})}
	p.cmd = exec.Command(program, c.Command[1:]...)
	p.cmd.Args[0] = c.Command[0]
	p.cmd.Dir = filepath.Dir(c.File.Path)
	p.cmd.Env = append(os.Environ(), variables...)
	p.cmd.SysProcAttr = leader()
	var files [6]*os.File // of three pipes, read and write
	for i := 0; i < len(files) && err == nil; i += 2 {
		files[i], files[i+1], err = os.Pipe()
	}
	if err == nil {
		p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = files[0], files[3], files[5]
		if err = p.cmd.Start(); err == nil {
			err = limitMemory(p.cmd.Process.Pid, p.limits.Memory)
		}
	}
	for i, f := range files {
		if theirs := i == 0 || i == 3 || i == 5; theirs || err != nil {
			f.Close()
		}
	}
	if err != nil {
		if p.cmd.Process != nil {
			killGroup(p.cmd.Process)
			p.cmd.Wait()
		}
		return nil, err
	}
	p.out = files[2]
	p.starved.Store(true)
	go p.pump(files[1], in)
	go p.collect(files[4])
	go p.reap()
	go p.watch()
	return p, nil
}

// progress is the number of bytes after which input counts as read.
const progress = 16 << 10

// pump passes the input on, until it ends or the process wants no more of it.
func (p *process) pump(to *os.File, in io.Reader) {
	defer to.Close()
	buf := make([]byte, 64<<10)
	for {
		p.starved.Store(true)
		n, err := in.Read(buf)
		p.starved.Store(false)
		for part := buf[:n]; len(part) > 0; {
			wrote, err := to.Write(part[:min(len(part), progress)])
			p.read.Add(int64(wrote))
			if part = part[wrote:]; err != nil {
				return // it has closed its input, or has ended
			}
		}
		if err == nil {
			continue
		}
		if err != io.EOF {
			p.mu.Lock()
			p.input = err
			p.mu.Unlock()
		}
		return
	}
}

// inputError returns the error of reading the input.
func (p *process) inputError() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.input
}

func (p *process) collect(from *os.File) {
	defer close(p.printed)
	defer from.Close()
	go func() { // a process that has left the group could keep it open
		<-p.ended
		from.SetReadDeadline(time.Now().Add(time.Second))
	}()
	p.errors.follow(from, &p.lines)
}

// reap waits for the end of the process, and kills the rest of its group.
func (p *process) reap() {
	p.cmd.Wait()
	killGroup(p.cmd.Process)
	close(p.ended)
}

// maxStart is the length of the start of the output that is kept, in bytes.
const maxStart = 2 << 10

// Read returns output. It returns an error beyond its limit.
func (p *process) Read(buf []byte) (int, error) {
	p.waited.Store(true)
	n, err := p.out.Read(buf)
	p.waited.Store(false)
	if errors.Is(err, os.ErrClosed) {
		err = io.EOF // it was killed
	}
	p.start = append(p.start, buf[:min(n, maxStart-len(p.start))]...)
	p.lines.Add(int64(bytes.Count(buf[:n], []byte("\n"))))
	if p.written.Add(int64(n)) > p.limits.Output {
		p.kill(fmt.Errorf("it has written more than its limit of %d MiB", p.limits.Output>>20))
		return 0, io.EOF
	}
	return n, err
}

// kill kills the process and its group, if it still runs, for a reason. Only the first reason counts.
func (p *process) kill(why error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.why == nil {
		p.why = why
	}
	select {
	case <-p.ended:
	default:
		killGroup(p.cmd.Process)
	}
	p.out.Close() // another process could keep it open
}

// reason returns why the process was killed; nil if it was not.
func (p *process) reason() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// wait waits for the end of the process, within its limits of time, and returns why it was no good one.
func (p *process) wait() error {
	p.waited.Store(true)
	<-p.ended
	<-p.printed
	p.out.Close()
	if why := p.reason(); why != nil {
		return why
	}
	if !p.cmd.ProcessState.Success() {
		return fmt.Errorf("it has ended with %v, after line %d of its output", p.cmd.ProcessState, p.lines.Load())
	}
	return nil
}

// tick is the interval of looks at the limits of time.
const tick = 50 * time.Millisecond

// watch kills the process once a limit of time has passed.
func (p *process) watch() {
	t := time.NewTicker(tick)
	defer t.Stop()
	var quiet, total time.Duration
	done := int64(0)
	for last := time.Now(); ; {
		select {
		case <-p.ended:
			return
		case <-t.C:
		}
		now := time.Now()
		passed := min(now.Sub(last), 2*tick) // less than the time in which the machine slept
		last = now
		if p.starved.Load() || !p.waited.Load() {
			quiet = 0
			continue
		}
		quiet += passed
		total += passed
		if n := p.read.Load() + p.written.Load(); n != done {
			done, quiet = n, 0
		}
		switch {
		case quiet > p.limits.Quiet:
			p.kill(fmt.Errorf("it has neither read nor written for its limit of %v", p.limits.Quiet))
		case total > p.limits.Total:
			p.kill(fmt.Errorf("it has not ended within its limit of %v", p.limits.Total))
		}
	}
}

// resources returns the time and memory that the process took, in words. It waits for its end.
func (p *process) resources() string {
	<-p.ended
	state := p.cmd.ProcessState
	words := fmt.Sprintf("%v of processor time", (state.UserTime() + state.SystemTime()).Round(time.Millisecond))
	if peak := peakMemory(state); peak > 0 {
		words += fmt.Sprintf(", %d MiB of memory", (peak+1<<20-1)>>20)
	}
	return words
}
