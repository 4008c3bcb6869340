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

// javaWay records the Java machines that a command starts: by TIV's agent, or by Java Flight
// Recorder.
type javaWay struct {
	*recording
	agent   string // the agent's library; "" for Java Flight Recorder
	noAgent error  // the reason against the agent, until a note has given it
	noTasks bool   // the agent cannot record tasks
}

func (j *javaWay) prepare(ctx context.Context, l *launch) error {
	err := j.choose(ctx)
	if err != nil {
		return err
	}
	folder, err := j.links.plain(j.tmp.path)
	if err != nil {
		return err
	}
	var options []string
	if j.agent != "" {
		o := j.Options
		if j.noTasks {
			o.Tasks = nil
		}
		options = []string{"-agentpath:" + j.agent + "=" + agentOptions(&o, folder)}
		err = os.Mkdir(filepath.Join(folder, agentTraces), 0o777)
	} else {
		options, err = j.prepareJFR(folder)
	}
	if err != nil {
		return err
	}
	if isJava(l.argv[0]) {
		l.argv = slices.Insert(slices.Clone(l.argv), 1, options...)
		return nil
	}
	value := variable(l.env, javaVariable)
	for _, o := range options {
		if strings.ContainsAny(o, " \t") {
			o = `"` + o + `"`
		}
		value += " " + o
	}
	l.env = append(slices.Clip(l.env), javaVariable+"="+strings.TrimSpace(value))
	return nil
}

// ended has nothing to do: each machine ends its own recording.
func (j *javaWay) ended(context.Context) {}

// prepareJFR writes the settings of Java Flight Recorder to a folder with a plain path, and
// returns the options of the Java machine.
func (j *javaWay) prepareJFR(folder string) ([]string, error) {
	if j.OutJFR != "" {
		if _, err := j.outPath(j.OutJFR); err != nil {
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
	return jfrOptions(&j.Options, folder), nil
}

// javaVariable is the environment variable with options for every Java machine.
const javaVariable = "JAVA_TOOL_OPTIONS"

// isJava reports whether a program is the launcher of the Java machine.
func isJava(program string) bool {
	name, _ := strings.CutSuffix(filepath.Base(program), ".exe")
	return name == "java"
}

// jfrOptions returns the options that make a Java machine record itself. What exceeds the
// limits is dropped at the beginning of the recording.
func jfrOptions(o *Options, folder string) []string {
	in := func(name string) string { return filepath.Join(folder, name) }
	start := fmt.Sprintf("-XX:StartFlightRecording=settings=%s,filename=%s,dumponexit=true", in("tiv.jfc"), in(dumped))
	if o.MaxSize > 0 {
		start += fmt.Sprintf(",maxsize=%d", o.MaxSize)
	}
	if o.Keep > 0 {
		start += fmt.Sprintf(",maxage=%ds", int(math.Ceil(o.Keep.Seconds())))
	}
	options := "-XX:FlightRecorderOptions=repository=" + in(repository)
	if o.MaxSize > 0 {
		options += fmt.Sprintf(",maxchunksize=%d", jfrPartOf(o.MaxSize))
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

// collect returns the recordings of all Java machines.
func (j *javaWay) collect(list []processTrace) ([]processTrace, error) {
	var err error
	if j.agent != "" {
		list = append(list, agentRecordings(filepath.Join(j.tmp.path, agentTraces))...)
		for _, t := range list {
			if j.MaxSize > 0 && isFull(t.path) {
				j.note("the trace of %s has the maximum size: its end is missing", t.process)
			}
		}
	} else if list, err = j.collectJFR(list); err == nil && len(list) > 0 {
		j.noteNoAgent()
	}
	if err == nil && len(list) == 0 && isJava(j.Command[0]) {
		j.note("no Java program was recorded")
	}
	return list, err
}

// collectJFR returns the recordings of Java Flight Recorder.
func (j *javaWay) collectJFR(list []processTrace) ([]processTrace, error) {
	made := javaRecordings(j.tmp.path, dumped+"/*.jfr")
	ended := len(made)
	for _, killed := range javaRecordings(j.tmp.path, repository+"/*/*.jfr") {
		if !slices.ContainsFunc(made[:ended], func(m javaRecording) bool { return m.pid == killed.pid }) {
			made = append(made, killed)
		}
	}
	for _, m := range made {
		err := m.join()
		if err == nil && j.MaxSize > 0 {
			m.size, err = dropFirstParts(m.parts[0], j.MaxSize)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, processTrace{process: m.pid, path: m.parts[0], size: m.size})
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
