package binfeed

import (
	"encoding/binary"
	"hash/maphash"

	"tiv/block"
	"tiv/tracefeed"
)

// metaLen is the length from which a META section is full.
const metaLen = 1 << 20

// writtenNames records which names have been written. Threads and monitors can
// be renamed, so it has hashes of their names.
type writtenNames struct {
	seed                  maphash.Seed
	threads, monitors     []uint64
	frames, stacks, names int
	processes, types      int
}

func newWrittenNames() writtenNames { return writtenNames{seed: maphash.MakeSeed()} }

// changes makes records of the entries added to t, and of the threads and
// monitors in the block that were renamed.
func (n *writtenNames) changes(r *records, b *block.Block, t *tracefeed.Tables) {
	for _, g := range b.Groups {
		if id := int(g.Thread); id < len(n.threads) && renamed(n.seed, &n.threads[id], t.Threads[id]) {
			r.thread(id, t.Threads[id])
		}
	}
	for _, m := range b.Monitors {
		if id := int(m); id < len(n.monitors) && renamed(n.seed, &n.monitors[id], t.Monitors[id]) {
			r.monitor(id, t.Monitors[id])
		}
	}
	for id := max(1, n.processes); id < len(t.Processes); id++ {
		r.process(id, t.Processes[id])
	}
	n.processes = len(t.Processes)
	for id := len(n.threads); id < len(t.Threads); id++ {
		n.threads = append(n.threads, maphash.Comparable(n.seed, t.Threads[id]))
		if id > 0 {
			r.thread(id, t.Threads[id])
		}
	}
	for id := len(n.monitors); id < len(t.Monitors); id++ {
		n.monitors = append(n.monitors, maphash.Comparable(n.seed, t.Monitors[id]))
		if id > 0 {
			r.monitor(id, t.Monitors[id])
		}
	}
	for id := max(1, n.frames); id < len(t.Frames); id++ {
		r.frame(id, t.Frames[id])
	}
	n.frames = len(t.Frames)
	for id := max(1, n.stacks); id < len(t.Stacks); id++ {
		r.stack(id, t.Stacks[id])
	}
	n.stacks = len(t.Stacks)
	for id := max(1, n.names); id < len(t.Names); id++ {
		r.name(id, t.Names[id])
	}
	n.names = len(t.Names)
	for id := max(1, n.types); id < len(t.Types); id++ {
		r.typeOf(id, &t.Types[id])
	}
	n.types = len(t.Types)
}

// renamed reports whether an entry has another hash than the given one, and
// updates it.
func renamed[T comparable](seed maphash.Seed, hash *uint64, is T) bool {
	before := *hash
	*hash = maphash.Comparable(seed, is)
	return *hash != before
}

// records encodes the records of META chunks, and passes full chunks to the
// writer. An error stays in the writer.
type records struct {
	writer *Writer
	flags  uint8
	out    []byte
	count  uint32
	body   []byte
}

// end appends the record in body.
func (r *records) end(kind uint8) {
	r.out = append(r.out, kind)
	r.out = binary.AppendUvarint(r.out, uint64(len(r.body)))
	r.out = append(r.out, r.body...)
	r.count++
	if len(r.out) >= metaLen {
		r.writer.meta(r)
	}
}

func (r *records) thread(id int, th tracefeed.Thread) {
	flags := uint64(0)
	if th.System {
		flags = threadSystem
	}
	r.body = binary.AppendUvarint(r.body[:0], uint64(id))
	r.body = binary.AppendUvarint(r.body, flags)
	r.body = appendString(appendString(r.body, th.ID), th.Name)
	if th.Process != tracefeed.NoProcess {
		r.body = binary.AppendUvarint(r.body, uint64(th.Process))
	}
	r.end(recordThread)
}

func (r *records) monitor(id int, m tracefeed.Monitor) {
	r.body = binary.AppendUvarint(r.body[:0], uint64(id))
	r.body = appendString(appendString(r.body, m.ID), m.Name)
	r.end(recordMonitor)
}

func (r *records) frame(id int, f tracefeed.Frame) {
	r.body = binary.AppendUvarint(r.body[:0], uint64(id))
	r.body = binary.AppendUvarint(r.body, uint64(uint32(f.Line)))
	r.body = appendString(appendString(r.body, f.Func), f.File)
	r.end(recordFrame)
}

func (r *records) stack(id int, frames []tracefeed.FrameID) {
	r.body = binary.AppendUvarint(r.body[:0], uint64(id))
	r.body = binary.AppendUvarint(r.body, uint64(len(frames)))
	for _, f := range frames {
		r.body = binary.AppendUvarint(r.body, uint64(f))
	}
	r.end(recordStack)
}

func (r *records) name(id int, name string) {
	r.body = appendString(binary.AppendUvarint(r.body[:0], uint64(id)), name)
	r.end(recordName)
}

func (r *records) process(id int, p tracefeed.Process) {
	r.body = binary.AppendUvarint(r.body[:0], uint64(id))
	r.body = binary.AppendUvarint(r.body, uint64(p.Parent))
	r.body = appendString(appendString(appendString(r.body, p.ID), p.Name), p.Command)
	r.end(recordProcess)
}

func (r *records) typeOf(id int, is *tracefeed.Type) {
	r.body = binary.AppendUvarint(r.body[:0], uint64(id))
	r.body = binary.AppendUvarint(r.body, uint64(is.Name))
	r.body = binary.AppendUvarint(r.body, uint64(len(is.Supertypes)))
	for _, super := range is.Supertypes {
		r.body = binary.AppendUvarint(r.body, uint64(super))
	}
	r.end(recordType)
}

func (r *records) property(p Property) {
	r.body = appendString(appendString(r.body[:0], p.Key), p.Value)
	r.end(recordProperty)
}
