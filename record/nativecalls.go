package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"tiv/record/calls"
	"tiv/record/gobuild"
	"tiv/record/symbols"
)

// A functionServer answers programs with POSIX threads which of their functions have
// recorded calls: the preload library asks once for each module. preload/functions.c has
// the other side.
type functionServer struct {
	listener *net.UnixListener
	patterns []calls.Pattern
	tasks    gobuild.Chooser // chooses others; nil for none

	mu     sync.Mutex
	asked  bool     // at least one program was compiled to report its calls
	found  []bool   // by pattern: it covers a function
	names  []string // of the functions of all modules that asked
	called []string // of those that report their calls, at least one for each module
}

// A functionQuestion begins a request; the path of the module follows, padded with zeros.
type functionQuestion struct {
	Began    int64  // the wall clock at the start of the process, in nanoseconds
	Function uint64 // the address of a function that reports its calls
}

// questionPath is the length of the path in a request.
const questionPath = 4096

// serveFunctions starts a server with a socket in a folder.
func serveFunctions(dir string, patterns []string, tasks gobuild.Chooser) (*functionServer, error) {
	s := &functionServer{tasks: tasks, found: make([]bool, len(patterns))}
	for _, p := range patterns {
		s.patterns = append(s.patterns, calls.Pattern(p))
	}
	open, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer open.Close()
	// The path of the folder can be longer than an address.
	address := &net.UnixAddr{Name: fmt.Sprintf("/proc/self/fd/%d/calls", open.Fd()), Net: "unix"}
	if s.listener, err = net.ListenUnix("unix", address); err != nil {
		return nil, err
	}
	s.listener.SetUnlinkOnClose(false)
	go s.accept()
	return s, os.Chmod(filepath.Join(dir, "calls"), 0o777)
}

// accept answers requests until the server is closed.
func (s *functionServer) accept() {
	for {
		conn, err := s.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err == nil {
			go s.answer(conn)
		}
	}
}

// answer answers one request.
func (s *functionServer) answer(conn net.Conn) {
	const patience = 10 * time.Second
	defer conn.Close()
	var q functionQuestion
	path := make([]byte, questionPath)
	if conn.SetDeadline(time.Now().Add(patience)) != nil || binary.Read(conn, binary.NativeEndian, &q) != nil {
		return
	}
	if _, err := io.ReadFull(conn, path); err != nil {
		return
	}
	file, _, _ := bytes.Cut(path, []byte{0})
	all := symbols.Functions(string(file), q.Began)
	answer := encodeFunctions(s.choose(all, q.Function))
	conn.Write(append(binary.NativeEndian.AppendUint64(nil, uint64(len(answer))), answer...))
}

// choose returns the functions of a module that a pattern covers, or that definitions of tasks
// name; that at an address was called.
func (s *functionServer) choose(all []symbols.Function, called uint64) (chosen []symbols.Function) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = true
	defined := s.defined(all)
	for i, f := range all {
		name, is := calls.Plain(f.Name), defined[i]
		for i, p := range s.patterns {
			if p.Covers(name) {
				is, s.found[i] = true, true
			}
		}
		if is {
			chosen = append(chosen, f)
		}
		s.names = append(s.names, f.Name)
		if f.Address == called {
			s.called = append(s.called, f.Name)
		}
	}
	return chosen
}

// defined reports which functions the definitions of tasks name. Their files are not known here.
func (s *functionServer) defined(all []symbols.Function) []bool {
	if s.tasks == nil {
		return make([]bool, len(all))
	}
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return s.tasks.Choose(names, "", nil)
}

// encodeFunctions encodes an answer: by function its address and the place of its name,
// then the names, each with a zero behind it.
func encodeFunctions(list []symbols.Function) []byte {
	const entry = 16
	var head, names []byte
	for _, f := range list {
		head = binary.NativeEndian.AppendUint64(head, f.Address)
		head = binary.NativeEndian.AppendUint64(head, uint64(entry*len(list)+len(names)))
		names = append(append(names, f.Name...), 0)
	}
	return slices.Concat(head, names)
}

// report notes why calls are missing.
func (s *functionServer) report(note func(format string, args ...any)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(s.patterns) == 0:
	case !s.asked:
		note("no calls are recorded: no program ran that is compiled with -finstrument-functions (gcc or clang), as " +
			"--calls needs it in C and C++")
		return
	case len(s.called) == 0:
		note("no calls are recorded: the program has no symbols; strip removes the names of its functions")
		return
	}
	for i, p := range s.patterns {
		if !s.found[i] {
			note("--calls %s covers no function; %s", p, calls.Similar(string(p), s.names, s.called))
		}
	}
}
