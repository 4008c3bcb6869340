package taskrows

import (
	"tiv/scene/paint"
	"tiv/tracefeed"
)

// Entry explains something that is to be seen in the rows.
type Entry struct {
	Style paint.Style
	// Name explains it in a few words, Short in fewer; Help in sentences.
	Name, Short, Help string
	Mark              Mark
}

// Mark is the form of the sample of an entry.
type Mark uint8

const (
	Box      Mark = iota
	Line          // below a row
	PathLine      // a critical path
	ThinLine      // what a critical path waits for
)

// Legend explains what is to be seen.
func (v *View) Legend(p *paint.Palette) (list []Entry) {
	if v.pathSeen {
		list = append(list, Entry{Style: paint.Style{Color: v.pathColor}, Mark: PathLine,
			Name: "critical path; dashes: in a queue, outlined: several threads", Short: "critical path",
			Help: "What the end of the chosen task waited for at each moment, in its row and in those of parts through which it leads. " +
				"It is dashed while the task is in a queue, and outlined while several threads work for the task and the trace does not " +
				"say for which of them the rest waited."})
	}
	if v.waitedSeen {
		list = append(list, Entry{Style: paint.Style{Color: v.pathColor}, Mark: ThinLine,
			Name: "thin line: the chosen task waits for it", Short: "it waits for this",
			Help: "The critical path of the chosen task waits for a thread that works for this task, such as one that holds a lock."})
	}
	for _, s := range states {
		if v.States[s] {
			style := p.Layers[s.Word()]
			if v.plain {
				style.Pattern = paint.Plain
			}
			list = append(list, Entry{Style: style, Name: s.Word(),
				Help: "A thread that works for the task is in this state. Several threads at once share the height of the row."})
		}
	}
	if v.Inferred {
		style := paint.Style{Color: p.Ground.Toward(p.Layers["running"].Color, inferredShade), Pattern: paint.Vertical}
		list = append(list, Entry{Style: style, Name: "paler, striped: work is inferred", Short: "striped: inferred",
			Help: "That the thread works for the task is known only by the thread that woke or created it."})
	}
	if v.Queued {
		style := paint.Style{Color: p.Shade(queueGround), Pattern: paint.Hatch}
		list = append(list, Entry{Style: style, Name: "hatched: in a queue, nobody works for it", Short: "hatched: in a queue",
			Help: "The task has begun and has not ended, and no thread works for it, nor for a part of it."})
	}
	if v.Late {
		list = append(list, Entry{Style: paint.Style{Color: p.Warning}, Mark: Line,
			Name: "underlined: after the end of its task", Short: "after its end",
			Help: "Work for a part of a task goes on after the end of the task, or of the one of which it is a part."})
	}
	list = append(list, Entry{Style: paint.Style{Color: p.Shade(bandShade)}, Name: "number of tasks at work", Short: "tasks at work",
		Help: "The row of a type shows how many of its tasks there are at each time: those for which threads work below those in queues."})
	return list
}

// ShareName names one of Shares.
func ShareName(share int) string {
	if share == queued {
		return "in a queue"
	}
	name := tracefeed.State(share % inferred).Word()
	if share >= inferred {
		name += " (inferred)"
	}
	return name
}

// states are the states of threads in the order of legends.
var states = [...]tracefeed.State{tracefeed.Running, tracefeed.Runnable, tracefeed.Suspended, tracefeed.Blocking, tracefeed.IO,
	tracefeed.Unknown}

// Facts says what the rows are, for captions.
func (v *View) Facts() []string {
	facts := []string{tracefeed.Plural(v.Tasks, "task") + " of " + tracefeed.Plural(v.Types, "type")}
	if by := v.lines.of.by; by != nil {
		facts = append(facts, "sorted by "+by.Title)
	}
	if v.Folded {
		facts = append(facts, "types with + are folded")
	}
	return facts
}
