package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/interaction/patterns"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/tracefeed"
	"tiv/workspace"
)

// codec is the text form of a type of arguments.
type codec struct {
	// hint describes the values: "on|off".
	hint string
	// optional says that the zero value is none.
	optional bool
	print    func(v reflect.Value, n *nameTable) []string
	parse    func(items []string, v reflect.Value, n *nameTable) error
}

// codecs are for types with a form of their own.
var codecs = map[reflect.Type]codec{
	reflect.TypeFor[tracefeed.Time](): scalar("TIME", exactTime, parseTime),
	reflect.TypeFor[tracefeed.ThreadID](): {"THREAD", true,
		func(v reflect.Value, n *nameTable) []string { return []string{n.threads.name(int(v.Int()))} },
		func(items []string, v reflect.Value, n *nameTable) error {
			i, err := n.threads.find("thread", strings.Join(items, ","))
			v.SetInt(int64(i))
			return err
		}},
	reflect.TypeFor[tracefeed.MonitorID](): {"LOCK", true,
		func(v reflect.Value, n *nameTable) []string { return []string{n.locks.name(int(v.Int()))} },
		func(items []string, v reflect.Value, n *nameTable) error {
			i, err := n.locks.find("lock", strings.Join(items, ","))
			v.SetInt(int64(i))
			return err
		}},
	reflect.TypeFor[*view.Kind]():             enum(view.Kinds[:]...),
	reflect.TypeFor[*paint.Palette]():         enum(paint.Palettes()...),
	reflect.TypeFor[lod.Level]():              enum(upTo(lod.Crowd)...),
	reflect.TypeFor[view.Arrangement]():       enum(upTo(view.Force)...),
	reflect.TypeFor[view.CallColors]():        enum(upTo(view.ByState)...),
	reflect.TypeFor[workspace.Proposal]():     enum(upTo(workspace.Proposals - 1)...),
	reflect.TypeFor[workspace.SelectMode]():   enum(upTo(workspace.SelectOther)...),
	reflect.TypeFor[workspace.FindingPlace](): enum(upTo(workspace.FindingPlayed)...),
	reflect.TypeFor[patterns.Sought]():        optional(enum(upTo(patterns.Groups)...)),
	reflect.TypeFor[FlameStates]():            optional(enum(upTo(FlameRunning)...)),
	reflect.TypeFor[ThreadOrder]():            enum(upTo(ByIO)...),
	reflect.TypeFor[Coupling]():               enum(upTo(ByMarks)...),
	reflect.TypeFor[FileDialogs]():            enum(upTo(OwnDialogs)...),
	reflect.TypeFor[slice.Kind]():             optional(enum(slice.Kinds()...)),
	reflect.TypeFor[slice.Division]():         enum(slice.Divisions()...),
	reflect.TypeFor[ProcessID]():              {"PID", true, printInt, parseInt},
	reflect.TypeFor[paint.Color]():            scalar("#RRGGBB", paint.Color.Text, parseColor),
	reflect.TypeFor[mgl32.Vec2]():             scalar("X:Y", vecText, parseVec),
	reflect.TypeFor[slice.Definition]():       scalar("SLICE", sliceText, parseSlice),
	reflect.TypeFor[*measure.Measure]():       optional(enum(measure.Measures...)),
	reflect.TypeFor[measure.Amount]():         scalar("AMOUNT", measure.Amount.String, measure.ParseAmount),
	reflect.TypeFor[view.Turn]():              scalar("TIME|fitting|found", view.Turn.String, view.ParseTurn),
	reflect.TypeFor[task.ID]():                optional(scalar("TASK", task.ID.String, task.ParseID)),
	reflect.TypeFor[Size]():                   optional(scalar("WIDTHxHEIGHT|N%", Size.String, parseSize)),
	reflect.TypeFor[bool]():                   scalar("on|off", onOff, parseOnOff),
}

// codecOf returns the form of a type; ok is false for structs that have none.
func codecOf(t reflect.Type) (c codec, ok bool) {
	if c, ok := codecs[t]; ok {
		return c, true
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int32:
		return codec{"N", false, printInt, parseInt}, true
	case reflect.Float32, reflect.Float64:
		return codec{"NUMBER", false, printFloat, parseFloat}, true
	case reflect.String:
		return codec{"TEXT", true, printString, parseString}, true
	case reflect.Slice:
		return listOf(t), true
	case reflect.Map:
		return mapOf(t), true
	case reflect.Struct:
		return codec{}, false
	}
	panic("no text form of " + t.String())
}

// scalar is the form of a type with a function for each direction.
func scalar[T any](hint string, text func(T) string, parse func(string) (T, error)) codec {
	return codec{hint, false,
		func(v reflect.Value, _ *nameTable) []string { return []string{text(v.Interface().(T))} },
		func(items []string, v reflect.Value, _ *nameTable) error {
			x, err := parse(strings.Join(items, ","))
			if err == nil {
				v.Set(reflect.ValueOf(x))
			}
			return err
		}}
}

// optional is a form whose zero value is none.
func optional(c codec) codec {
	c.optional = true
	return c
}

// enum is the form of a type with few values, by their names with hyphens for blanks.
func enum[T fmt.Stringer](all ...T) codec {
	word := func(x T) string { return strings.ReplaceAll(x.String(), " ", "-") }
	var names []string
	for _, x := range all {
		names = append(names, word(x))
	}
	hint := strings.Join(names, "|")
	return scalar(hint, word, func(name string) (x T, err error) {
		if i := slices.Index(names, name); i >= 0 {
			return all[i], nil
		}
		return x, fmt.Errorf("%q is none of %s", name, hint)
	})
}

// upTo returns the values of an enumeration, from 0 to the last.
func upTo[T ~uint8](last T) (all []T) {
	for x := T(0); x <= last; x++ {
		all = append(all, x)
	}
	return all
}

// listOf is the form of a list: its items.
func listOf(t reflect.Type) codec {
	of, _ := codecOf(t.Elem())
	return codec{of.hint + ",…", true,
		func(v reflect.Value, n *nameTable) (items []string) {
			for i := range v.Len() {
				items = append(items, of.print(v.Index(i), n)...)
			}
			return items
		},
		func(items []string, v reflect.Value, n *nameTable) error {
			list := reflect.MakeSlice(v.Type(), len(items), len(items))
			for i := range items {
				if err := of.parse(items[i:i+1], list.Index(i), n); err != nil {
					return err
				}
			}
			v.Set(list)
			return nil
		}}
}

// mapOf is the form of a map: its keys and values in turn, in the order of the keys' texts.
func mapOf(t reflect.Type) codec {
	key, _ := codecOf(t.Key())
	of, _ := codecOf(t.Elem())
	return codec{key.hint + "," + of.hint + ",…", true,
		func(v reflect.Value, n *nameTable) (items []string) {
			var pairs [][]string
			for k, x := range v.Seq2() {
				pairs = append(pairs, append(key.print(k, n), of.print(x, n)...))
			}
			slices.SortFunc(pairs, slices.Compare)
			return slices.Concat(pairs...)
		},
		func(items []string, v reflect.Value, n *nameTable) error {
			if len(items)%2 != 0 {
				return errors.New("the last key has no value")
			}
			m := reflect.MakeMap(v.Type())
			for i := 0; i < len(items); i += 2 {
				k, x := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
				if err := errors.Join(key.parse(items[i:i+1], k, n), of.parse(items[i+1:i+2], x, n)); err != nil {
					return err
				}
				m.SetMapIndex(k, x)
			}
			v.Set(m)
			return nil
		}}
}

func printString(v reflect.Value, _ *nameTable) []string { return []string{v.String()} }

func parseString(items []string, v reflect.Value, _ *nameTable) error {
	v.SetString(strings.Join(items, ","))
	return nil
}

func printInt(v reflect.Value, _ *nameTable) []string {
	return []string{strconv.FormatInt(v.Int(), 10)}
}

func parseInt(items []string, v reflect.Value, _ *nameTable) error {
	i, err := strconv.ParseInt(strings.Join(items, ","), 10, v.Type().Bits())
	if err != nil {
		return fmt.Errorf("%q is no number", strings.Join(items, ","))
	}
	v.SetInt(i)
	return nil
}

func printFloat(v reflect.Value, _ *nameTable) []string {
	return []string{strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())}
}

func parseFloat(items []string, v reflect.Value, _ *nameTable) error {
	x, err := strconv.ParseFloat(strings.Join(items, ","), v.Type().Bits())
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("%q is no number", strings.Join(items, ","))
	}
	v.SetFloat(x)
	return nil
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func parseOnOff(s string) (on bool, err error) {
	if s != "on" && s != "off" {
		return false, fmt.Errorf("%q is neither on nor off", s)
	}
	return s == "on", nil
}

func exactTime(t tracefeed.Time) string { return t.Exact() }

// parseTime reads a time. It may be below 0.
func parseTime(s string) (tracefeed.Time, error) {
	digits, below := strings.CutPrefix(s, "-")
	t, err := tracefeed.ParseTime(digits)
	if below {
		t = -t
	}
	return t, err
}

func parseColor(s string) (paint.Color, error) {
	c := paint.ParseColor(s)
	if c.A == 0 && s != "" {
		return c, fmt.Errorf("%q is no colour: want one like #0072b2", s)
	}
	return c, nil
}

func vecText(v mgl32.Vec2) string {
	text := func(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }
	return text(v[0]) + ":" + text(v[1])
}

func parseVec(s string) (v mgl32.Vec2, err error) {
	x, y, ok := strings.Cut(s, ":")
	for i, text := range []string{x, y} {
		err = errors.Join(err, parseFloat([]string{text}, reflect.ValueOf(&v[i]).Elem(), nil))
	}
	if !ok || err != nil {
		return mgl32.Vec2{}, fmt.Errorf("%q is no place: want two numbers with a colon between them", s)
	}
	return v, nil
}

func sliceText(d slice.Definition) string {
	data, err := json.Marshal(slice.EntryOf(d))
	if err != nil {
		panic(err) // an Entry has only texts
	}
	return string(data)
}

func parseSlice(s string) (slice.Definition, error) {
	var e slice.Entry
	if err := json.Unmarshal([]byte(s), &e); err != nil {
		return slice.Definition{}, fmt.Errorf("no slice in the form of a file of slices: %w", err)
	}
	return e.Definition()
}
