// Package outside is tested from outside only.
package outside
