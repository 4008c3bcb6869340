package wire

import (
	"bytes"
	"compress/flate"
	"io"
)

// dumpExperiment is the number of the experiment in whose batches TIV stores a goroutine
// dump that it requested while it recorded a trace: that of the allocations, the only one
// that Go's own tools know. They fail on others, and skip the data of this one.
//
// The data of such a batch is dumpMark, a byte, 1 for the first batch of a dump and
// otherwise 0, and a part of the dump's text, compressed with deflate.
const (
	dumpExperiment = 1
	dumpMark       = "goroutine dump\x00"
)

// MaxDumpBytes is the maximum size of a dump's text. Package net/http/pprof sends no more.
const MaxDumpBytes = 64 << 20

// readExperiment adds the data of an experiment's batch to the dumps of the generation, if
// it is part of one.
func (g *generation) readExperiment(b *batch) {
	data, ok := bytes.CutPrefix(b.data, []byte(dumpMark))
	if b.experiment != dumpExperiment || !ok || len(data) == 0 {
		return
	}
	if data[0] == 1 || len(g.dumps) == 0 {
		g.dumps = append(g.dumps, nil)
	}
	last := &g.dumps[len(g.dumps)-1]
	*last = append(*last, data[1:]...)
}

// Dumps implements Names.
func (w *Reader) Dumps() []io.Reader {
	var texts []io.Reader
	for _, packed := range w.gen.dumps {
		texts = append(texts, io.LimitReader(flate.NewReader(bytes.NewReader(packed)), MaxDumpBytes))
	}
	return texts
}
