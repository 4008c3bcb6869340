package definition

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// Template is a file of definitions without any, with a line for the first.
const Template = "<EVENTS>\n  \n</EVENTS>\n"

// WithFirst returns the text of a file of definitions with a definition of OfFunction in front of the
// others, and the offset of its element; if the file has that, the text as it is. It takes the place of a
// blank line below the tag EVENTS. A text without EVENTS is replaced by one with the definition alone.
func WithFirst(text string, d Definition) (with string, at int) {
	element := d.Element()
	if at := strings.Index(text, element); at >= 0 {
		return text, at
	}
	end, empty := openingOf(text)
	if end < 0 {
		text, end = Template, len("<EVENTS>")
	}
	head, tail := text[:end], text[blankBelow(text, end):]
	if empty { // <EVENTS/>
		head, tail = strings.TrimRight(head[:strings.LastIndexByte(head, '/')], " \t\r\n")+">", "\n</EVENTS>"+tail
	}
	head += "\n  "
	return head + element + tail, len(head)
}

// WithLast returns the text of a file of definitions with some that Element can write behind the others,
// but for those that the file has. A text without the end of EVENTS is replaced by one with these alone.
func WithLast(text string, list List) string {
	end := closingOf(text)
	if end < 0 || text == Template {
		return list.Text()
	}
	var more strings.Builder
	for _, d := range list {
		if element := d.Element(); !strings.Contains(text, element) {
			more.WriteString("  " + element + "\n")
		}
	}
	head := text[:end]
	if more.Len() == 0 {
		return text
	}
	if line := strings.TrimRight(head, " \t"); strings.HasSuffix(line, "\n") {
		return line + more.String() + text[end:]
	}
	return head + "\n" + more.String() + text[end:]
}

// closingOf returns the offset of the end of EVENTS, -1 if there is no such tag, and in a text with an error.
func closingOf(text string) int {
	d, depth, found := xml.NewDecoder(strings.NewReader(text)), 0, -1
	for {
		at := int(d.InputOffset())
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return -1
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			if depth--; depth == 0 && t.Name.Local == "EVENTS" && strings.HasPrefix(text[at:], "</") {
				found = at
			}
		}
	}
	return found
}

// FirstPlace returns the offset of the first definition of a text or, without one, that at which it can be
// typed: the end of a blank line below the tag EVENTS, or else the end of that; 0 without EVENTS.
func FirstPlace(text string) int {
	d, end := xml.NewDecoder(strings.NewReader(text)), 0
	for {
		at := int(d.InputOffset())
		token, err := d.RawToken()
		if err != nil {
			return blankBelow(text, end)
		}
		if t, ok := token.(xml.StartElement); ok && t.Name.Local == "EVENT" {
			return at
		} else if ok && t.Name.Local == "EVENTS" {
			end = int(d.InputOffset())
		}
	}
}

// blankBelow returns the end of the line below an offset that ends a line, if that line is blank; or else the
// offset.
func blankBelow(text string, at int) int {
	if rest, ok := strings.CutPrefix(text[at:], "\n"); ok {
		if line, _, ended := strings.Cut(rest, "\n"); ended && strings.TrimSpace(line) == "" {
			return at + len("\n") + len(line)
		}
	}
	return at
}

// openingOf returns the end of the tag EVENTS of a text, -1 for none. empty says that the tag is the
// end of the element, too.
func openingOf(text string) (end int, empty bool) {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.RawToken()
		if err != nil {
			return -1, false
		}
		if t, ok := token.(xml.StartElement); ok {
			if end = int(d.InputOffset()); t.Name.Local != "EVENTS" {
				return -1, false
			}
			return end, strings.HasSuffix(text[:end], "/>")
		}
	}
}
