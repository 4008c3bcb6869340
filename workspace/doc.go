// Package workspace is one open trace, the state of its view, and the commands
// that change that state.
//
// Snapshots of a trace go in (package loader); keys, mouse, buttons and tests send
// Commands; a view.Look and the timeline to draw with it come out. Nothing
// here calls OpenGL or knows keys and widgets.
//
// # Decisions
//
//   - The state of the view is plain data, and commands replace its lists:
//     docs/decisions/006-view-state.md. Selection and moment are saved but not undone; Back
//     and Forward step through those (viewpoint.go).
//   - A command describes itself: label, effects, and the task that Prepare runs in the
//     background if it is slow. Given twice it does what it does once: entries and keys
//     toggle, commands set.
//   - A finding is judged by its identity (detect.Identity), which is the same in the next
//     recording. Dismissed findings and changed limits are saved and undone with the view;
//     tiv check reads neither, because its result must depend on its arguments alone.
//   - A trace opens at its most telling moment (package opening), because at the end of most
//     programs nothing is left to see: a finding, or the most lost time, while at most half
//     of the threads have ended. The loader finds it in the background. The window moves
//     there unless a view was restored or the user has acted.
//   - Only the timeline and the execution view can leave the moment (view.Kind.FreeRange).
//     Other views show the moment at z = 0, so moving takes it along. Zooming does so beside a
//     time axis, where the time under the pointer has to stay, and else stops at the moment.
//   - A saved workspace is untrusted, like its trace. It names threads by the source's ids,
//     is parsed field by field, and contains nothing that other code interprets. One that
//     cannot be read is renamed and never overwritten (store.go).
//   - A workspace is the only way to limit what counts (spaces.go). Its base is the name of
//     a slice of the parent, never a copy, so a change of the parent passes to all below.
//     The path of names is one string with newlines, so keys stay comparable. Each change
//     remembers its workspace, so undo and redo go there.
//   - Of two workspaces side by side, the trace has the state of both (spacebeside.go). The
//     second picture shows a clone, which is set anew after every change, so there is
//     nothing to merge, save or undo twice.
//   - Definitions of slices are state, their sets are not (slicing.go): the sets are
//     computed in the background after each change of the list or the trace, and the last
//     ones stay until then. A definition that cannot be evaluated is kept, because another
//     trace may know it.
package workspace
