package main

// The statements of all transactions.
const (
	customerByID   = `SELECT id, name, balance, discount FROM customer WHERE id = ?`
	customerByName = `SELECT id, name, balance, discount FROM customer WHERE warehouse = ? AND name = ? ORDER BY balance DESC`
	itemInStock    = `SELECT name, price, stock.quantity FROM item JOIN stock ON stock.item = item.id WHERE warehouse = ? AND item.id = ?`
	takeFromStock  = `UPDATE stock SET quantity = quantity - ?1 + iif(quantity < ?1 + 10, 91, 0), sold = sold + ?1 WHERE warehouse = ?2 AND item = ?3`
	addOrder       = `INSERT INTO orders (warehouse, customer, delivered) VALUES (?, ?, 0)`
	addLine        = `INSERT INTO line VALUES (?, ?, ?, ?, ?)`
	addPayment     = `INSERT INTO payment VALUES (?, ?)`
	changeBalance  = `UPDATE customer SET balance = balance + ? WHERE id = ?`
	lastOrder      = `SELECT max(id) FROM orders WHERE customer = ?`
	linesOfOrder   = `SELECT item, name, line.quantity, amount FROM line JOIN item ON item.id = item WHERE order_id = ? ORDER BY number`
	oldestOrders   = `SELECT id, customer FROM orders WHERE warehouse = ? AND delivered = 0 ORDER BY id LIMIT 10`
	amountOfOrder  = `SELECT sum(amount) FROM line WHERE order_id = ?`
	setDelivered   = `UPDATE orders SET delivered = 1 WHERE id = ?`
	lowStock       = `SELECT count(DISTINCT item) FROM (SELECT id FROM orders WHERE warehouse = ?1 ORDER BY id DESC LIMIT 500)
		JOIN line ON order_id = id JOIN stock USING (item) WHERE warehouse = ?1 AND stock.quantity < ?2`
)

var statements = []string{customerByID, customerByName, itemInStock, takeFromStock, addOrder, addLine, addPayment,
	changeBalance, lastOrder, linesOfOrder, oldestOrders, amountOfOrder, setDelivered, lowStock}

// NewOrder orders items for a customer.
type NewOrder struct {
	Warehouse, Customer int
	Lines               []Line
}

// Process takes the items from the stock and writes an invoice.
func (t NewOrder) Process(s *Session) string {
	s.BeginWrite()
	customer := readCustomers(s.Query(customerByID, t.Customer))[0]
	order, err := s.Exec(addOrder, t.Warehouse, t.Customer).LastInsertId()
	check(err)
	for n := range t.Lines {
		line := &t.Lines[n]
		readItem(s.Query(itemInStock, t.Warehouse, line.Item), line)
		s.Exec(takeFromStock, line.Quantity, t.Warehouse, line.Item)
		s.Exec(addLine, order, n, line.Item, line.Quantity, line.Amount)
	}
	s.Commit()
	return printInvoice(order, customer, t.Lines)
}

// Payment reduces the balance of a customer known only by name.
type Payment struct {
	Warehouse int
	Name      string
	Amount    Cents
}

// Process finds the customer of that name with the largest balance.
func (t Payment) Process(s *Session) string {
	s.BeginWrite()
	found := readCustomers(s.Query(customerByName, t.Warehouse, t.Name))
	if len(found) == 0 {
		s.Commit()
		return "unknown customer " + t.Name
	}
	customer := found[0]
	s.Exec(changeBalance, -t.Amount, customer.ID)
	s.Exec(addPayment, customer.ID, t.Amount)
	s.Commit()
	return printPayment(customer, t.Amount)
}

// OrderStatus shows a customer's last order.
type OrderStatus struct{ Customer int }

// Process reads and prints the order.
func (t OrderStatus) Process(s *Session) string {
	s.BeginRead()
	customer := readCustomers(s.Query(customerByID, t.Customer))[0]
	order := readNumber(s.Query(lastOrder, t.Customer))
	lines := readLines(s.Query(linesOfOrder, order))
	s.Commit()
	return printInvoice(order, customer, lines)
}

// Delivery delivers the oldest orders of a warehouse.
type Delivery struct{ Warehouse int }

// Process charges the customers of the orders.
func (t Delivery) Process(s *Session) string {
	s.BeginWrite()
	delivered := readOrders(s.Query(oldestOrders, t.Warehouse))
	for _, order := range delivered {
		amount := readNumber(s.Query(amountOfOrder, order.ID))
		s.Exec(setDelivered, order.ID)
		s.Exec(changeBalance, amount, order.Customer)
	}
	s.Commit()
	return printDelivery(delivered)
}

// StockLevel counts the items of recent orders that are nearly sold out.
type StockLevel struct{ Warehouse, Least int }

// Process leaves all of the work to the database.
func (t StockLevel) Process(s *Session) string {
	s.BeginRead()
	low := readNumber(s.Query(lowStock, t.Warehouse, t.Least))
	s.Commit()
	return printStock(t.Warehouse, low)
}
