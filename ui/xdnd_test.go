package ui_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// dragged is a program from which something is dragged, as XDND has it: see
// https://freedesktop.org/wiki/Specifications/XDND, version 5.
type dragged struct {
	x      *xgb.Conn
	screen *xproto.ScreenInfo
	window xproto.Window // of the program
	target xproto.Window // that it is dropped on
	atoms  map[string]xproto.Atom
	list   string // text/uri-list
}

var xdndAtoms = []string{
	"XdndAware", "XdndEnter", "XdndPosition", "XdndStatus", "XdndDrop", "XdndFinished", "XdndSelection", "XdndActionCopy",
	"text/uri-list", "text/plain",
}

// drop drops URIs on the window, one a line. It returns when the window has
// taken them.
func (d *driver) drop(at mgl32.Vec2, uris ...string) {
	d.Helper()
	list := ""
	for _, u := range uris {
		list += u + "\r\n"
	}
	if err := dropOn(d.screen.display, at, list); err != nil {
		d.Fatalf("drop %q: %v", uris, err)
	}
}

func dropOn(display string, at mgl32.Vec2, list string) error {
	xgb.Logger = log.New(io.Discard, "", 0) // it logs a missing authentication
	x, err := xgb.NewConnDisplay(display)
	if err != nil {
		return err
	}
	defer x.Close()
	late := time.AfterFunc(patience, x.Close) // which ends WaitForEvent
	defer late.Stop()
	p := &dragged{x: x, screen: xproto.Setup(x).DefaultScreen(x), atoms: map[string]xproto.Atom{}, list: list}
	if err := p.begin(); err != nil {
		return err
	}
	where := uint32(at[0])<<16 | uint32(at[1])
	const version = 5
	p.send("XdndEnter", version<<24, uint32(p.atoms["text/plain"]), uint32(p.atoms["text/uri-list"]), 0)
	p.send("XdndPosition", 0, where, xproto.TimeCurrentTime, uint32(p.atoms["XdndActionCopy"]))
	if err := p.answer("XdndStatus"); err != nil {
		return err
	}
	p.send("XdndDrop", 0, xproto.TimeCurrentTime, 0, 0)
	return p.answer("XdndFinished")
}

// begin makes the program's invisible window, makes it the owner of the dragged
// data, and finds the window that takes drops.
func (p *dragged) begin() (err error) {
	for _, name := range xdndAtoms {
		r, err := xproto.InternAtom(p.x, false, uint16(len(name)), name).Reply()
		if err != nil {
			return err
		}
		p.atoms[name] = r.Atom
	}
	if p.window, err = xproto.NewWindowId(p.x); err != nil {
		return err
	}
	err = xproto.CreateWindowChecked(p.x, 0, p.window, p.screen.Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly,
		p.screen.RootVisual, 0, nil).Check()
	if err != nil {
		return err
	}
	err = xproto.SetSelectionOwnerChecked(p.x, p.window, p.atoms["XdndSelection"], xproto.TimeCurrentTime).Check()
	if err != nil {
		return err
	}
	tree, err := xproto.QueryTree(p.x, p.screen.Root).Reply()
	if err != nil {
		return err
	}
	for _, w := range tree.Children {
		if has, err := xproto.GetProperty(p.x, false, w, p.atoms["XdndAware"], xproto.AtomAtom, 0, 1).Reply(); err == nil &&
			has.ValueLen == 1 {
			p.target = w
			return nil
		}
	}
	return errors.New("no window takes drops")
}

// send sends a message: first its sender, then four more words.
func (p *dragged) send(kind string, words ...uint32) {
	event := xproto.ClientMessageEvent{
		Format: 32, Window: p.target, Type: p.atoms[kind],
		Data: xproto.ClientMessageDataUnionData32New(append([]uint32{uint32(p.window)}, words...)),
	}
	xproto.SendEvent(p.x, false, p.target, xproto.EventMaskNoEvent, string(event.Bytes()))
}

// answer waits for a message of acceptance, and meanwhile serves requests for
// the dragged data.
func (p *dragged) answer(kind string) error {
	for {
		event, err := p.x.WaitForEvent()
		switch e := event.(type) {
		case nil:
			return fmt.Errorf("no %s came: %v", kind, err)
		case xproto.SelectionRequestEvent:
			xproto.ChangeProperty(p.x, xproto.PropModeReplace, e.Requestor, e.Property, e.Target, 8, uint32(len(p.list)), []byte(p.list))
			reply := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target,
				Property: e.Property}
			xproto.SendEvent(p.x, false, e.Requestor, xproto.EventMaskNoEvent, string(reply.Bytes()))
		case xproto.ClientMessageEvent:
			if e.Type != p.atoms[kind] {
				continue
			}
			if kind == "XdndStatus" && e.Data.Data32[1]&1 == 0 { // GLFW says yes in XdndFinished only to odd lengths
				return errors.New("the window does not want it")
			}
			return nil
		}
	}
}
