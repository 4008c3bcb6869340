package view

import (
	"reflect"
	"strings"
	"unicode"

	"tiv/lod"
)

// Options are the choices of a view: switches, which are on or off, and choices among several
// names. A field is all that a new choice needs besides the code that draws it: views are saved,
// undone and shared by whole Options, and workspace.SetOption sets any switch. The tag json is
// the name in saved views, label the name in the history of changes, and help a sentence for
// the list of commands.
type Options struct {
	// Level is the level of detail; Auto to choose.
	Level lod.Level `json:"level"`
	// Signals shows signal edges too.
	Signals bool `json:"signals,omitempty" label:"signal edges" help:"Shows signal edges too, or not."`
	// InTime shows, in the 3D view, every wait at its own depth too.
	InTime bool `json:"in_time,omitempty" label:"waits at their own depth" help:"Draws each wait at its own depth in the 3D view too, or not."`
	// After shows, in the 3D view, the time after the moment too: fainter bars in
	// front of a translucent plane.
	After bool `json:"after,omitempty" label:"time after the moment" help:"Shows the time after the moment in the 3D view too, or not."`
	// Lanes shows, in the 3D view, the calls of threads on their bars.
	Lanes bool `json:"lanes,omitempty" label:"calls on bars" help:"Stands the calls of threads on their bars in the 3D view, or not."`
	// CalmApart draws the calm groups of a crowd as bars of their own, not as one.
	CalmApart bool `json:"calmApart,omitempty" label:"calm groups" help:"Draws the calm groups of a crowd one by one, or as one bar."`
	// CallColors is the meaning of the colours of calls.
	CallColors CallColors `json:"call_colors"`
	// NoSentence leaves the sentence about the moment away, and AllEqual draws all threads
	// alike, whatever the picture is about.
	NoSentence bool `json:"no_sentence,omitempty" label:"sentence" help:"Leaves the sentence about the moment away, or writes it."`
	AllEqual   bool `json:"all_equal,omitempty" label:"all threads alike" help:"Draws all threads alike, or lets those step back that the picture is not about."`
	// DirectWaits draws waits from thread to thread, and no locks between them.
	DirectWaits bool `json:"direct_waits,omitempty" label:"waits without locks" help:"Draws waits from thread to thread, or through the locks that matter."`
	// LockPlates draws, in the 3D view, the past of each lock that is an object as a plate along
	// time: who held it, and how many waited.
	LockPlates bool `json:"lock_plates,omitempty" label:"plates of locks" help:"Draws who held each lock, and its queue, as a plate along time in the 3D view, or not."`
	// NoFaintWaits leaves waits away that are too many and too short for triangles.
	NoFaintWaits bool `json:"no_faint_waits,omitempty" label:"faint waits" help:"Leaves the waits away that are too many for triangles, or draws them as faint lines."`
	// Plain leaves the patterns of states away.
	Plain bool `json:"plain,omitempty" label:"patterns" help:"Leaves the patterns of states away, or draws them."`
	// Arrangement is the layout of the threads.
	Arrangement Arrangement `json:"arrangement"`
	// NoCollections leaves the bands of garbage collections away.
	NoCollections bool `json:"no_collections,omitempty" label:"garbage collections" help:"Leaves garbage collections away, or draws them."`
	// Processors shows a row for each processor, in views with a time axis.
	Processors bool `json:"processors,omitempty" label:"processors" help:"Shows above the timeline which thread ran on which processor, or not."`
	// PatternRibbon shows the patterns of waits over the whole trace below the overview.
	PatternRibbon bool `json:"pattern_ribbon,omitempty" label:"ribbon of patterns" help:"Shows the patterns of waits over the whole trace below the overview, or not."`
	// TaskOrder is the name of the measure by which rows of tasks are sorted; "" for their starts.
	TaskOrder string `json:"task_order,omitempty"`
	// SliceColours colours bars by slices in place of states.
	SliceColours bool `json:"slice_colours,omitempty" label:"colour by slice" help:"Colours bars by slices, or by states."`
	// TaskHeight and TaskColour are the names of the measures that the event plot and the spiral
	// show; see TaskMeasures.
	TaskHeight string `json:"task_height,omitempty"`
	TaskColour string `json:"task_colour,omitempty"`
	// TaskLinear makes heights and colours proportional to measures, in place of their logarithms.
	TaskLinear bool `json:"task_linear,omitempty" label:"linear heights of tasks" help:"Makes heights of tasks proportional to their measure, or to its logarithm."`
	// TaskTurn is the time of a turn of the spiral; or FittingTurn, FoundTurn.
	TaskTurn Turn `json:"task_turn,omitempty"`
	// TaskColours colours bars by the types of the tasks for which threads work, in place of states
	// or slices.
	TaskColours bool `json:"task_colours,omitempty" label:"colour by task" help:"Colours bars by the types of tasks, or by states."`
}

// Option is the name of a switch: the name of its field in Options, in lower case with hyphens,
// as "in-time".
type Option string

// Switches returns the names of all choices that are on or off, in the order of the fields.
func Switches() (names []Option) {
	of := reflect.TypeFor[Options]()
	for i := range of.NumField() {
		if f := of.Field(i); f.Type.Kind() == reflect.Bool {
			names = append(names, Option(Hyphened(f.Name)))
		}
	}
	return names
}

// Label returns the name of the choice for people; "" if there is no such choice.
func (o Option) Label() string { return o.tag("label") }

// Help returns a sentence about the choice; see Label.
func (o Option) Help() string { return o.tag("help") }

func (o Option) tag(key string) string {
	f, _ := reflect.TypeFor[Options]().FieldByNameFunc(o.names)
	return f.Tag.Get(key)
}

// names reports whether a field of Options has the choice.
func (o Option) names(field string) bool { return Hyphened(field) == string(o) }

// field returns the field of a choice; ok is false if there is no such choice.
func (o *Options) field(name Option) (f reflect.Value, ok bool) {
	f = reflect.ValueOf(o).Elem().FieldByNameFunc(name.names)
	return f, f.IsValid() && f.Kind() == reflect.Bool
}

// IsOn reports whether a choice is on; false if there is no such choice.
func (o *Options) IsOn(name Option) bool {
	f, ok := o.field(name)
	return ok && f.Bool()
}

// Switch switches a choice on or off, if there is one of the name.
func (o *Options) Switch(name Option, on bool) {
	if f, ok := o.field(name); ok {
		f.SetBool(on)
	}
}

// Hyphened returns a name of Go in lower case, with a hyphen before each further word:
// "SetStep" becomes "set-step". Capitals in a row are one word.
func Hyphened(name string) string {
	var b strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
