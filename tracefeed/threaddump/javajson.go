package threaddump

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"time"

	"tiv/tracefeed"
)

// javaJSON is the start of the JSON of Thread.dump_to_file, of Java 21 and later.
var javaJSON = regexp.MustCompile(`^\s*\{\s*"threadDump"\s*:`)

// javaJSONThread is a thread of such a dump.
type javaJSONThread struct {
	TID         flexible `json:"tid"`
	Name        string   `json:"name"`
	State       string   `json:"state"`
	Virtual     bool     `json:"virtual"`
	BlockedOn   string   `json:"blockedOn"`
	WaitingOn   string   `json:"waitingOn"`
	ParkBlocker struct {
		Object string   `json:"object"`
		Owner  flexible `json:"owner"`
	} `json:"parkBlocker"`
	Stack    []string `json:"stack"`
	Monitors []struct {
		Locks []string `json:"locks"`
	} `json:"monitorsOwned"`
}

// flexible is a number, which some releases write as a string.
type flexible string

// UnmarshalJSON reads a number or a string.
func (f *flexible) UnmarshalJSON(b []byte) error {
	*f = flexible(bytes.Trim(b, `"`))
	return nil
}

// readJSON reads a dump in JSON. The error is that of the text.
func (p *javaParser) readJSON(r io.Reader) error {
	d := json.NewDecoder(r)
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = p.value(d, token)
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = errCutStack
		}
		if err != nil {
			return &tracefeed.Damage{Offset: d.InputOffset(), Err: fmt.Errorf("thread dump in JSON: %w", err)}
		}
		if p.dumps.full != nil {
			return &tracefeed.Damage{Offset: d.InputOffset(), Err: p.dumps.full}
		}
	}
}

// value reads the value after a key that is of interest.
func (p *javaParser) value(d *json.Decoder, key json.Token) error {
	switch key {
	case "time":
		var text string
		if err := d.Decode(&text); err != nil {
			return err
		}
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			p.dumps.at = at.UnixNano()
		}
	case "threadCount":
		var n flexible
		if err := d.Decode(&n); err != nil {
			return err
		}
		count, _ := strconv.Atoi(string(n))
		p.dumps.counts().announced += max(0, count)
	case "threads":
		return p.threads(d)
	}
	return nil
}

// threads reads a list of threads.
func (p *javaParser) threads(d *json.Decoder) error {
	if token, err := d.Token(); err != nil || token != json.Delim('[') {
		return err
	}
	for d.More() && p.dumps.full == nil {
		var th javaJSONThread
		if err := d.Decode(&th); err != nil {
			return err
		}
		p.addJSON(&th)
	}
	return nil
}

// addJSON adds a thread as the lines of a text would.
func (p *javaParser) addJSON(in *javaJSONThread) {
	th := p.begin(string(in.TID), in.Name)
	th.state = in.State
	for _, call := range in.Stack {
		th.read("at "+call, false)
	}
	th.lock("waiting to lock", in.BlockedOn)
	th.lock("waiting on", in.WaitingOn)
	if b := in.ParkBlocker; b.Object != "" {
		th.lock("parking to wait for", b.Object)
		th.owner.id = string(b.Owner)
	}
	for _, m := range in.Monitors {
		for _, lock := range m.Locks {
			th.lock("locked", lock)
		}
	}
	p.finish()
}
