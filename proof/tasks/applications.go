package main

import "tiv/task/definition"

// ofApplications are definitions of functions in applications: that which handles clicks, and those
// of which the shop with OpenTelemetry makes spans.
var ofApplications = definition.List{
	{Name: "click", Method: "on_click", Source: "proof/tasks/xlib/main.cc", Type: "CLICK"},
	{Name: "charge", Method: "charge", Class: "main.(*shop)", Type: "SHOP"},
	{Name: "ledger", Method: "ledger", Class: "main.(*shop)", Type: "SHOP"},
	{Name: "mail", Method: "mail", Class: "main.(*shop)", Type: "SHOP"},
	{Name: "pack", Method: "pack", Class: "main.(*shop)", Type: "SHOP"},
	{Name: "risk", Method: "risk", Class: "main.(*shop)", Type: "SHOP"},
}
