// Package ui is the window: it translates keys, mouse and panels to workspace
// commands, and draws the workspace with render and Dear ImGui.
//
// Only this package and those below it use GLFW and Dear ImGui. The states of threads,
// the places of bars and the effects of commands are decided elsewhere.
//
// # Decisions
//
//   - The shell (app.go) has the window, the loop, the tabs and the dock. Panels and dialogs
//     are types of their own, in lists of parts: each is laid out, can be busy, and is
//     closed; the window is at rest if none is busy. A panel has the trace of its tab for
//     good, and the widgets, messages or menus that it uses as fields, but no other panel's
//     state; a dialog is about the trace that is shown.
//   - Keys are words, and belong to the entries of package command, of which menus, palette,
//     key sheet and documentation are made; presets are changes to them. handlers.go binds the
//     commands of the window to what they do. A letter without Ctrl or Alt is the typed
//     character on any keyboard; with them it is the position of the key.
//   - The flame graph has three stages in the background (flamedata.go): call tree, layout,
//     search. A frame only places boxes of at least half a pixel, on a canvas that files
//     have, too. The zoomed part is kept as names of functions, so it stays while the
//     interval changes.
//   - The state of the visit is in package session: the window has a tab with panels for each
//     trace of it, lays out the bars, and draws the scenes of both sides of a comparison, one
//     after the other.
//   - On the start page (startpage.go), only the entries that are Traceless work.
//   - The documentation is in the window (manual.go): the binary contains docs/*.md. A
//     browser would need HTML, files beside the program, or a network.
package ui
