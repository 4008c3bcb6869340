prepare() { port >port; }
work() {
	port=$(cat port)
	serve redis-server --port "$port" --bind 127.0.0.1 --save '' --io-threads 1
	wait_for redis-cli -p "$port" ping
	redis-benchmark -p "$port" -n 40000 -c 50 -t set,get -q >load.log
	redis-cli -p "$port" set n 7
	redis-cli -p "$port" shutdown nosave
	served
}
