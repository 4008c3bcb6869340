package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"tiv/execution"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// executed is the query of the window.
func (w *Window) executed(tl *timeline.Timeline) execution.Query {
	return execution.Query{Of: w.included(tl), From: w.From, To: w.To}
}

// calls writes the calls of included threads, by thread, then by start, then by depth. It reads the
// trace once, page by page.
func (d *dump) calls(w io.Writer, format table.Format) error {
	t := d.begin(w, format, d.win.Slices.columns("thread", "function", "depth", "start_ns", "end_ns", "evidence")...)
	rows := newSpool(callCodec, len(d.tl.Threads), d.limits.rows)
	functions, counts := execution.EachTreeCall(context.Background(), d.tl, d.win.Slices.Query(d.win.executed(d.tl)),
		func(c *execution.TreeCall) { rows.add(*c) })
	err := rows.each(func(c *execution.TreeCall) {
		t.Str(d.thread(c.Thread)).Str(functions[c.Function]).Num(int64(c.Depth)).Num(int64(max(c.Start, d.win.From))).
			Num(int64(min(c.End, d.win.To))).Str(c.Evidence.String())
		d.win.sliced(t, c.Thread, c.Start, c.End).End()
	})
	d.warnLeftOut(counts)
	return errors.Join(err, rows.close(), t.Close())
}

// regions is calls for regions. Task 0 is none.
func (d *dump) regions(w io.Writer, format table.Format) error {
	t := d.begin(w, format, d.win.Slices.columns("thread", "region", "task", "start_ns", "end_ns", "evidence")...)
	rows := newSpool(regionCodec, len(d.tl.Threads), d.limits.rows)
	counts := execution.EachRegion(context.Background(), d.tl, d.win.executed(d.tl), func(r execution.Region) {
		if d.win.counts(r.Thread, r.Start, r.End) {
			rows.add(r)
		}
	})
	err := rows.each(func(r *execution.Region) {
		t.Str(d.thread(r.Thread)).Str(d.tl.Names[r.Name]).Num(r.Task).Num(int64(max(r.Start, d.win.From))).
			Num(int64(min(r.End, d.win.To))).Str(execution.Measured.String())
		d.win.sliced(t, r.Thread, r.Start, r.End).End()
	})
	d.warnLeftOut(counts)
	return errors.Join(err, rows.close(), t.Close())
}

// warnLeftOut warns of the calls that a table lacks.
func (d *dump) warnLeftOut(c execution.Counts) {
	if c.Deep > 0 {
		d.win.warn(fmt.Sprintf("%d calls and regions at depth %d or more are not listed", c.Deep, timeline.MaxCallDepth))
	}
	if c.Unbalanced > 0 {
		d.win.warn(fmt.Sprintf("%d exits of functions that were not entered are ignored", c.Unbalanced))
	}
}

// samples writes the samples of included threads, and those without a thread. It
// reads the trace once, page by page.
func (d *dump) samples(w io.Writer, format table.Format) error {
	columns := []string{"thread", "time_ns", "weight", "state", "stack"}
	for _, name := range d.win.Slices.names {
		columns = append(columns, "slice:"+name+"_weight")
	}
	t := d.begin(w, format, columns...)
	rows := newSpool(sampleCodec, len(d.tl.Threads), d.limits.rows)
	q := d.win.executed(d.tl)
	q.Of[tracefeed.NoThread] = true
	execution.EachSample(context.Background(), d.tl, q, func(s execution.Sample) {
		if d.win.Slices.has(s.Thread, s.Time, s.Time) {
			rows.add(s)
		}
	})
	err := rows.each(func(s *execution.Sample) {
		state := ""
		if s.Thread != tracefeed.NoThread {
			state = s.State.String()
		}
		t.Str(d.thread(s.Thread)).Num(int64(s.Time)).Num(s.Weight).Str(state).Str(stackText(d.tl, s.Stack))
		for _, set := range d.win.Slices.sets {
			t.Num(sampleWeight(s, set))
		}
		t.End()
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

// callCodec packs a call.
var callCodec = codec[execution.TreeCall]{
	size:   29,
	thread: func(c *execution.TreeCall) tracefeed.ThreadID { return c.Thread },
	order: func(a, b *execution.TreeCall) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Depth, b.Depth))
	},
	put: func(out []byte, c *execution.TreeCall) {
		out[0] = byte(c.Evidence)
		putIDs(out[1:], int32(c.Thread), c.Function, int32(c.Depth))
		putTimes(out[13:], c.Start, c.End)
	},
	get: func(in []byte, c *execution.TreeCall) {
		*c = execution.TreeCall{Evidence: execution.Evidence(in[0]), Thread: tracefeed.ThreadID(id(in[1:])),
			Function: id(in[5:]), Depth: int(id(in[9:])), Start: timeIn(in[13:]), End: timeIn(in[21:])}
	},
}

// regionCodec packs the fields of a region that tables use.
var regionCodec = codec[execution.Region]{
	size:   32,
	thread: func(r *execution.Region) tracefeed.ThreadID { return r.Thread },
	order: func(a, b *execution.Region) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	},
	put: func(out []byte, r *execution.Region) {
		putIDs(out, int32(r.Thread), int32(r.Name))
		putTimes(out[8:], tracefeed.Time(r.Task), r.Start, r.End)
	},
	get: func(in []byte, r *execution.Region) {
		*r = execution.Region{Thread: tracefeed.ThreadID(id(in)), Name: tracefeed.NameID(id(in[4:])),
			Task: int64(timeIn(in[8:])), Start: timeIn(in[16:]), End: timeIn(in[24:])}
	},
}
