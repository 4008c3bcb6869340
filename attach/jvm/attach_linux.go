package jvm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Machine is a running Java machine (HotSpot) that takes commands.
type Machine struct {
	pid int
	// root is the folder that the process has as /, socket the path of its socket
	// for commands.
	root, socket string
}

// Is reports whether a process is a Java machine.
func Is(pid int) bool {
	maps, _ := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	return bytes.Contains(maps, []byte("/libjvm.so"))
}

// socketWait is the time that a Java machine has to open its socket.
const socketWait = 5 * time.Second

// Attach makes a Java machine listen for commands, as jcmd does. The error says why it
// does not.
func Attach(ctx context.Context, pid int) (*Machine, error) {
	proc := fmt.Sprintf("/proc/%d", pid)
	status, err := os.ReadFile(proc + "/status")
	if err != nil {
		return nil, err
	}
	own := strconv.Itoa(pid) // its number of itself
	if fields := strings.Fields(statusLine(status, "NSpid")); len(fields) > 0 {
		own = fields[len(fields)-1]
	}
	m := &Machine{pid: pid, root: proc + "/root"}
	m.socket = filepath.Join(m.root, "tmp", ".java_pid"+own)
	if m.listens() {
		return m, nil
	}
	if err := refuses(proc, status); err != nil {
		return nil, err
	}
	if err := started(ctx, proc); err != nil {
		return nil, err
	}
	remove, err := m.request(proc, own)
	if err != nil {
		return nil, err
	}
	defer remove()
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, socketWait)
	defer cancel()
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		if m.listens() {
			return m, nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, errors.New("the Java machine does not answer; it may be stopped, or not be HotSpot")
		}
	}
}

// startWait is the time that a Java machine has to start all of its threads.
const startWait = 3 * time.Second

// started waits until a Java machine has started the last of its threads, for periodic
// tasks: before, it prints a thread dump instead of listening. A machine that seems never
// to start one has none.
func started(ctx context.Context, proc string) error {
	last := []byte("VM Periodic Tas\n")
	for end := time.Now().Add(startWait); time.Now().Before(end); {
		names, _ := filepath.Glob(proc + "/task/*/comm")
		for _, name := range names {
			if text, _ := os.ReadFile(name); bytes.Equal(text, last) {
				return nil
			}
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// listens reports whether the machine accepts commands.
func (m *Machine) listens() bool {
	c, err := net.Dial("unix", m.socket)
	if err == nil {
		c.Close()
	}
	return err == nil
}

// refuses returns an error for a process that SIGQUIT would end, or that would print a
// thread dump instead of listening.
func refuses(proc string, status []byte) error {
	caught, err := strconv.ParseUint(statusLine(status, "SigCgt"), 16, 64)
	if err != nil || caught&(1<<(syscall.SIGQUIT-1)) == 0 {
		return errors.New("the Java machine does not handle signals (-Xrs, or it is just starting)")
	}
	line, _ := os.ReadFile(proc + "/cmdline")
	environment, _ := os.ReadFile(proc + "/environ")
	if bytes.Contains(append(line, environment...), []byte("+DisableAttachMechanism")) {
		return errors.New("the Java machine forbids it (-XX:+DisableAttachMechanism)")
	}
	return nil
}

// request makes the file that tells the machine to listen once it gets SIGQUIT: in its
// working folder, or else in /tmp. It must belong to the user of the machine.
func (m *Machine) request(proc, own string) (remove func(), err error) {
	st, err := os.Stat(proc)
	if err != nil {
		return nil, err
	}
	owner := st.Sys().(*syscall.Stat_t)
	for _, folder := range []string{proc + "/cwd", filepath.Join(m.root, "tmp")} {
		path := filepath.Join(folder, ".attach_pid"+own)
		var f *os.File
		if f, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
			continue
		}
		f.Chown(int(owner.Uid), int(owner.Gid)) // no change unless this is root
		f.Close()
		return func() { os.Remove(path) }, nil
	}
	return nil, err
}

// statusLine returns the value of a line of /proc/PID/status.
func statusLine(status []byte, name string) string {
	_, rest, _ := bytes.Cut(status, []byte("\n"+name+":"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return strings.TrimSpace(string(line))
}

// commandWait is the time that a command may take.
const commandWait = 30 * time.Second

// Command runs a diagnostic command, as jcmd does, and returns its output.
func (m *Machine) Command(line string) (string, error) {
	return m.send("jcmd", line, "", "")
}

// send sends a command with its three arguments, and returns the answer.
func (m *Machine) send(words ...string) (string, error) {
	c, err := net.Dial("unix", m.socket)
	if err != nil {
		return "", err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(commandWait))
	const version = "1"
	if _, err := io.WriteString(c, version+"\x00"+strings.Join(words, "\x00")+"\x00"); err != nil {
		return "", err
	}
	const longest = 1 << 20
	answer, err := io.ReadAll(io.LimitReader(c, longest))
	if err != nil {
		return "", err
	}
	code, text, _ := strings.Cut(string(answer), "\n")
	if code != "0" {
		return "", fmt.Errorf("the Java machine: %s", firstLine(text))
	}
	return text, nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return "it does not say why"
	}
	return line
}
