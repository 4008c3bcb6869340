package ui

import (
	"slices"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/report"
	"tiv/session"
	"tiv/ui/picture"
)

// handlers carry out the commands of the window that the session leaves to it.
var handlers = slices.Concat(fileHandlers, sliceHandlers, definingHandlers, goHandlers, threadHandlers, windowHandlers, settingHandlers)

var fileHandlers = command.Handlers[*app]{
	command.Does(func(a *app, _ command.Open) { a.dialogs.files.Open.Ask() }),
	command.Does(func(a *app, _ command.JoinTraces) { a.dialogs.files.Open.AskToJoin() }),
	command.Does(func(a *app, _ command.Attach) { a.dialogs.attach.ask() }),
	command.Does(func(a *app, c command.SavePicture) {
		if c.Path != "" {
			a.exporter.SaveWindow(c.Path)
			return
		}
		a.dialogs.files.Picture.Ask(session.PictureName(a.Workspace.Name, a.Workspace.Look.Moment))
	}),
	command.Does(func(a *app, _ command.CopyPicture) { a.exporter.TakeWindow(session.Destination{}) }),
	command.Does(func(a *app, _ command.SaveAnimation) { a.dialogs.files.Animation.Ask() }),
	command.Does(func(a *app, _ command.SaveReport) { a.dialogs.files.Report.Ask(session.ReportName(a.Workspace.Name)) }),
	command.Does(func(a *app, _ command.SaveFlameGraph) { a.dialogs.files.Flame.Save() }),
}

var sliceHandlers = command.Handlers[*app]{
	command.Simply[command.NewSlice](func(a *app) { a.dialogs.slices.Edit.Create(slice.Definition{}) }),
	command.Simply[command.OpenChosenSlice](openChosenSpace),
	command.Does(func(a *app, c command.DivideSlices) {
		a.dialogs.slices.Divide.Show(slice.Definition{Name: c.Name, Of: c.Of, Where: c.Where, Extent: c.Of.Extents()[0]})
	}),
	command.Simply[command.ShowGallery](func(a *app) { a.dialogs.slices.Gallery.Show() }),
	command.Does(func(a *app, _ command.OpenSlices) { a.dialogs.files.Slices.AskOpen() }),
	command.Does(func(a *app, _ command.SaveSlices) { a.dialogs.files.Slices.AskSave() }),
}

var definingHandlers = command.Handlers[*app]{
	command.Does(func(a *app, c command.EditDefinitions) { a.dialogs.defining.Show(c.Function) }),
}

var goHandlers = command.Handlers[*app]{
	command.Does(func(a *app, c command.Find) { a.dialogs.finder.open(c.Text) }),
	command.Simply[command.ZoomToSelection](func(a *app) { picture.ZoomToSelection(a.Document) }),
	command.Simply[command.PinNote](func(a *app) { a.dialogs.note.Edit(-1) }),
	command.Does(func(a *app, c command.ShowPanel) { a.focus.show(a.Messages, c.Panel) }),
	command.Does(func(a *app, c command.OpenSource) {
		if f, ok := session.FrameOf(c, a.Messages, a.Document); ok {
			a.Messages.Fail(a.Launcher.Edit(a.Prefs.Editor, f.File, int(f.Line)))
		}
	}),
	command.Does(func(a *app, c command.OpenFunction) {
		if f, ok := session.CodeOf(c.Function, a.Document); ok {
			a.Messages.Fail(a.Launcher.Edit(a.Prefs.Editor, f.File, int(f.Line)))
			return
		}
		a.Messages.Say("The trace has no file of " + report.Safe(c.Function) + ".")
	}),
}

var threadHandlers = command.Handlers[*app]{
	command.Simply[command.ClusterSelected](makeCluster),
	command.Simply[command.RenameCluster](renameCluster),
	command.Simply[command.Escape](escape),
	command.Simply[command.FocusFilter](toFilter),
	command.Does(func(a *app, c command.SelectRow) { a.panels().threads.SelectNext(c.By) }),
}

var windowHandlers = command.Handlers[*app]{
	command.Does(func(a *app, c command.FocusPanel) { toPanel(a, c.By) }),
	command.Simply[command.FocusMenus](openMenus),
	command.Simply[command.ThreadActions](openContextMenu),
	command.Simply[command.ResetPanels](func(a *app) { a.dock.reset() }),
	command.Chooses(func(a *app, c command.ShowDocumentation) bool { return a.dialogs.manual.IsAs(c) },
		func(a *app, c command.ShowDocumentation) { a.Messages.Fail(a.dialogs.manual.Show(c)) }),
	command.Sets[command.ShowKeys](func(a *app) *bool { return &a.dialogs.sheet.Open }),
	command.Simply[command.ChangeKeys](func(a *app) { a.dialogs.keys.Ask() }),
	command.Simply[command.About](func(a *app) { a.Messages.Say("TIV " + a.options.Version + ", a viewer of threads and their waits.") }),
	command.Simply[command.Tour](func(a *app) { a.dialogs.tour.begin() }),
	command.Does(func(a *app, c command.NextTourStep) { a.dialogs.tour.next(c.By) }),
	command.Simply[command.EndTour](func(a *app) { a.dialogs.tour.end() }),
	command.Switches[command.SetTourAtStart](
		func(a *app) bool { return a.dialogs.tour.atStart() }, func(a *app, on bool) { a.dialogs.tour.setAtStart(on) }),
	command.Does(func(a *app, c command.OpenSaved) { a.messageList.openSaved(c) }),
}

var settingHandlers = command.Handlers[*app]{
	command.Does(func(a *app, c command.ScaleText) { textScale(a.Prefs, c.By) }),
	command.Switches[command.SetFullScreen](
		func(a *app) bool { return a.shows.Window.FullScreen() }, func(a *app, on bool) { a.shows.Window.SetFullScreen(on) }),
	command.Sets[command.HidePanels](func(a *app) *bool { return &a.shows.Bare }),
	command.Switches[command.Present](
		func(a *app) bool { return a.shows.Presenting() }, func(a *app, on bool) { a.shows.Present(on) }),
	command.Chooses(func(a *app, c command.SetKeyPreset) bool { return a.Keys.Preset().Name == c.Name },
		func(a *app, c command.SetKeyPreset) { a.dialogs.keys.ChoosePreset(c.Name) }),
	command.Does(func(a *app, c command.SetKeys) { a.Messages.Fail(a.dialogs.keys.Give(c.Entry, c.Keys)) }),
	command.Does(func(a *app, c command.ResetKeys) { a.Messages.Fail(a.dialogs.keys.Reset(c.Entry)) }),
}
