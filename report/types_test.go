package report

import (
	"bytes"
	"strings"
	"testing"

	"tiv/report/table"
)

// The table of types has the direct supertypes of each type, the summary the number of types
// that have any.
func TestTypes(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
type Frame Window Accessible
type Button Component
type Window Component
type Object
type Component Object Component
type Window Serializable
0s A start
4ms A end
`)
	const want = "type,supertype\nButton,Component\nComponent,Object\nComponent,Component\nFrame,Window\nFrame,Accessible\n" +
		"Window,Component\nWindow,Serializable\n"
	var b bytes.Buffer
	if err := Dump(&b, tl, "types", everything, table.CSV); err != nil || b.String() != want {
		t.Errorf("got  %s\nwant %s (%v)", b.String(), want, err)
	}
	b.Reset()
	if err := WriteInfo(&b, tl, ""); err != nil || !strings.Contains(b.String(), "types      4     with known supertypes\n") {
		t.Errorf("summary: %s (%v)", b.String(), err)
	}
	b.Reset()
	if err := WriteJSON(&b, InfoOf(tl)); err != nil || !strings.HasSuffix(b.String(), `,"types":4}`+"\n") {
		t.Errorf("summary: %s (%v)", b.String(), err)
	}
	if err := WriteInfo(&b, load(t, story), ""); err != nil || strings.Contains(b.String(), "with known") {
		t.Errorf("without types: %s (%v)", b.String(), err)
	}
}
