package cli

import (
	"fmt"

	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
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
