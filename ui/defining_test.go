package ui_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tiv/ui"
)

// shopCalls is a trace with calls of three functions.
const shopCalls = "tiv-text 1\n0s A start\n1ms A call-enter main.(*shop).pay\n5ms A call-exit main.(*shop).pay\n" +
	"6ms A call-enter main.(*shop).order\n9ms A call-exit main.(*shop).order\n10ms A call-enter main.(*shop).pay\n" +
	"30ms A call-exit main.(*shop).pay\n31ms A call-enter main.report\n40ms A call-exit main.report\n50ms A end\n"

// shop writes a trace, and definitions beside it.
func shop(t *testing.T, definitions string) (trace, file string) {
	t.Helper()
	folder := t.TempDir()
	trace, file = filepath.Join(folder, "shop.tiv"), filepath.Join(folder, "tiv-tasks.xml")
	if err := os.WriteFile(trace, []byte(shopCalls), 0o600); err != nil {
		t.Fatal(err)
	}
	if definitions != "" {
		if err := os.WriteFile(file, []byte(definitions), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return trace, file
}

// openDefinitions opens the editor in the palette.
func openDefinitions(d *driver) {
	d.Helper()
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Resting })
	d.key("ctrl+shift+p")
	d.widget("finder")
	d.input("type", "edit definitions of")
	d.widget("hit Edit definitions of tasks…")
	d.key("Return")
	d.until("the editor", func(s ui.Snapshot) bool { return s.Marks["definitions"].Width() > 0 && s.Resting })
}

// row waits for what a definition finds.
func (d *driver) row(i, finds string) {
	d.Helper()
	d.until("definition "+i+": "+finds, func(s ui.Snapshot) bool { return s.Words["definition row "+i] == finds && s.Resting })
}

// A definition is typed with completion, counts at once, is applied, saved, undone, and switched off.
func TestDefinitionsTyped(t *testing.T) {
	t.Parallel()
	trace, file := shop(t, "")
	d := drive(t, trace)
	openDefinitions(d)
	d.input("type", "<EVENT ME")
	d.until("a completion", func(s ui.Snapshot) bool { return s.Marks[`completion METHOD="`].Width() > 0 })
	d.key("Tab")
	d.input("type", "pa")
	d.until("a method", func(s ui.Snapshot) bool { return s.Marks[`completion pay"`].Width() > 0 })
	d.key("Tab")
	d.input("type", " TYPE=\"SHOP")
	d.until("an error", func(s ui.Snapshot) bool {
		return strings.HasPrefix(s.Words["definitions problem 0"], "line ") && s.Resting
	})
	d.input("type", "\" />")
	d.row("0", "1 2")
	if _, err := os.Stat(file); err == nil {
		t.Error("written before it was saved")
	}
	d.click(middle(d.widget("definitions Apply")))
	d.until("applied", func(s ui.Snapshot) bool { return s.Undo == "define tasks" && s.Resting })
	d.click(middle(d.widget("definitions Save")))
	d.until("saved", func(s ui.Snapshot) bool {
		return strings.Contains(strings.Join(s.Messages, " "), "Saved ") && s.Resting
	})
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), `<EVENT METHOD="pay" TYPE="SHOP" />`) {
		t.Errorf("the file has %q, %v", text, err)
	}
	d.until("two tasks of the type", func(s ui.Snapshot) bool { return s.Words["definitions type SHOP"] == "SHOP 2 tasks" && s.Resting })
	d.click(middle(d.widget("definitions type SHOP")))
	d.row("0", "1 off")
	d.until("the box", func(s ui.Snapshot) bool {
		return s.Undo == "tasks of type SHOP" && s.Words["definitions type SHOP"] == "SHOP 1 function"
	})
	d.key("Escape")
	d.until("closed", func(s ui.Snapshot) bool { return s.Marks["definitions"].Width() == 0 })
	d.key("ctrl+z")
	d.until("on again", func(s ui.Snapshot) bool { return s.Undo == "define tasks" && s.Resting })
	d.key("7")
	d.until("the tasks", func(s ui.Snapshot) bool {
		return strings.HasPrefix(s.Words["legend of"], "2 tasks of 1 type") && s.Resting
	})
	d.key("ctrl+z")
	d.key("ctrl+z")
	d.until("the definitions are undone", func(s ui.Snapshot) bool { return s.Undo == "" && s.Resting })
	d.key("7")
	d.until("no tasks", func(s ui.Snapshot) bool { return !strings.HasPrefix(s.Words["legend of"], "2 tasks") && s.Resting })
}

// The nearest names are there for a definition without a match, and a file that somebody has changed is not
// overwritten without a question.
func TestDefinitionsChanged(t *testing.T) {
	t.Parallel()
	const first = "<EVENTS>\n<EVENT METHOD=\"pai\"/>\n<EVENT METHOD=\"order\" />\n</EVENTS>\n"
	trace, file := shop(t, first)
	d := drive(t, trace)
	openDefinitions(d)
	d.row("0", "0 0 near it are main.(*shop).pay")
	d.row("1", "1 1")
	const other = "<EVENTS>\n<EVENT METHOD=\"report\"/>\n</EVENTS>\n"
	if err := os.WriteFile(file, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	d.input("type", "<EVENT METHOD=\"pay\" />")
	d.row("0", "1 2")
	d.click(middle(d.widget("definitions Save")))
	d.until("a question", func(s ui.Snapshot) bool { return s.Words["definitions conflict"] != "" && s.Resting })
	if text, err := os.ReadFile(file); err != nil || string(text) != other {
		t.Errorf("the file has %q, %v", text, err)
	}
	d.click(middle(d.widget("definitions Overwrite")))
	d.until("saved", func(s ui.Snapshot) bool {
		return strings.Contains(strings.Join(s.Messages, " "), "Saved ") && s.Resting
	})
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "pai") || !strings.Contains(string(text), `"pay"`) {
		t.Errorf("the file has %q, %v", text, err)
	}
}

// In a file without definitions the first one is typed between the tags.
func TestDefinitionsTypedBetween(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]string{
		"<EVENTS>\n</EVENTS>\n": "<EVENTS><EVENT METHOD=\"pay\" />\n</EVENTS>\n",
		"<EVENTS>\n</EVENTS>":   "<EVENTS><EVENT METHOD=\"pay\" />\n</EVENTS>",
		"<EVENTS>\n\n</EVENTS>": "<EVENTS>\n<EVENT METHOD=\"pay\" />\n</EVENTS>",
	} {
		trace, file := shop(t, before)
		d := drive(t, trace)
		openDefinitions(d)
		d.input("type", "<EVENT METHOD=\"pay\" />")
		d.row("0", "1 2")
		d.click(middle(d.widget("definitions Save")))
		d.until("saved", func(s ui.Snapshot) bool {
			return strings.Contains(strings.Join(s.Messages, " "), "Saved ") && s.Resting
		})
		if text, err := os.ReadFile(file); err != nil || string(text) != want {
			t.Errorf("after %q the file has %q, %v", before, text, err)
		}
	}
}

// TestDefinitionsPicture draws the editor with definitions for the transactions of the demo, one of which is misspelt.
func TestDefinitionsPicture(t *testing.T) {
	t.Parallel()
	trace := transactions(t)
	const text = `<EVENTS>
  <!-- what terminals ask of the database -->
  <EVENT METHOD="Process" CLASS="main.NewOrder" NAME="New order" TYPE="WRITE" />
  <EVENT METHOD="Process" CLASS="main.Payment" NAME="Payment" TYPE="WRITE" />
  <EVENT METHOD="Process" CLASS="main.Delivery" NAME="Delivery" TYPE="WRITE" />
  <EVENT METHOD="Proces" CLASS="main.OrderStatus" NAME="Order status" TYPE="READ" />
  <EVENT METHOD="Process" CLASS="main.StockLevel" NAME="Stock level" TYPE="READ" />
</EVENTS>
`
	if err := os.WriteFile(filepath.Join(filepath.Dir(trace), "tiv-tasks.xml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d := driveAs(t, trace, "", "HOME="+filepath.Dir(trace))
	openDefinitions(d)
	d.until("the path", func(s ui.Snapshot) bool { return s.Words["definitions place"] == "~/tiv-tasks.xml" })
	for i, finds := range []string{"1 144", "1 193", "1 20",
		"0 0 near it are main.OrderStatus.Process, main.NewOrder.Process, main.Payment.Process", "1 9"} {
		d.row(strconv.Itoa(i), finds)
	}
	d.picture("task-definitions")
}
