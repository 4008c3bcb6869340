package main

import "math/rand/v2"

// Transaction is a request of one type.
type Transaction interface {
	// Process does the work and returns a receipt.
	Process(s *Session) string
}

// request returns a random request. Customers of the first two warehouses mostly
// pay, those of the others mostly order.
func request(random *rand.Rand, warehouse int) Transaction {
	payments := 30
	if warehouse < 2 {
		payments = 70
	}
	customer := random.IntN(customers/warehouses)*warehouses + warehouse
	switch kind := random.IntN(100); {
	case kind < payments:
		return Payment{warehouse, surname(random), Cents(100 + random.IntN(50_000))}
	case kind < 84:
		return newOrder(random, warehouse, customer)
	case kind < 92:
		return OrderStatus{customer}
	case kind < 97:
		return Delivery{warehouse}
	default:
		return StockLevel{warehouse, 20 + random.IntN(30)}
	}
}

func newOrder(random *rand.Rand, warehouse, customer int) NewOrder {
	t := NewOrder{Warehouse: warehouse, Customer: customer}
	for range 5 + random.IntN(11) {
		t.Lines = append(t.Lines, Line{Item: random.IntN(items), Quantity: 1 + random.IntN(9)})
	}
	return t
}
