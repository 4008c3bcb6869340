package slice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tiv/expression"
	"tiv/tracefeed"
)

// Ranges returns a slice for each range of an attribute, of the elements of a definition;
// breaks are those of Breaks, in order.
func Ranges(d Definition, a Attribute, breaks []int64) (list []Definition) {
	title := rangesTitle(&d)
	for i := range len(breaks) + 1 {
		x := d
		x.Colour = 0
		conditions := []string{}
		if d.Of == Objects {
			conditions = append(conditions, "allocated") // the attributes of others are not known
		}
		if d.Where != "" {
			conditions = append(conditions, d.Of.Language().Bracket(d.Where))
		}
		if x.Name = title; len(breaks) > 0 {
			x.Name += ": " + RangeName(a, breaks, i)
		}
		if i > 0 {
			conditions = append(conditions, fmt.Sprintf("%s >= %s", a, a.Spell(breaks[i-1])))
		}
		if i < len(breaks) {
			conditions = append(conditions, fmt.Sprintf("%s < %s", a, a.Spell(breaks[i])))
		}
		x.Where = strings.Join(conditions, " && ")
		list = append(list, x)
	}
	return list
}

// rangesTitle returns the beginning of the names of ranges.
func rangesTitle(d *Definition) string {
	const most = 60
	name := d.Name
	if name == "" {
		name = d.Where
	}
	if name == "" {
		name = d.Of.String()
	}
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "…"
	}
	return name
}

// RangeName names range i of the ranges that breaks divide an attribute into.
func RangeName(a Attribute, breaks []int64, i int) string {
	show := func(v int64) string {
		if a.IsTime() {
			return tracefeed.Time(v).String()
		}
		return strconv.FormatInt(v, 10)
	}
	switch {
	case len(breaks) == 0:
		return "all"
	case i == 0:
		return fmt.Sprintf("%s < %s", a, show(breaks[0]))
	case i == len(breaks):
		return fmt.Sprintf("%s ≥ %s", a, show(breaks[i-1]))
	}
	return fmt.Sprintf("%s %s to %s", a, show(breaks[i-1]), show(breaks[i]))
}

// Spell spells a value so that conditions and ParseBreaks read it as it is.
func (a Attribute) Spell(v int64) string {
	if !a.IsTime() {
		return strconv.FormatInt(v, 10)
	}
	for _, unit := range []struct {
		name  string
		width int
	}{{"s", 9}, {"ms", 6}, {"us", 3}} {
		digits := fmt.Sprintf("%0*d", unit.width+1, v)
		if whole, part := digits[:len(digits)-unit.width], digits[len(digits)-unit.width:]; v > 0 && whole != "0" {
			return strings.TrimSuffix(whole+"."+strings.TrimRight(part, "0"), ".") + unit.name
		}
	}
	return exact(tracefeed.Time(v))
}

// ParseBreaks reads breaks of an attribute, with commas or space between them, and returns
// them in order. An error is an *expression.Error.
func ParseBreaks(text string, a Attribute) (breaks []int64, err error) {
	between := func(r rune) bool { return r == ',' || r == ' ' }
	for at := 0; at < len(text); {
		if between(rune(text[at])) {
			at++
			continue
		}
		word := text[at:]
		if end := strings.IndexFunc(word, between); end >= 0 {
			word = word[:end]
		}
		v, err := a.parse(word)
		if err == nil && len(breaks)+2 > Max {
			err = fmt.Errorf("these are more than %d ranges", Max)
		}
		if err != nil {
			return nil, &expression.Error{Column: utf8.RuneCountInString(text[:at]) + 1, Text: err.Error()}
		}
		breaks = append(breaks, v)
		at += len(word)
	}
	slices.Sort(breaks)
	return slices.Compact(breaks), nil
}

// parse reads a value.
func (a Attribute) parse(word string) (int64, error) {
	if a.IsTime() {
		t, err := tracefeed.ParseTime(word)
		return int64(t), err
	}
	v, err := strconv.ParseInt(word, 10, 32)
	if err != nil || v < 0 {
		return 0, fmt.Errorf("%.40q is no whole number", word)
	}
	return v, nil
}
