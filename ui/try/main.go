package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"tiv/lod"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace"
)

func init() { runtime.LockOSThread() }

func main() {
	shot := flag.String("shot", "", "")
	w := flag.Int("w", 0, "")
	h := flag.Int("h", 0, "")
	view := flag.String("view", "3d", "")
	light := flag.Bool("light", false, "")
	sel := flag.Int("select", 0, "")
	find := flag.Int("finding", -1, "")
	sig := flag.Bool("signals", false, "")
	at := flag.String("at", "", "")
	flag.Parse()
	path := flag.Arg(0)
	k, _ := scene.ParseKind(*view)
	setup := []workspace.Command{workspace.SetView{Kind: k}}
	if *light {
		setup = append(setup, workspace.SetPalette{Palette: scene.Light()})
	}
	if *find >= 0 {
		setup = append(setup, workspace.GoTo{Finding: *find})
	}
	if *sel > 0 {
		setup = append(setup, workspace.Select{Thread: tracefeed.ThreadID(*sel)})
	}
	if *sig {
		setup = append(setup, workspace.ToggleSignals{})
	}
	if *at != "" {
		t, _ := tracefeed.ParseTime(*at)
		setup = append(setup, workspace.SeekTo{Moment: t})
	}
	_ = lod.Auto
	err := ui.Run(ui.Options{Name: filepath.Base(path), Open: func(n func()) (*workspace.Loader, error) { return workspace.Start(path, n) },
		Width: *w, Height: *h, ExitAfterLoad: *shot != "", Shot: *shot, Setup: setup})
	if err != nil {
		fmt.Fprintln(os.Stderr, "tiv:", err)
		os.Exit(2)
	}
}
