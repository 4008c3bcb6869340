package handler_test

import (
	"bytes"
	"os"
	"testing"

	"tiv/handler"
)

// FuzzRead reads random files. A trie stays the same when it is written and read again.
func FuzzRead(f *testing.F) {
	figure, err := os.ReadFile("testdata/figure1.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(figure)
	f.Add([]byte("<REACTIONS TICK='5' SAMPLES='9'><CALLBACK STACK='1' USER='a::b@c'/>" +
		"<TRIE><TRIENODE METHOD='x' SYSTEM='true'/></TRIE></REACTIONS>"))
	f.Add([]byte("<!DOCTYPE a><REACTIONS/>"))
	f.Fuzz(func(t *testing.T, text []byte) {
		split := handler.NewSplit(nil, handler.Patterns{})
		trie, err := handler.Read("fuzz.xml", bytes.NewReader(text), split)
		if err != nil {
			return
		}
		all := paper(trie).Find(handler.DefaultThresholds())
		var first, second bytes.Buffer
		if err := trie.Write(&first); err != nil {
			t.Fatal(err)
		}
		again, err := handler.Read("again.xml", bytes.NewReader(first.Bytes()), split)
		if err != nil {
			t.Fatalf("%v in\n%s", err, first.Bytes())
		}
		if err := again.Write(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("%v: first\n%s, then\n%s", err, first.Bytes(), second.Bytes())
		}
		if got := paper(again).Find(handler.DefaultThresholds()); len(got) != len(all) {
			t.Fatalf("found %v, then %v", all, got)
		}
	})
}
