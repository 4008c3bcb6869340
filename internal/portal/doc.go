// Package portal shows the file dialogs of the user's desktop: a request goes
// in, paths come out. It speaks to the interface
// org.freedesktop.portal.FileChooser on the session bus. It knows neither windows
// nor traces.
//
// # Decisions
//
//   - A portal that does not answer is no portal. It must accept a request within two
//     seconds, on a connection of its own, whose end closes the dialog: nothing in the
//     window waits for another program, and TIV's own list takes over. Tests are the bus
//     themselves, on a socket.
package portal
