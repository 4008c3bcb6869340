prepare() {
	mkdir db && mariadb-install-db --no-defaults --datadir="$PWD/db" --user="$(id -un)" --auth-root-authentication-method=normal >init.log 2>&1
}
work() {
	serve mariadbd --no-defaults --datadir="$PWD/db" --user="$(id -un)" --socket="$PWD/sock" --skip-networking
	wait_for mariadb-admin --no-defaults --socket="$PWD/sock" ping
	mariadb-slap --no-defaults --socket="$PWD/sock" --concurrency=8 --iterations=2 --auto-generate-sql --number-of-queries=800 >load.log
	mariadb-admin --no-defaults --socket="$PWD/sock" shutdown
	served
}
