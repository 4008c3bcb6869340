package record

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"tiv/record/agent"
	"tiv/record/clib"
)

// JavaRecorder is a way to record Java programs.
type JavaRecorder string

// The ways to record Java programs. The empty one is JavaAuto.
const (
	// JavaAuto: the agent if it fits the options and the machine, otherwise Java Flight
	// Recorder.
	JavaAuto JavaRecorder = "auto"
	// JavaAgent: TIV's agent. It sees the owners of locks while threads wait.
	JavaAgent JavaRecorder = "agent"
	// JavaJFR: Java Flight Recorder. It samples code, and sees allocations and the phases
	// of collections.
	JavaJFR JavaRecorder = "jfr"
)

// agentTraces is the folder of the agent's traces.
const agentTraces = "agent"

// choose decides between the agent and Java Flight Recorder, and prepares the agent.
func (j *javaWay) choose(ctx context.Context) error {
	if j.Java == JavaJFR && !j.rewrites() {
		return nil
	}
	why := limitsOfAgent(&j.Options)
	m := javaMachineOf(j.Command[0], j.Env)
	m.slow = noteCompiling("Java programs", j.Note)
	if why == nil {
		m.launcher, j.agent, why = m.agent(ctx, j.tmp.path, &j.links)
	}
	switch {
	case why == nil && j.rewrites():
		folder, err := j.links.plain(j.tmp.path)
		if err != nil {
			return err
		}
		err = m.compileClasses(ctx, filepath.Join(folder, javaClasses))
		if err != nil && ctx.Err() == nil && !j.recordsCalls() && !isJava(j.Command[0]) {
			j.note("tasks of Java programs are not recorded: %v", err)
			j.noTasks, err = true, nil
		}
		return err
	case why == nil || ctx.Err() != nil:
		return ctx.Err()
	case j.recordsCalls(), j.Tasks != nil && isJava(j.Command[0]):
		return fmt.Errorf("calls, objects and tasks are recorded by TIV's agent only: %w", why)
	case j.Java == JavaAgent:
		return why
	}
	j.noAgent = why
	if isJava(j.Command[0]) {
		j.noteNoAgent()
	}
	return nil
}

// noteNoAgent says once why Java programs are recorded without the agent.
func (j *javaWay) noteNoAgent() {
	if j.noAgent != nil {
		j.note("recording Java with Flight Recorder, which does not see who holds a lock: %v", j.noAgent)
		j.noAgent = nil
	}
}

// limitsOfAgent returns an error for options that the agent does not have.
func limitsOfAgent(o *Options) error {
	switch {
	case o.Java == JavaJFR:
		return errors.New("this recording is by Flight Recorder")
	case o.Keep > 0:
		return errors.New("TIV's agent keeps the whole trace")
	}
	return nil
}

// javaMachine is the Java machine that a command starts.
type javaMachine struct {
	launcher string
	home     string // JAVA_HOME
	env      []string
	folders  []string // patterns of folders where JDKs are
	slow     func()   // see clib.Library
}

// javaMachineOf returns the Java machine of a command: the command itself, or the one
// that other programs start.
func javaMachineOf(program string, env []string) javaMachine {
	m := javaMachine{launcher: "java", home: variable(env, "JAVA_HOME"), env: env,
		folders: []string{"/usr/lib/jvm/*", "/usr/java/*", "/opt/*"}}
	if isJava(program) {
		m.launcher = program
	} else if m.home != "" {
		m.launcher = filepath.Join(m.home, "bin", "java")
	}
	return m
}

// agent returns the path of a Java machine, and that of the agent, which it loads. spare
// is a folder for the case that there is no cache.
func (m javaMachine) agent(ctx context.Context, spare string, l *links) (launcher, library string, err error) {
	if m.launcher, err = exec.LookPath(m.launcher); err != nil {
		return "", "", fmt.Errorf("no Java machine: %w", err)
	}
	if library, err = m.build(ctx, spare); err != nil {
		return "", "", err
	}
	folder, err := l.plain(filepath.Dir(library))
	if err != nil {
		return "", "", err
	}
	library = filepath.Join(folder, filepath.Base(library))
	if err := m.probe(ctx, library); err != nil {
		return "", "", err
	}
	return m.launcher, library, nil
}

// JavaAgentLibrary returns the path of TIV's agent for the Java machine with a launcher.
// spare is a folder for the case that there is no cache.
func JavaAgentLibrary(ctx context.Context, launcher, spare string) (string, error) {
	m := javaMachineOf("", os.Environ())
	m.launcher = launcher
	return m.build(ctx, spare)
}

// JavaAgentClasses writes the classes that the agent needs for calls, objects and tasks into a new
// folder, for the Java machine with a launcher, whose JDK must have a compiler.
func JavaAgentClasses(ctx context.Context, launcher, folder string) error {
	return javaMachine{launcher: launcher}.compileClasses(ctx, folder)
}

// build returns the path of the agent.
func (m javaMachine) build(ctx context.Context, spare string) (string, error) {
	if runtime.GOOS != "linux" {
		return "", errors.New("TIV's agent is for Linux")
	}
	include, err := m.headers()
	if err != nil {
		return "", err
	}
	lib, err := agent.Library(include)
	if err != nil {
		return "", err
	}
	lib.Spare, lib.Slow = spare, m.slow
	return clib.Build(ctx, lib)
}

// headers returns the folder with the headers of a JDK: that of the launcher, or any
// other.
func (m javaMachine) headers() (string, error) {
	launcher, err := filepath.EvalSymlinks(m.launcher)
	if err != nil {
		launcher = m.launcher
	}
	found := []string{filepath.Join(filepath.Dir(filepath.Dir(launcher)), "include", "jvmti.h")}
	if m.home != "" {
		found = slices.Insert(found, 0, filepath.Join(m.home, "include", "jvmti.h"))
	}
	for _, pattern := range m.folders {
		more, _ := filepath.Glob(filepath.Join(pattern, "include", "jvmti.h"))
		found = append(found, more...)
	}
	for _, header := range found {
		// Java 8 has no JVMTI_VERSION_9.
		if raw, err := os.ReadFile(header); err == nil && strings.Contains(string(raw), "JVMTI_VERSION_9") {
			return filepath.Dir(header), nil
		}
	}
	return "", errors.New("the headers of a JDK are missing: install one (Debian, Ubuntu: apt install " +
		"default-jdk-headless; Fedora: dnf install java-latest-openjdk-devel; Arch: pacman -S jdk-openjdk), or set JAVA_HOME")
}

// agentRecordings returns the traces of the agent in a folder.
func agentRecordings(folder string) (list []processTrace) {
	for _, p := range filesOf(folder, "*.bin") {
		if st, err := os.Stat(p); err == nil && st.Size() > 0 {
			list = append(list, processTrace{process: strings.TrimSuffix(filepath.Base(p), ".bin"), path: p, size: st.Size()})
		}
	}
	return list
}

// isFull reports whether a trace ends with tiv.h's note that it has its maximum size,
// right before its index.
func isFull(path string) bool {
	const (
		endLen  = 64  // the last chunk
		indexAt = 32  // in it: the position of the index
		noteLen = 192 // at most
	)
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	end, note := make([]byte, endLen), make([]byte, noteLen)
	st, err := f.Stat()
	if err != nil {
		return false
	}
	if _, err := f.ReadAt(end, st.Size()-endLen); err != nil || !bytes.HasPrefix(end, []byte("TCHK")) {
		return false
	}
	f.ReadAt(note, max(0, int64(binary.LittleEndian.Uint64(end[indexAt:]))-noteLen))
	return bytes.Contains(note, []byte("at its maximum size"))
}
