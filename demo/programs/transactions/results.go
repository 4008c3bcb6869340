package main

import (
	"database/sql"
	"fmt"
	"strings"
	"text/template"
)

// Customer is a row of the table of customers.
type Customer struct {
	ID       int64
	Name     string
	Balance  Cents
	Discount int64 // in per cent
}

// Line is an item of an order.
type Line struct {
	Item     int
	Name     string
	Quantity int
	Amount   Cents
}

// Order is a row of the table of orders.
type Order struct{ ID, Customer int64 }

// Cents is an amount of money.
type Cents int64

func (c Cents) String() string { return fmt.Sprintf("%d.%02d", c/100, c%100) }

func readCustomers(rows *sql.Rows) (all []Customer) {
	defer rows.Close()
	for rows.Next() {
		var c Customer
		check(rows.Scan(&c.ID, &c.Name, &c.Balance, &c.Discount))
		all = append(all, c)
	}
	check(rows.Err())
	return all
}

func readLines(rows *sql.Rows) (all []Line) {
	defer rows.Close()
	for rows.Next() {
		var l Line
		check(rows.Scan(&l.Item, &l.Name, &l.Quantity, &l.Amount))
		all = append(all, l)
	}
	check(rows.Err())
	return all
}

func readOrders(rows *sql.Rows) (all []Order) {
	defer rows.Close()
	for rows.Next() {
		var o Order
		check(rows.Scan(&o.ID, &o.Customer))
		all = append(all, o)
	}
	check(rows.Err())
	return all
}

// readItem completes a line of a new order.
func readItem(rows *sql.Rows, line *Line) {
	defer rows.Close()
	var price Cents
	var inStock int
	rows.Next()
	check(rows.Scan(&line.Name, &price, &inStock))
	line.Amount = Cents(line.Quantity) * price
	if inStock < line.Quantity {
		line.Name += " (back order)"
	}
}

func readNumber(rows *sql.Rows) int64 {
	defer rows.Close()
	var n sql.NullInt64
	rows.Next()
	check(rows.Scan(&n))
	return n.Int64
}

// Invoice is an order with its customer and printed lines.
type Invoice struct {
	Order      int64
	Customer   Customer
	Lines      string
	Sum, Total Cents
}

const form = `{{with .Customer}}To customer {{.ID}}
{{.Name}}

{{if gt .Balance 0}}Please pay {{.Balance}} for earlier orders.{{else}}We owe you {{.Balance}}.{{end}}
{{end}}
Order {{.Order}}
{{.Lines}}
{{with .Sum}}Sum {{printf "%56v" .}}{{end}}
{{with .Customer.Discount}}less {{.}} %{{end}}
{{with .Total}}Total {{printf "%54v" .}} with taxes{{end}}
{{if gt .Sum 1000000}}Thank you for this large order!{{end}}
`

// printInvoice parses the form anew for each invoice, although it never changes.
func printInvoice(order int64, customer Customer, lines []Line) string {
	i := Invoice{Order: order, Customer: customer, Lines: printLines(lines)}
	for _, line := range lines {
		i.Sum += line.Amount
	}
	i.Total = i.Sum * Cents(100-customer.Discount) / 100 * 108 / 100
	parsed := template.Must(template.New("invoice").Parse(form))
	var text strings.Builder
	check(parsed.Execute(&text, i))
	return text.String()
}

func printLines(lines []Line) string {
	var text strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&text, "%6d  %-28s %3d %20v\n", l.Item, l.Name, l.Quantity, l.Amount)
	}
	return text.String()
}

func printPayment(customer Customer, amount Cents) string {
	return fmt.Sprintf("%s pays %v, balance %v\n", customer.Name, amount, customer.Balance-amount)
}

func printDelivery(orders []Order) string {
	var text strings.Builder
	for _, o := range orders {
		fmt.Fprintf(&text, "order %d to customer %d\n", o.ID, o.Customer)
	}
	return text.String()
}

func printStock(warehouse int, low int64) string {
	return fmt.Sprintf("warehouse %d: %d items are low\n", warehouse, low)
}
