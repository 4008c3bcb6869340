// Package tracy reads the zones and plots that tracy-csvexport -u writes as CSV.
//
// Lines go in; slices and counters go into a slicefeed. The form is known from the source of
// tracy-csvexport: no field is quoted, so a name with a comma is recognized by the numbers
// after it.
package tracy

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// Format returns the format, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: name, Whole: true, Sniff: sniff, Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
		return &slicefeed.Feed{Format: name, Read: func(l *slicefeed.Log) error {
			r := reader{log: l}
			return r.read(in.Reader)
		}}, nil
	}}
}

const name = "tracy-csv"

// The first lines of the two kinds of export, without the columns at their ends.
const (
	zonesStart  = "name,src_file,src_line,ns_since_start,exec_time_ns,thread"
	totalsStart = "name,src_file,src_line,total_ns,"
)

// sniff recognizes the sums of zones, too, for an error that says what to do.
func sniff(start []byte) bool {
	return bytes.HasPrefix(start, []byte(zonesStart)) || bytes.HasPrefix(start, []byte(totalsStart))
}

// reader reads an export.
type reader struct {
	log  *slicefeed.Log
	line int
	// fields are the fields of the current line, separated by commas.
	fields [][]byte
}

func (r *reader) damage(err error) error { return &tracefeed.Damage{Line: r.line, Err: err} }

// maxLine is the maximum length of a line.
const maxLine = 1 << 20

// read reads all lines. Those before an error are valid.
func (r *reader) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		r.line++
		line := bytes.TrimSuffix(lines.Bytes(), []byte("\r"))
		switch {
		case r.line > 1:
			r.add(line)
		case bytes.HasPrefix(line, []byte(totalsStart)):
			return r.damage(errors.New("the file has the sums of zones, without times; write it with tracy-csvexport -u"))
		case !bytes.HasPrefix(line, []byte(zonesStart)):
			return r.damage(fmt.Errorf("the columns are not those of tracy-csvexport -u: %.60q", line))
		}
	}
	if err := lines.Err(); err != nil {
		r.line++
		return r.damage(err)
	}
	return nil
}

// add adds a zone or a value of a plot. A line that is neither is the rest of a text with
// several lines.
func (r *reader) add(line []byte) {
	r.fields = r.fields[:0]
	for field := range bytes.SplitSeq(line, []byte(",")) {
		r.fields = append(r.fields, field)
	}
	if !r.addZone(line) && !r.addValue() {
		r.log.Skip("other event")
	}
}

// addZone adds a zone: its name, file, line, start, length, thread and text. The name may
// have commas, and so may the text.
func (r *reader) addZone(line []byte) bool {
	const numbers = 4
	length := 0 // of the name
	for i := range max(0, len(r.fields)-1-numbers) {
		length += len(r.fields[i])
		n, ok := all(r.fields[i+2 : i+2+numbers])
		if !ok {
			length++
			continue
		}
		r.log.Add(slicefeed.Record{Kind: slicefeed.Slice, At: n[1], Value: max(0, n[2]),
			Thread: r.log.Thread(0, n[3]), Name: r.log.Name(line[:length])})
		return true
	}
	return false
}

// all returns the numbers of four fields: a line, a start, a length and a thread.
func all(fields [][]byte) (n [4]int64, ok bool) {
	for i, f := range fields {
		var err error
		if n[i], err = strconv.ParseInt(string(f), 10, 64); err != nil {
			return n, false
		}
	}
	return n, 0 <= n[0] && 0 <= n[1] && n[1] <= slicefeed.MaxTime && n[2] <= slicefeed.MaxTime
}

// addValue adds a value of a plot: its name, two empty fields, the time, two empty fields
// and the value.
func (r *reader) addValue() bool {
	at := len(r.fields) - 6
	if at < 1 || len(r.fields[at])+len(r.fields[at+1])+len(r.fields[at+3])+len(r.fields[at+4]) > 0 {
		return false
	}
	t, err := strconv.ParseInt(string(r.fields[at+2]), 10, 64)
	value, failed := strconv.ParseFloat(string(r.fields[at+5]), 64)
	if err != nil || failed != nil || t < 0 || t > slicefeed.MaxTime || math.IsNaN(value) {
		return false
	}
	c := r.log.Counter(0, string(bytes.Join(r.fields[:at], []byte(","))))
	if value != math.Trunc(value) {
		r.log.InParts(c)
	}
	r.log.Add(slicefeed.Record{Kind: slicefeed.Count, At: t, Name: c, Value: int64(math.Float64bits(value)), Code: 1})
	return true
}
