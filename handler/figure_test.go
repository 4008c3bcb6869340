package handler

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// readFigure reads figure 1 of the paper. Ten of its lines are cut in the copy at hand, and one
// closing tag is too many unless checkPositions encloses migrateObject; then the workers are
// below main. nested chooses this reading.
func readFigure(t *testing.T, nested bool) *Trie {
	t.Helper()
	text, err := os.ReadFile("testdata/figure1.xml")
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	if nested {
		open := "METHOD='checkPositions' RUN='156' WAIT='0' />"
		if !strings.Contains(s, open) {
			t.Fatal("no checkPositions")
		}
		s = strings.Replace(s, open, strings.Replace(open, " />", ">", 1), 1)
		s = strings.Replace(s, "</TRIE>", "</TRIENODE>\n</TRIE>", 1)
	}
	trie, err := Read("figure1.xml", strings.NewReader(s), NewSplit(nil, Patterns{}))
	if err != nil {
		t.Fatal(err)
	}
	return trie
}

// Figure 1 of the paper is the input of the first block of its figure 3, but for the names of
// packages.
func TestFigure(t *testing.T) {
	t.Parallel()
	want := `<REACTION>
  <CALLBACK METHOD="solardraw.SolarDrawImpl@display"/>
  <EVENT METHOD="solar.SolarSystem@access$100" TYPE="NODE_WAIT"/>
  <EVENT METHOD="solar.SolarGroupObject@computeLocalGravity" TYPE="NODE_WAIT"/>
  <EVENT METHOD="solar.SolarSystem$GravityRequest@perform" TYPE="NODE_WAIT"/>
  <EVENT METHOD="solar.SolarRootObject@rebuildTree" TYPE="NODE_WAIT"/>
</REACTION>
`
	for _, nested := range []bool{false, true} {
		trie := readFigure(t, nested)
		if trie.Instants != 6696 || trie.Samples != 22904 || trie.Unit != 1 || trie.End != 1206456881022 || trie.Length != 350731 {
			t.Errorf("got %+v", trie)
		}
		for _, samples := range []int64{6696, 22904} { // both readings of "samples" give the same
			trie.Instants = samples
			var out bytes.Buffer
			if err := WriteReaction(&out, trie.find(DefaultThresholds())); err != nil || out.String() != want {
				t.Errorf("nested %v, of %d samples: got\n%s%v", nested, samples, out.String(), err)
			}
		}
	}
}

// A trie that is written and read again is the same.
func TestFigureAgain(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/figure1.xml")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := readFigure(t, false).Write(&out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(text) {
		t.Errorf("got\n%s", got)
	}
}

// The rules that need only a trie name the function that the accessor calls.
func TestFigureNamed(t *testing.T) {
	t.Parallel()
	var got []string
	for _, f := range OfTrie(readFigure(t, false), Options{}).Find(DefaultThresholds()) {
		got = append(got, f.Function+" "+f.Via)
	}
	want := []string{"solardraw.SolarDrawImpl.display ", "solar.SolarSystem.handleDone solar.SolarSystem.access$100",
		"solar.SolarSystem$GravityRequest.perform ", "solar.SolarRootObject.rebuildTree ", "solar.SolarGroupObject.computeLocalGravity "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
