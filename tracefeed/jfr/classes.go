package jfr

import (
	"errors"
	"strconv"
)

// class is a type of values, as the metadata of a chunk describes it: of events, of
// the constants in pools, of their fields.
type class struct {
	name   string
	fields []field
	kind   kind
	// state says how far flatten has come.
	state flattening
}

// field is a field of a class.
type field struct {
	name    string
	classID int64
	class   *class
	// pooled: the value is a key of the class's constant pool.
	pooled bool
	array  bool
	// contextual: the value says for what the thread works while the event lasts.
	contextual bool
}

// kind is the encoding of a class's values.
type kind uint8

const (
	object  kind = iota // its fields, one after the other
	integer             // a number of variable length
	single              // one byte
	word                // four bytes
	double              // eight bytes
	text
)

var kinds = map[string]kind{
	"boolean": single, "byte": single, "short": integer, "char": integer, "int": integer, "long": integer,
	"float": word, "double": double, "java.lang.String": text,
}

var errMetadata = errors.New("the descriptions of events are damaged")

// metadata reads the classes of a chunk: a list of strings, and a tree of elements
// whose names and attributes are numbers of strings.
type metadata struct {
	cursor
	strings []string
	classes map[int64]*class
	// annotations are those of fields.
	annotations []annotated
}

// annotated is a field with an annotation.
type annotated struct {
	of         *class
	at         int // of its fields
	annotation int64
}

// readClasses reads a metadata event, after its size and type.
func readClasses(c cursor) (map[int64]*class, error) {
	m := metadata{cursor: c, classes: map[int64]*class{}}
	m.long() // start
	m.long() // duration
	m.long() // number of the metadata
	m.strings = make([]string, m.count())
	for i := range m.strings {
		m.strings[i] = m.text(nil)
	}
	m.element(nil, nil, 0)
	if m.Bad {
		return nil, errMetadata
	}
	for _, cl := range m.classes {
		for i := range cl.fields {
			f := &cl.fields[i]
			if f.class = m.classes[f.classID]; f.class == nil {
				return nil, errMetadata
			}
		}
	}
	for _, a := range m.annotations {
		if cl := m.classes[a.annotation]; cl != nil && cl.name == annotation {
			a.of.fields[a.at].contextual = true
		}
	}
	for _, cl := range m.classes {
		if !cl.flatten() {
			return nil, errMetadata
		}
	}
	return m.classes, nil
}

// deepest is the number of levels of elements. The JDK's have five.
const deepest = 16

// element reads an element of the tree, and adds it to the class that it is part of, or to the last
// field of the class.
func (m *metadata) element(in, ofField *class, depth int) {
	if depth > deepest {
		m.Fail()
	}
	kind := m.string()
	attributes := map[string]string{}
	for range m.count() {
		name := m.string()
		attributes[name] = m.string()
	}
	switch kind {
	case "class":
		id, err := strconv.ParseInt(attributes["id"], 10, 64)
		if err != nil {
			m.Fail()
		}
		in = &class{name: attributes["name"]}
		in.kind = kinds[in.name]
		m.classes[id] = in
	case "field":
		id, err := strconv.ParseInt(attributes["class"], 10, 64)
		if err != nil || in == nil {
			m.Fail()
			return
		}
		in.fields = append(in.fields, field{name: attributes["name"], classID: id,
			pooled: attributes["constantPool"] == "true", array: attributes["dimension"] == "1"})
		in, ofField = nil, in
	case "annotation":
		if id, err := strconv.ParseInt(attributes["class"], 10, 64); err == nil && ofField != nil {
			m.annotations = append(m.annotations, annotated{ofField, len(ofField.fields) - 1, id})
		}
	}
	for range m.count() {
		m.element(in, ofField, depth+1)
	}
}

func (m *metadata) string() string {
	if n := m.long(); n >= 0 && n < int64(len(m.strings)) {
		return m.strings[n]
	}
	m.Fail()
	return ""
}

type flattening uint8

const (
	untouched flattening = iota
	started
	flat
)

// flatten removes the fields without bytes, so that the time to read a value follows
// its length. It returns false if the class contains itself.
func (cl *class) flatten() bool {
	if cl.state != untouched {
		return cl.state == flat
	}
	cl.state = started
	kept := cl.fields[:0]
	for _, f := range cl.fields {
		if !f.pooled && !f.class.flatten() {
			return false
		}
		if f.pooled || f.array || f.class.kind != object || len(f.class.fields) > 0 {
			kept = append(kept, f)
		}
	}
	cl.fields, cl.state = kept, flat
	return true
}

// skip skips the value of a field.
func (f *field) skip(c *cursor) {
	n := 1
	if f.array {
		n = c.count()
	}
	for range n {
		if f.pooled {
			c.long()
		} else {
			f.class.skip(c)
		}
	}
}

// skip skips a value of the class.
func (cl *class) skip(c *cursor) {
	switch cl.kind {
	case integer:
		c.long()
	case single:
		c.Bytes(1)
	case word:
		c.Bytes(4)
	case double:
		c.Bytes(8)
	case text:
		c.skipText()
	default:
		for i := range cl.fields {
			if c.Bad {
				return
			}
			cl.fields[i].skip(c)
		}
	}
}
