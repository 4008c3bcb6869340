package command

import (
	"fmt"
	"reflect"
	"strings"

	"tiv/scene/view"
)

// argument is a field of a command.
type argument struct {
	name  string
	index []int // of the field, see reflect.Value.FieldByIndex
	codec codec
}

// argumentsOf returns the exported fields of a struct. A field that is a struct without a text
// form of its own stands for its fields.
func argumentsOf(t reflect.Type, at []int) (list []argument) {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		index := append(at[:len(at):len(at)], i)
		if c, ok := codecOf(f.Type); ok {
			list = append(list, argument{view.Hyphened(f.Name), index, c})
		} else {
			list = append(list, argumentsOf(f.Type, index)...)
		}
	}
	return list
}

// usage returns the name and the arguments of a command, as help shows them: "set-step STEP",
// with optional arguments in brackets.
func (k *Kind) usage() string {
	var b strings.Builder
	b.WriteString(k.Name)
	for i, a := range k.args {
		switch {
		case i > 0:
			fmt.Fprintf(&b, " [%s=%s]", a.name, a.codec.hint)
		case a.codec.optional:
			fmt.Fprintf(&b, " [%s]", a.codec.hint)
		default:
			fmt.Fprintf(&b, " %s", a.codec.hint)
		}
	}
	return b.String()
}

// Argument describes an argument of a command.
type Argument struct {
	// Name is the name in key=value, Value the form of its values.
	Name  string `json:"name"`
	Value string `json:"value"`
	// Required says that the command has no default for it.
	Required bool `json:"required,omitempty"`
}

// arguments describes the arguments of a command.
func (k *Kind) arguments() []Argument {
	list := make([]Argument, 0, len(k.args))
	for i, a := range k.args {
		list = append(list, Argument{a.name, a.codec.hint, i == 0 && !a.codec.optional})
	}
	return list
}
