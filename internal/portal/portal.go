package portal

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"tiv/internal/background"
)

// Request describes a file dialog.
type Request struct {
	// Title is the title of the dialog.
	Title string
	// Save is a dialog for one file to write, and asks before it returns an
	// existing one; otherwise it is for any number of files to open.
	Save bool
	// Folder is the absolute path of the folder shown first; "" for any. Name is
	// the proposed name of a file to save.
	Folder, Name string
	// Kinds are the kinds of files that the user can choose between. The first is
	// shown first; none shows all files.
	Kinds []Kind
	// Parent is the window that the dialog belongs to, "x11:" and its id in
	// hexadecimal digits; "" for none.
	Parent string
}

// Kind is a kind of files: a name for people, and patterns of file names such as
// "*.png".
type Kind struct {
	Name     string
	Patterns []string
}

// ErrUnavailable is the error of Choose if there is no portal that shows dialogs.
var ErrUnavailable = errors.New("the desktop offers no file dialog")

// limit is the longest time in which a portal must accept a request. The first
// request may start the portal.
const limit = 2 * time.Second

// Names on the bus.
const (
	service      = "org.freedesktop.portal.Desktop"
	object       = "/org/freedesktop/portal/desktop"
	chooser      = "org.freedesktop.portal.FileChooser"
	request      = "org.freedesktop.portal.Request"
	ownerChanged = "org.freedesktop.DBus.NameOwnerChanged"
)

// Choose shows a dialog and returns the chosen paths; none if the user cancels.
// It blocks until then, or until ctx is done; that closes the dialog. The error
// wraps ErrUnavailable if no portal accepts the request within two seconds; other
// errors tell of single files that cannot be used, beside the paths of the rest.
func Choose(ctx context.Context, r Request) ([]string, error) { return choose(ctx, r, limit) }

func choose(ctx context.Context, r Request, limit time.Duration) ([]string, error) {
	life, end := context.WithCancel(ctx) // of the connection
	defer end()
	late := time.AfterFunc(limit, end)
	d, err := background.Detach(life, func() (*dialog, error) { return open(life, &r) }, nil)
	switch inTime := late.Stop(); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !inTime:
		return nil, fmt.Errorf("%w: no answer from the portal", ErrUnavailable)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return d.wait(life)
}

// dialog is a dialog that the portal has accepted.
type dialog struct {
	conn    *dbus.Conn
	handle  dbus.ObjectPath // of the request
	signals chan *dbus.Signal
}

// open connects to the session bus and requests a dialog. The connection ends
// with ctx.
func open(ctx context.Context, r *Request) (*dialog, error) {
	conn, err := connect(ctx)
	if err != nil {
		return nil, err
	}
	d := &dialog{conn: conn, signals: make(chan *dbus.Signal, 16)}
	conn.Signal(d.signals) // before the request, whose answer may come at once
	err = conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(service), dbus.WithMatchInterface(request), dbus.WithMatchMember("Response"))
	if err != nil {
		return nil, err
	}
	err = conn.AddMatchSignalContext(ctx, dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, service))
	if err != nil {
		return nil, err
	}
	method := chooser + ".OpenFile"
	if r.Save {
		method = chooser + ".SaveFile"
	}
	err = conn.Object(service, object).CallWithContext(ctx, method, 0, r.Parent, valid(r.Title), r.options()).Store(&d.handle)
	return d, err
}

// connect connects to the session bus. It never starts one.
func connect(ctx context.Context) (*dbus.Conn, error) {
	conn, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	if err := conn.Auth(nil); err != nil {
		return nil, err
	}
	return conn, conn.Hello()
}

// options are the options of a request in the portal's form.
func (r *Request) options() map[string]dbus.Variant {
	options := map[string]dbus.Variant{
		"handle_token": dbus.MakeVariant("tiv_" + rand.Text()),
		"modal":        dbus.MakeVariant(true),
		"multiple":     dbus.MakeVariant(!r.Save),
	}
	if r.Folder != "" {
		options["current_folder"] = dbus.MakeVariant(append([]byte(r.Folder), 0))
	}
	if r.Save && r.Name != "" {
		options["current_name"] = dbus.MakeVariant(valid(r.Name))
	}
	type rule struct {
		Kind    uint32 // 0 is a pattern
		Pattern string
	}
	type filter struct {
		Name  string
		Rules []rule
	}
	var filters []filter
	for _, k := range r.Kinds {
		f := filter{Name: k.Name}
		for _, p := range k.Patterns {
			f.Rules = append(f.Rules, rule{0, p})
		}
		filters = append(filters, f)
	}
	if len(filters) > 0 {
		options["filters"] = dbus.MakeVariant(filters)
		options["current_filter"] = dbus.MakeVariant(filters[0])
	}
	return options
}

// valid returns a text as the bus takes it: others end the connection.
func valid(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// wait waits for the user. When ctx is done it closes the dialog.
func (d *dialog) wait(ctx context.Context) ([]string, error) {
	for {
		select {
		case s, ok := <-d.signals:
			switch {
			case !ok && ctx.Err() != nil:
				return nil, ctx.Err()
			case !ok || s.Name == ownerChanged && vanished(s):
				return nil, errors.New("the file dialog of the desktop ended without an answer")
			case s.Name == request+".Response" && s.Path == d.handle:
				return answer(s)
			}
		case <-ctx.Done(): // the portal closes the dialogs of ended connections
			return nil, ctx.Err()
		}
	}
}

// vanished reports whether the service has ended, by a signal about its owner.
func vanished(s *dbus.Signal) bool {
	var name, before, after string
	return dbus.Store(s.Body, &name, &before, &after) == nil && name == service && after == ""
}

// answer returns the paths of a Response: its code, and results by name.
func answer(s *dbus.Signal) ([]string, error) {
	var code uint32
	var results map[string]dbus.Variant
	if err := dbus.Store(s.Body, &code, &results); err != nil {
		return nil, fmt.Errorf("answer of the desktop's file dialog: %w", err)
	}
	switch code {
	case 0:
		uris, ok := results["uris"].Value().([]string)
		if !ok {
			return nil, errors.New("answer of the desktop's file dialog: there are no files in it")
		}
		return paths(uris)
	case 1:
		return nil, nil
	}
	return nil, errors.New("the file dialog of the desktop failed")
}
