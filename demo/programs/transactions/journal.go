package main

import (
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// Journal logs all transactions, in the order of their ends.
type Journal struct {
	lock    sync.Mutex
	log     io.Writer
	entries int
}

// Record logs a transaction.
func (j *Journal) Record(warehouse int, t Transaction, receipt string) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.entries++
	fmt.Fprintf(j.log, "%d: warehouse %d: %+v: %08x\n", j.entries, warehouse, t, crc32.ChecksumIEEE([]byte(receipt)))
}
