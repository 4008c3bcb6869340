prepare() {
	port >port && mkdir site && for i in $(seq 30); do seq "$i" 20000 >site/$i; done
}
work() {
	python3 -m http.server --bind 127.0.0.1 --directory site "$(cat port)" >server.log 2>&1 &
	server=$!
	wait_for curl -sf "http://127.0.0.1:$(cat port)/1"
	run curl -sZ "http://127.0.0.1:$(cat port)/[1-30]" -o 'got_#1'
	kill "$server"
	cat got_* | md5sum
}
