package portal

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// long is a limit that no test reaches, short one that a silent portal exceeds.
const long, short = time.Hour, 10 * time.Millisecond

// answered is the result of Choose.
type answered struct {
	paths []string
	err   error
}

// begin requests a dialog in a goroutine, and returns the call that reached the
// portal.
func begin(ctx context.Context, b *bus, r Request) (*dbus.Message, chan answered) {
	b.Helper()
	done := make(chan answered, 1)
	go func() {
		list, err := choose(ctx, r, long)
		done <- answered{list, err}
	}()
	select {
	case m := <-b.opened:
		return m, done
	case a := <-done:
		b.Fatalf("no dialog: %q, %v", a.paths, a.err)
		return nil, nil
	}
}

func TestOpenFile(t *testing.T) {
	b := newBus(t, manners{})
	m, done := begin(t.Context(), b, Request{
		Title: "Open \xff", Folder: "/a b", Name: "x", Parent: "x11:1f",
		Kinds: []Kind{{"All", []string{"*"}}, {"Pictures", []string{"*.png", "*.jpg"}}},
	})
	if member := m.Headers[dbus.FieldMember].Value(); member != "OpenFile" || m.Body[0] != "x11:1f" || m.Body[1] != "Open \uFFFD" {
		t.Errorf("%v of %q", member, m.Body[:2])
	}
	options := m.Body[2].(map[string]dbus.Variant)
	if got := options["current_folder"].Value(); !reflect.DeepEqual(got, []byte("/a b\x00")) {
		t.Errorf("folder %q", got)
	}
	if got := options["filters"].String(); got != `@a(sa(us)) [["All", [[0, "*"]]], ["Pictures", [[0, "*.png"], [0, "*.jpg"]]]]` {
		t.Errorf("filters %s", got)
	}
	if options["multiple"].Value() != true || options["current_name"].Value() != nil {
		t.Errorf("options %v", options)
	}
	b.signal(handle+"x", request, "Response", uint32(0), map[string]dbus.Variant{"uris": dbus.MakeVariant([]string{"file:///other"})})
	b.respond(0, "file:///a%20b/100%25%20gr%C3%B6%C3%9Fer.trace", "file:///b")
	if a := <-done; a.err != nil || !slices.Equal(a.paths, []string{"/a b/100% größer.trace", "/b"}) {
		t.Errorf("chosen %q, %v", a.paths, a.err)
	}
}

func TestSaveFile(t *testing.T) {
	b := newBus(t, manners{})
	m, done := begin(t.Context(), b, Request{Save: true, Folder: "/a", Name: "x.png"})
	options := m.Body[2].(map[string]dbus.Variant)
	if m.Headers[dbus.FieldMember].Value() != "SaveFile" || options["current_name"].Value() != "x.png" ||
		options["multiple"].Value() != false {
		t.Errorf("%v with %v", m.Headers[dbus.FieldMember], options)
	}
	b.respond(0, "file:///a/y.png")
	if a := <-done; a.err != nil || !slices.Equal(a.paths, []string{"/a/y.png"}) {
		t.Errorf("chosen %q, %v", a.paths, a.err)
	}
}

// The user's Cancel is no error; any other end without files is one, but not that
// of a missing portal.
func TestNoAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(*bus)
		fine bool
	}{
		"cancelled": {func(b *bus) { b.respond(1) }, true},
		"failed":    {func(b *bus) { b.respond(2) }, false},
		"no files":  {func(b *bus) { b.signal(handle, request, "Response", uint32(0), map[string]dbus.Variant{}) }, false},
		"nonsense":  {func(b *bus) { b.signal(handle, request, "Response", "0") }, false},
		"ended": {func(b *bus) {
			b.signal("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", service, ":1.2", "")
		}, false},
		"no bus any more": {func(b *bus) { b.conn.Close() }, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBus(t, manners{})
			_, done := begin(t.Context(), b, Request{})
			c.end(b)
			if a := <-done; len(a.paths) > 0 || (a.err == nil) != c.fine || errors.Is(a.err, ErrUnavailable) {
				t.Errorf("%q, %v", a.paths, a.err)
			}
		})
	}
}

// The end of the context ends the connection, and so the dialog.
func TestEnd(t *testing.T) {
	b := newBus(t, manners{})
	ctx, cancel := context.WithCancel(t.Context())
	_, done := begin(ctx, b, Request{})
	cancel()
	if a := <-done; !errors.Is(a.err, context.Canceled) || errors.Is(a.err, ErrUnavailable) {
		t.Errorf("%q, %v", a.paths, a.err)
	}
	<-b.ended
}

func TestUnavailable(t *testing.T) {
	unavailable := func(t *testing.T, limit time.Duration) {
		t.Helper()
		if list, err := choose(t.Context(), Request{}, limit); !errors.Is(err, ErrUnavailable) || len(list) > 0 {
			t.Errorf("%q, %v", list, err)
		}
	}
	t.Run("no bus", func(t *testing.T) {
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
		unavailable(t, long)
	})
	t.Run("no address", func(t *testing.T) {
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", "nonsense")
		unavailable(t, long)
	})
	for name, m := range map[string]manners{
		"no portal": {refuse: "org.freedesktop.DBus.Error.ServiceUnknown"},
		"no dialog": {refuse: "org.freedesktop.DBus.Error.UnknownMethod"},
	} {
		t.Run(name, func(t *testing.T) {
			newBus(t, m)
			unavailable(t, long)
		})
	}
	for name, m := range map[string]manners{"silent portal": {silent: true}, "silent bus": {mute: true}} {
		t.Run(name, func(t *testing.T) {
			b := newBus(t, m)
			unavailable(t, short)
			<-b.ended
		})
	}
}

func TestPathOf(t *testing.T) {
	t.Parallel()
	for uri, want := range map[string]string{
		"file:///a/b":           "/a/b",
		"file://localhost/a":    "/a",
		"file:///a%20b%2525":    "/a b%25",
		"file:///%E7%B7%9A.tiv": "/線.tiv",
		"file:///線.tiv":         "/線.tiv",
		"file:///%ff":           "/\xff",
		"file:///a?b#c+d":       "/a?b#c+d",
		"file:///-o":            "/-o",
	} {
		if got, err := pathOf(uri); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", uri, got, err, want)
		}
	}
	for _, uri := range []string{"", "/a", "file:/a", "file://", "file://other.example/a", "sftp://h/a", "file:///a%2",
		"file:///%00", "https://h/a"} {
		if got, err := pathOf(uri); err == nil {
			t.Errorf("%q is the path of %s", got, uri)
		}
	}
	if list, err := paths([]string{"trash:///x", "file:///a"}); err == nil || !slices.Equal(list, []string{"/a"}) {
		t.Errorf("%q, %v", list, err)
	}
}
