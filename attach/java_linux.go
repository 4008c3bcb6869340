package attach

import (
	"context"
	"fmt"
	"os"

	"tiv/attach/jvm"
	"tiv/record"
)

// java returns the recording of a Java program by Flight Recorder, or from outside if that
// is not possible.
func (p *program) java(o Options) *Recording {
	m, err := jvm.Attach(context.Background(), p.pid)
	if err == nil {
		err = m.Records()
	}
	if err != nil {
		return p.sampled(o, fmt.Sprintf("It is a Java machine that cannot be recorded by itself: %v. So these are the threads of the system; Java's locks are out of sight.", err))
	}
	r := &Recording{Name: p.fileName(), Extension: ".jfr", About: []string{p.title() + ", a Java program: recording with its own Flight Recorder, " +
		"which costs programs that use many sockets up to half of their speed, and others little. " +
		"It has every wait at its end, and all others in a thread dump every 500 ms; owners of locks are in the dumps only."}}
	r.run = func(ctx context.Context, to *os.File, began func(string)) (Result, error) {
		ended, err := m.Record(ctx, record.JavaSettings, to, func() { began("") })
		return Result{Ended: ended}, err
	}
	return r
}
