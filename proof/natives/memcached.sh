prepare() { port >port; }
work() {
	port=$(cat port)
	serve memcached -u "$(id -un)" -l 127.0.0.1 -p "$port" -t 4
	wait_for memcping --servers=127.0.0.1:"$port"
	memcslap --servers=127.0.0.1:"$port" --concurrency=8 --execute-number=6000 >load.log
	kill "$server"
	served
}
