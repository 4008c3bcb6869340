package definition

import (
	"encoding/xml"
	"maps"
	"slices"
	"strings"

	"tiv/internal/xmltext"
)

// attribute is an attribute with the place of its name.
type attribute struct {
	name, value string
	at          int
}

// attributes returns the attributes of an element that begins at a byte. Duplicates and large
// values are left out as errors.
func (p *parser) attributes(at int, t xml.StartElement) (all []attribute) {
	raw := string(p.text[at:p.xml.InputOffset()])
	i := strings.IndexAny(raw, " \t\r\n/>")
	seen := map[string]bool{}
	for _, a := range t.Attr {
		if p.full() {
			break
		}
		i += len(raw[i:]) - len(strings.TrimLeft(raw[i:], " \t\r\n"))
		here := attribute{written(a.Name), strings.Join(strings.Fields(a.Value), " "), at + i}
		// The decoder has accepted the element, so a value in quotes follows the name.
		if open := strings.IndexAny(raw[i:], `"'`); open >= 0 {
			i += open + 1
			i += strings.IndexByte(raw[i:], raw[i-1]) + 1
		}
		switch {
		case seen[here.name]:
			p.fail(here.at, "%s is there twice", xmltext.Shorten(here.name))
			continue
		case len(a.Value) > mostValue:
			p.fail(here.at, "%s is longer than %d kB", xmltext.Shorten(here.name), mostValue>>10)
			continue
		}
		seen[here.name] = true
		all = append(all, here)
	}
	return all
}

// fields has a function for each attribute that stores its value, and returns the problem of a
// bad one.
var fields = map[string]func(*Definition, string) string{
	"METHOD":      method,
	"CLASS":       func(d *Definition, v string) string { d.Class = v; return "" },
	"SIGN":        func(d *Definition, v string) string { d.sign = v; return "" },
	"SOURCE":      func(d *Definition, v string) string { d.Source = v; return "" },
	"NAME":        func(d *Definition, v string) string { d.Name = v; return "" },
	"TYPE":        func(d *Definition, v string) string { d.Type = v; return typeProblem(v) },
	"OBJECTS":     func(d *Definition, v string) string { return words(&d.Objects, v) },
	"CLASSES":     func(d *Definition, v string) string { return words(&d.Classes, v) },
	"CONTINUE":    func(d *Definition, v string) string { return words(&d.Continue, v) },
	"NO_OBJECTS":  func(d *Definition, v string) string { return boolean(&d.NoObjects, v, "true", "false") },
	"ALLOW_REUSE": func(d *Definition, v string) string { return boolean(&d.AllowReuse, v, "true", "false") },
	"MARK_OBJECT": func(d *Definition, v string) string { return boolean(&d.MarkObject, v, "true", "false") },
	"AUTO":        func(d *Definition, v string) string { return boolean(&d.NoAuto, v, "false", "true") },
	"ARGUMENT": func(d *Definition, v string) string {
		if d.Argument = v == "first"; d.Argument {
			return ""
		}
		return `is neither left out nor "first"`
	},
}

func method(d *Definition, v string) string {
	d.Method = v
	switch n := split(v); {
	case n.class != "" && n.method != "":
		return `has a class: write CLASS="` + xmltext.Shorten(n.class) + `" METHOD="` + xmltext.Shorten(n.method) + `"`
	case n.sign != "":
		return `has a signature: write METHOD="` + xmltext.Shorten(n.method) + `" SIGN="` + xmltext.Shorten(n.sign) + `"`
	}
	return ""
}

func typeProblem(v string) string {
	if strings.ContainsAny(v, " ,") {
		return "has a space or a comma: lists of types could not have it"
	}
	return ""
}

func words(to *[]string, v string) string {
	*to = strings.Fields(v)
	switch {
	case len(*to) == 0:
		return "is empty: leave it out"
	case len(*to) > mostWords:
		return "has too many words"
	case strings.Contains(outside(v), ","):
		return "has a comma: words are separated by spaces"
	case slices.ContainsFunc(*to, isCut):
		return "has a space within brackets: there, write none"
	}
	return ""
}

// isCut reports whether a word has a bracket without its end.
func isCut(word string) bool {
	at := strings.IndexAny(word, "(<")
	return at >= 0 && closing(word, at) < 0 && !strings.Contains(word, "operator")
}

func boolean(to *bool, v, set, unset string) string {
	if *to = v == set; *to || v == unset {
		return ""
	}
	return `is neither "true" nor "false"`
}

// event returns the definition of an EVENT element, if it has no error.
func (p *parser) event(at int, t xml.StartElement) (d Definition, ok bool) {
	before := len(p.errs)
	for _, a := range p.attributes(at, t) {
		store := fields[a.name]
		switch {
		case store == nil:
			p.fail(a.at, "unknown attribute %s%s", xmltext.Shorten(a.name), similar(a.name))
		default:
			if problem := store(&d, a.value); problem != "" {
				p.fail(a.at, "%s=%q %s", a.name, xmltext.Shorten(a.value), problem)
			}
		}
	}
	if len(p.errs) == before && d.Method == "" {
		p.fail(at, `EVENT has no METHOD; METHOD="*" is any`)
	}
	if d.Name == "" {
		d.Name = d.Method
	}
	if d.Type == "" {
		d.Type = DefaultType
	}
	d.File = p.file
	d.Line = p.line(at)
	return d, len(p.errs) == before
}

// similar returns the known attribute that an unknown one may mean, for a message.
func similar(name string) string {
	known := slices.Sorted(maps.Keys(fields))
	best, least := "", 3
	for _, k := range known {
		if n := distance(strings.ToUpper(xmltext.Shorten(name)), k, least); n < least {
			best, least = k, n
		}
	}
	if best == "" {
		return "; there are " + strings.Join(known, ", ")
	}
	return "; perhaps " + best
}

// outside returns a text without its brackets and their contents.
func outside(s string) string {
	var b strings.Builder
	depth := 0
	for _, r := range s {
		switch {
		case strings.ContainsRune("<([{", r):
			depth++
		case strings.ContainsRune(">)]}", r):
			depth = max(depth-1, 0)
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}
