package jfr

import (
	"encoding/binary"
	"strconv"

	"tiv/tracefeed"
)

// recording writes small recordings for tests, as async-profiler writes them: with a few
// types, and constants without a chain.
type recording struct {
	events  []byte
	types   []eventSpec
	threads []string
	states  []string
	frames  []string // one stack each
}

// eventSpec is a type of events: its name and its fields; an @ marks contextual ones. The number of a type is its index
// plus firstType.
type eventSpec struct {
	name   string
	fields []string
}

const (
	longType = 20 + iota
	textType
	threadType
	stateType
	stackType
	frameType
	methodType
	classType
	symbolType
	contextualType
	firstType = 100
)

func number(b []byte, n int64) []byte {
	v := uint64(n)
	for range 8 {
		if v < 0x80 {
			return append(b, byte(v))
		}
		b, v = append(b, byte(v)|0x80), v>>7
	}
	return append(b, byte(v))
}

func chars(b []byte, s string) []byte {
	return append(number(append(b, utf8String), int64(len(s))), s...)
}

// padded returns an event with its length before it, in four bytes.
func padded(body []byte) []byte {
	n := len(body) + 4
	head := []byte{byte(n) | 0x80, byte(n>>7) | 0x80, byte(n>>14) | 0x80, byte(n >> 21)}
	return append(head, body...)
}

// typ declares a type of events, and returns its number.
func (w *recording) typ(name string, fields ...string) int64 {
	w.types = append(w.types, eventSpec{name, fields})
	return int64(len(w.types) - 1 + firstType)
}

// add adds an event with the values of its fields: a number, or a text.
func (w *recording) add(typ int64, values ...any) {
	body := number(nil, typ)
	for _, v := range values {
		switch v := v.(type) {
		case string:
			body = chars(body, v)
		case int:
			body = number(body, int64(v))
		case tracefeed.Time:
			body = number(body, int64(v))
		}
	}
	w.events = append(w.events, padded(body)...)
}

// key returns the key of a constant, from 1 on.
func key(list *[]string, name string) int {
	for i, have := range *list {
		if have == name {
			return i + 1
		}
	}
	*list = append(*list, name)
	return len(*list)
}

func (w *recording) thread(name string) int { return key(&w.threads, name) }
func (w *recording) state(name string) int  { return key(&w.states, name) }
func (w *recording) stack(frame string) int { return key(&w.frames, frame) }

// bytes returns the recording: one chunk, whose ticks are nanoseconds.
func (w *recording) bytes() []byte {
	constants := w.constants()
	metadata := w.metadata()
	head := make([]byte, headerLen)
	copy(head, magic)
	binary.BigEndian.PutUint16(head[4:], 2)
	size := headerLen + len(w.events) + len(constants) + len(metadata)
	for at, v := range map[int]int{8: size, 16: headerLen + len(w.events), 24: headerLen + len(w.events) + len(constants),
		32: 1_000_000_001, 56: 1_000_000_000} {
		binary.BigEndian.PutUint64(head[at:], uint64(v))
	}
	head[67] = 1
	out := append(head, w.events...)
	return append(append(out, constants...), metadata...)
}

// constants returns the event with all constants.
func (w *recording) constants() []byte {
	body := append(number(nil, constantsType), 0, 0, 0, 0)
	body = number(body, 6)
	pool := func(typ, n int, write func(i int)) {
		body = number(number(body, int64(typ)), int64(n))
		for i := range n {
			body = number(body, int64(i+1))
			write(i)
		}
	}
	pool(threadType, len(w.threads), func(i int) { body = number(chars(chars(body, ""), w.threads[i]), int64(i+1)) })
	pool(stateType, len(w.states), func(i int) { body = chars(body, w.states[i]) })
	pool(stackType, len(w.frames), func(i int) { body = append(number(number(body, 1), int64(i+1)), 7) })
	pool(methodType, len(w.frames), func(i int) { body = number(number(body, 1), int64(i+1)) })
	pool(classType, 1, func(int) { body = number(body, int64(len(w.frames)+1)) })
	pool(symbolType, len(w.frames)+1, func(i int) {
		if i < len(w.frames) {
			body = chars(body, w.frames[i])
		} else {
			body = chars(body, "demo/Work")
		}
	})
	return padded(body)
}

// metadata returns the event with all types.
func (w *recording) metadata() []byte {
	var strings []string
	s := func(b []byte, name string) []byte { return number(b, int64(key(&strings, name)-1)) }
	var tree []byte
	classes := 0
	class := func(id int, name string, fields ...[3]string) {
		classes++
		tree = append(s(tree, "class"), 2)
		tree = s(s(s(s(tree, "id"), strconv.Itoa(id)), "name"), name)
		tree = number(tree, int64(len(fields)))
		for _, f := range fields {
			tree = append(s(tree, "field"), 3)
			tree = s(s(s(s(tree, "name"), f[0]), "class"), f[1])
			tree = s(s(tree, f[2]), map[string]string{"constantPool": "true", "dimension": "1"}[f[2]])
			if f[2] != "@" {
				tree = append(tree, 0)
				continue
			}
			tree = append(s(append(tree, 1), "annotation"), 1)
			tree = append(s(s(tree, "class"), strconv.Itoa(contextualType)), 0)
		}
	}
	long, pooled := strconv.Itoa(longType),
		func(name string, typ int) [3]string { return [3]string{name, strconv.Itoa(typ), "constantPool"} }
	class(longType, "long")
	class(textType, "java.lang.String")
	class(threadType, "java.lang.Thread", [3]string{"osName", strconv.Itoa(textType), ""},
		[3]string{"javaName", strconv.Itoa(textType), ""}, [3]string{"javaThreadId", long, ""})
	class(stateType, "jdk.types.ThreadState", [3]string{"name", strconv.Itoa(textType), ""})
	class(stackType, "jdk.types.StackTrace", [3]string{"frames", strconv.Itoa(frameType), "dimension"})
	class(frameType, "jdk.types.StackFrame", pooled("method", methodType), [3]string{"lineNumber", long, ""})
	class(methodType, "jdk.types.Method", pooled("type", classType), pooled("name", symbolType))
	class(classType, "java.lang.Class", pooled("name", symbolType))
	class(contextualType, "jdk.jfr.Contextual")
	class(symbolType, "jdk.types.Symbol", [3]string{"string", strconv.Itoa(textType), ""})
	for i, t := range w.types {
		fields := make([][3]string, len(t.fields))
		for j, name := range t.fields {
			switch name {
			case "eventThread", "sampledThread", "previousOwner":
				fields[j] = pooled(name, threadType)
			case "stackTrace":
				fields[j] = pooled(name, stackType)
			case "state":
				fields[j] = pooled(name, stateType)
			case "@order":
				fields[j] = [3]string{"order", strconv.Itoa(textType), "@"}
			case "name", "value", "traceId", "spanId":
				fields[j] = [3]string{name, strconv.Itoa(textType), ""}
			default:
				fields[j] = [3]string{name, long, ""}
			}
		}
		class(firstType+i, t.name, fields...)
	}
	root := append(s(nil, "root"), 0, 1)
	root = number(append(s(root, "metadata"), 0), int64(classes))
	tree = append(root, tree...)
	body := append(number(nil, metadataType), 0, 0, 0)
	body = number(body, int64(len(strings)))
	for _, name := range strings {
		body = chars(body, name)
	}
	return padded(append(body, tree...))
}
