package saved

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// upgraders[v] converts a saved workspace from version v to version v+1.
var upgraders = map[int]func(doc map[string]any) error{}

// upgrade converts a saved workspace from any version to Version.
func upgrade(data []byte, version int) ([]byte, error) {
	if version == Version {
		return data, nil
	}
	var doc map[string]any
	in := json.NewDecoder(bytes.NewReader(data))
	in.UseNumber() // or times lose their last digits
	if err := in.Decode(&doc); err != nil {
		return nil, fmt.Errorf("broken workspace: %w", err)
	}
	for ; version < Version; version++ {
		up, ok := upgraders[version]
		if !ok {
			return nil, fmt.Errorf("unknown version %d of a saved workspace", version)
		}
		if err := up(doc); err != nil {
			return nil, fmt.Errorf("broken workspace of version %d: %w", version, err)
		}
	}
	return json.Marshal(doc)
}
