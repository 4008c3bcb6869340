package report

import (
	"context"
	"errors"
	"io"
	"strings"

	"tiv/execution"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// executed is the query of the dump's window.
func (d *dump) executed() execution.Query {
	return execution.Query{Of: d.included(), From: d.From, To: d.To}
}

// samples writes the samples of included threads, and those without a thread. It
// reads the trace once, page by page.
func (d *dump) samples(w io.Writer, format table.Format) error {
	t := table.NewWriter(w, format, "thread", "time_ns", "weight", "state", "stack")
	rows := newSpool(sampleCodec, len(d.tl.Threads), d.limits.rows)
	q := d.executed()
	q.Of[tracefeed.NoThread] = true
	execution.EachSample(context.Background(), d.tl, q, rows.add)
	err := rows.each(func(s *execution.Sample) {
		state := ""
		if s.Thread != tracefeed.NoThread {
			state = s.State.String()
		}
		t.Str(d.thread(s.Thread)).Num(int64(s.Time)).Num(s.Weight).Str(state).Str(stackText(d.tl, s.Stack)).End()
	})
	return errors.Join(err, rows.close(), t.Close())
}

// stackText lists the functions of a stack, the outermost first, separated by
// semicolons. A semicolon in the name of a function becomes a comma.
func stackText(tl *timeline.Timeline, s tracefeed.StackID) string {
	var b strings.Builder
	stack := tl.Stacks[s]
	for i := len(stack) - 1; i >= 0; i-- {
		b.WriteString(strings.ReplaceAll(tl.Frames[stack[i]].Func, ";", ","))
		if i > 0 {
			b.WriteByte(';')
		}
	}
	return b.String()
}

// tasks writes the tasks, in order of their starts. Parent 0 is none.
func (d *dump) tasks(w io.Writer, format table.Format) error {
	t := table.NewWriter(w, format, "task", "type", "parent", "start_ns", "end_ns", "threads")
	var threads []string
	for _, task := range execution.Tasks(context.Background(), d.tl, d.executed()) {
		threads = threads[:0]
		for _, id := range task.Threads {
			if d.includes(id) {
				threads = append(threads, d.thread(id))
			}
		}
		t.Num(task.Number).Str(d.tl.Names[task.Type]).Num(task.Parent).Num(int64(max(task.Start, d.From))).
			Num(int64(min(task.End, d.To))).Str(strings.Join(threads, ";")).End()
	}
	return t.Close()
}

// sampleCodec packs a sample.
var sampleCodec = codec[execution.Sample]{
	size:   25,
	thread: func(s *execution.Sample) tracefeed.ThreadID { return s.Thread },
	put: func(out []byte, s *execution.Sample) {
		out[0] = byte(s.State)
		putIDs(out[1:], int32(s.Thread), int32(s.Stack))
		putTimes(out[9:], s.Time, tracefeed.Time(s.Weight))
	},
	get: func(in []byte, s *execution.Sample) {
		*s = execution.Sample{State: tracefeed.State(in[0]), Thread: tracefeed.ThreadID(id(in[1:])),
			Stack: tracefeed.StackID(id(in[5:])), Time: timeIn(in[9:]), Weight: int64(timeIn(in[17:]))}
	},
}
