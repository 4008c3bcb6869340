// A server of node:http with a timer. Its handlers are route and sweep.
//
//	node --cpu-prof server.js MILLISECONDS
"use strict";
const { createHash } = require("node:crypto");
const http = require("node:http");

// work takes some time of a processor, a step about 10 µs.
function work(steps) {
	let sum = Buffer.alloc(32);
	for (let i = 0; i < 5 * steps; i++)
		sum = createHash("sha256").update(sum).digest();
	return sum.toString("hex");
}

function search(response) {
	response.end(work(60));
}

function report(response) {
	const text = work(100);
	setTimeout(sendReport, 2, response, text); // the database
}

function sendReport(response, text) {
	response.end(text);
}

function order(request, response) {
	request.resume();
	response.end(work(50));
}

function route(request, response) {
	if (request.url === "/search")
		search(response);
	else if (request.url === "/report")
		report(response);
	else
		order(request, response);
}

function sweep() {
	work(100);
}

const server = http.createServer(route);
server.listen(0, "127.0.0.1", () => console.log("listens 127.0.0.1:" + server.address().port));
setInterval(sweep, 20);
setTimeout(() => process.exit(), Number(process.argv[2]));
