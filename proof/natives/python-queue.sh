prepare() {
	cat >main.py <<'EOF'
import queue, threading

jobs, lock, total = queue.Queue(100), threading.Lock(), 0

def work():
    global total
    while (n := jobs.get()) is not None:
        with lock:
            total += sum(range(n))

threads = [threading.Thread(target=work, name=f"worker {i}") for i in range(4)]
for t in threads: t.start()
for i in range(40000): jobs.put(i % 300)
for t in threads: jobs.put(None)
for t in threads: t.join()
print(total)
EOF
}
work() { run python3 main.py; }
