package cli

import (
	"fmt"

	"github.com/spf13/pflag"

	"tiv/internal/cli/usage"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/tracefeed"
	"tiv/workspace"
)

// look does the workspace commands for the flags.
func (s *snapshotCommand) look(ws *workspace.Workspace) error {
	do, err := s.commands(ws)
	if err != nil {
		return err
	}
	for _, c := range do {
		ws.Do(c)
	}
	ws.Look.Caption = true
	return s.choice.check(ws)
}

func (s *snapshotCommand) commands(ws *workspace.Workspace) ([]workspace.Command, error) {
	if step := tracefeed.Time(s.step); step >= 0 && (step < view.ShortestStep || step > view.LongestStep) {
		return nil, fmt.Errorf("--step %s: want %s to %s", &s.step, view.StepName(view.ShortestStep), view.StepName(view.LongestStep))
	}
	do := s.named()
	if s.at.word != "" {
		show, err := s.at.command(ws)
		if err != nil {
			return nil, err
		}
		do = append(do, show)
	}
	do = append(do, s.times()...)
	for _, x := range []struct {
		option view.Option
		given  bool
	}{{"signals", s.signals}, {"in-time", s.inTime}, {"lanes", s.lanes}, {"lock-plates", s.plates}, {"processors", s.processors}} {
		if x.given {
			do = append(do, workspace.SetOption{Option: x.option, On: true})
		}
	}
	do = append(do, s.tasks.commands()...)
	chosen, err := s.choice.commands(ws)
	if err != nil {
		return nil, err
	}
	do = append(do, chosen...)
	if s.layout != "" { // the last: waits may have a say in it
		layout, _ := view.ParseArrangement(s.layout)
		do = append(do, workspace.Arrange{Arrangement: layout})
	}
	return do, nil
}

// taskLook is what views of tasks show.
type taskLook struct {
	height, colours string
	linear          bool
	turn            turnFlag
}

func (t *taskLook) flags(fs *pflag.FlagSet) {
	var words []string
	for _, m := range measure.Measures {
		words = append(words, m.Name)
	}
	usage.AddWords(fs, &t.height, "task-height", "measure", words, "Height of tasks in the event plot and the spiral")
	usage.AddWords(fs, &t.colours, "task-colors", "measure", append([]string{"type"}, words...), "Colours of tasks there")
	fs.BoolVar(&t.linear, "task-linear", false, "Heights and colours there are proportional to measures, not to their logarithms")
	fs.Var(&t.turn, "turn", "`TIME` of a turn of the spiral; found is the period in which tasks recur")
}

// commands returns the commands for flags that are given.
func (t *taskLook) commands() (do []workspace.Command) {
	if m, ok := measure.Parse(t.height); ok {
		do = append(do, workspace.SetTaskHeight{Of: m})
	}
	if t.colours != "" {
		m, _ := measure.Parse(t.colours)
		do = append(do, workspace.SetTaskColors{By: m})
	}
	if t.linear {
		do = append(do, workspace.SetOption{Option: "task-linear", On: true})
	}
	if t.turn.given {
		do = append(do, workspace.SetTaskTurn{Turn: t.turn.Turn})
	}
	return do
}

// turnFlag is a turn of the spiral, if it is given.
type turnFlag struct {
	view.Turn
	given bool
}

// String returns the turn; "" for none.
func (t *turnFlag) String() string {
	if !t.given {
		return ""
	}
	return t.Turn.String()
}

// Set reads a turn.
func (t *turnFlag) Set(s string) (err error) {
	t.Turn, err = view.ParseTurn(s)
	t.given = err == nil
	return err
}

// Type names the values in the help.
func (*turnFlag) Type() string { return "TIME" }

// choose chooses the task, and the meaning of colours, before tasks are found.
func (s *snapshotCommand) choose(ws *workspace.Workspace) (id task.ID, err error) {
	if s.task != "" {
		if id, err = task.ParseID(s.task); err != nil {
			return id, fmt.Errorf("--task: %w", err)
		}
		ws.Do(workspace.SelectTask{Task: id})
	}
	if s.colourBy != "" {
		ws.Do(workspace.SetOption{Option: "slice-colours", On: s.colourBy == "slice"})
		ws.Do(workspace.SetOption{Option: "task-colours", On: s.colourBy == "task"})
	}
	return id, nil
}

// follow shows the time of the chosen task, unless flags say what to show.
func (s *snapshotCommand) follow(ws *workspace.Workspace, id task.ID) error {
	if id.Number == 0 {
		return nil
	}
	if ws.Look.Course == nil {
		return fmt.Errorf("the trace has no task %v", id)
	}
	if s.at.word == "" && s.step < 0 && s.steps == 0 {
		ws.Do(workspace.ShowTask{})
	}
	return nil
}

// named returns the commands for flags that are one of some words.
func (s *snapshotCommand) named() (do []workspace.Command) {
	if s.view != "" {
		kind, _ := view.ParseKind(s.view)
		do = append(do, workspace.SetView{Kind: kind})
	}
	if s.level != "" {
		level, _ := lod.ParseLevel(s.level)
		do = append(do, workspace.SetLevel{Level: level})
	}
	if palette, ok := paint.PaletteNamed(s.palette); ok {
		do = append(do, workspace.SetPalette{Palette: palette})
	}
	return do
}

// times returns the commands that set the interval in view.
func (s *snapshotCommand) times() (do []workspace.Command) {
	if s.step >= 0 {
		do = append(do, workspace.SetStep{Step: tracefeed.Time(s.step)})
	}
	if s.steps > 0 {
		do = append(do, workspace.SetSteps{Steps: s.steps})
	}
	if s.history > 0 {
		do = append(do, workspace.SetHistory{Steps: s.history})
	}
	return do
}
