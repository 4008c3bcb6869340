prepare() {
	cat >main.py <<'EOF'
import os, sqlite3, threading

if os.path.exists("shop.db"): os.remove("shop.db")
sqlite3.connect("shop.db").execute("create table sale (n integer)")

def sell(first):
    db = sqlite3.connect("shop.db", timeout=60)
    for n in range(first, first + 40):
        with db: db.execute("insert into sale values (?)", (n,))

threads = [threading.Thread(target=sell, args=(1000 * i,)) for i in range(3)]
for t in threads: t.start()
for t in threads: t.join()
print(sqlite3.connect("shop.db").execute("select count(*), sum(n) from sale").fetchone())
EOF
}
work() { run python3 main.py; }
