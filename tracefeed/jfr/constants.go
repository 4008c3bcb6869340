package jfr

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// constants gives the constants of a chunk, by their keys, ids in the tables of the feed.
type constants struct {
	names     *names
	chunk     *chunk
	threads   map[int64]tracefeed.ThreadID
	stacks    map[int64]tracefeed.StackID
	functions map[int64]string
	calls     []call            // spare memory for a stack
	frames    []tracefeed.Frame // likewise
}

// begin goes on with the constants of another chunk.
func (k *constants) begin(c *chunk) {
	k.chunk, k.threads = c, map[int64]tracefeed.ThreadID{}
	k.stacks, k.functions = map[int64]tracefeed.StackID{}, map[int64]string{}
}

// thread returns the id of the thread with a key.
func (k *constants) thread(key int64) tracefeed.ThreadID {
	id, ok := k.threads[key]
	if !ok {
		if th, found := k.chunk.pools.threads[key]; found {
			id = k.names.thread(&th, systemGroups[k.chunk.pools.groups[th.group].name])
		}
		k.threads[key] = id
	}
	return id
}

// stack returns the id of the stack with a key.
func (k *constants) stack(key int64) tracefeed.StackID {
	id, ok := k.stacks[key]
	if !ok {
		k.calls, k.frames = k.chunk.calls(key, k.calls[:0]), k.frames[:0]
		for _, c := range k.calls {
			k.frames = append(k.frames, tracefeed.Frame{Func: k.function(c.method), Line: max(0, c.line)})
		}
		id = k.names.stacks.Add(k.frames)
		k.stacks[key] = id
	}
	return id
}

// function returns the name of the method with a key, with its class.
func (k *constants) function(key int64) string {
	name, ok := k.functions[key]
	if !ok {
		p := &k.chunk.pools
		m := p.methods[key]
		name = k.class(m.class) + "." + p.symbols[m.name]
		k.functions[key] = name
	}
	return name
}

// class returns the name of the class with a key, with its package.
func (k *constants) class(key int64) string {
	p := &k.chunk.pools
	return strings.ReplaceAll(withoutNumbers(p.symbols[p.classes[key]]), "/", ".")
}

// monitor returns the id of the monitor at an address, of a class with a key.
func (k *constants) monitor(address, class int64) tracefeed.MonitorID {
	return k.names.monitor(k.monitorName(address, class))
}

// monitorName returns the monitor at an address, of a class with a key.
func (k *constants) monitorName(address, class int64) tracefeed.Monitor {
	return threaddump.JavaMonitor(strconv.FormatUint(uint64(address), 16), k.class(class))
}

// systemGroups are the groups of the threads of Java's library.
var systemGroups = map[string]bool{"system": true, "InnocuousThreadGroup": true}
