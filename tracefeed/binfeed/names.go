package binfeed

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"tiv/tracefeed"
)

// The kinds of record in a META chunk. Readers skip others.
const (
	recordThread   = 1
	recordMonitor  = 2
	recordFrame    = 3
	recordStack    = 4
	recordName     = 5
	recordProperty = 6
	recordOSThread = 7
	recordProcess  = 8
	recordType     = 9
	numRecords     = 10
)

// threadSystem is the flag of a thread of the language's runtime.
const threadSystem = 1

const (
	// maxMeta is the maximum ratio of a META section's length to its stored
	// length, because the decoded names stay in memory.
	maxMeta = 16
	// The limit of an id is idsFree, plus idsPerRecord for each earlier record
	// about the same table.
	idsFree      = 1 << 16
	idsPerRecord = 4
)

// The keys of properties that TIV itself reads.
const (
	formatKey = "format" // of the trace that the file was made from
	SourceKey = "source" // where that was read from
	// StartKey is CLOCK_MONOTONIC at time 0, in nanoseconds.
	StartKey = "clock-start"
	noteKey  = "note"     // the remark on how that was read
	outKey   = "left-out" // the remark on the events that the recorder left out
	sumsKey  = "waits"    // waits that no state shows (tracefeed.WaitSums)
	// outsideKey is what can end waits besides the threads of the trace (tracefeed.Outside).
	outsideKey = "outside"
)

// Property is a key and value about the trace as a whole.
type Property struct{ Key, Value string }

// property returns the value of a property, "" if there is none.
func (n *names) property(key string) string {
	for _, p := range n.properties {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// setProperty adds a property, or replaces the one of that key.
func setProperty(list []Property, p Property) []Property {
	for i := range list {
		if list[i].Key == p.Key {
			list[i] = p
			return list
		}
	}
	return append(list, p)
}

// names collects the records of META chunks.
type names struct {
	copied     int // number of entries copied to allow changes
	tables     *tracefeed.Tables
	properties []Property
	// osThreads are the numbers of threads in the operating system. They are asked for while the feed is read
	// ahead, so numbers protects them.
	osThreads map[tracefeed.ThreadID]int64
	numbers   sync.RWMutex
	// records is the number of records, by kind.
	records [numRecords]uint64
}

func newNames() *names {
	return &names{tables: tracefeed.NewTables(), osThreads: map[tracefeed.ThreadID]int64{}}
}

// number returns the number of a thread in the operating system, 0 if it is not known so far.
func (n *names) number(id tracefeed.ThreadID) int64 {
	n.numbers.RLock()
	defer n.numbers.RUnlock()
	return n.osThreads[id]
}

// add parses the records of a META chunk. It keeps the records before an error.
func (n *names) add(raw []byte, count uint32) error {
	p := newParser(raw)
	for range count {
		kind := p.Byte()
		body := newParser(p.Bytes(p.Uvarint()))
		if p.Bad {
			return p.err()
		}
		if err := n.record(kind, body); err != nil {
			return err
		}
		if body.Bad {
			return body.err()
		}
	}
	return p.end()
}

func (n *names) record(kind uint8, p *parser) error {
	if kind == recordProperty {
		n.properties = setProperty(n.properties, Property{p.string(), p.string()})
		return nil
	}
	if kind == recordOSThread {
		if id, number := p.Uvarint(), int64(p.Uvarint()); !p.Bad && id <= math.MaxInt32 {
			n.numbers.Lock()
			n.osThreads[tracefeed.ThreadID(id)] = number
			n.numbers.Unlock()
		}
		return nil
	}
	if (kind < recordThread || kind > recordName) && kind != recordProcess && kind != recordType {
		return nil
	}
	id := p.Uvarint()
	n.records[kind]++
	if p.Bad || id == 0 {
		return p.err()
	}
	return n.enter(kind, id, p)
}

// enter enters a record with an id into the tables.
func (n *names) enter(kind uint8, id uint64, p *parser) error {
	t := n.tables
	frames, stacks, strings, processes, types := len(t.Frames), len(t.Stacks), len(t.Names), len(t.Processes), len(t.Types)
	if err := n.reach(kind, id); err != nil {
		return err
	}
	switch kind {
	case recordThread:
		system := p.Uvarint()&threadSystem != 0
		th := tracefeed.Thread{System: system, ID: p.string(), Name: p.string()}
		if len(p.Rest) > 0 {
			process, err := n.process(p)
			if err != nil {
				return err
			}
			th.Process = process
		}
		t.NameThread(tracefeed.ThreadID(id), th)
	case recordMonitor:
		t.NameMonitor(tracefeed.MonitorID(id), tracefeed.Monitor{ID: p.string(), Name: p.string()})
	case recordFrame:
		frame := tracefeed.Frame{Line: int32(p.Uvarint()), Func: p.string(), File: p.string()}
		t.Frames = withEntry(n, t.Frames, id, frames, frame, func(a, b tracefeed.Frame) bool { return a == b })
	case recordStack:
		list, err := n.stack(p)
		if err == nil && !p.Bad {
			t.Stacks = withEntry(n, t.Stacks, id, stacks, list, slices.Equal[[]tracefeed.FrameID])
		}
		return err
	case recordName:
		t.Names = withEntry(n, t.Names, id, strings, p.string(), func(a, b string) bool { return a == b })
	case recordProcess:
		parent, err := n.process(p)
		if uint64(parent) >= id {
			parent = tracefeed.NoProcess
		}
		is := tracefeed.Process{Parent: parent, ID: p.string(), Name: p.string(), Command: p.string()}
		if err == nil && !p.Bad {
			t.Processes = withEntry(n, t.Processes, id, processes, is, func(a, b tracefeed.Process) bool { return a == b })
		}
		return err
	case recordType:
		is, err := n.typeOf(p)
		if err == nil && !p.Bad {
			t.Types = withEntry(n, t.Types, id, types, is, tracefeed.Type.Equal)
		}
		return err
	}
	return nil
}

// maxCopied is the maximum number of entries that are copied to allow changes.
const maxCopied = 1 << 26

// withEntry returns the table with entry id set to v; the table had length
// before ahead of this record. An existing entry is changed in a copy of the
// table, because others may share the old one. Changes that would cost too much
// are skipped.
func withEntry[T any](n *names, table []T, id uint64, before int, v T, same func(a, b T) bool) []T {
	switch {
	case int(id) >= before:
	case same(table[id], v) || n.copied > maxCopied:
		return table
	default:
		n.copied += len(table)
		table = slices.Clone(table)
	}
	table[id] = v
	return table
}

// process reads the id of a process, which may have no record yet.
func (n *names) process(p *parser) (tracefeed.ProcessID, error) {
	id := p.Uvarint()
	if p.Bad || id == 0 {
		return tracefeed.NoProcess, nil
	}
	return tracefeed.ProcessID(id), n.reach(recordProcess, id)
}

func (n *names) stack(p *parser) ([]tracefeed.FrameID, error) {
	return idsOf[tracefeed.FrameID](n, recordFrame, p)
}

// typeOf reads a type, whose names may have no record yet.
func (n *names) typeOf(p *parser) (is tracefeed.Type, err error) {
	name := p.Uvarint()
	if err := n.reach(recordName, name); err != nil {
		return is, err
	}
	is.Name = tracefeed.NameID(name)
	is.Supertypes, err = idsOf[tracefeed.NameID](n, recordName, p)
	return is, err
}

// idsOf reads a list of ids of a kind, which may have no record yet.
func idsOf[ID ~int32](n *names, kind uint8, p *parser) ([]ID, error) {
	length := p.Uvarint()
	if length > uint64(len(p.Rest)) {
		p.Fail()
		return nil, nil
	}
	ids := make([]ID, length)
	for i := range ids {
		id := p.Uvarint()
		if err := n.reach(kind, id); err != nil {
			return nil, err
		}
		ids[i] = ID(id)
	}
	return ids, nil
}

// maxID returns the maximum id in records of a kind.
func (n *names) maxID(kind uint8) uint64 {
	return min(idsFree+idsPerRecord*n.records[kind], math.MaxInt32-1)
}

// limits returns the limits of ids in blocks, including ids without a name.
func (n *names) limits() limits {
	length := func(kind uint8) int { return int(n.maxID(kind)) + 1 }
	return limits{length(recordThread), length(recordMonitor), length(recordStack), length(recordName)}
}

// reach extends a table to an id. Entries without a record get a placeholder
// name.
func (n *names) reach(kind uint8, id uint64) error {
	if id > n.maxID(kind) {
		return fmt.Errorf("id %d comes after only %d records", id, n.records[kind])
	}
	t := n.tables
	switch length := int(id) + 1; kind {
	case recordThread:
		for len(t.Threads) < length {
			unknown := fmt.Sprint("?", len(t.Threads))
			t.AddThread(tracefeed.Thread{ID: unknown, Name: unknown})
		}
	case recordMonitor:
		for len(t.Monitors) < length {
			unknown := fmt.Sprint("?", len(t.Monitors))
			t.AddMonitor(tracefeed.Monitor{ID: unknown, Name: unknown})
		}
	case recordFrame:
		for len(t.Frames) < length {
			t.Frames = append(t.Frames, tracefeed.Frame{Func: "?"})
		}
	case recordStack:
		for len(t.Stacks) < length {
			t.AddStack(nil)
		}
	case recordProcess:
		for len(t.Processes) < length {
			unknown := fmt.Sprint("?", len(t.Processes))
			t.AddProcess(tracefeed.Process{ID: unknown, Name: unknown})
		}
	case recordType:
		for len(t.Types) < length {
			t.AddType(tracefeed.Type{})
		}
	case recordName:
		for len(t.Names) < length {
			t.AddName(fmt.Sprint("?", len(t.Names)))
		}
	}
	return nil
}
