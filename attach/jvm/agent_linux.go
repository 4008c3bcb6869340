package jvm

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Agent is TIV's agent in a machine. It waits for the file of a trace.
type Agent struct {
	conn *net.UnixConn
}

// Calls makes an agent record calls besides waits.
type Calls struct {
	// Classes is a folder with the classes that the agent needs. Load copies it to where the machine
	// can read it.
	Classes string
	// Options returns the options of the agent. It is called with the path of the copy of Classes,
	// as the machine sees it.
	Options func(classes string) string
}

// Load loads the agent from a library into the machine. The machine loads a copy, in a
// folder of its own /tmp, so that each recording begins anew. calls may be nil.
func (m *Machine) Load(library string, calls *Calls) (*Agent, error) {
	dir, err := m.folder()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	code, err := os.ReadFile(library)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "agent.so"), code, 0o755); err != nil {
		return nil, err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "s"), Net: "unix"})
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	if err := m.own(dir, filepath.Join(dir, "agent.so"), filepath.Join(dir, "s")); err != nil {
		return nil, err
	}
	inside := "/tmp/" + filepath.Base(dir)
	if calls != nil {
		if err := m.give(calls, dir, inside); err != nil {
			return nil, err
		}
	}
	answer, err := m.send("load", inside+"/agent.so", "true", inside+"/s")
	if err != nil {
		return nil, err
	}
	return accept(listener, answer)
}

// give puts the options and the classes for calls into a folder that the machine sees as inside.
func (m *Machine) give(calls *Calls, dir, inside string) error {
	const classes = "classes"
	options, within := filepath.Join(dir, "options"), filepath.Join(dir, classes)
	if err := os.CopyFS(within, os.DirFS(calls.Classes)); err != nil {
		return err
	}
	if err := os.WriteFile(options, []byte(calls.Options(inside+"/"+classes)), 0o644); err != nil {
		return err
	}
	paths := []string{options}
	err := filepath.WalkDir(within, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, path)
		return err
	})
	return errors.Join(err, m.own(paths...))
}

// folder makes a folder in the /tmp of the machine.
func (m *Machine) folder() (string, error) {
	return os.MkdirTemp(filepath.Join(m.root, "tmp"), "tiv-")
}

// own gives files to the user of the machine.
func (m *Machine) own(paths ...string) error {
	st, err := os.Stat(fmt.Sprintf("/proc/%d", m.pid))
	if err != nil {
		return err
	}
	owner := st.Sys().(*syscall.Stat_t)
	if int(owner.Uid) == os.Getuid() {
		return nil
	}
	for _, path := range paths {
		if err := os.Chown(path, int(owner.Uid), int(owner.Gid)); err != nil {
			return err
		}
	}
	return nil
}

// accept accepts the connection of an agent that was loaded with an answer of the machine.
func accept(listener *net.UnixListener, answer string) (*Agent, error) {
	loaded := strings.Contains(answer, "return code: 0")
	if strings.Contains(answer, "live phase") {
		return nil, errors.New("the Java machine is just starting, or ending")
	}
	if !loaded && !strings.Contains(answer, "return code:") {
		return nil, fmt.Errorf("the Java machine: %s", strings.Join(strings.Fields(answer), " "))
	}
	listener.SetDeadline(time.Now().Add(socketWait)) // it has connected already
	conn, err := listener.AcceptUnix()
	if err == nil && loaded {
		return &Agent{conn}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("TIV's agent does not start: %s", firstLine(answer))
	}
	defer conn.Close()
	reason, _ := io.ReadAll(io.LimitReader(conn, 200))
	return nil, errors.New(string(reason))
}

// Record makes the agent record to a file until ctx is done or the machine ends. began is
// called when the agent records, with a note about missing calls, or "". The result has one
// about later ones, and whether the machine has ended.
func (a *Agent) Record(ctx context.Context, to *os.File, began func(note string)) (ended bool, note string, err error) {
	defer a.conn.Close()
	if _, _, err := a.conn.WriteMsgUnix([]byte{0}, syscall.UnixRights(int(to.Fd())), nil); err != nil {
		return true, "", fmt.Errorf("the Java machine has ended: %w", err)
	}
	stop := context.AfterFunc(ctx, func() {
		a.conn.CloseWrite()
		a.conn.SetReadDeadline(time.Now().Add(commandWait))
	})
	defer stop()
	lines := bufio.NewScanner(a.conn)
	for lines.Scan() {
		if lines.Text() == "ready" {
			began(note)
			note = ""
		} else if number, ok := strings.CutPrefix(lines.Text(), "end "); ok {
			return ctx.Err() == nil, note, errno(number)
		} else if text, ok := strings.CutPrefix(lines.Text(), "note "); ok {
			note = text
		}
	}
	if err := lines.Err(); errors.Is(err, os.ErrDeadlineExceeded) {
		return false, note, errors.New("the Java machine does not answer; the end of the trace may be missing")
	}
	return true, note, nil
}

// errno returns the error with a number of the system; 0 is none.
func errno(number string) error {
	n, err := strconv.Atoi(number)
	if err != nil || n == 0 {
		return err
	}
	return fmt.Errorf("the recording is incomplete: %w", syscall.Errno(n))
}
