bin=/usr/lib/postgresql/15/bin
user=() # PostgreSQL does not run as root
[ "$(id -u)" != 0 ] || user=(runuser -u postgres --)
as() { "${user[@]}" "$@"; }
prepare() {
	mkdir -m 777 db && chmod a+rx . && as $bin/initdb -D "$PWD/db/data" -A trust >init.log
}
work() {
	serve "${user[@]}" $bin/postgres -D "$PWD/db/data" -k "$PWD/db" -c listen_addresses=
	wait_for as psql -h "$PWD/db" -c 'select 1' postgres
	as pgbench -h "$PWD/db" -i -q postgres 2>load.log
	as pgbench -h "$PWD/db" -n -c 8 -t 100 postgres 2>>load.log | grep 'actually processed'
	as $bin/pg_ctl -D "$PWD/db/data" stop -m fast >>load.log
	served
}
