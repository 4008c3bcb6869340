package main

import (
	"database/sql"
	"database/sql/driver"
	"io"
	"time"
)

// slow is a database that takes two milliseconds for each query and has one row.
type slow struct{}

func init() { sql.Register("slow", slow{}) }

func (slow) Open(string) (driver.Conn, error)           { return slow{}, nil }
func (slow) Prepare(string) (driver.Stmt, error)        { return slow{}, nil }
func (slow) Close() error                               { return nil }
func (slow) Begin() (driver.Tx, error)                  { return nil, driver.ErrSkip }
func (slow) NumInput() int                              { return -1 }
func (slow) Exec([]driver.Value) (driver.Result, error) { return nil, driver.ErrSkip }

func (slow) Query([]driver.Value) (driver.Rows, error) {
	time.Sleep(2 * time.Millisecond)
	return &rows{}, nil
}

// rows is one row with a name.
type rows struct{ read bool }

func (*rows) Columns() []string { return []string{"name"} }
func (*rows) Close() error      { return nil }

func (r *rows) Next(to []driver.Value) error {
	if r.read {
		return io.EOF
	}
	r.read, to[0] = true, "somebody"
	return nil
}
