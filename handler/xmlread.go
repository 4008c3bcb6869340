package handler

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"

	"tiv/internal/xmltext"
)

// Limits of a trie in XML. A larger one is an error.
const (
	mostBytes = 256 << 20
	mostNodes = 4_000_000
	mostDepth = 100_000
	mostName  = 8 << 10 // bytes of an attribute
)

// IsTrie reports whether a file that begins with some bytes is a trie in XML.
func IsTrie(start []byte) bool {
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\ufeff")), " \t\r\n")
	if bytes.HasPrefix(start, []byte("<?xml")) {
		_, start, _ = bytes.Cut(start, []byte("?>"))
		start = bytes.TrimLeft(start, " \t\r\n")
	}
	return bytes.HasPrefix(start, []byte("<REACTIONS"))
}

// Read reads a trie in the form of figure 1 of the paper, as Trie.Write writes it. Document
// types, entities and unknown elements or attributes are refused. An error names the file, the
// line and the column.
//
// Functions are the system's if their nodes say so, or by the split.
func Read(file string, r io.Reader, split *Split) (*Trie, error) {
	p := reader{xml: xmltext.NewDecoder(io.LimitReader(r, mostBytes)), builder: NewBuilder(1), split: split,
		functions: map[Function]int32{}}
	if err := p.read(); err != nil {
		line, column := p.xml.InputPos()
		return nil, fmt.Errorf("%s:%d:%d: %w", file, line, column, err)
	}
	return p.builder.Trie(), nil
}

// reader reads a trie.
type reader struct {
	xml     *xml.Decoder
	builder *Builder
	split   *Split
	// path has the open elements: nodes, or one of the numbers below.
	path      []int32
	functions map[Function]int32
	total     int64 // of all amounts
	done      bool
}

// Elements of a path that are no nodes.
const (
	isRoot = -iota - 1
	isTrie
	isCallback
)

func (p *reader) read() error {
	for {
		token, err := p.xml.Token()
		if errors.Is(err, io.EOF) {
			switch {
			case p.xml.InputOffset() >= mostBytes:
				return fmt.Errorf("the file is larger than %d MB", mostBytes>>20)
			case !p.done:
				return errors.New("there is no element REACTIONS, or it has no end")
			}
			return nil
		}
		if err != nil {
			return errors.New(xmltext.Problem(err))
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = p.start(t)
		case xml.EndElement:
			p.path = p.path[:len(p.path)-1]
			p.done = len(p.path) == 0
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				err = errors.New("text between elements: everything is in attributes")
			}
		case xml.Directive:
			err = errors.New("a document type or an entity is refused")
		}
		if err != nil {
			return err
		}
	}
}

// start reads the start of an element.
func (p *reader) start(t xml.StartElement) error {
	in := int32(isRoot - isCallback) // nothing: no element has the number
	if len(p.path) > 0 {
		in = p.path[len(p.path)-1]
	} else if p.done {
		return errors.New("there is something behind the end of REACTIONS")
	}
	name := t.Name.Local
	switch {
	case t.Name.Space != "":
	case len(p.path) == 0 && name == "REACTIONS":
		return p.root(t.Attr)
	case len(p.path) == 0:
		return fmt.Errorf("the outermost element is %s, not REACTIONS", xmltext.Shorten(name))
	case in == isRoot && name == "CALLBACK":
		return p.callback(t.Attr)
	case in == isRoot && name == "TRIE":
		return p.open(isTrie, attributes(t.Attr, nil))
	case (in == isTrie || in >= 0) && name == "TRIENODE":
		return p.node(in, t.Attr)
	}
	return fmt.Errorf("the element %s is not known here: REACTIONS has CALLBACK and TRIE, which has TRIENODE", xmltext.Shorten(name))
}

// open opens an element, unless there is an error.
func (p *reader) open(what int32, err error) error {
	if len(p.path) >= mostDepth {
		return fmt.Errorf("elements are in more than %d others", mostDepth)
	}
	p.path = append(p.path, what)
	return err
}

func (p *reader) root(all []xml.Attr) error {
	t := &p.builder.trie
	err := attributes(all, map[string]func(string) error{
		"LAST": number(&t.End), "MONTIME": number(&t.Length), "SAMPLES": number(&t.Instants), "TSAMPLES": number(&t.Samples),
		"TICK": number(&t.Unit),
	})
	if t.Unit < 1 && err == nil {
		err = errors.New("TICK is 0")
	}
	return p.open(isRoot, err)
}

func (p *reader) callback(all []xml.Attr) error {
	var n int64
	var name string
	err := attributes(all, map[string]func(string) error{"STACK": number(&n), "USER": text(&name)})
	if err == nil && name == "" {
		err = errors.New("a CALLBACK has no USER")
	}
	if err != nil {
		return err
	}
	// The function is the user's, whatever the split says: the system called it.
	f := p.function(ofPaperName(name), false)
	count := p.builder.callbacks[f]
	err = p.add(&count, n)
	p.builder.callbacks[f] = count
	return p.open(isCallback, err)
}

func (p *reader) node(parent int32, all []xml.Attr) error {
	var class, method, system string
	var c Counts
	err := attributes(all, map[string]func(string) error{"CLASS": text(&class), "METHOD": text(&method), "SYSTEM": text(&system),
		"IO": number(&c[IO]), "RUN": number(&c[Run]), "WAIT": number(&c[Wait])})
	switch {
	case err != nil:
		return err
	case method == "":
		return errors.New("a TRIENODE has no METHOD")
	case system != "" && system != "true":
		return fmt.Errorf("SYSTEM is %q: want true, or no attribute", xmltext.Shorten(system))
	case len(p.builder.trie.Nodes) >= mostNodes:
		return fmt.Errorf("there are more than %d nodes", mostNodes)
	}
	name := joinName(class, method)
	isSystem, chosen := p.split.chosen(name)
	if !chosen {
		isSystem = system != "" || p.split.System(name)
	}
	n := p.builder.child(max(parent, -1), p.function(name, isSystem))
	at := &p.builder.trie.Nodes[n].Counts
	for i := range c {
		if err := p.add(&at[i], c[i]); err != nil {
			return err
		}
	}
	return p.open(n, nil)
}

// function returns the function with a name. One name can be both, the user's and the
// system's.
func (p *reader) function(name string, system bool) int32 {
	key := Function{name, system}
	f, ok := p.functions[key]
	if !ok {
		f = p.builder.function(name, system, false, false)
		p.functions[key] = f
	}
	return f
}

// mostTotal bounds the sum of all amounts, so that no sum overflows.
const mostTotal = 1 << 60

// add adds an amount to another one.
func (p *reader) add(to *int64, n int64) error {
	if p.total += n; p.total > mostTotal {
		return fmt.Errorf("the amounts add up to more than %d", int64(mostTotal))
	}
	*to += n
	return nil
}

// attributes calls the functions for attributes. Others, and the second one of a name, are errors.
func attributes(all []xml.Attr, known map[string]func(string) error) error {
	seen := map[string]bool{}
	for _, a := range all {
		name := a.Name.Local
		set := known[name]
		switch {
		case a.Name.Space != "" || set == nil:
			return fmt.Errorf("the attribute %s is not known here", xmltext.Shorten(name))
		case seen[name]:
			return fmt.Errorf("there are two attributes %s", name)
		case len(a.Value) > mostName:
			return fmt.Errorf("the attribute %s has more than %d bytes", name, mostName)
		}
		seen[name] = true
		if err := set(a.Value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// text sets a text.
func text(to *string) func(string) error {
	return func(s string) error {
		*to = s
		return nil
	}
}

// number sets an amount.
func number(to *int64) func(string) error {
	return func(s string) (err error) {
		if *to, err = strconv.ParseInt(s, 10, 64); err != nil || *to < 0 || *to > mostTotal {
			return fmt.Errorf("%q is no amount", xmltext.Shorten(s))
		}
		return nil
	}
}
