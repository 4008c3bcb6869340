// Package ui is the window: it translates keys, mouse and panels to workspace
// commands, and draws the workspace with render and Dear ImGui.
//
// Only this package and those below it use GLFW and Dear ImGui. The states of threads,
// the places of bars and the effects of commands are decided elsewhere.
//
// # Decisions
//
//   - The shell (app.go) has the window, the loop, the tabs and the dock, and makes panels and
//     dialogs (construct.go, dialogs.go). These are in packages of their own, by kind, and
//     know neither the window nor each other: each is made with the services of the window
//     (package panel) and with functions of others. They are in lists of parts: each is laid
//     out, can be busy, and is closed; the window is at rest if none is busy. A panel has the
//     trace of its tab for good; a dialog is about the trace that is shown.
//   - Keys are words, and belong to the entries of package command, of which menus, palette,
//     key sheet and documentation are made; presets are changes to them. handlers.go binds the
//     commands of the window to what they do. A letter without Ctrl or Alt is the typed
//     character on any keyboard; with them it is the position of the key.
//   - The state of the visit is in package session: the window has a tab with panels for each
//     trace of it, lays out the bars, and draws the scenes of both sides of a comparison, one
//     after the other.
//   - On the start page (startpage.go), only the entries that are Traceless work.
package ui
