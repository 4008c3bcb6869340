package ui

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/report"
	"tiv/report/formats"
	"tiv/report/shot"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/workspace"
)

// handler carries out the commands of one type. on reports whether the option of a command is
// as the command says; nil for commands without an option.
type handler struct {
	of reflect.Type
	do func(*app, command.Command)
	on func(*app, command.Command) bool
}

// handlers has a handler for each command of the window.
var handlers = slices.Concat(fileHandlers, sliceHandlers, goHandlers, threadHandlers, windowHandlers, settingHandlers)

// handlerOf returns the handler of a command of the window. It panics if there is none; a test
// finds that out.
func handlerOf(c command.Command) *handler {
	i := slices.IndexFunc(handlers, func(h handler) bool { return h.of == reflect.TypeOf(c) })
	return &handlers[i]
}

// does is a handler of commands without an option.
func does[C any](do func(*app, C)) handler {
	return handler{of: reflect.TypeFor[C](), do: func(a *app, c command.Command) { do(a, c.(C)) }}
}

// simply is a handler of commands without arguments.
func simply[C any](do func(*app)) handler { return does(func(a *app, _ C) { do(a) }) }

// switches is a handler of commands that switch something on or off with their field On.
func switches[C any](isOn func(*app) bool, set func(a *app, on bool)) handler {
	wanted := func(c command.Command) bool { return reflect.ValueOf(c).FieldByName("On").Bool() }
	return handler{reflect.TypeFor[C](), func(a *app, c command.Command) {
		if isOn(a) != wanted(c) {
			set(a, wanted(c))
		}
	}, func(a *app, c command.Command) bool { return isOn(a) == wanted(c) }}
}

// setting is a handler of commands that switch a setting on or off.
func setting[C any](of func(*app) *bool) handler {
	return switches[C](func(a *app) bool { return *of(a) }, func(a *app, on bool) { *of(a) = on })
}

var fileHandlers = []handler{
	does(func(a *app, c command.Open) {
		if c.Path == "" {
			a.dialogs.open.ask()
			return
		}
		a.dialogs.open.openAll(c.Path)
	}),
	does(func(a *app, c command.JoinTraces) {
		shown := ""
		if !session.IsBlank(a.Document) {
			shown = a.Path
		}
		a.dialogs.open.askToJoin(shown, c.Paths...)
	}),
	simply[command.Attach](func(a *app) { a.dialogs.attach.ask() }),
	simply[command.Reload](func(a *app) { a.session.Reload() }),
	simply[command.CloseTab](func(a *app) { a.tabs.closeShown() }),
	simply[command.QuickPicture](func(a *app) { a.exporter.QuickPicture() }),
	does(func(a *app, c command.SavePicture) {
		if c.Path == "" {
			askPicture(a)
			return
		}
		if path, ok := a.exporter.Target(c.Path, ".png", shot.Kind); ok {
			a.exporter.SavePicture(path, c.Size)
		}
	}),
	simply[command.CopyPicture](func(a *app) { a.exporter.CopyPicture() }),
	simply[command.SaveAnimation](askAnimation),
	does(func(a *app, c command.SaveReport) {
		switch {
		case !a.exporter.CanReport():
		case c.Path == "":
			a.dialogs.report.ask(session.ReportName(a.Workspace.Name))
		default:
			format := formats.Of("", c.Path)
			if path, ok := a.exporter.Target(c.Path, session.ExtensionOf(c.Path, format.Extensions), format.Kind); ok {
				a.exporter.Report(path, format, c.Anonymous)
			}
		}
	}),
	does(func(a *app, c command.SaveFlameGraph) {
		switch p := &a.panels().flame; {
		case !p.graph.Present:
			a.messages.Say("Open the flame graph first: " + flameName + ".")
		case c.Path == "":
			a.dialogs.flame.save(p.exported())
		default:
			format := a.dialogs.flame.format(c.Path)
			if path, ok := a.exporter.Target(c.Path, session.ExtensionOf(c.Path, format.Extensions), format.Kind); ok {
				a.exporter.Flame(path, format, p.exported())
			}
		}
	}),
	simply[command.Quit](func(a *app) { a.session.Ended = true }),
}

var sliceHandlers = []handler{
	simply[command.NewSlice](func(a *app) { a.dialogs.slices.edit.create(slice.Definition{}) }),
	simply[command.SliceThreads](func(a *app) { a.dialogs.slices.addThreads(a.Workspace.Look.Selection, false) }),
	simply[command.SliceInterval](func(a *app) { a.dialogs.slices.addInterval() }),
	simply[command.OpenChosenSlice](openChosenSpace),
	simply[command.DivideSlices](func(a *app) { a.dialogs.slices.divide.show(slice.Definition{}) }),
	simply[command.ShowGallery](func(a *app) { a.dialogs.slices.gallery.show() }),
	does(func(a *app, c command.OpenSlices) {
		if c.Path == "" {
			a.dialogs.slices.files.askOpen()
			return
		}
		a.exporter.OpenSlices(c.Path)
	}),
	does(func(a *app, c command.SaveSlices) {
		if c.Path == "" {
			a.dialogs.slices.files.askSave()
			return
		}
		if path, ok := a.exporter.Target(c.Path, ".json", session.SliceKind); ok && a.dialogs.slices.files.some() {
			a.exporter.SaveSlices(path)
		}
	}),
	simply[command.CopySlices](func(a *app) { a.dialogs.slices.copyAll() }),
	simply[command.PasteSlices](func(a *app) { a.dialogs.slices.paste() }),
}

var goHandlers = []handler{
	does(func(a *app, c command.Find) { a.dialogs.finder.open(c.Text) }),
	does(func(a *app, c command.NextFinding) { a.panels().findings.goToNext(c.By) }),
	simply[command.FollowBlocker](toBlocker),
	simply[command.FollowWaiter](toWaiter),
	does(func(a *app, c command.NextState) { change(a, c.By) }),
	does(func(a *app, c command.NextWait) { graphChange(a, c.By) }),
	simply[command.ListSlowestCalls](slowestCalls),
	simply[command.ZoomToSelection](zoomToSelection),
	simply[command.PinNote](pinNote),
	simply[command.ShowNotes](func(*app) { imgui.SetWindowFocusStr(notesID) }),
	does(func(a *app, c command.NextNote) { toNote(a, c.By) }),
	simply[command.CopyNotes](copyNotes),
	does(func(a *app, c command.Bookmark) { goToBookmark(a, c) }),
}

var threadHandlers = []handler{
	simply[command.ClusterSelected](makeCluster),
	simply[command.FoldSelected](foldSelected),
	simply[command.RenameCluster](renameCluster),
	simply[command.Escape](escape),
	simply[command.FocusFilter](toFilter),
	does(func(a *app, c command.SelectRow) { nextRow(a, c.By) }),
}

var windowHandlers = []handler{
	does(func(a *app, c command.FocusPanel) { toPanel(a, c.By) }),
	simply[command.FocusMenus](openMenus),
	simply[command.ThreadActions](openContextMenu),
	does(func(a *app, c command.ShowTab) { a.tabs.showNext(c.By) }),
	switches[command.Compare](func(a *app) bool { return a.comparison.Compares() }, func(a *app, _ bool) { a.session.CompareWithNext() }),
	switches[command.ShowBeside](func(a *app) bool { return a.comparison.ShowsSpaces() }, func(a *app, _ bool) { a.session.ShowBeside() }),
	does(func(a *app, c command.ShowTable) {
		i := slices.IndexFunc(tableKinds[:], func(k tableKind) bool { return strings.EqualFold(k.name, c.Table) })
		if i < 0 {
			a.messages.Say(fmt.Sprintf("There is no table “%s”.", report.Safe(c.Table)))
			return
		}
		a.panels().tables.show(i)
	}),
	does(func(a *app, c command.FilterTable) {
		p := &a.panels().tables
		p.tables[p.shown].query.Find = c.Text
	}),
	simply[command.ResetPanels](func(a *app) { a.dock.reset() }),
	switches[command.ShowDocumentation](
		func(a *app) bool { return a.dialogs.manual.open }, func(a *app, on bool) { a.dialogs.manual.setOpen(on) }),
	setting[command.ShowKeys](func(a *app) *bool { return &a.dialogs.sheet.open }),
	simply[command.ChangeKeys](func(a *app) { a.dialogs.keys.ask() }),
	simply[command.About](func(a *app) { a.messages.Say("TIV " + a.options.Version + ", a viewer of threads and their waits.") }),
	simply[command.Tour](func(a *app) { a.dialogs.tour.begin() }),
}

var settingHandlers = []handler{
	does(func(a *app, c command.ScaleText) { textScale(a, c.By) }),
	switches[command.SetEasedCamera](func(a *app) bool { return !a.prefs.Abrupt }, func(a *app, on bool) { a.prefs.Abrupt = !on }),
	setting[command.SetWheelTime](func(a *app) *bool { return &a.prefs.WheelTime }),
	setting[command.SetLegendStrip](func(a *app) *bool { return &a.prefs.LegendStrip }),
	{reflect.TypeFor[command.SetKeyPreset](),
		func(a *app, c command.Command) { a.dialogs.keys.choosePreset(c.(command.SetKeyPreset).Name) },
		func(a *app, c command.Command) bool { return a.keys.Preset().Name == c.(command.SetKeyPreset).Name }},
}

// goToBookmark goes to a bookmark. It sets the bookmark if it is unset, or to be replaced.
func goToBookmark(a *app, c command.Bookmark) {
	switch n := c.Number; {
	case n < 0 || n >= len(a.Workspace.Bookmarks):
		a.messages.Say(fmt.Sprintf("There is no bookmark %d.", n))
	case a.Workspace.Bookmarks[n].Set && !c.Replace:
		a.Glide(workspace.GoToBookmark{Number: n})
	default:
		a.Send(workspace.SetBookmark{Number: n})
		a.messages.Say(keys.WithKey(fmt.Sprintf("Bookmark %d is set here", n), a.keys.Keys(fmt.Sprint("bookmark ", n))))
	}
}
