package command

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tiv/timeline"
)

// Print returns the text form of a command, for Parse: its name and its arguments. The first
// argument has no key, the others are key=value; those with a zero value are left out. A
// value with a blank, a comma, a quote or an equals sign is in double quotes, as in Go. Lists
// have commas, and a map is a list of keys and values in turn. Threads and locks are named as
// in the trace.
func Print(c Command, tl *timeline.Timeline) string {
	k, v := KindOf(c), reflect.ValueOf(c)
	n := names(tl)
	words := []string{k.Name}
	for i, a := range k.args {
		f := v.FieldByIndex(a.index)
		if i > 0 && f.IsZero() {
			continue
		}
		items := a.codec.print(f, n)
		for j := range items {
			items[j] = quoted(items[j])
		}
		switch text := strings.Join(items, ","); {
		case i == 0 && a.codec.optional && (f.IsZero() || text == ""):
		case i == 0:
			words = append(words, text)
		default:
			words = append(words, a.name+"="+text)
		}
	}
	return strings.Join(words, " ")
}

// quoted returns a value as it stands in a text.
func quoted(s string) string {
	special := func(r rune) bool { return strings.ContainsRune(" \t\",=\\\uFFFD", r) || !unicode.IsPrint(r) }
	if s == "" || strings.ContainsFunc(s, special) {
		return strconv.Quote(s)
	}
	return s
}

// Parse reads the text form of a command; see Print. A value without a key belongs to the first
// argument without a value. Threads and locks are from tl, by id, by name and id, or by a
// name that only one has. The error names the wrong word.
func Parse(text string, tl *timeline.Timeline) (Command, error) {
	words, err := split(text)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, errors.New("no command")
	}
	name := strings.Join(words[0].items, ",")
	k := kindNamed(name)
	if k == nil || words[0].key != "" {
		return nil, fmt.Errorf("there is no command %q", name)
	}
	v := reflect.New(k.zero.Type()).Elem()
	v.Set(k.zero)
	n, given := names(tl), make([]bool, len(k.args))
	for _, w := range words[1:] {
		i, err := k.argumentFor(w, given)
		if err != nil {
			return nil, err
		}
		given[i] = true
		if err := k.args[i].codec.parse(w.items, v.FieldByIndex(k.args[i].index), n); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", k.Name, k.args[i].name, err)
		}
	}
	if len(given) > 0 && !given[0] && !k.args[0].codec.optional {
		return nil, fmt.Errorf("%s needs %s: %s", k.Name, k.args[0].name, k.usage())
	}
	return v.Interface(), nil
}

// argumentFor returns the index of the argument that a word is for.
func (k *Kind) argumentFor(w word, given []bool) (int, error) {
	i := slices.Index(given, false)
	if w.key != "" {
		i = slices.IndexFunc(k.args, func(a argument) bool { return a.name == w.key })
	}
	switch {
	case i < 0 && w.key != "":
		return 0, fmt.Errorf("%s has no argument %q: %s", k.Name, w.key, k.usage())
	case i < 0:
		return 0, fmt.Errorf("%s has no argument for %q: %s", k.Name, strings.Join(w.items, ","), k.usage())
	case given[i]:
		return 0, fmt.Errorf("%s: %s is there twice", k.Name, w.key)
	}
	return i, nil
}

// word is a part of a text between blanks: a list of items, after a key or "".
type word struct {
	key   string
	items []string
}

// split divides a text into words, and these into items.
func split(text string) (words []word, err error) {
	rest := strings.TrimLeft(text, " \t")
	for rest != "" {
		var w word
		if key, after, ok := cutKey(rest); ok {
			w.key, rest = key, after
		}
		for more := true; more; {
			var item string
			if item, rest, err = cutItem(rest); err != nil {
				return nil, err
			}
			w.items = append(w.items, item)
			rest, more = strings.CutPrefix(rest, ",")
		}
		if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			return nil, fmt.Errorf("a value with %q needs double quotes around all of it", rest[:1])
		}
		words = append(words, w)
		rest = strings.TrimLeft(rest, " \t")
	}
	return words, nil
}

// cutKey removes a key and its equals sign.
func cutKey(s string) (key, rest string, ok bool) {
	end := strings.IndexFunc(s, func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end <= 0 || s[end] != '=' {
		return "", s, false
	}
	return s[:end], s[end+1:], true
}

// cutItem removes an item: a text in quotes, or one up to a blank, a comma, a quote or an
// equals sign.
func cutItem(s string) (item, rest string, err error) {
	if strings.HasPrefix(s, `"`) {
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return "", "", fmt.Errorf("a quote is not closed: %.40s", s)
		}
		item, err = strconv.Unquote(q)
		return item, s[len(q):], err
	}
	end := strings.IndexAny(s, " \t,\"=")
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:], nil
}
