package binfeed

import "io"

// ReadHeader returns the header of a trace.bin. It returns an error if r is none,
// or if its header is damaged.
func ReadHeader(r io.ReaderAt) (Header, error) {
	buf := make([]byte, fileHeaderLen)
	n, err := r.ReadAt(buf, 0)
	if err != nil && err != io.EOF {
		return Header{}, err
	}
	return parseHeader(buf[:n])
}

// Unfinished reports whether a file of size bytes is a trace.bin that its writer
// has not closed: it is still being written, or it never will be complete. The
// header is that of the file. It is false for files with a damaged header.
func Unfinished(r io.ReaderAt, size int64) (Header, bool) {
	h, err := ReadHeader(r)
	return h, err == nil && !Finished(r, size)
}

// Finished reports whether a file of size bytes ends as its writer closed it:
// with an END chunk that fits the size.
func Finished(r io.ReaderAt, size int64) bool {
	buf := make([]byte, chunkHeaderLen)
	if n, _ := r.ReadAt(buf, size-chunkHeaderLen); size < fileHeaderLen+chunkHeaderLen || n < len(buf) {
		return false
	}
	end, err := parseChunk(buf)
	return err == nil && end.kind == chunkEnd && int64(end.end) == size
}
