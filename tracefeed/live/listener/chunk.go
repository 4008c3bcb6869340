package listener

import "encoding/binary"

// chunkSize returns the length of a chunk of a trace.bin by its header; false if it is none.
func chunkSize(header []byte) (int64, bool) {
	if string(header[:4]) != "TCHK" {
		return 0, false
	}
	const storedA, storedB = 8, 16
	return chunkLen + int64(binary.LittleEndian.Uint32(header[storedA:])) + int64(binary.LittleEndian.Uint32(header[storedB:])), true
}
