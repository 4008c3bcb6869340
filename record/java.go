package record

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// JavaSettings are the settings of Java Flight Recorder for a recording.
//
//go:embed java.jfc
var JavaSettings []byte

// The folders of a recording of Java programs.
const (
	dumped     = "dumped"     // the recordings of programs that ended
	repository = "repository" // those that programs still write, in a folder for each
)

// prepareJava returns the command and its environment such that its Java programs record
// themselves.
func (r *recording) prepareJava(ctx context.Context, argv, env []string) ([]string, []string, error) {
	err := r.chooseJava(ctx)
	if err != nil {
		return nil, nil, err
	}
	folder, err := r.links.plain(r.tmp.path)
	if err != nil {
		return nil, nil, err
	}
	var options []string
	if r.agent != "" {
		options = []string{"-agentpath:" + r.agent + "=" + agentOptions(&r.Options, folder)}
		err = os.Mkdir(filepath.Join(folder, agentTraces), 0o777)
	} else {
		options, err = r.prepareJFR(folder)
	}
	if err != nil {
		return nil, nil, err
	}
	if isJava(argv[0]) {
		return slices.Insert(slices.Clone(argv), 1, options...), env, nil
	}
	value := variable(r.Env, javaVariable)
	for _, o := range options {
		if strings.ContainsAny(o, " \t") {
			o = `"` + o + `"`
		}
		value += " " + o
	}
	return argv, append(slices.Clip(env), javaVariable+"="+strings.TrimSpace(value)), nil
}

// prepareJFR writes the settings of Java Flight Recorder to a folder with a plain path, and
// returns the options of the Java machine.
func (r *recording) prepareJFR(folder string) ([]string, error) {
	if r.OutJFR != "" {
		var err error
		if r.outJFR, err = r.outPath(r.OutJFR); err != nil {
			return nil, err
		}
	}
	settings := filepath.Join(folder, "tiv.jfc")
	if err := os.WriteFile(settings, JavaSettings, 0o666); err != nil {
		return nil, err
	}
	for _, dir := range []string{dumped, repository} {
		if err := os.Mkdir(filepath.Join(folder, dir), 0o777); err != nil {
			return nil, err
		}
	}
	return r.javaOptions(folder), nil
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
func (r *recording) javaOptions(folder string) []string {
	in := func(name string) string { return filepath.Join(folder, name) }
	start := fmt.Sprintf("-XX:StartFlightRecording=settings=%s,filename=%s,dumponexit=true", in("tiv.jfc"), in(dumped))
	if r.MaxSize > 0 {
		start += fmt.Sprintf(",maxsize=%d", r.MaxSize)
	}
	if r.Keep > 0 {
		start += fmt.Sprintf(",maxage=%ds", int(math.Ceil(r.Keep.Seconds())))
	}
	options := "-XX:FlightRecorderOptions=repository=" + in(repository)
	if r.MaxSize > 0 {
		options += fmt.Sprintf(",maxchunksize=%d", jfrPartOf(r.MaxSize))
	}
	return []string{"-Xlog:jfr+startup=error", options, start}
}

// javaRecording is the recording of one Java machine.
type javaRecording struct {
	pid string
	// parts are its files, the earliest first: one, unless the machine was killed.
	parts []string
	size  int64
}

// collectJava returns the recordings of all Java machines.
func (r *recording) collectJava() (list []processTrace, err error) {
	if r.agent != "" {
		list := agentRecordings(filepath.Join(r.tmp.path, agentTraces))
		for _, t := range list {
			if r.MaxSize > 0 && isFull(t.path) {
				r.note("the trace of %s has the maximum size: its end is missing", t.process)
			}
		}
		return list, nil
	}
	made := javaRecordings(r.tmp.path, dumped+"/*.jfr")
	ended := len(made)
	for _, killed := range javaRecordings(r.tmp.path, repository+"/*/*.jfr") {
		if !slices.ContainsFunc(made[:ended], func(m javaRecording) bool { return m.pid == killed.pid }) {
			made = append(made, killed)
		}
	}
	for _, m := range made {
		if err := m.join(); err != nil {
			return nil, err
		}
		if r.MaxSize > 0 {
			if m.size, err = dropFirstParts(m.parts[0], r.MaxSize); err != nil {
				return nil, err
			}
		}
		list = append(list, processTrace{process: m.pid, path: m.parts[0], size: m.size})
	}
	if len(list) > 0 {
		r.noteNoAgent()
	}
	return list, nil
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

// javaRecordings returns the recordings in the files of a folder that a pattern matches,
// whose names are in the order of time.
func javaRecordings(folder, pattern string) (list []javaRecording) {
	for _, p := range filesOf(folder, pattern) {
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
