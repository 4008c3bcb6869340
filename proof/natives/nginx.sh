prepare() {
	port >port
	mkdir -p site logs && seq 1000 >site/index.html
	cat >nginx.conf <<EOF
daemon off;
pid $PWD/nginx.pid;
error_log $PWD/logs/error.log;
worker_processes 2;
events { worker_connections 512; }
http {
	access_log off;
	client_body_temp_path $PWD/logs;
	proxy_temp_path $PWD/logs;
	server { listen 127.0.0.1:$(cat port); root $PWD/site; aio threads; }
}
EOF
	chmod -R a+rX .
}
work() {
	port=$(cat port)
	serve nginx -c "$PWD/nginx.conf"
	wait_for test -s nginx.pid
	ab -q -n 8000 -c 20 "http://127.0.0.1:$port/" | grep 'Complete requests'
	kill -QUIT "$(cat nginx.pid)"
	served
}
