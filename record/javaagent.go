package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

// chooseJava decides how to record Java programs, and prepares the agent if that is the
// way.
func (r *recording) chooseJava(ctx context.Context) error {
	why := r.limitsOfAgent()
	if r.Java == JavaJFR {
		return nil
	}
	if why == nil {
		r.agent, why = r.buildAgent(ctx)
	}
	switch {
	case why == nil || ctx.Err() != nil:
		return ctx.Err()
	case r.Java == JavaAgent:
		return why
	}
	r.note("recording Java with Flight Recorder, which does not see who holds a lock: %v", why)
	return nil
}

// limitsOfAgent returns an error for options that the agent does not have.
func (r *recording) limitsOfAgent() error {
	switch {
	case r.MaxSize > 0:
		return errors.New("TIV's agent does not limit the size of a trace")
	case r.Keep > 0:
		return errors.New("TIV's agent keeps the whole trace")
	}
	return nil
}

// buildAgent returns the path of the agent for the Java machine that the command starts.
func (r *recording) buildAgent(ctx context.Context) (string, error) {
	if runtime.GOOS != "linux" {
		return "", errors.New("TIV's agent is for Linux")
	}
	java, err := r.javaProgram()
	if err != nil {
		return "", err
	}
	include, err := r.javaHeaders(java)
	if err != nil {
		return "", err
	}
	lib, err := agent.Library(include)
	if err != nil {
		return "", err
	}
	lib.Spare = r.tmp.path
	path, err := clib.Build(ctx, lib)
	if err != nil {
		return "", err
	}
	return path, r.probe(ctx, java, path)
}

// javaProgram returns the launcher of the Java machine: the command itself, or the one
// that other programs start.
func (r *recording) javaProgram() (string, error) {
	program := r.Options.Command[0]
	if home := r.variable("JAVA_HOME"); !isJava(program) && home != "" {
		return filepath.Join(home, "bin", "java"), nil
	} else if !isJava(program) {
		program = "java"
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return "", fmt.Errorf("no Java machine: %w", err)
	}
	return path, nil
}

// javaHeaders returns the folder with the headers of a JDK: that of the launcher, or any
// other.
func (r *recording) javaHeaders(java string) (string, error) {
	if real, err := filepath.EvalSymlinks(java); err == nil {
		java = real
	}
	patterns := []string{filepath.Join(filepath.Dir(filepath.Dir(java)), "include"), "/usr/lib/jvm/*/include", "/usr/java/*/include", "/opt/*/include"}
	if home := r.variable("JAVA_HOME"); home != "" {
		patterns = append([]string{filepath.Join(home, "include")}, patterns...)
	}
	for _, p := range patterns {
		found, _ := filepath.Glob(filepath.Join(p, "jvmti.h"))
		for _, header := range found {
			// Java 8 has no JVMTI_VERSION_9.
			if raw, err := os.ReadFile(header); err == nil && strings.Contains(string(raw), "JVMTI_VERSION_9") {
				return filepath.Dir(header), nil
			}
		}
	}
	return "", errors.New("the headers of a JDK are missing: install one (Debian, Ubuntu: apt install default-jdk-headless; Fedora: dnf install java-latest-openjdk-devel; Arch: pacman -S jdk-openjdk), or set JAVA_HOME")
}

// probe starts the Java machine with the agent once, without a program: a machine that
// cannot load it would not start the program either.
func (r *recording) probe(ctx context.Context, java, lib string) error {
	cmd := exec.CommandContext(ctx, java, "-agentpath:"+lib+"=probe", "-version")
	cmd.Env = append(r.Env[:len(r.Env):len(r.Env)], javaVariable+"=")
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if line == "" {
		line = err.Error()
	}
	return fmt.Errorf("%s does not load TIV's agent: %s", java, line)
}

// agentOption returns the option with which a Java machine records itself with the agent.
func (r *recording) agentOption() string {
	return "-agentpath:" + r.agent + "=" + filepath.Join(r.tmp.path, agentTraces, "%p.bin")
}

// collectAgent returns the traces of the agent.
func (r *recording) collectAgent() (list []processTrace) {
	paths, _ := filepath.Glob(filepath.Join(r.tmp.path, agentTraces, "*.bin"))
	for _, p := range paths {
		if st, err := os.Stat(p); err == nil && st.Size() > 0 {
			list = append(list, processTrace{process: strings.TrimSuffix(filepath.Base(p), ".bin"), path: p, size: st.Size()})
		}
	}
	return list
}
