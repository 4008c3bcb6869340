package attach

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"tiv/attach/jvm"
	"tiv/record"
)

// java returns the recording of a Java program by TIV's agent or by Flight Recorder, as
// the options say, or from outside if neither is possible.
func (p *program) java(o Options) (*Recording, error) {
	ctx := context.Background()
	m, err := jvm.Attach(ctx, p.pid)
	if err == nil && o.Java != record.JavaJFR {
		var r *Recording
		if r, err = p.agent(ctx, m, o); err == nil {
			return r, nil
		}
	}
	why := err // there is no better recording
	if o.Tasks != nil {
		return nil, fmt.Errorf("tasks of Java programs are recorded by TIV's agent only: %w", cmp.Or(why, errNotAgent))
	}
	if m != nil && o.Java != record.JavaAgent {
		if err = m.Records(); err == nil {
			return p.flightRecorder(m, why), nil
		}
	}
	if o.Java == record.JavaAgent || o.Java == record.JavaJFR {
		return nil, err
	}
	return p.sampled(o, fmt.Sprintf("It is a Java machine that cannot be recorded by itself: %v. So these are the "+
		"threads of the system; Java's locks are out of sight.", err)), nil
}

var errNotAgent = errors.New("this recording is by Flight Recorder")

// flightRecorder returns the recording by Flight Recorder; why, unless it is nil, is the
// reason against TIV's agent.
func (p *program) flightRecorder(m *jvm.Machine, why error) *Recording {
	r := &Recording{Name: p.fileName(), Extension: ".jfr", About: []string{p.title() +
		", a Java program: recording with its own Flight Recorder, " +
		"which costs programs that use many sockets up to half of their speed, and others little. " +
		"It has every wait at its end, and all others in a thread dump every 500 ms; owners of locks are in the dumps only."}}
	if why != nil {
		r.About = append(r.About, fmt.Sprintf("TIV's agent, which sees who holds a lock at any time, cannot record it: %v", why))
	}
	r.run = func(ctx context.Context, to *os.File, began func(string)) (Result, error) {
		ended, err := m.Record(ctx, record.JavaSettings, to, func() { began("") })
		return Result{Ended: ended}, err
	}
	return r
}

// agent loads TIV's agent and returns the recording by it.
func (p *program) agent(ctx context.Context, m *jvm.Machine, o Options) (*Recording, error) {
	if err := p.suitsAgent(m, o); err != nil {
		return nil, err
	}
	spare, err := os.MkdirTemp("", "tiv-attach-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(spare)
	library, err := record.JavaAgentLibrary(ctx, p.file("exe"), spare)
	if err != nil {
		return nil, err
	}
	var calls *jvm.Calls
	if o.Tasks != nil {
		calls = &jvm.Calls{Classes: filepath.Join(spare, "classes"), Options: func(folder string) string {
			return record.JavaTaskOptions(o.Tasks, o.Calls, folder)
		}}
		if err := record.JavaAgentClasses(ctx, p.file("exe"), calls.Classes); err != nil {
			return nil, err
		}
	}
	a, err := m.Load(library, calls)
	if err != nil {
		return nil, err
	}
	r := &Recording{Name: p.fileName(), Extension: ".bin", About: []string{p.title() + ", a Java program: recording with TIV's agent, " +
		"which costs most programs less than a tenth of their speed. " +
		"The end of a park, sleep or IO that began before is up to 25 ms late."},
		run: func(ctx context.Context, to *os.File, began func(string)) (Result, error) {
			ended, note, err := a.Record(ctx, to, began)
			return Result{Ended: ended, Remark: note}, err
		}}
	if o.Tasks != nil {
		r.About = append(r.About, "Its methods are changed for tasks, and changed back at the end; the Java machine compiles its "+
			"code anew, which slows the program down for some seconds. What it works for when the recording begins is no task.")
	}
	return r, nil
}

// suitsAgent returns an error if the agent should not be loaded without being asked for.
func (p *program) suitsAgent(m *jvm.Machine, o Options) error {
	line, _ := os.ReadFile(p.file("cmdline"))
	environment, _ := os.ReadFile(p.file("environ"))
	options := append(line, environment...)
	if bytes.Contains(options, []byte("tivjava-")) {
		return errors.New("the program already records itself with it")
	}
	const warns = 21 // the first release that warns of agents that are loaded late
	if o.Java != record.JavaAgent && release(m) >= warns && !bytes.Contains(options, []byte("+EnableDynamicAgentLoading")) {
		return errors.New("this Java machine would warn of it on the standard error of the program; --java agent loads it all the same")
	}
	return nil
}

var releaseLine = regexp.MustCompile(`(?m)^JDK (\d+)`)

// release returns the release of Java, 0 if unknown.
func release(m *jvm.Machine) int {
	text, _ := m.Command("VM.version")
	if found := releaseLine.FindStringSubmatch(text); found != nil {
		n, _ := strconv.Atoi(found[1])
		return n
	}
	return 0
}
