package definition

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"tiv/internal/xmltext"
)

// MostBytes is the limit of a file of definitions. A larger one is an error.
const MostBytes = 4 << 20

// Limits of what is in a file of definitions.
const (
	mostValue       = 8 << 10 // bytes of an attribute
	mostDefinitions = 10_000
	mostWords       = 256 // of a list in an attribute
)

// Read reads definitions from XML. The error has all problems, joined, each an *Error with its
// place; definitions without one are returned beside it. Document types and entities of their
// own are refused.
func Read(file string, r io.Reader) (List, error) {
	text, err := io.ReadAll(io.LimitReader(r, MostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(text) > MostBytes {
		return nil, &Error{file, 1, 1, fmt.Sprintf("the file is larger than %d MB", MostBytes>>20)}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	p := parser{document: newDocument(file, text), xml: xmltext.NewDecoder(bytes.NewReader(text))}
	p.read()
	return p.list, p.err()
}

// parser turns the tokens of a document into definitions.
type parser struct {
	*document
	xml     *xml.Decoder
	depth   int // of open elements
	unknown int // depth of the outermost unknown element, 0 if none is open
	root    bool
	list    List
}

func (p *parser) read() {
	for !p.full() {
		at := int(p.xml.InputOffset())
		token, err := p.xml.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			p.fail(int(p.xml.InputOffset()), "%s", xmltext.Problem(err))
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			p.depth++
			if p.unknown == 0 {
				p.start(at, t)
			}
		case xml.EndElement:
			if p.unknown == p.depth {
				p.unknown = 0
			}
			p.depth--
		case xml.CharData:
			if text := bytes.TrimLeft(t, " \t\r\n"); len(text) > 0 && p.unknown == 0 {
				p.fail(at+len(t)-len(text), "text between elements: everything is in attributes")
			}
		case xml.Directive:
			p.fail(at, "<!%s is refused: a file of definitions has no document type and no entities", firstWord(string(t)))
		}
	}
	if !p.root && len(p.errs) == 0 {
		p.fail(0, "there is no element EVENTS")
	}
}

// firstWord returns the beginning of a text, for a message.
func firstWord(s string) string {
	s = s[:min(len(s), 20)]
	return s[:strings.IndexAny(s+" ", " \t\r\n[")]
}

// start reads the start of an element.
func (p *parser) start(at int, t xml.StartElement) {
	name := written(t.Name)
	switch {
	case p.depth == 1 && p.root:
		p.fail(at, "a second element EVENTS, or something else behind the end of the first")
	case p.depth == 1 && name == "EVENTS":
		p.root = true
		for _, a := range p.attributes(at, t) {
			p.fail(a.at, "EVENTS has no attributes, but there is %s", xmltext.Shorten(a.name))
		}
		return
	case p.depth == 1:
		p.root = true
		p.fail(at, "the outermost element is %s, not EVENTS", xmltext.Shorten(name))
	case p.depth == 2 && name == "EVENT":
		if len(p.list) >= mostDefinitions {
			p.fail(at, "there are more than %d definitions", mostDefinitions)
			p.stopped = true
			return
		}
		if d, ok := p.event(at, t); ok {
			p.list = append(p.list, d)
		}
		return
	default:
		p.fail(at, "unknown element %s: there are only EVENT elements, in one EVENTS element, and nothing in them", xmltext.Shorten(name))
	}
	p.unknown = p.depth
}

// written returns a name with its namespace.
func written(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}
