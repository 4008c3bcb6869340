package command

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// listed is a command in JSON.
type listed struct {
	Name      string        `json:"name"`
	Usage     string        `json:"usage"`
	Help      string        `json:"help"`
	Window    bool          `json:"window,omitempty"`
	Arguments []Argument    `json:"arguments"`
	Entries   []listedEntry `json:"entries,omitempty"`
}

// listedEntry is an entry in JSON. Command is "" if it depends on the view.
type listedEntry struct {
	Name    string `json:"name"`
	Menu    string `json:"menu"`
	Label   string `json:"label"`
	Keys    string `json:"keys,omitempty"`
	Command string `json:"command,omitempty"`
}

// WriteJSON writes all commands, with the entries that give them, as JSON.
func WriteJSON(out io.Writer) error {
	var list []listed
	for _, k := range Kinds() {
		x := listed{k.Name, k.usage(), k.Help, k.Window, k.arguments(), nil}
		for _, e := range k.entries() {
			x.Entries = append(x.Entries, listedEntry{e.Name, e.Menu, e.Label, e.Keys, e.text()})
		}
		list = append(list, x)
	}
	to := json.NewEncoder(out)
	to.SetEscapeHTML(false)
	to.SetIndent("", "  ")
	return to.Encode(list)
}

// text returns the text form of an entry's command; "" if that depends on the view.
func (e *Entry) text() string {
	if e.Command == nil {
		return ""
	}
	return Print(e.Command, nil)
}

// keys returns the keys of the entries that give a command.
func (k *Kind) keys() string {
	var keys []string
	for _, e := range k.entries() {
		if e.Keys != "" {
			keys = append(keys, strings.Fields(e.Keys)...)
		}
	}
	return strings.Join(keys, ", ")
}

// WriteText writes all commands with their arguments, keys and effects, for people.
func WriteText(out io.Writer) error {
	var b strings.Builder
	for _, k := range Kinds() {
		b.WriteString(k.usage())
		if keys := k.keys(); keys != "" {
			fmt.Fprintf(&b, "    (%s)", keys)
		}
		fmt.Fprintf(&b, "\n    %s\n", k.Help)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

//go:embed introduction.md
var introduction string

// markdown returns the page docs/commands.md.
func markdown() string {
	var b strings.Builder
	b.WriteString(introduction)
	for _, part := range []struct {
		title  string
		window bool
	}{{"Commands of the view", false}, {"Commands of the window", true}} {
		fmt.Fprintf(&b, "\n## %s\n\n", part.title)
		for _, k := range Kinds() {
			if k.Window == part.window {
				fmt.Fprintf(&b, "- `%s`: %s\n", k.usage(), k.Help)
			}
		}
	}
	b.WriteString("\n## Menus and keys\n")
	for i := range Menus {
		Menus[i].markdown(&b, Menus[i].Name)
	}
	return b.String()
}

// markdown writes the entries of a menu, and of those below it.
func (m *Menu) markdown(b *strings.Builder, title string) {
	fmt.Fprintf(b, "\n### %s\n\n", title)
	for _, e := range m.Entries() {
		fmt.Fprintf(b, "- %s", e.Label)
		if e.Keys != "" {
			fmt.Fprintf(b, " (`%s`)", strings.Join(strings.Fields(e.Keys), "`, `"))
		}
		if text := e.text(); text != "" {
			fmt.Fprintf(b, ": `%s`", text)
		}
		b.WriteByte('\n')
	}
	for i := range m.Below {
		m.Below[i].markdown(b, title+" > "+m.Below[i].Name)
	}
}
