package main

import (
	"fmt"
	"math/rand/v2"
)

// The size of the tables at the start.
const (
	items     = 2000
	customers = 12_000
	orders    = 50_000
	lines     = 8 * orders
)

const schema = `
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price INTEGER);
CREATE TABLE stock (warehouse INTEGER, item INTEGER, quantity INTEGER, sold INTEGER, PRIMARY KEY (warehouse, item)) WITHOUT ROWID;
CREATE TABLE customer (id INTEGER PRIMARY KEY, warehouse INTEGER, name TEXT, balance INTEGER, discount INTEGER);
CREATE TABLE orders (id INTEGER PRIMARY KEY, warehouse INTEGER, customer INTEGER, delivered INTEGER);
CREATE TABLE line (order_id INTEGER, number INTEGER, item INTEGER, quantity INTEGER, amount INTEGER, PRIMARY KEY (order_id, number)) WITHOUT ROWID;
CREATE TABLE payment (customer INTEGER, amount INTEGER)`

const indexes = `
CREATE INDEX order_of_customer ON orders (customer, id);
CREATE INDEX order_of_warehouse ON orders (warehouse, id);
CREATE INDEX order_to_deliver ON orders (warehouse, id) WHERE delivered = 0;
ANALYZE`

// warmUp creates the tables and loads them.
func warmUp(store *Store) {
	s := store.connect()
	defer s.Close()
	random := rand.New(rand.NewPCG(2001, 0))
	s.BeginWrite()
	s.run(schema)
	s.loadItems(random)
	s.loadCustomers(random)
	s.loadOrders(random)
	s.run(indexes)
	s.Commit()
}

func (s *Session) loadItems(random *rand.Rand) {
	rows := load{session: s, table: "item"}
	for id := range items {
		rows.add("(%d, 'item %d', %d)", id, id, 100+random.IntN(9900))
	}
	rows.flush()
	rows = load{session: s, table: "stock"}
	for n := range warehouses * items {
		rows.add("(%d, %d, %d, 0)", n/items, n%items, 10+random.IntN(90))
	}
	rows.flush()
}

func (s *Session) loadCustomers(random *rand.Rand) {
	rows := load{session: s, table: "customer"}
	for id := range customers {
		rows.add("(%d, %d, '%s', %d, %d)", id, id%warehouses, surname(random), random.IntN(100_000), random.IntN(20))
	}
	rows.flush()
}

func (s *Session) loadOrders(random *rand.Rand) {
	rows := load{session: s, table: "orders"}
	for id := range orders {
		rows.add("(%d, %d, %d, %t)", id, id%warehouses, random.IntN(customers), id < orders*9/10)
	}
	rows.flush()
	rows = load{session: s, table: "line"}
	for n := range lines {
		rows.add("(%d, %d, %d, %d, %d)", n*orders/lines, n%(lines/orders), random.IntN(items), 1+random.IntN(9), 100+random.IntN(9900))
	}
	rows.flush()
}

// load fills a table, with many rows in one statement.
type load struct {
	session *Session
	table   string
	text    []byte
	rows    int
}

func (l *load) add(row string, values ...any) {
	if l.rows == 500 {
		l.flush()
	}
	if l.rows == 0 {
		l.text = fmt.Appendf(l.text[:0], "INSERT INTO %s VALUES ", l.table)
	} else {
		l.text = append(l.text, ',')
	}
	l.text = fmt.Appendf(l.text, row, values...)
	l.rows++
}

func (l *load) flush() {
	l.session.run(string(l.text))
	l.rows = 0
}

// surname returns one of a thousand names.
func surname(random *rand.Rand) string {
	syllables := []string{"bar", "ought", "able", "pri", "pres", "ese", "anti", "cally", "ation", "eing"}
	return syllables[random.IntN(10)] + syllables[random.IntN(10)] + syllables[random.IntN(10)]
}
