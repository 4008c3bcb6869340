package command

import (
	"reflect"
	"slices"
)

// Handler carries out the commands of one type for a T, such as a window.
type Handler[T any] struct {
	Of reflect.Type
	// do carries out a command. It returns false if that is left to another handler.
	do func(T, Command) bool
	// IsOn reports whether the option of a command is as the command says; nil for commands
	// without an option.
	IsOn func(T, Command) bool
}

// Does is a handler of commands without an option.
func Does[T, C any](do func(T, C)) Handler[T] {
	return Tries(func(t T, c C) bool { do(t, c); return true })
}

// Tries is a handler that leaves some commands to another one.
func Tries[T, C any](do func(T, C) bool) Handler[T] {
	return Handler[T]{Of: reflect.TypeFor[C](), do: func(t T, c Command) bool { return do(t, c.(C)) }}
}

// Simply is a handler of commands without arguments.
func Simply[C, T any](do func(T)) Handler[T] { return Does(func(t T, _ C) { do(t) }) }

// Chooses is a handler of commands with an option. isOn reports whether the option is as the
// command says.
func Chooses[T, C any](isOn func(T, C) bool, do func(T, C)) Handler[T] {
	h := Does(do)
	h.IsOn = func(t T, c Command) bool { return isOn(t, c.(C)) }
	return h
}

// Switches is a handler of commands that switch something on or off with their field On.
func Switches[C, T any](isOn func(T) bool, set func(t T, on bool)) Handler[T] {
	wanted := func(c C) bool { return reflect.ValueOf(c).FieldByName("On").Bool() }
	return Chooses(func(t T, c C) bool { return isOn(t) == wanted(c) }, func(t T, c C) {
		if isOn(t) != wanted(c) {
			set(t, wanted(c))
		}
	})
}

// Sets is Switches for something that is a bool of a T.
func Sets[C, T any](of func(T) *bool) Handler[T] {
	return Switches[C](func(t T) bool { return *of(t) }, func(t T, on bool) { *of(t) = on })
}

// Handlers are the handlers of one T, at most one for each type of command.
type Handlers[T any] []Handler[T]

// of returns the handler of a command; nil if there is none.
func (l Handlers[T]) of(c Command) *Handler[T] {
	if i := slices.IndexFunc(l, func(h Handler[T]) bool { return h.Of == reflect.TypeOf(c) }); i >= 0 {
		return &l[i]
	}
	return nil
}

// Do carries out a command. It returns false if none of the handlers does.
func (l Handlers[T]) Do(t T, c Command) bool {
	h := l.of(c)
	return h != nil && h.do(t, c)
}

// IsOn reports whether the option of a command is as the command says; false for a command
// without an option.
func (l Handlers[T]) IsOn(t T, c Command) bool {
	h := l.of(c)
	return h != nil && h.IsOn != nil && h.IsOn(t, c)
}
