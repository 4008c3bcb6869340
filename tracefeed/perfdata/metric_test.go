package perfdata

import (
	"fmt"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// pipeWriter writes recordings in the form of a pipe.
type pipeWriter struct{ out []byte }

func newPipe() *pipeWriter {
	return &pipeWriter{le.AppendUint64(append([]byte{}, magic...), pipeHeaderLen)}
}

// record adds a record of words of eight bytes.
func (p *pipeWriter) record(kind uint32, words ...uint64) {
	p.out = le.AppendUint32(p.out, kind)
	p.out = le.AppendUint16(p.out, 0)
	p.out = le.AppendUint16(p.out, uint16(recordHeaderLen+8*len(words)))
	for _, w := range words {
		p.out = le.AppendUint64(p.out, w)
	}
}

// attr adds an attribute; a period of 0 is one that each sample has.
func (p *pipeWriter) attr(kind, config, period, id uint64) {
	flags, parts := uint64(0), uint64(hasIdentifier|hasIP|hasTID|hasTime)
	if period == 0 {
		flags, parts = 1<<10, parts|hasPeriod
	}
	p.record(recAttr, kind|attrLen<<32, config, period, parts, 0, flags, 0, 0, id)
}

// TestMetrics checks that the samples of one counter are shown, with their periods, and that
// the others are counted.
func TestMetrics(t *testing.T) {
	t.Parallel()
	const cycles, instructions, atom = 1, 2, 3
	const thread = 12 | 12<<32
	p := newPipe()
	p.attr(hardwareAttr, 1, 0, instructions)
	p.attr(hardwareAttr, 0, 0, cycles)
	p.attr(hardwareAttr, 7<<32, 4000, atom)
	p.record(recSample, cycles, 0x10, thread, 1000, 250)
	p.record(recSample, instructions, 0x10, thread, 2000, 900)
	p.record(recSample, instructions, 0x10, thread, 3000, 900)
	p.record(recSample, atom, 0x10, thread, 4000)
	all := read(t, p.out, false)
	var weights []string
	for _, ev := range all.Events {
		if ev.Kind == tracefeed.Sample {
			weights = append(weights, fmt.Sprintf("%d:%d", ev.Time, ev.Value))
		}
	}
	if got := strings.Join(weights, " "); got != "0:250 3000:4000" || all.Note != "2 other events (2 instructions) left out" ||
		all.Err != nil {
		t.Errorf("%s; %q, %v", got, all.Note, all.Err)
	}
}
