package record

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// javaSettings are the settings of Java Flight Recorder for a recording.
//
//go:embed java.jfc
var javaSettings []byte

// The folders of a recording of Java programs.
const (
	dumped     = "dumped"     // the recordings of programs that ended
	repository = "repository" // those that programs still write, in a folder for each
)

// java runs a command whose Java programs record themselves with Java Flight Recorder.
func (r *recording) java(ctx context.Context) error {
	if len(r.Options.Command) == 0 {
		return fmt.Errorf("no command: %w", ErrUnsupported)
	}
	err := r.prepareOut()
	if err != nil {
		return err
	}
	if r.tmp, err = makeFolder(filepath.Dir(r.out), ".tiv-record-"); err != nil {
		return err
	}
	if strings.Contains(r.tmp.path, ",") {
		return fmt.Errorf("%s: Java cannot record into a folder with a comma in its name", filepath.Dir(r.out))
	}
	settings := filepath.Join(r.tmp.path, "tiv.jfc")
	if err := os.WriteFile(settings, javaSettings, 0o666); err != nil {
		return err
	}
	for _, dir := range []string{dumped, repository} {
		if err := os.Mkdir(filepath.Join(r.tmp.path, dir), 0o777); err != nil {
			return err
		}
	}
	if err := r.removeOld(); err != nil {
		return err
	}
	argv, env := r.Options.Command, r.Env
	if options := r.javaOptions(); isJava(argv[0]) {
		argv = slices.Insert(slices.Clone(argv), 1, options...)
	} else {
		r.note("recording the Java programs that %s starts; a Go program needs go run, go build or go test", filepath.Base(argv[0]))
		value := r.variable(javaVariable)
		for _, o := range options {
			value += fmt.Sprintf(" %q", o)
		}
		env = append(slices.Clip(env), javaVariable+"="+strings.TrimSpace(value))
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = r.Dir, env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.Stdin, r.Stdout, r.Stderr
	if r.result.ExitCode, err = r.runProcess(ctx, cmd, false); err != nil {
		return fmt.Errorf("%w", err)
	}
	return r.collectJava()
}

// javaVariable is the environment variable with options for every Java machine.
const javaVariable = "JAVA_TOOL_OPTIONS"

// isJava reports whether a program is the launcher of the Java machine.
func isJava(program string) bool {
	name, _ := strings.CutSuffix(filepath.Base(program), ".exe")
	return name == "java"
}

// javaOptions returns the options that make a Java machine record itself. What exceeds
// the limits is dropped at the beginning of the recording.
func (r *recording) javaOptions() []string {
	in := func(name string) string { return filepath.Join(r.tmp.path, name) }
	start := fmt.Sprintf("-XX:StartFlightRecording=settings=%s,filename=%s,dumponexit=true", in("tiv.jfc"), in(dumped))
	if r.MaxSize > 0 {
		start += fmt.Sprintf(",maxsize=%d", r.MaxSize)
	}
	if r.Keep > 0 {
		start += fmt.Sprintf(",maxage=%ds", int(math.Ceil(r.Keep.Seconds())))
	}
	return []string{"-Xlog:jfr+startup=error", "-XX:FlightRecorderOptions=repository=" + in(repository), start}
}

// javaRecording is the recording of one Java machine.
type javaRecording struct {
	pid string
	// parts are its files, the earliest first: one, unless the machine was killed.
	parts []string
	size  int64
}

// collectJava gives the recordings their names: the requested one, or, if there are
// several, that with the process id in front of the extension. The largest comes first.
func (r *recording) collectJava() error {
	made := javaRecordings(filepath.Join(r.tmp.path, dumped, "*.jfr"))
	ended := len(made)
	for _, killed := range javaRecordings(filepath.Join(r.tmp.path, repository, "*", "*.jfr")) {
		if !slices.ContainsFunc(made[:ended], func(m javaRecording) bool { return m.pid == killed.pid }) {
			made = append(made, killed)
		}
	}
	slices.SortFunc(made, func(a, b javaRecording) int { return cmp.Compare(b.size, a.size) })
	if len(made) == 0 {
		r.note("no Java program was recorded; tiv record knows go run, go build, go test and commands that start Java programs")
	}
	for _, m := range made {
		to := r.out
		if len(made) > 1 {
			to = r.named(m.pid)
		}
		if err := m.join(); err != nil {
			return err
		}
		if err := os.Rename(m.parts[0], to); err != nil {
			return err
		}
		r.result.Traces = append(r.result.Traces, to)
	}
	return nil
}

// join appends all parts to the first.
func (m *javaRecording) join() error {
	first, err := os.OpenFile(m.parts[0], os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	for _, part := range m.parts[1:] {
		err = errors.Join(err, appendPart(first, part, 0))
	}
	return errors.Join(err, first.Close())
}

var processID = regexp.MustCompile(`hotspot-pid-(\d+)-|_(\d+)/[^/]*$`)

// javaRecordings returns the recordings in the files that a pattern matches, whose names
// are in the order of time.
func javaRecordings(pattern string) (list []javaRecording) {
	paths, _ := filepath.Glob(pattern)
	for _, p := range paths {
		st, err := os.Stat(p)
		if err != nil || st.Size() == 0 {
			continue
		}
		pid := "java"
		if m := processID.FindStringSubmatch(filepath.ToSlash(p)); m != nil {
			pid = m[1] + m[2]
		}
		i := slices.IndexFunc(list, func(m javaRecording) bool { return m.pid == pid })
		if i < 0 {
			i, list = len(list), append(list, javaRecording{pid: pid})
		}
		list[i].parts, list[i].size = append(list[i].parts, p), list[i].size+st.Size()
	}
	return list
}
