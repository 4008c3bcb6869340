prepare() {
	cat >main.py <<'EOF'
import multiprocessing

def work(n):
    return sum(i * i for i in range(n))

if __name__ == "__main__":
    with multiprocessing.Pool(3) as pool:
        print(sum(pool.map(work, [20000] * 60)))
EOF
}
work() { run python3 main.py; }
