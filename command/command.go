// Package command is the registry of everything that a user can do in the window: each command
// with its name, its arguments and a text form, and the table of entries that menus, keys, the
// palette and the documentation are made from.
//
// A command is a value of a Go struct: of package workspace, for a workspace to carry out, or of
// this package, for the window. Its name comes from the name of the type: SetStep is
// set-step. Its arguments are the exported fields, so no second list of them exists. Nothing
// here knows widgets, OpenGL, or how the window carries a command out.
package command

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/workspace"
)

// Command is a value of one of the registered types.
type Command any

// Kind is a registered command.
type Kind struct {
	// Name is the name in texts, Help a sentence about the effect.
	Name, Help string
	// Window says that the window carries it out, not a workspace.
	Window bool
	// zero is the command without arguments. Fields that it sets are no arguments.
	zero reflect.Value
	args []argument
}

// Kinds lists all commands, in the order of subjects. Callers must not change it.
var Kinds = sync.OnceValue(func() (list []*Kind) {
	for _, k := range workspace.Kinds() {
		if _, ok := k.Command.(workspace.SetOption); ok {
			list = append(list, options()...)
			continue
		}
		list = append(list, kindOf(k.Command, k.Help, nil))
	}
	for _, k := range windowKinds {
		of := kindOf(k.Command, k.Help, nil)
		of.Window = true
		list = append(list, of)
	}
	return list
})

// options returns a command for each choice of a view that is on or off.
func options() (list []*Kind) {
	for _, o := range view.Switches() {
		k := kindOf(workspace.SetOption{Option: o}, o.Help(), []string{"option"})
		k.Name = "set-" + string(o)
		list = append(list, k)
	}
	return list
}

// kindOf describes the type of a command, without the arguments named in fixed.
func kindOf(c Command, help string, fixed []string) *Kind {
	v := reflect.ValueOf(c)
	args := argumentsOf(v.Type(), nil)
	args = slices.DeleteFunc(args, func(a argument) bool { return slices.Contains(fixed, a.name) })
	return &Kind{Name: view.Hyphened(v.Type().Name()), Help: help, zero: v, args: args}
}

// kindNamed returns a command by its name; nil if there is none.
func kindNamed(name string) *Kind {
	all := Kinds()
	if i := slices.IndexFunc(all, func(k *Kind) bool { return k.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// IsName reports whether a command has a name.
func IsName(name string) bool { return kindNamed(name) != nil }

// KindOf returns the kind of a command. It panics for a type that is not registered.
func KindOf(c Command) *Kind {
	all := Kinds()
	v := reflect.ValueOf(c)
	of := func(k *Kind) bool { return k.zero.Type() == v.Type() && k.fixes(v) }
	if i := slices.IndexFunc(all, of); i >= 0 {
		return all[i]
	}
	panic(fmt.Sprintf("%T is not registered", c))
}

// fixes reports whether a command has the fields that the kind sets.
func (k *Kind) fixes(v reflect.Value) bool {
	same := reflect.New(v.Type()).Elem()
	same.Set(v)
	for _, a := range k.args {
		same.FieldByIndex(a.index).SetZero()
	}
	return reflect.DeepEqual(same.Interface(), k.zero.Interface())
}

// names returns the names of threads and locks for the arguments of commands.
func names(tl *timeline.Timeline) *nameTable {
	n := &nameTable{}
	if tl == nil {
		return n
	}
	for i := 1; i < len(tl.Threads); i++ {
		n.threads.add(i, tl.Threads[i].ID, tl.Threads[i].Name)
	}
	for i := 1; i < len(tl.Monitors); i++ {
		n.locks.add(i, tl.Monitors[i].ID, tl.Monitors[i].Name)
	}
	return n
}
