package main

import (
	"context"
	"database/sql"
	"io"
	"sync"

	_ "github.com/ncruces/go-sqlite3/driver"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb"
)

// Store is the database. Several sessions can read it, or one can write.
type Store struct {
	db      *sql.DB
	lock    sync.RWMutex
	journal Journal
}

// Open creates an empty database in memory.
func Open() *Store {
	db, err := sql.Open("sqlite3", "file:/warehouses?vfs=memdb")
	check(err)
	db.SetMaxIdleConns(warehouses) // the database lasts as long as a connection
	return &Store{db: db, journal: Journal{log: io.Discard}}
}

// Session is a connection with prepared statements.
type Session struct {
	store    *Store
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
	unlock   func() // ends the transaction's use of the store
}

var ctx = context.Background()

// Connect opens a session for all kinds of transactions.
func (s *Store) Connect() *Session {
	session := s.connect()
	for _, text := range statements {
		stmt, err := session.conn.PrepareContext(ctx, text)
		check(err)
		session.prepared[text] = stmt
	}
	return session
}

func (s *Store) connect() *Session {
	conn, err := s.db.Conn(ctx)
	check(err)
	return &Session{store: s, conn: conn, prepared: map[string]*sql.Stmt{}}
}

// Close ends the session.
func (s *Session) Close() {
	for _, stmt := range s.prepared {
		check(stmt.Close())
	}
	check(s.conn.Close())
}

// BeginRead starts a transaction that changes nothing.
func (s *Session) BeginRead() {
	s.store.lock.RLock()
	s.unlock = s.store.lock.RUnlock
	s.run("BEGIN")
}

// BeginWrite starts a transaction that no other one overlaps.
func (s *Session) BeginWrite() {
	s.store.lock.Lock()
	s.unlock = s.store.lock.Unlock
	s.run("BEGIN IMMEDIATE")
}

// Commit ends the transaction.
func (s *Session) Commit() {
	s.run("COMMIT")
	s.unlock()
}

// Query executes a prepared statement that has results.
func (s *Session) Query(text string, args ...any) *sql.Rows {
	rows, err := s.prepared[text].QueryContext(ctx, args...)
	check(err)
	return rows
}

// Exec executes a prepared statement without results.
func (s *Session) Exec(text string, args ...any) sql.Result {
	result, err := s.prepared[text].ExecContext(ctx, args...)
	check(err)
	return result
}

// run executes a statement that is not prepared.
func (s *Session) run(text string) {
	_, err := s.conn.ExecContext(ctx, text)
	check(err)
}
