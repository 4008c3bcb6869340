package saved

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"

	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/parts"
	"tiv/workspace/cache"
)

// Identity identifies a trace.
type Identity struct {
	Name string `json:"name"`
	// Sum is a checksum of the trace; "" if it is unknown.
	Sum string `json:"sum,omitempty"`
	// ID is the identity that a trace.bin was given when it was begun: it stays
	// the same while the trace grows. It is "" for other traces.
	ID string `json:"id,omitempty"`
}

// Same reports whether two identities belong to one trace, as far as they are
// known; names do not matter.
func (id Identity) Same(other Identity) bool {
	return id.Sum == "" || id.Sum == other.Sum || id.ID != "" && id.ID == other.ID
}

// Identify returns the identity of the trace at path.
func Identify(path string) Identity {
	id := Identity{Name: filepath.Base(path)}
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() { // opening a pipe would take it away
		return id
	}
	f, err := os.Open(path)
	if err != nil {
		return id
	}
	defer f.Close()
	if sum, err := cache.Sum(f); err == nil {
		id.Sum = sum
	}
	if list := parts.In(path, f, st.Size()); list != nil {
		id.Sum = sumOf(id.Sum, list)
	}
	if h, err := binfeed.ReadHeader(f); err == nil && h.ID != [16]byte{} {
		id.ID = hex.EncodeToString(h.ID[:])
	}
	return id
}

// sumOf returns the checksum of a list with its traces.
func sumOf(sum string, list []parts.Part) string {
	h := sha256.New()
	io.WriteString(h, sum)
	for _, p := range list {
		if st, err := os.Stat(p.Path); err != nil || !st.Mode().IsRegular() {
			continue
		}
		if f, err := os.Open(p.Path); err == nil {
			of, _ := cache.Sum(f) // "" if it cannot be read
			io.WriteString(h, of)
			f.Close()
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
