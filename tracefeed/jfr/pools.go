package jfr

import (
	"errors"
	"fmt"
)

// pools are the constants of a chunk, by key: those that events refer to.
type pools struct {
	strings map[int64]string // of java.lang.String
	symbols map[int64]string
	classes map[int64]int64 // the symbol of a class's name
	methods map[int64]method
	threads map[int64]javaThread
	groups  map[int64]group
	stacks  map[int64][]byte // decoded by calls
	states  map[int64]string // of threads
}

type method struct{ class, name int64 }

type group struct {
	parent int64
	name   string
}

// javaThread is a thread. Those of the Java machine itself have no javaID.
type javaThread struct {
	osName, javaName    string
	osID, javaID, group int64
	virtual             bool
}

// call is one call of a stack.
type call struct {
	method int64
	line   int32
}

// maxCalls is the number of calls of a stack that are kept, the innermost first.
const maxCalls = 512

// readPools reads all constants of the chunk: a chain of events, each of which has
// the distance to the one before.
func (c *chunk) readPools() error {
	c.pools = pools{strings: map[int64]string{}, symbols: map[int64]string{}, classes: map[int64]int64{},
		methods: map[int64]method{}, threads: map[int64]javaThread{}, groups: map[int64]group{}, stacks: map[int64][]byte{},
		states: map[int64]string{}}
	readers := map[*class]func(*cursor, int64){}
	for _, cl := range c.classes {
		readers[cl] = c.poolReader(cl)
	}
	for at, limit := c.constants, int64(len(c.bytes)); ; {
		r, err := c.at(at, limit, constantsType)
		if err != nil {
			return c.damage(at, fmt.Errorf("list of constants: %w", err))
		}
		r.long() // start
		r.long() // duration
		back := r.long()
		r.Byte() // kind of list
		for range r.count() {
			cl := c.classes[r.long()]
			if cl == nil || r.Bad {
				return c.damage(at, errors.New("a list of constants has an unknown type"))
			}
			read := readers[cl]
			for range r.count() {
				if r.Bad {
					break
				}
				read(&r, r.long())
			}
		}
		if r.Bad || back > 0 {
			return c.damage(at, errors.New("a list of constants is damaged"))
		}
		if back == 0 {
			return nil
		}
		at, limit = at+back, at
	}
}

// poolReader returns the function that reads a constant of a class, after its key.
func (c *chunk) poolReader(cl *class) func(*cursor, int64) {
	p := &c.pools
	switch cl.name {
	case "java.lang.String":
		return func(r *cursor, key int64) { p.strings[key] = r.text(p.strings) }
	case "jdk.types.Symbol":
		return c.reader(cl, func(key int64, v *values) { p.symbols[key] = v.texts[0] }, "string")
	case "java.lang.Class":
		return c.reader(cl, func(key int64, v *values) { p.classes[key] = v.numbers[0] }, "name")
	case "jdk.types.Method":
		return c.reader(cl, func(key int64, v *values) { p.methods[key] = method{v.numbers[0], v.numbers[1]} }, "type", "name")
	case "jdk.types.ThreadGroup":
		return c.reader(cl, func(key int64, v *values) { p.groups[key] = group{v.numbers[1], v.texts[0]} }, "name", "parent")
	case "java.lang.Thread":
		return c.reader(cl, func(key int64, v *values) {
			p.threads[key] = javaThread{v.texts[0], v.texts[1], v.numbers[2], v.numbers[3], v.numbers[4], v.numbers[5] != 0}
		}, "osName", "javaName", "osThreadId", "javaThreadId", "group", "virtual")
	case "jdk.types.ThreadState":
		return c.reader(cl, func(key int64, v *values) { p.states[key] = v.texts[0] }, "name")
	case "jdk.types.StackTrace":
		c.stackClass = cl
		return func(r *cursor, key int64) {
			start := r.Rest
			cl.skip(r)
			p.stacks[key] = start[:len(start)-len(r.Rest)]
		}
	}
	return func(r *cursor, _ int64) { cl.skip(r) }
}

// reader returns a function that reads a constant whose fields a plan can read.
func (c *chunk) reader(cl *class, store func(int64, *values), names ...string) func(*cursor, int64) {
	p, v := cl.plan(names...), &values{}
	return func(r *cursor, key int64) {
		p.read(r, v, c.pools.strings)
		store(key, v)
	}
}

// calls appends the calls of a stack to out: the array of calls within the constant. Many
// stacks of a recording are in no event.
func (c *chunk) calls(key int64, out []call) []call {
	r := newCursor(c.pools.stacks[key])
	if len(r.Rest) == 0 {
		return out
	}
	for i := range c.stackClass.fields {
		f := &c.stackClass.fields[i]
		if f.name != "frames" || !f.array || f.pooled {
			f.skip(&r)
			continue
		}
		if c.frame == nil {
			c.frame = f.class.plan("method", "lineNumber")
		}
		var v values
		for range min(r.count(), maxCalls) {
			if c.frame.read(&r, &v, nil); r.Bad {
				break
			}
			out = append(out, call{v.numbers[0], int32(v.numbers[1])})
		}
		break
	}
	return out
}
