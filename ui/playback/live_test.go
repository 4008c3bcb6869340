package playback

import (
	"testing"
	"time"
)

func TestAgeText(t *testing.T) {
	for age, want := range map[time.Duration]string{
		-time.Second: "just now", 300 * time.Millisecond: "just now", 1900 * time.Millisecond: "1 s ago",
		59 * time.Second: "59 s ago", time.Minute: "1 min ago", 119 * time.Minute: "1 h ago", 30 * time.Hour: "30 h ago",
	} {
		if got := ageText(age); got != want {
			t.Errorf("%v: %q, want %q", age, got, want)
		}
	}
}
