package loader_test

import (
	"os"
	"path/filepath"
	"testing"

	"tiv/workspace/loader"
)

// A list with a part that grows is followed, and is in the end the list read in one go.
func TestFollowList(t *testing.T) {
	complete, data := recorded(t), recorded(t)
	bubble(t, func(t *testing.T) {
		f := newFile(t)
		dir := filepath.Dir(f.path)
		list := filepath.Join(dir, "both.join")
		for path, text := range map[string][]byte{list: []byte("tiv-join 1\ncomplete.bin\ntrace.bin\n"),
			filepath.Join(dir, "complete.bin"): complete} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		half := len(data) / 2
		f.write(data[:half])
		l := follow(t, list, loader.Options{})
		settle()
		now := l.Current()
		if now == nil || !now.Growing || now.Timeline.Complete || now.Timeline.Counts.Events == 0 {
			t.Fatalf("before its end: %+v", now)
		}
		f.write(data[half:])
		all, err := l.WaitFindings()
		if err != nil || all.Growing || !all.Searched || all.Timeline.Damage != nil || len(all.Timeline.Threads) != 5 {
			t.Fatalf("in the end: %+v, %v", all, err)
		}
		if got := whole(t, list); all.Timeline.Counts.Events < now.Timeline.Counts.Events || got == "" {
			t.Errorf("%d events, before %d", all.Timeline.Counts.Events, now.Timeline.Counts.Events)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}
